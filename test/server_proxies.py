# SPDX-License-Identifier: MIT
"""test/server_proxies.py PROGRAM [TEST ...] - games through nginx and Caddy with TLS, each with its example of dist/; prints TAP.

`tools/proxies` runs it. A proxy that is not installed is skipped. In the examples only addresses, ports and the certificate are
replaced; everything listens on 127.0.0.1, and clients have the addresses 127.0.0.2 to 127.0.0.9."""
import functools, getpass, http.client, json, os, random, shutil, socket, ssl, subprocess, tempfile
from server_tools import Client, Game, Server, Stream, fresh, run_tests, scratch, shell, test, wait_for, write

NAME = "play.example"
CERTIFICATE, KEY = os.path.join(scratch, "certificate.pem"), os.path.join(scratch, "key.pem")


def make_certificate():
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                    "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", KEY, "-out", CERTIFICATE], check=True, capture_output=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def replaced(text, changes):
    for old, new in changes.items():
        assert text.count(old) == 1, f"the example has no {old!r}"
        text = text.replace(old, new)
    return text


def example(name):
    with open(os.path.join(os.path.dirname(__file__), "..", "dist", name)) as file:
        return file.read()


class Connection(http.client.HTTPSConnection):
    """A connection to the proxy by its name, from an address of this machine."""

    def __init__(self, proxy, client):
        super().__init__(NAME, proxy.port, timeout=60, context=ssl.create_default_context(cafile=CERTIFICATE))
        self.client = client

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout, (self.client, 0))
        self.sock = self._context.wrap_socket(plain, server_hostname=NAME)


class Proxy(Client):
    """A proxy in front of `server`, which is reached on `port` with TLS."""

    def __init__(self, server):
        self.folder, self.port, self.plain = tempfile.mkdtemp(dir=scratch), free_port(), free_port()
        self.base = f"https://{NAME}:{self.port}"
        self.process = subprocess.Popen(self.command(server.base.removeprefix("http://")), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_for(self.listens, 20)

    def listens(self):
        assert self.process.poll() is None, self.process.stderr.read()
        try:
            return not socket.create_connection(("127.0.0.1", self.port)).close()
        except ConnectionRefusedError:
            return False

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)
        return os.path.join(self.folder, name)

    def connection(self, client="127.0.0.2"):
        return Connection(self, client)

    def seen_by(self, client):
        """The same proxy, asked from another address."""
        other = Client()
        other.base, other.connection = self.base, functools.partial(self.connection, client)
        return other

    def stop(self):
        """Caddy waits for open streams, so it is killed."""
        self.process.kill() if self.program == "caddy" else self.process.terminate()
        self.process.communicate(timeout=20)


class Nginx(Proxy):
    program = "nginx"

    def command(self, server):
        site = self.write("site.conf", replaced(example("nginx.conf"), {
            "listen 80;": f"listen 127.0.0.1:{self.plain};", "listen [::]:80;": "", "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;", "listen [::]:443 ssl http2;": "",
            "server 127.0.0.1:8080;": f"server {server};", f"/etc/letsencrypt/live/{NAME}/fullchain.pem": CERTIFICATE, f"/etc/letsencrypt/live/{NAME}/privkey.pem": KEY}))
        user = f"user {getpass.getuser()};" if os.getuid() == 0 else ""
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        main = self.write("nginx.conf", f"daemon off; {user} pid {self.folder}/pid; error_log stderr; events {{}} http {{ access_log off; {paths} include {site}; }}\n")
        return ["nginx", "-p", self.folder, "-e", "stderr", "-c", main]


class Caddy(Proxy):
    program = "caddy"

    def command(self, server):
        options = f"{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port {self.plain}\n\thttps_port {self.port}\n\tstorage file_system {self.folder}\n}}\n"
        site = replaced(example("Caddyfile"), {f"{NAME} {{": f"{NAME} {{\n\ttls {CERTIFICATE} {KEY}", "127.0.0.1:8080": server})
        return ["caddy", "run", "--adapter", "caddyfile", "--config", self.write("Caddyfile", options + site)]


def behind(*options):
    """For tests of each proxy that is installed: a server behind it."""
    def wrap(run):
        for kind in (Nginx, Caddy):
            def with_proxy(kind=kind):
                server = fresh("--host", NAME, "--trust-proxy", *options)
                proxy = kind(server)
                try:
                    run(proxy, server)
                finally:
                    proxy.stop()
                server.stop()
            with_proxy.__name__ = f"{kind.program}_{run.__name__}"
            if shutil.which(kind.program):
                test(with_proxy)
        return run
    return wrap


online = lambda state: [p["online"] for p in state["players"]]


@behind()
def passes_a_whole_game(proxy, server):
    """Every change is seen at once: an event that a proxy keeps back comes with the next comment, after 14 seconds."""
    rng = random.Random(3)
    for rules in ("ur", "cave"):
        game = Game(proxy, rules)
        streams = [Stream(proxy, game.id, token) for token in (game.token[0], game.token[1], game.watch)]
        for stream in streams:
            assert stream.response.getheader("Content-Type").startswith("text/event-stream")
            stream.get(seconds=5)
        while game.state["next"] != "over" and game.state["ply"] < 80:
            state = game.step(rng)
            for stream in streams:
                assert stream.get(lambda s: s["version"] == state["version"], 5)["moves"] == state["moves"]
        if game.state["next"] != "over":
            assert streams[2].get(lambda s, result=game.act(0, "resign")["result"]: s["result"] == result, 5)
        verified = shell("dice", "verify", write(proxy.call(f"game/{game.id}/record", game.watch)[1]))
        assert ("commitment ok" in verified) == bool(game.state["dice"]), verified


