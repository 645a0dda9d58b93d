#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""serve_load.py - what `lusoria serve` can do, on the loopback of this machine; every measurement ends by itself.

    bench/serve_load.py build/lusoria load [--streams 1000] [--rate 500] [--seconds 20]
        People play against level 1, each with an event stream. RATE times per second one of them moves: the move is committed,
        acknowledged, answered by the level's move, which is committed as well, and both arrive on the stream. Requests are sent
        at fixed times, whether earlier ones were answered or not, and times count from then. Afterwards the server is killed, and
        every acknowledged move must be there.
    bench/serve_load.py build/lusoria idle [--games 10000]
        Games that wait: bytes on the disk and in memory for each.
    bench/serve_load.py build/lusoria kill [--times 100]
        kill -9 at random moments while people play: every acknowledged move must be there.

--postgres N starts N servers that share a store in a PostgreSQL, which is started as well, with the settings of Debian: what was
committed is on the disk. Requests and streams are divided among the servers, as a proxy would do. `kill` kills one of them, looks for
every acknowledged move in the others, and then kills those.

Results of one machine are in doc/scale.md."""
import argparse, asyncio, json, os, random, re, shutil, signal, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "test"))
from postgres_cluster import Cluster

GAME = "awari"  # no dice: every request is a move


def cpu_of(pid, children=False):
    """Processor seconds of a process; with those of the children it has waited for."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(int(n) for n in fields[11: 15 if children else 13]) / os.sysconf("SC_CLK_TCK")


class Server:
    """One or more processes with the same store; `port` is that of the next one."""

    def __init__(self, program, store, count, cluster):
        self.program, self.store, self.count, self.cluster = program, store, count, cluster
        self.processes, self.turn = [], 0

    async def start(self):
        while len(self.processes) < self.count:
            await self.start_one()
        return self

    async def start_one(self):
        process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--port", "0", "--no-tables", "--rate", "0", "--client-connections", "20000", *self.store,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL)
        while not (m := re.match(rb"Open http://127.0.0.1:(\d+)/", line := await process.stdout.readline())):
            if not line:
                sys.exit("the server did not start")
        process.port = int(m[1])
        self.processes.append(process)

    @property
    def port(self):
        self.turn += 1
        return self.processes[self.turn % len(self.processes)].port

    async def kill(self, how=signal.SIGKILL, count=None):
        for process in self.processes[:count]:
            process.send_signal(how)
        for process in self.processes[:count]:
            await process.wait()
        del self.processes[:count]

    def cpu_seconds(self):
        return sum(cpu_of(process.pid) for process in self.processes)

    def database_seconds(self):
        if not self.cluster:
            return 0
        main = self.cluster.process.pid
        with open(f"/proc/{main}/task/{main}/children") as file:
            return cpu_of(main, True) + sum(cpu_of(child) for child in file.read().split())

    def memory(self):
        total = 0
        for process in self.processes:
            with open(f"/proc/{process.pid}/status") as file:
                total += int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1024
        return total


class Client:
    """A connection that is kept open."""

    def __init__(self, server):
        self.server, self.writer = server, None

    async def call(self, path, token=None, **fields):
        """The server closes a connection that was idle for 10 seconds; a request is sent again once, as browsers do."""
        fresh = not self.writer
        try:
            return await self.send(path, token, fields)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if fresh:
                raise
            return await self.send(path, token, fields)

    async def send(self, path, token, fields):
        if not self.writer:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        body = json.dumps(fields).encode() if fields else b""
        head = [f"{'POST' if fields else 'GET'} /api/v1/{path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", "Content-Type: application/json"]
        head += [f"Authorization: Bearer {token}"] if token else []
        self.writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        text = await self.reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", answer)[1]))
        return int(answer[9:12]), json.loads(text)

    def close(self):
        if self.writer:
            self.writer.close()
        self.writer = None


