# SPDX-License-Identifier: MIT
"""test/server_fuzz.py PROGRAM [SECONDS [SEED]] - sends damaged requests for every route to a running server, and prints TAP.

Requests are made from valid ones: fields, values, headers, methods and bytes are exchanged, repeated, cut off or replaced. The server must stay alive, every
answer of its own must be JSON (lusoria.error/1 with 4xx), and no status may be 5xx except 503 with Retry-After. 5 seconds in `make check`;
10 minutes with a program that was built with AddressSanitizer: nice python3 test/server_fuzz.py build/asan/lusoria 600"""
import json, random, re, socket, sys, threading, time, urllib.parse
from server_tools import Game, fresh

SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 5
WAIT = 1 if SECONDS < 60 else 5  # a program with sanitizers at low priority is slow
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
WORDS = ["", "0", "-1", "1", "99999999999999999999", "ur", "ur:finkel", "awari", "cave", "senet:blockade", "4/0-4", "F.f", "0-2", "A", "a", "D5", "yes", "no", "me",
         "random", "1", "6", "easy", "master", "exec:sh", "5+3", "0.001", "90s", "é", "\x00", "%", "%zz", "&", "=", '"', "\\", "{", "[" * 60, "A" * 41, "A" * 5000,
         "7--------------0:7--------------0:L:2", "0-----x--------6:0-------------x6:L", "#g=ur&m=4/0-4", '[Game "awari:abapa"]\n\nF f *', "FfBe", "\r\nX: y", "\u202e", "NaN"]
FIELDS = ["game", "position", "start", "rolloff", "moves", "throw", "record", "link", "move", "level", "depth", "nodes", "time", "seed", "to", "n", "first", "nonce", "number",
          "player", "name", "kind", "opponent", "clock", "ply", "generation", "accept", "token", "nosuch"]
VERBS = ["games", "state", "refuse", "choose", "analyse", "review", "explain", "probe", "record", "dice", "puzzle", "rules", "nosuch"]
ACTIONS = ["", "join", "throw", "move", "resign", "draw", "undo", "rematch", "claim", "record", "events", "nosuch", "move/more"]
# Valid requests: verb and fields, or the action of a game.
CALLS = [("games", ""), ("state", "game=ur&moves=4/0-4&throw=2"), ("state", "record=FfBe"), ("refuse", "game=ur&throw=2&move=0-3"), ("choose", "game=awari&level=1&seed=3"),
         ("choose", "game=cave&nodes=300"), ("analyse", "game=ur&throw=2&depth=2"), ("review", "record=FfBe&depth=1"), ("explain", "game=awari&move=F"),
         ("probe", "game=ur&throw=1"), ("record", "game=awari&moves=F.f&to=moves"), ("dice", "game=ur&seed=abc&n=5"), ("rules", "game=ur"),
         ("game", "game=ur&name=Ada&first=random&clock=5+3"), ("game", "game=cave&name=Ada&opponent=1")]
TURNS = [("throw", "ply={n}"), ("move", "ply={n}&move={word}"), ("undo", "ply={n}&accept={yes}"), ("draw", "ply={n}&accept={yes}"), ("", ""), ("record", ""), ("events", ""), ("join", "name=Eve")]
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get", "X" * 40]


