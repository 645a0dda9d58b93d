# SPDX-License-Identifier: MIT
"""test/server_security.py PROGRAM - the threats of doc/security.md, each tried against a running server; prints TAP."""
import json, os, re, socket, subprocess, threading, time, urllib.parse
from server_tools import PATIENCE, PROGRAM, Game, Stream, fresh, run_tests, test, wait_for

BURST = 5  # seconds of requests that a client may send at once (CLIENT_BURST)


def raw(server, text, seconds=10, slowly=0):
    """Sends bytes as they are; returns the status, the headers and the body of the answer (None: there was none)."""
    host, port = server.base.removeprefix("http://").rsplit(":", 1)
    with socket.create_connection((host.strip("[]"), int(port)), timeout=seconds) as s:
        s.sendall(text if isinstance(text, bytes) else text.encode())
        answer = b""
        try:
            while part := s.recv(65536):
                answer += part
        except (TimeoutError, ConnectionError):
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    return (int(lines[0].split()[1]) if answer else None), headers, body.decode("utf-8", "replace")


def get(server, path="/", host="127.0.0.1", *headers):
    return raw(server, "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", ""]))


def active_requests(server):
    """Requests that are not answered yet, with this one."""
    return int(re.search(r"^lusoria_http_requests_active (\d+)", server.send("/metrics")[1], re.M)[1])


def is_error(body):
    return json.loads(body)["schema"] == "lusoria.error/1"