class Game:
    """A person against level 1; `plies` is what was acknowledged."""

    async def make(self, client, opponent="1"):
        status, made = await client.call("game", game=GAME, name="Ada", opponent=opponent)
        assert status == 201, made
        self.id, self.token = made["id"], made["token"]
        status, self.state = await client.call(f"game/{self.id}/join", self.token, nonce="n")
        assert status == 200, self.state
        self.moves = []
        return self

    async def watch(self, server, on_event):
        """Reads the event stream until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 20)
        writer.write(f"GET /api/v1/game/{self.id}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    on_event(self, json.loads(line[6:]))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        writer.close()

    async def move(self, client, rng):
        s = self.state
        status, state = await client.call(f"game/{self.id}/move", self.token, ply=s["ply"], generation=s["generation"], move=rng.choice(s["legal"]))
        if status == 200:
            self.moves = state["moves"]
        return status, state

    async def check(self, client):
        """Whether the store has everything that was acknowledged before."""
        known = list(self.moves)
        status, state = await client.call(f"game/{self.id}", self.token)
        return status == 200 and state["moves"][: len(known)] == known


async def in_parallel(jobs, n):
    """Runs coroutines, n at a time."""
    jobs = iter(jobs)

    async def worker():
        for job in jobs:
            await job

    await asyncio.gather(*(worker() for _ in range(n)))


async def make_games(server, count):
    clients = asyncio.Queue()
    for _ in range(32):
        clients.put_nowait(Client(server))
    games = []

    async def make():
        client = await clients.get()
        games.append(await Game().make(client))
        clients.put_nowait(client)

    await in_parallel((make() for _ in range(count)), 32)
    while not clients.empty():
        clients.get_nowait().close()
    return games


def percentile(times, p):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * p / 100))] * 1000 if times else float("nan")


async def load(options, server):
    games = await make_games(server, options.streams)
    ready, sent_at, replies, opened = [], {}, [], set()

    def on_event(game, state):
        opened.add(game.id)
        if state["version"] <= game.state["version"] and game.seen:
            return
        game.state, game.seen = state, True
        if state["next"] == "move" and state["player"] == state["you"]:
            if game.id in sent_at:
                replies.append(time.perf_counter() - sent_at.pop(game.id))
            ready.append(game)

    for game in games:
        game.seen = False
    streams = [asyncio.create_task(game.watch(server, on_event)) for game in games]
    while len(opened) < len(games):
        await asyncio.sleep(0.05)
    clients = [Client(server) for _ in range(128)]
    rng, acknowledged, refused, late = random.Random(1), [], {}, 0

    async def play(game, due):
        while not clients:
            await asyncio.sleep(0.001)
        client = clients.pop()
        sent_at[game.id] = due
        status, state = await game.move(client, rng)
        clients.append(client)
        if status == 200:
            acknowledged.append(time.perf_counter() - due)
        else:
            sent_at.pop(game.id, None)
            refused[status] = refused.get(status, 0) + 1
            ready.append(game)

    cpu, database, own, begin, tasks = server.cpu_seconds(), server.database_seconds(), time.process_time(), time.perf_counter(), set()
    total = options.rate * options.seconds
    for i in range(total):
        due = begin + i / options.rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        while not ready:  # every person waits for an answer
            late += 1
            await asyncio.sleep(0.002)
        game = ready.pop(0)
        tasks.add(task := asyncio.create_task(play(game, due)))
        task.add_done_callback(tasks.discard)
        if i % 8 == 0:
            await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    seconds = time.perf_counter() - begin
    await asyncio.sleep(1)
    cpu, database = server.cpu_seconds() - cpu, server.database_seconds() - database
    print(f"streams              {len(games)}")
    print(f"moves acknowledged   {len(acknowledged)} in {seconds:.1f} s: {len(acknowledged) / seconds:.0f} per second; refused {refused or 0}")
    print(f"acknowledged after   p50 {percentile(acknowledged, 50):.1f} ms, p99 {percentile(acknowledged, 99):.1f} ms")
    print(f"answered by level 1  {len(replies)}; p50 {percentile(replies, 50):.1f} ms, p99 {percentile(replies, 99):.1f} ms")
    print(f"{options.postgres or 'one'} server             {cpu / seconds:.2f} cores, {server.memory() / 1e6:.0f} MB; database {database / seconds:.2f} cores; "
          f"this client {(time.process_time() - own) / seconds:.2f} cores")
    for task in streams:
        task.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    await server.kill()
    await server.start()
    client = Client(server)
    lost = sum([not await game.check(client) for game in games])
    print(f"after kill -9        {lost} of {len(games)} games lost a move")
    return lost == 0


def store_bytes(server):
    if server.cluster:
        return int(server.cluster.sql("bench", "SELECT pg_database_size('bench')")[0])
    folder = server.store[1]
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))


async def idle(options, server):
    await make_games(server, 100)  # caches and threads
    await server.kill(signal.SIGTERM)  # writes the log into the file
    disk = store_bytes(server)
    await server.start()
    await make_games(server, 100)
    memory, begin = server.memory(), time.perf_counter()
    await make_games(server, options.games)
    seconds = time.perf_counter() - begin
    print(f"idle games           {options.games}, made in {seconds:.1f} s ({options.games * 2 / seconds:.0f} requests per second)")
    print(f"memory of each       {(server.memory() - memory) / options.games:.0f} bytes (with the page cache of SQLite, if it is used)")
    await server.kill(signal.SIGTERM)
    print(f"disk for each        {(store_bytes(server) - disk) / (options.games + 100):.0f} bytes")
    await server.start()
    print(f"memory after restart {server.memory() / 1e6:.1f} MB")
    return True


async def kill(options, server):
    rng, acknowledged, lost, killed = random.Random(2), 0, 0, 0
    games = await make_games(server, 16)

    async def play(game):
        client = Client(server)
        try:
            while True:
                status, game.state = await client.call(f"game/{game.id}", game.token)
                if game.state["next"] == "over":
                    return
                if game.state["player"] == game.state["you"]:
                    await game.move(client, rng)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            client.close()

    async def check(client):
        return sum([not await game.check(client) for game in games])

    for i in range(options.times):
        tasks = [asyncio.create_task(play(game)) for game in games]
        await asyncio.sleep(rng.uniform(0.02, 0.6))
        if server.count > 1:
            await server.kill(count=1)
            killed += 1
            lost += await check(client := Client(server))
            client.close()
        killed += len(server.processes)
        await server.kill()
        await asyncio.gather(*tasks)
        await server.start()
        lost += await check(client := Client(server))
        for at, game in enumerate(games):
            if (game.state or {}).get("next") == "over":
                acknowledged += len(game.moves)
                games[at] = await Game().make(client)
        client.close()
    acknowledged += sum(len(game.moves) for game in games)
    print(f"kill -9              {options.times} times, {killed} processes, {acknowledged} acknowledged plies, {lost} lost")
    return lost == 0


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("what", choices=["load", "idle", "kill"])
    for name, number in (("streams", 1000), ("rate", 500), ("seconds", 20), ("games", 10000), ("times", 100), ("postgres", 0)):
        parser.add_argument(f"--{name}", type=int, default=number)
    options = parser.parse_args()
    folder = tempfile.mkdtemp()
    cluster = Cluster() if options.postgres else None
    store = ["--db", cluster.create("bench")] if cluster else ["--data", folder]
    server = Server(options.program, store, options.postgres or 1, cluster)
    try:
        await server.start()
        good = await asyncio.wait_for({"load": load, "idle": idle, "kill": kill}[options.what](options, server), 600)
    finally:
        await server.kill()
        cluster and cluster.remove()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"load of the machine  {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    sys.exit(not good)


asyncio.run(main())