class Target:
    """A server and games with tokens to use."""

    def __init__(self):
        self.server = fresh("--client-connections", "500")
        host, port = self.server.base.removeprefix("http://").split(":")
        self.address = host, int(port)
        self.games = [Game(self.server, rules) for rules in ("ur", "awari", "cave", "senet:blockade")] + [Game(self.server, "awari", opponent="1", clock="60")]

    def path(self, rng):
        kind = rng.random()
        if kind < 0.45:
            return "/api/v1/" + rng.choice(VERBS), None
        if kind < 0.9:
            game = rng.choice(self.games)
            token = rng.choice([*game.token.values(), game.watch, game.link or "", "0" * 32, "x", None])
            action = rng.choice(ACTIONS)
            id = rng.choice([game.id] * 8 + ["0" * 16, "x", "f" * 60])
            return rng.choice(["/api/v1/game"] + [f"/api/v1/game/{id}" + (f"/{action}" if action else "")] * 6), token
        return rng.choice(["/", "/app.js", "/healthz", "/metrics", "/rules-ur.json", "/../etc/passwd", "/api/v1/", "/api/v1", "//", "/%00", "/" + "a" * 3000, "*"]), None

    def valid(self, rng):
        if rng.random() < 0.5:
            verb, text = rng.choice(CALLS)
            return f"/api/v1/{verb}", None, urllib.parse.parse_qsl(text.replace("+", "%2B"))
        game = rng.choice(self.games)
        action, text = rng.choice(TURNS)
        fields = urllib.parse.parse_qsl(text.format(n=rng.randrange(12), word=rng.choice(["A", "b", "0-2", "0-4", "A1", "H8", "C"]), yes=rng.choice(["yes", "no"])))
        return f"/api/v1/game/{game.id}" + (f"/{action}" if action else ""), rng.choice([*game.token.values()] * 3 + [game.watch]), fields

    def request(self, rng):
        path, token = self.path(rng)
        fields = [(rng.choice(FIELDS), rng.choice(WORDS)) for _ in range(rng.choice([0, 1, 2, 3, 4, 30]))]
        if rng.random() < 0.6:
            fields.insert(0, ("game", rng.choice(["ur", "awari", "cave", "senet"])))
        if rng.random() < 0.5:  # searches are short
            fields.append(("nodes", "500"))
        if rng.random() < 0.5:
            path, token, fields = self.valid(rng)
        if fields and rng.random() < 0.2:
            at = rng.randrange(len(fields))
            fields[at] = rng.choice([(fields[at][0], rng.choice(WORDS)), (rng.choice(FIELDS), fields[at][1])])
        method = rng.choice(METHODS[:2] * 40 + METHODS)
        headers = [f"Host: {rng.choice(['localhost'] * 60 + ['evil.example', '', 'localhost:99999999'])}", "Connection: close"]
        headers += [f"Authorization: {rng.choice(['Bearer '] * 9 + ['Basic ', ''])}{token}"] if token is not None else []
        query = urllib.parse.urlencode(fields)
        body = b""
        if method == "POST":
            if rng.random() < 0.5:
                body, kind = query.encode(), "application/x-www-form-urlencoded"
            else:
                value = rng.choice([dict(fields)] * 8 + [fields, {"game": None}, {"game": {"a": [1]}}, 1, {"throw": 1.5}, {"throw": 1e999 if rng.random() < 0.1 else 10**30}])
                body, kind = json.dumps(value).encode(), "application/json"
            length = rng.choice([len(body)] * 60 + [0, len(body) + 1, len(body) // 2, -1, 10**19])
            headers += [f"Content-Type: {rng.choice([kind] * 9 + ['text/plain', ''])}", f"Content-Length: {length}"]
        elif fields:
            path += "?" + query
        if rng.random() < 0.1:
            headers.append(rng.choice(["Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "X-Forwarded-For: 1.2.3.4", "Last-Event-ID: 99", "Range: bytes=0-1", "Expect: 100-continue",
                                       "Transfer-Encoding: chunked", "If-None-Match: *", "A: " + "b" * 40000, "Cookie: " + "c=d;" * 500]))
        if rng.random() < 0.03:  # more than the memory of a connection
            path, body = path + "?" * ("?" not in path) + "a=b&" * 300, body + rng.choice([b"x" * 100000, b"Y: z\r\n" * 9000, b"zz\r\n"])
        data = bytearray("\r\n".join([f"{method} {path} HTTP/1.1", *headers, "", ""]).encode() + body)
        for _ in range(rng.choice([0] * 20 + [1, 2, 8])):  # damage
            at = rng.randrange(len(data))
            data[at : at + rng.choice([0, 1, 1, 5])] = bytes(rng.randrange(256) for _ in range(rng.choice([0, 1, 1, 3])))
        return bytes(data)

    def send(self, data):
        """The answer; "" if there is none after WAIT seconds, because the request is not complete."""
        answer = b""
        with socket.create_connection(self.address, timeout=20) as s:
            s.sendall(data)
            s.settimeout(WAIT)
            try:
                while not is_whole(answer) and (part := s.recv(65536)):
                    answer += part
            except (TimeoutError, ConnectionError):
                pass
        return answer if is_whole(answer) or b"\r\n\r\n" not in answer else b""


def divided(answer):
    """The head, the body and what follows it; None: the answer is not complete."""
    head, gap, rest = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if not gap or not length or len(rest) < int(length[1]):
        return (head, b"", b"") if gap and not length and b"event-stream" in head else None
    return head, rest[: int(length[1])], rest[int(length[1]) :]


def is_whole(answer):
    return divided(answer) is not None


def problem(answer):
    """What is wrong with an answer; None: nothing. An answer of libmicrohttpd itself has no policy, and closes the connection; its head can be
    sent twice. libmicrohttpd reads a line that begins with ':' or NUL as the end of the headers, so what follows can have an answer, too."""
    if not answer:
        return None
    if answer[9:12] == b"100":
        return problem(answer.partition(b"\r\n\r\n")[2])
    head, body, rest = divided(answer) or (answer, b"", b"")
    status = int(head[9:12]) if head[9:12].isdigit() else 0
    if not 200 <= status < 600:
        return f"status {status}"
    if b"Content-Security-Policy" not in head:
        return None
    if status >= 500 and not (status == 503 and b"Retry-After" in head):
        return f"status {status}"
    if status >= 400 and body:
        try:
            if json.loads(body)["schema"] != "lusoria.error/1":
                return "another schema"
        except ValueError:
            return f"not JSON: {body[-200:]}"
    return problem(rest)


counts, faults, lock = {}, [], threading.Lock()


def work(target, rng, end):
    while time.time() < end and not faults:
        data = target.request(rng)
        try:
            answer = target.send(data)
        except ConnectionRefusedError:
            faults.append(("the server is gone", data))
            return
        except OSError:
            continue
        status = answer[9:12].decode("latin-1") or "none"
        with lock:
            counts[status] = counts.get(status, 0) + 1
            if wrong := problem(answer):
                faults.append((wrong, data))


target, end = Target(), time.time() + SECONDS
threads = [threading.Thread(target=work, args=(target, random.Random(SEED * 1000 + i), end)) for i in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
alive = target.server.process.poll() is None and target.server.call("games")[0] == 200


def has_no_open_request():
    """After the last client has gone, only the request for the metrics has not ended."""
    end = time.time() + 60
    while alive and not re.search(r"^lusoria_http_requests_active 1$", target.server.send("/metrics")[1], re.M) and time.time() < end:
        time.sleep(0.1)
    return alive and time.time() < end


released = has_no_open_request()
ended = target.server.stop() if target.server.process.poll() is None else target.server.process.returncode
print(f"# {sum(counts.values())} requests: " + ", ".join(f"{n} x {status}" for status, n in sorted(counts.items())))
for number, (name, good) in enumerate((("no wrong answer", not faults), ("the server lives", alive), ("it ends with status 0", ended == 0), ("no request is left", released), ("most kinds of answers occur", {"200", "400", "404", "405"} <= set(counts))), 1):
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
for wrong, data in faults[:3]:
    print(f"# {wrong}: {data[:300]!r}")
if not alive or ended:
    print("# " + (getattr(target.server, "err", "") or target.server.process.stderr.read())[-3000:].replace("\n", "\n# "))
print("1..5")
sys.exit(bool(faults) or not alive or ended != 0 or not released)
