# SPDX-License-Identifier: MIT
"""server_tools.py - servers, event streams and games for the tests of `lusoria serve`, which print TAP.

A script that uses it is run as SCRIPT PROGRAM [TEST ...]. Every test starts its own server with a store in a scratch folder."""
import http.client, json, os, queue, re, shutil, signal, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.request

PROGRAM = sys.argv[1]
scratch = tempfile.mkdtemp()
os.environ.update(XDG_DATA_HOME=scratch, XDG_STATE_HOME=scratch, HOME=scratch)


servers = []


class Server:
    """A running `lusoria serve`; `call` sends a request and returns the status and the answer.
    Requests have no rate limit unless the options say so."""

    def __init__(self, folder, *options):
        self.folder = folder
        servers.append(self)
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--no-tables", "--rate", "0", "--data", folder, *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.base = None
        for line in self.process.stdout:
            if m := re.match(r"Open (http://\S*?)/ ", line):
                self.base = m[1]
                break

    def call(self, path, who=None, method=None, headers=None, **fields):
        body = json.dumps(fields).encode() if fields or method == "POST" else None
        request = urllib.request.Request(f"{self.base}/api/v1/{path}", data=body, method=method or ("POST" if body else "GET"))
        if body:
            request.add_header("Content-Type", "application/json")
        if who:
            request.add_header("Authorization", f"Bearer {who}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        return status, json.loads(text) if text.startswith("{") else text

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.out, self.err = self.process.communicate(timeout=30)
        return self.process.returncode


class Stream:
    """The events of a game, read on a thread; `get` waits for one that satisfies a condition."""

    def __init__(self, server, id, token, last=None):
        self.connection = http.client.HTTPConnection(server.base.removeprefix("http://"), timeout=60)
        headers = {"Authorization": f"Bearer {token}"} | ({"Last-Event-ID": str(last)} if last else {})
        self.connection.request("GET", f"/api/v1/game/{id}/events", headers=headers)
        self.response = self.connection.getresponse()
        self.events, self.comments, self.ended = queue.Queue(), 0, threading.Event()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        event = {}
        try:
            for line in self.response:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if line == b":\n":
                    self.comments += 1
                elif line == b"\n" and event:
                    self.events.put((int(event["id"]), json.loads(event["data"])))
                    event = {}
                elif name:
                    event[name] = value
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # closed by the test or by the server
        self.ended.set()

    def get(self, condition=lambda state: True, seconds=20):
        end = time.time() + seconds
        while True:
            version, state = self.events.get(timeout=max(0.01, end - time.time()))
            assert version == state["version"]
            if condition(state):
                return state

    def close(self):
        """The connection itself: the response keeps the socket of `connection` open otherwise."""
        self.connection.sock and self.connection.sock.close()
        self.response.fp.raw._sock.shutdown(2) if self.response.fp else None


class Game:
    """A game of two players who have joined."""

    def __init__(self, server, rules, **fields):
        self.server = server
        status, made = server.call("game", game=rules, name="Ada", **fields)
        assert status == 201, made
        self.id, self.watch, self.link = made["id"], made["spectator"], made.get("invite")
        self.token = {made["you"]: made["token"]}
        self.state = self.act(made["you"], "join", nonce="ada-1")
        if self.link:
            status, joined = server.call(f"game/{self.id}/join", self.link, name="Bob", nonce="bob_2")
            assert status == 200, joined
            self.token[joined["you"]] = joined["token"]
            self.state = joined

    def act(self, player, action, **fields):
        status, state = self.server.call(f"game/{self.id}/{action}", self.token[player], method="POST", **fields)
        assert status == 200, (status, state)
        self.state = state
        return state

    def see(self, token):
        return self.server.call(f"game/{self.id}", token)[1]

    def step(self, rng):
        """The player who has to act throws or moves."""
        s = self.state
        if s["next"] == "move":
            return self.act(s["player"], "move", ply=s["ply"], generation=s["generation"], move=rng.choice(s["legal"]))
        return self.act(s["player"], "throw", ply=s["ply"], generation=s["generation"])

    def finish(self, rng, most=400):
        seeds = set()
        for _ in range(most):
            if self.state["next"] == "over":
                break
            seeds.add((self.state["dice"] or {"seed": None})["seed"])
            self.step(rng)
        else:
            self.act(0, "resign")
        return seeds


def shell(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def write(text):
    path = os.path.join(scratch, "game.txt")
    with open(path, "w") as file:
        file.write(text)
    return path


tests = []


def test(function):
    tests.append(function)
    return function


def fresh(*options):
    return Server(tempfile.mkdtemp(dir=scratch), *options)


def wait_for(condition, seconds):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, "waited too long"
        time.sleep(0.02)


def run_tests():
    failed = 0
    for number, run in enumerate(tests, 1):
        if len(sys.argv) > 2 and run.__name__ not in sys.argv[2:]:
            continue
        try:
            run()
            print(f"ok {number} - {run.__name__.replace('_', ' ')}", flush=True)
        except Exception as error:
            failed += 1
            line = error.__traceback__
            while line.tb_next:
                line = line.tb_next
            print(f"not ok {number} - {run.__name__.replace('_', ' ')}\n# line {line.tb_lineno}: {type(error).__name__}: {error}", flush=True)
    for server in servers:  # those of tests that failed
        server.process.kill()
    print(f"1..{len(tests)}")
    shutil.rmtree(scratch, ignore_errors=True)
    sys.exit(failed > 0)
