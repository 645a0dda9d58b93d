# SPDX-License-Identifier: MIT
"""test/server_operations.py PROGRAM - what an operator of `lusoria serve` uses: health, metrics, the log, the end; prints TAP."""
import json, os, random, re, shutil, signal, subprocess, tempfile, threading, time, urllib.request
from server_tools import PATIENCE, PROGRAM, Game, Server, Stream, fresh, run_tests, scratch, test, wait_for


def page(server, path, headers={}):
    try:
        with urllib.request.urlopen(urllib.request.Request(server.base + path, headers=headers), timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def metrics(server):
    """The samples of /metrics; every name has one HELP and one TYPE line before them."""
    status, text = page(server, "/metrics")
    assert status == 200, status
    samples, types = {}, {}
    for line in text.splitlines():
        if m := re.fullmatch(r"# TYPE (\w+) (counter|gauge|histogram)", line):
            assert m[1] not in types
            types[m[1]] = m[2]
        elif not line.startswith("# HELP "):
            name, value = re.fullmatch(r'(\w+(?:\{\w+="[^"]*"\})?) (\S+)', line).groups()
            base = re.sub(r"_(bucket|sum|count)$", "", name.split("{")[0])
            assert name.split("{")[0] in types or base in types, line
            samples[name] = float(value)
    return samples


@test
def health():
    server = fresh()
    assert page(server, "/healthz") == (200, "ok\n")
    server.stop()


@test
def metrics_count():
    server, rng = fresh(), random.Random(1)
    before = metrics(server)
    game = Game(server, "awari")
    stream = Stream(server, game.id, game.watch)
    stream.get()
    for _ in range(5):
        game.step(rng)
    server.call("nosuch")
    server.call("choose?game=awari&depth=2")
    after = metrics(server)
    grown = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert grown["lusoria_game_moves_total"] == 5 and grown["lusoria_games_created_total"] == 1, grown
    assert grown["lusoria_event_streams"] == 1 and grown["lusoria_engine_searches_total"] == 1, grown
    assert grown['lusoria_http_responses_total{status="4xx"}'] == 1, grown
    assert grown["lusoria_http_request_duration_seconds_count"] == grown['lusoria_http_request_duration_seconds_bucket{le="+Inf"}'] >= 10, grown
    assert grown["lusoria_store_commits_total"] >= 8, grown
    status, text = page(server, "/metrics", {"X-Forwarded-For": "192.0.2.1"})
    assert status == 200, "the header counts only with --trust-proxy"
    server.stop()
    server = fresh("--trust-proxy")
    status, text = page(server, "/metrics", {"X-Forwarded-For": "192.0.2.1"})
    assert status == 403 and json.loads(text)["schema"] == "lusoria.error/1"
    server.stop()


@test
def the_log_has_no_secrets():
    server = fresh("--log")
    game = Game(server, "ur")
    Stream(server, game.id, game.watch).get()
    server.call("nosuch/" + "0" * 32)
    server.call(f"game/{game.id}/{game.token[0]}", game.token[0])
    server.call("state?game=ur&position=secret")
    page(server, "/")
    server.stop()
    lines = [json.loads(line) for line in server.err.splitlines() if line.startswith("{")]
    routes = [line["route"] for line in lines]
    assert {"game", "game/join", "game/events", "game/?", "api/?", "api/state", "page"} <= set(routes), routes
    for line in lines:
        assert set(line) == {"time", "client", "method", "route", "status", "us"} and line["client"] == "127.0.0.1", line
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]), line
    for secret in (game.id, *game.token.values(), game.watch, game.link, "Ada", "Bob", "secret", "ada-1"):
        assert secret not in server.err, secret


@test
def a_full_disk_is_reported():
    """A file cannot grow beyond the limit: requests fail with 503, and nothing that was acknowledged is lost."""
    folder = tempfile.mkdtemp(dir=scratch)
    program = os.path.join(scratch, "limited")
    with open(program, "w") as file:
        file.write(f'#!/bin/sh\nulimit -f 600\nexec "{os.path.abspath(PROGRAM)}" "$@"\n')
    os.chmod(program, 0o755)
    import server_tools
    server_tools.PROGRAM, normal = program, server_tools.PROGRAM
    server = Server(folder)
    server_tools.PROGRAM = normal
    made, status = [], 201
    while status == 201 and len(made) < 2000:
        status, answer = server.call("game", game="ur", name="A" * 40)
        if status == 201:
            made.append(answer)
    assert status == 503 and answer["schema"] == "lusoria.error/1", (status, len(made))
    assert page(server, "/healthz")[0] == 503
    server.stop(signal.SIGKILL)
    server = Server(folder)
    assert all(server.call(f"game/{g['id']}", g["token"])[0] == 200 for g in made), "an acknowledged game is lost"
    assert page(server, "/healthz")[0] == 200
    server.stop()


@test
def moves_are_committed_together():
    server = fresh()
    games = [Game(server, "awari") for _ in range(12)]
    before = metrics(server)

    def play(game, seed):
        rng = random.Random(seed)
        for _ in range(10):
            game.step(rng)

    threads = [threading.Thread(target=play, args=(game, i)) for i, game in enumerate(games)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    after = metrics(server)
    requests = after["lusoria_store_requests_total"] - before["lusoria_store_requests_total"]
    commits = after["lusoria_store_commits_total"] - before["lusoria_store_commits_total"]
    assert requests >= 120 > commits, (requests, commits)
    server.stop(signal.SIGKILL)
    again = Server(server.folder)
    assert all(again.call(f"game/{g.id}", g.watch)[1]["moves"] == g.state["moves"] for g in games)
    again.stop()


@test
def sigterm_ends_everything():
    server = fresh()
    game = Game(server, "ur")
    streams = [Stream(server, game.id, game.watch) for _ in range(20)]
    for stream in streams:
        stream.get()
    assert server.stop() == 0
    assert all(stream.ended.wait(PATIENCE) for stream in streams)


@test
def the_unit_is_valid():
    tool = shutil.which("systemd-analyze")
    if not tool:
        return  # not available on this machine
    with open("dist/lusoria.service") as file:
        unit = file.read()
    path = os.path.join(scratch, "lusoria.service")
    with open(path, "w") as file:
        unit = unit.replace("Documentation=man:lusoria(1)\n", "")  # the manual need not be installed
        file.write(unit.replace("/usr/local/bin/lusoria", os.path.abspath(PROGRAM)))
    run = subprocess.run([tool, "verify", path], capture_output=True, text=True)
    assert run.returncode == 0 and "lusoria.service:" not in run.stderr, run.stderr
    command = re.search(r"^ExecStart=\S+ serve (.*)$", unit, re.M)[1]
    for option in re.findall(r"--[a-z-]+", command):
        assert option in subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True).stdout, option


run_tests()