@test
def other_host_names_are_refused():
    """DNS rebinding: the page of evil.example lets its name point to this server."""
    server = fresh()
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example:80", "[::1]evil", "192.0.2.1", "", "[::1"):
        status, _, body = get(server, "/api/v1/games", host)
        assert status == 421 and is_error(body), (host, status, body)
    for host in ("127.0.0.1", "localhost", "LOCALHOST:80", "[::1]:80", "127.0.0.1:1"):
        assert get(server, "/api/v1/games", host)[0] == 200, host
    status, _, body = raw(server, "GET / HTTP/1.0\r\n\r\n")
    assert status == 421 and is_error(body), "without a host"
    server.stop()
    server = fresh("--host", "play.example,other.example")
    for host, status in (("play.example", 200), ("Other.Example:443", 200), ("play.example.evil", 421), ("play", 421), ("play.example,other.example", 421)):
        assert get(server, "/api/v1/games", host)[0] == status, host
    server.stop()


@test
def other_sites_cannot_use_the_api():
    server = fresh()
    port = server.base.rsplit(":", 1)[1]
    for origin in ("http://evil.example", "null", "http://127.0.0.1", f"http://evil.example/127.0.0.1:{port}"):
        status, answer = server.call("game", method="POST", headers={"Origin": origin}, game="ur", name="Ada")
        assert status == 403 and answer["schema"] == "lusoria.error/1", origin
        assert server.call("choose?game=awari&depth=1", headers={"Origin": origin})[0] == 403
    assert server.call("choose?game=awari&depth=1", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403
    assert server.call("choose?game=awari&depth=1", headers={"Sec-Fetch-Site": "same-origin"})[0] == 200
    assert server.call("game", method="POST", headers={"Origin": server.base}, game="ur", name="Ada")[0] == 201
    assert get(server, "/", "127.0.0.1", "Sec-Fetch-Site: cross-site")[0] == 200, "a link from another site opens the page"
    server.stop()


@test
def every_answer_has_the_headers():
    server = fresh()
    for path in ("/", "/app.js", "/api/v1/games", "/nosuch", "/api/v1/game/0123456789abcdef"):
        _, headers, _ = get(server, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "frame-ancestors 'none'" in policy, path
        assert headers["referrer-policy"] == "no-referrer" and headers["x-content-type-options"] == "nosniff", path
        assert "access-control-allow-origin" not in headers
    assert get(server, "/api/v1/games")[1]["cache-control"] == "no-store"
    server.stop()


@test
def the_rate_of_a_client_is_limited():
    server = fresh("--rate", "1")
    results = [server.call("games")[0] for _ in range(40)]
    assert results[:BURST] == [200] * BURST and 429 in results, results
    wait_for(lambda: (answer := get(server, "/api/v1/games"))[0] == 429 and answer[1]["retry-after"] and is_error(answer[2]))
    wait_for(lambda: time.sleep(1) or server.call("games")[0] == 200)
    server.stop()


@test
def forwarded_addresses_count_only_behind_a_proxy():
    for options, last in (((), 429), (("--trust-proxy",), 200)):
        server = fresh("--rate", "1", *options)
        results = [get(server, "/api/v1/games", "127.0.0.1", f"X-Forwarded-For: 198.51.100.9, 192.0.2.{i}")[0] for i in range(30)]
        assert results[-1] == last, results
        server.stop()
    server = fresh("--rate", "1", "--trust-proxy")
    for forwarded in ("192.0.2.{0}, 198.51.100.7", "2001:db8:0:1::{0}", "evil {0}"):
        results = [get(server, "/api/v1/games", "127.0.0.1", "X-Forwarded-For: " + forwarded.format(i))[0] for i in range(30)]
        assert results[-1] == 429, ("the last address, the network of IPv6, or the proxy itself counts", forwarded, results)
    server.stop()


@test
def searches_are_limited():
    """A client has four searches; more are refused at once, and other requests are still answered."""

    def send_searches(server, ms, n=12):
        results, threads = [], []
        for _ in range(n):
            threads.append(threading.Thread(target=lambda: results.append(server.call(f"analyse?game=cave&depth=63&time={ms}")[0])))
            threads[-1].start()
        return results, threads

    for tries in range(5):  # a busy machine may need more than the ten seconds of a search
        server = fresh("--engine-queue", "2")
        results, threads = send_searches(server, 10000)
        wait_for(lambda: len(results) >= 8)
        other = server.call("games")[0]
        status, headers, body = get(server, "/api/v1/analyse?game=cave&depth=63&time=10000")
        answered = 200 not in results  # before the first search was
        assert server.stop() == 0
        [thread.join() for thread in threads]
        if answered:
            break
    assert answered, "other requests wait for searches"
    assert other == 200 and results[:8].count(429) + results[:8].count(503) == 8, results
    assert status in (429, 503) and headers["retry-after"] and is_error(body), status
    server = fresh("--engine-queue", "2")
    results, threads = send_searches(server, 1000)
    [thread.join() for thread in threads]
    assert 200 in results and set(results) <= {200, 429, 503}, results
    assert server.call("analyse?game=cave&depth=1")[0] == 200
    server.stop()


@test
def a_full_engine_queue_answers_503():
    """Each client has few searches, so the clients have different addresses, behind a proxy."""
    server = fresh("--engine-queue", "1", "--trust-proxy")
    results, threads = [], []
    for i in range(16):
        send = lambda i=i: results.append(server.call("choose?game=cave&depth=63&time=2500", headers={"X-Forwarded-For": f"192.0.2.{i}"}))
        threads.append(threading.Thread(target=send))
        threads[-1].start()
    for thread in threads:
        thread.join()
    statuses = [status for status, _ in results]
    assert 503 in statuses and 200 in statuses and set(statuses) <= {200, 503}, statuses
    assert all(answer["schema"] == "lusoria.error/1" for status, answer in results if status == 503)
    server.stop()


@test
def a_server_with_searches_ends():
    server = fresh("--engine-queue", "8", "--trust-proxy")
    results, threads = [], []
    for i in range(10):
        send = lambda i=i: results.append(server.call("choose?game=cave&depth=63&time=2000", headers={"X-Forwarded-For": f"192.0.2.{i}"})[0])
        threads.append(threading.Thread(target=send))
        threads[-1].start()
    wait_for(lambda: active_requests(server) - 1 + len(results) >= 10)
    assert server.stop() == 0
    for thread in threads:
        thread.join()
    assert len(results) == 10 and set(results) <= {200, 503}, results


@test
def a_long_review_is_refused():
    server = fresh()
    game = "\n".join('[Game "awari:abapa"]\n\nF f B e *\n' for _ in range(8000))
    status, answer = server.call("review", method="POST", record=game, depth=1)
    assert status == 413 and answer["expected"] == "a record with fewer moves", (status, answer)
    server.stop()


@test
def slow_requests_are_ended():
    """A client that sends its headers byte by byte loses the connection (10 seconds)."""
    server = fresh()
    host, port = server.base.removeprefix("http://").split(":")
    slow = socket.create_connection((host, int(port)))
    began, sent = time.time(), 0
    slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    try:
        while time.time() - began < PATIENCE:
            slow.sendall(b"x")
            sent += 1
            time.sleep(0.5)
    except OSError:
        pass
    assert 8 < time.time() - began < 60, (time.time() - began, sent)
    server.stop()


@test
def slow_bodies_are_ended():
    """A client that sends its body byte by byte loses the connection (30 seconds), whatever length it claims."""
    server = fresh()
    host, port = server.base.removeprefix("http://").split(":")
    began, ended = time.time(), {}
    lengths = ("Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", "Content-Length: 1000\r\n\r\n")
    slow = {length: socket.create_connection((host, int(port)), timeout=PATIENCE) for length in lengths}
    for length, s in slow.items():
        s.sendall(f"POST /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{length}".encode())
    while len(ended) < len(slow) and time.time() - began < PATIENCE:
        for length, s in slow.items():
            try:
                s.sendall(b" ")
            except OSError:
                ended.setdefault(length, time.time() - began)
        time.sleep(0.5)
    assert len(ended) == len(slow) and min(ended.values()) > 25, ended
    assert get(server, "/api/v1/games")[0] == 200
    server.stop()


@test
def connections_of_a_client_are_limited():
    server = fresh("--client-connections", "8")
    host, port = server.base.removeprefix("http://").split(":")
    open_ones = [socket.create_connection((host, int(port))) for _ in range(8)]
    for s in open_ones:
        s.sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert s.recv(12) == b"HTTP/1.1 200"
    assert get(server, "/api/v1/games")[0] is None, "the ninth connection is closed"
    for s in open_ones:
        s.close()
    wait_for(lambda: get(server, "/api/v1/games")[0] == 200)
    server.stop()


@test
def streams_of_a_client_are_limited():
    server = fresh("--client-connections", "5", "--trust-proxy")
    game = Game(server, "ur")
    streams = [Stream(server, game.id, game.watch) for _ in range(7)]
    assert [s.response.status for s in streams] == [200] * 5 + [503] * 2
    streams[0].close()
    wait_for(lambda: Stream(server, game.id, game.watch).response.status == 200)
    server.stop()


@test
def malformed_requests_are_refused():
    server = fresh()
    post = "POST /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    ours = [
        (post + "Content-Length: 5\r\n\r\n{\"a\":", 400), (post + "Content-Length: 0\r\n\r\n", 400),
        (post + "Transfer-Encoding: chunked\r\n\r\n3\r\n{}}\r\n0\r\n\r\n", 400),
        ("GET /api/v1/state?game=%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 400),
        ("GET /api/v1/state?game=%00 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 400),
        ("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 404),
        ("GET /metrics%00 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 404),
        ("GET /%6detrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 404),
        ("GET /api/v1/games%00?game=ur HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 404),
        ("BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 405),
        ("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", 405),
    ]
    for text, expected in ours:
        status, _, body = raw(server, text)
        assert status == expected and is_error(body), (text, status, body)
    # What is not HTTP never reaches the program: libmicrohttpd answers or closes.
    for text in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 50, b"G" * 100000,
                 post.encode() + b"Content-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 9000 + b"\r\n"):
        status = raw(server, text, 2)[0]
        assert status is None or 400 <= status < 500 or status in (501, 505), (text[:40], status)
    assert get(server, "/api/v1/games")[0] == 200
    server.stop()


@test
def requests_with_two_errors_are_released():
    """Arguments that fill the memory of the connection, then a body: libmicrohttpd forgets the request."""
    server = fresh()
    for length in ("Content-Length: 5", "Content-Length: -1", "Transfer-Encoding: chunked"):
        for body in ("x" * 200000, "Y: z\r\n" * 9000, "zz\r\n"):
            raw(server, f"POST /x?{'a=b&' * 300} HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n{body}", 2)
    wait_for(lambda: active_requests(server) == 1)
    assert server.stop() == 0


@test
def a_body_is_never_the_next_request():
    """Request smuggling: a request whose length is not clear is refused, and its connection is closed."""
    server = fresh()
    inner = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for lines in (":x: y\r\nContent-Length: {n}", "Content-Length: 0\r\nContent-Length: {n}", "Content-Length: {n}\r\nContent-Length: 0", "X: y"):
        host, port = server.base.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as s:
            head = f"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{lines.format(n=len(inner))}\r\n\r\n"
            s.sendall((head + inner).encode())
            answer = b""
            try:
                while part := s.recv(65536):
                    answer += part
            except ConnectionError:
                pass
        assert answer.count(b"HTTP/1.1 ") == 1 and answer.startswith((b"HTTP/1.1 411", b"HTTP/1.1 400")), (lines, answer)
    server.stop()


@test
def an_endless_body_is_ended():
    server = fresh()
    host, port = server.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as s:
        s.sendall(b"POST /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        sent = 0
        try:
            while sent < 64 << 20:
                s.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
                sent += 65536
        except OSError:
            pass
    assert sent < 32 << 20, sent
    assert get(server, "/api/v1/games")[0] == 200
    server.stop()


@test
def it_listens_where_it_is_told():
    for address, base in (("127.0.0.2", "http://127.0.0.2:"), ("::1", "http://[::1]:")):
        server = fresh("--bind", address)
        if not server.base and address == "::1":
            continue  # no IPv6 on this machine
        assert server.base.startswith(base), server.base
        assert get(server, "/api/v1/games", "127.0.0.1")[0] == 200
        server.stop()
    server = fresh("--bind", "0.0.0.0")
    assert get(server, "/api/v1/games", "192.0.2.7:8080")[0] == 200, "a numeric host cannot be rebound"
    assert get(server, "/api/v1/games", "evil.example")[0] == 421
    server.stop()
    wrong = subprocess.run([PROGRAM, "serve", "--port", "0", "--bind", "localhost"], capture_output=True, text=True)
    assert wrong.returncode == 1 and "not a numeric address" in wrong.stderr, wrong


@test
def too_few_descriptors_are_reported():
    run = subprocess.Popen(["bash", "-c", f"ulimit -n 300; exec {PROGRAM} serve --port 0 --no-tables --connections 4000"],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline().startswith("Open")
    run.terminate()
    assert "Only 300 descriptors are allowed" in run.communicate(timeout=PATIENCE)[1]


@test
def programs_cannot_be_started():
    server = fresh()
    mark = os.path.join(server.folder, "mark")
    for player in (f"exec:touch {mark}", f"exec:touch${{IFS}}{mark}"):
        assert server.call("game", game="ur", name="Ada", opponent=player)[0] == 400
        assert server.call("choose?" + urllib.parse.urlencode({"game": "awari", "level": player}))[0] == 400
    assert not os.path.exists(mark)
    server.stop()


@test
def every_threat_names_a_test():
    """Every row of the table in doc/security.md names tests, and they exist."""
    folder = os.path.dirname(os.path.abspath(__file__))
    read = lambda *path: open(os.path.join(folder, *path)).read()
    known = set(re.findall(r"^def (\w+)\(", "".join(read(name) for name in os.listdir(folder) if name.endswith(".py")), re.M))
    table = read("..", "doc", "security.md").partition("| threat | answer | test |\n| --- | --- | --- |\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").rsplit(" | ", 1) for row in table.splitlines()]
    assert len(rows) > 20
    for threat, tests in rows:
        names = re.findall(r"`([^`]+)`", tests)
        assert names, threat
        assert all(name in known or os.path.exists(os.path.join(folder, "..", name)) for name in names), (threat, names)


run_tests()