@behind()
def resumes_a_lost_stream(proxy, server):
    game = Game(proxy, "awari")
    ada, bob = Stream(proxy, game.id, game.token[0]), Stream(proxy, game.id, game.token[1])
    last = ada.get(lambda s: online(s) == [True, True], 10)["version"]
    ada.close()
    bob.get(lambda s: online(s) == [False, True], 10)
    game.act(0, "move", ply=0, move="A")
    game.act(1, "move", ply=1, move="a")
    ada = Stream(proxy, game.id, game.token[0], last)
    state = ada.get(seconds=5)
    assert state["version"] > last and len(state["moves"]) == 2
    bob.get(lambda s: online(s) == [True, True], 10)
    wait_for(lambda: ada.comments > 0, 20)


@behind()
def passes_events_over_http_2(proxy, server):
    game = Game(proxy, "awari")
    command = ["curl", "-sN", "--http2", "--cacert", CERTIFICATE, "--resolve", f"{NAME}:{proxy.port}:127.0.0.1", "--max-time", "20", "-w", "%{http_version}",
               "-H", f"Authorization: Bearer {game.watch}", f"{proxy.base}/api/v1/game/{game.id}/events"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as curl:
        assert curl.stdout.readline().startswith("id: ")
        game.act(0, "move", ply=0, move="A")
        lines = (line for line in curl.stdout if line.startswith("data: "))
        while len(json.loads(next(lines).removeprefix("data: "))["moves"]) == 0:
            pass
        server.stop()
        assert curl.stdout.read().strip().endswith("2"), "the stream ends with the server, and was one of HTTP/2"


@behind()
def keeps_host_and_origin(proxy, server):
    for origin, status in ((proxy.base, 201), ("https://evil.example", 403), (f"https://{NAME}.evil.example", 403), ("null", 403)):
        assert proxy.call("game", method="POST", headers={"Origin": origin}, game="ur", name="Ada")[0] == status, origin
    answer, text = proxy.send("/", headers={"Host": "evil.example"})
    assert answer.status >= 400 or not text, "another name shows the page"
    answer, text = proxy.send("/")
    assert answer.status == 200 and "<title>" in text and answer.getheader("Strict-Transport-Security") and answer.getheader("Content-Security-Policy")
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=20)
    plain.request("GET", "/x?y", headers={"Host": NAME})
    answer = plain.getresponse()
    assert answer.status in (301, 308) and answer.getheader("Location").startswith(f"https://{NAME}") and answer.getheader("Location").endswith("/x?y")


@behind("--rate", "1")
def tells_the_address_of_a_client(proxy, server):
    """One client cannot use up the requests of another, nor get more with a header of its own."""
    lie = lambda i: {"X-Forwarded-For": f"192.0.2.{i}", "Forwarded": f"for=192.0.2.{i}", "X-Real-IP": f"192.0.2.{i}"}
    results = [proxy.call("games", headers=lie(i))[0] for i in range(30)]
    assert results[:5] == [200] * 5 and 429 in results, results
    assert proxy.seen_by("127.0.0.3").call("games")[0] == 200


@behind()
def hides_the_metrics(proxy, server):
    assert "lusoria_" in server.send("/metrics")[1]
    for path in ("/metrics", "//metrics", "/./metrics", "/x/../metrics", "/%6detrics", "/metrics/", "/metrics?x", "/METRICS", "/metrics%00"):
        answer, text = proxy.send(path)
        assert 400 <= answer.status < 500 and "lusoria_" not in text, (path, answer.status)


@behind()
def limits_bodies(proxy, server):
    assert proxy.send("/api/v1/state", method="POST", game="ur", moves="x" * 900000)[0].status == 400
    answer, _ = proxy.send("/api/v1/state", method="POST", game="ur", moves="x" * 1100000)
    assert answer.status == 413, answer.status


@behind()
def refuses_lines_that_end_the_headers(proxy, server):
    """libmicrohttpd 0.9.75 ends the headers at a line that begins with ':' or NUL, and would read the rest as another request."""
    for line in (b":", b":x: y", b"\0", b"\0: y", b" :", b"x\0: y"):
        connection = proxy.connection()
        connection.connect()
        connection.sock.sendall(f"GET /healthz HTTP/1.1\r\nHost: {NAME}\r\n".encode() + line + f"\r\nGET /app.js HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := connection.sock.recv(65536):
            answer += part
        assert answer.count(b"HTTP/1.1 ") == 1 and b"javascript" not in answer, (line, answer[:200])


@behind("--client-connections", "500")
def has_room_for_many_streams(proxy, server):
    """One address may be many people: 60 streams, and requests beside them."""
    game = Game(proxy, "ur")
    streams = [Stream(proxy, game.id, game.watch) for _ in range(60)]
    assert [s.response.status for s in streams] == [200] * 60
    assert proxy.call("games")[0] == 200
    state = game.step(random.Random(1))
    for stream in streams:
        stream.get(lambda s: s["version"] == state["version"], 10)
        stream.close()


@behind()
def waits_for_a_server_that_is_started_again(proxy, server):
    game = Game(proxy, "awari")
    game.act(0, "move", ply=0, move="A")
    stream = Stream(proxy, game.id, game.watch)
    stream.get()
    server.stop()
    assert stream.ended.wait(10), "the stream ends with the server"
    assert proxy.call(f"game/{game.id}", game.watch)[0] in (502, 503)
    again = Server(server.folder, "--port", server.base.rsplit(":", 1)[1], "--host", NAME, "--trust-proxy")
    wait_for(lambda: proxy.call(f"game/{game.id}", game.watch)[0] == 200, 20)
    assert Stream(proxy, game.id, game.watch).get()["ply"] == 1
    again.stop()
    server.stop = lambda: 0


make_certificate()
run_tests()
