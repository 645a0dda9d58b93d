# SPDX-License-Identifier: MIT
"""server_tools.py - servers, event streams and games for the tests of `lusoria serve`, which print TAP.

A script that uses it is run as SCRIPT PROGRAM [TEST ...]. Every test starts its own server with a store in a scratch folder or,
with LUSORIA_POSTGRES=1, in a database of its own in a PostgreSQL that is started here."""
import http.client, json, os, queue, re, shutil, signal, sqlite3, subprocess, sys, tempfile, threading, time
import postgres_cluster

PROGRAM = sys.argv[1]
scratch = tempfile.mkdtemp()
os.environ.update(XDG_DATA_HOME=scratch, XDG_STATE_HOME=scratch, HOME=scratch)
cluster = postgres_cluster.Cluster("fsync = off") if os.environ.get("LUSORIA_POSTGRES") else None
databases = set()
servers = []
PATIENCE = 120  # seconds until a wait has failed; a busy machine must not reach it


def store_options(folder):
    """The store of a test: a file in the folder, or the database of the same name."""
    name = os.path.basename(folder)
    if not cluster:
        return ["--db", os.path.join(folder, "store.db")]
    if name not in databases:
        cluster.create(name)
        databases.add(name)
    return ["--db", cluster.url(name)]


def store_sql(folder, text):
    """Runs SQL in the store of a test and returns the rows: lists of texts."""
    if cluster:
        return [row.split("|") for row in cluster.sql(os.path.basename(folder), text)]
    db = sqlite3.connect(os.path.join(folder, "store.db"))
    rows = [[str(column) for column in row] for row in db.execute(text)]
    db.commit()
    db.close()
    return rows


def store_contents(folder):
    """Everything that a thief of the store would have."""
    if cluster:
        return cluster.run("pg_dump", "-h", cluster.folder, "-U", "lusoria", os.path.basename(folder)).encode()
    with open(os.path.join(folder, "store.db"), "rb") as file:
        return file.read()


class Client:
    """Sends requests to the host of `base`; `call` returns the status and the answer."""

    def connection(self):
        return http.client.HTTPConnection(self.base.removeprefix("http://"), timeout=PATIENCE)

    def send(self, path, who=None, method=None, headers=None, **fields):
        """The answer as http.client has it, read to its end, and its text."""
        body = json.dumps(fields) if fields or method == "POST" else None
        headers = ({"Content-Type": "application/json"} if body else {}) | ({"Authorization": f"Bearer {who}"} if who else {}) | (headers or {})
        connection = self.connection()
        connection.request(method or ("POST" if body else "GET"), path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def call(self, path, *arguments, **named):
        answer, text = self.send(f"/api/v1/{path}", *arguments, **named)
        return answer.status, json.loads(text) if text.startswith("{") else text


class Server(Client):
    """A running `lusoria serve`. Requests have no rate limit unless the options say so."""

    def __init__(self, folder, *options, store=None):
        self.folder = folder
        servers.append(self)
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--no-tables", "--rate", "0", *(store or self.store()), *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.base = None
        for line in self.process.stdout:
            if m := re.match(r"Open (http://\S*?)/ ", line):
                self.base = m[1]
                break

    def store(self):
        """A folder is the usual way to name an SQLite store."""
        return store_options(self.folder) if cluster else ["--data", self.folder]

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.out, self.err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode


class Stream:
    """The events of a game, read on a thread; `get` waits for one that satisfies a condition."""

    def __init__(self, server, id, token, last=None):
        self.connection = server.connection()
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

    def get(self, condition=lambda state: True, seconds=PATIENCE):
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
    """A game of two players who have joined. `self.server` is the one that gets the next request."""

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

    def offer(self, player, action, **fields):
        """draw or undo, for the turn of the last state."""
        return self.act(player, action, ply=self.state["ply"], generation=self.state["generation"], **fields)

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
        if self.state["next"] != "over":
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


def wait_for(condition):
    end = time.time() + PATIENCE
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
    cluster and cluster.remove()
    shutil.rmtree(scratch, ignore_errors=True)
    sys.exit(failed > 0)
