# SPDX-License-Identifier: MIT
"""test/postgres_servers.py PROGRAM - servers that share a store in PostgreSQL: games, events, failures, the schema; prints TAP."""
import os, random, signal, sqlite3, subprocess, tempfile, threading, time
import urllib.error, urllib.request
from server_tools import PATIENCE, PROGRAM, Game, Server, Stream, cluster, run_tests, scratch, shell, store_options, store_sql, test, wait_for, write


def servers_of(n, *options):
    """Servers with the same store."""
    folder = tempfile.mkdtemp(dir=scratch)
    return [Server(folder, *options) for _ in range(n)]


def page(server, path):
    try:
        with urllib.request.urlopen(server.base + path, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def online(state):
    return [p["online"] for p in state["players"]]


def step_on(game, server, rng):
    game.server = server
    return game.step(rng)


@test
def a_game_survives_its_server():
    """Ada on a, Bob on b, a spectator on c; a is killed in the middle of the game, and Ada continues on b."""
    a, b, c = servers_of(3)
    rng, game = random.Random(11), Game(a, "ur")
    watch = Stream(c, game.id, game.watch)
    seen = [watch.get()["version"]]
    home = {0: a, 1: b}
    streams = {0: Stream(a, game.id, game.token[0]), 1: Stream(b, game.id, game.token[1])}
    for number in range(400):
        if game.state["next"] == "over":
            break
        if number == 25:
            assert a.stop(signal.SIGKILL) == -signal.SIGKILL
            home[0] = b
            game.server = b
            state = game.see(game.token[0])
            assert state["version"] == game.state["version"] and state["moves"] == game.state["moves"], "an acknowledged move was lost"
            streams[0] = Stream(b, game.id, game.token[0], game.state["version"])
            assert streams[0].get()["moves"] == game.state["moves"]
        assert not (game.state["dice"]["seed"])
        state = step_on(game, home[game.state["player"]], rng)
        seen.append(watch.get(lambda s: s["version"] == state["version"])["version"])
        for stream in streams.values():
            assert stream.get(lambda s: s["version"] == state["version"])["moves"] == state["moves"]
    else:
        game.server = b
        state = game.act(1, "resign")
        seen.append(watch.get(lambda s: s["version"] == state["version"])["version"])
    assert number > 30 and seen == list(range(seen[0], seen[0] + len(seen))), seen
    record = c.call(f"game/{game.id}/record", game.watch)[1]
    verified = shell("dice", "verify", write(record))
    assert "commitment ok" in verified, verified
    assert "Ada" in shell("games", "list", *store_options(b.folder))
    b.stop(), c.stop()


@test
def tokens_are_checked_by_every_server():
    servers = servers_of(2)
    game, other = Game(servers[0], "awari"), Game(servers[1], "awari")
    for server in servers:
        for token in (None, "0" * 32, "x", other.token[0], game.link):
            assert server.call(f"game/{game.id}/move", token, ply=0, move="A")[0] == 404
            assert server.call(f"game/{game.id}", token)[0] == 404
        assert server.call(f"game/{game.id}/move", game.watch, ply=0, move="A")[0] == 403
        assert server.call(f"game/{game.id}/move", game.token[1], ply=0, move="a")[0] == 409
    [server.stop() for server in servers]


@test
def no_move_is_accepted_twice():
    """Different moves of one ply at the same time on three servers: one of them is played, its copies are acknowledged."""
    servers = servers_of(3)
    for _ in range(5):
        game, results = Game(servers[0], "awari"), []
        send = lambda server, move: results.append((server.call(f"game/{game.id}/move", game.token[0], ply=0, move=move)[0], move))
        threads = [threading.Thread(target=send, args=(server, move)) for move in "ABCDEF" for server in servers]
        [t.start() for t in threads]
        [t.join() for t in threads]
        accepted = {move for status, move in results if status == 200}
        assert len(accepted) == 1 and sorted(s for s, _ in results) == [200] * 3 + [409] * 15, results
        for server in servers:
            state = server.call(f"game/{game.id}", game.watch)[1]
            assert state["moves"] == list(accepted) and state["version"] == game.state["version"] + 1, state
    [server.stop() for server in servers]


@test
def an_invitation_is_used_once_by_all_servers():
    servers = servers_of(2)
    made, results = servers[0].call("game", game="awari", name="Ada")[1], []
    join = lambda i: results.append(servers[i % 2].call(f"game/{made['id']}/join", made["invite"], name=f"Bob{i}")[0])
    threads = [threading.Thread(target=join, args=(i,)) for i in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert sorted(results) == [200] + [404] * 7, results
    [server.stop() for server in servers]


@test
def players_see_each_other_on_other_servers():
    a, b = servers_of(2, "--away", "1")
    game = Game(a, "cave")
    ada, bob = Stream(a, game.id, game.token[0]), Stream(b, game.id, game.token[1])
    ada.get(lambda s: online(s) == [True, True])
    bob.get(lambda s: online(s) == [True, True])
    time.sleep(2.1)
    assert a.call(f"game/{game.id}/claim", game.token[0], method="POST")[0] == 409, "Bob is connected to the other server"
    bob.close()
    ada.get(lambda s: online(s) == [True, False])
    bob = Stream(b, game.id, game.token[1])
    ada.get(lambda s: online(s) == [True, True])
    b.stop(signal.SIGKILL)
    ada.get(lambda s: online(s) == [True, False])
    assert store_sql(a.folder, "SELECT (SELECT count(*) FROM processes), (SELECT count(*) FROM streams)") == [["1", "1"]]
    wait_for(lambda: a.call(f"game/{game.id}/claim", game.token[0], method="POST")[0] == 200)
    assert a.stop() == 0
    assert store_sql(a.folder, "SELECT (SELECT count(*) FROM processes), (SELECT count(*) FROM streams)") == [["0", "0"]]


@test
def a_server_that_was_given_up_comes_back():
    """A server that was stopped for some time is removed by the other one, and enters its streams again afterwards."""
    a, b = servers_of(2)
    game = Game(a, "cave")
    ada, bob = Stream(a, game.id, game.token[0]), Stream(b, game.id, game.token[1])
    ada.get(lambda s: online(s) == [True, True])
    b.process.send_signal(signal.SIGSTOP)
    ada.get(lambda s: online(s) == [True, False])
    b.process.send_signal(signal.SIGCONT)
    ada.get(lambda s: online(s) == [True, True])
    a.stop(), b.stop()


@test
def a_level_plays_on_another_server():
    """The level's move cannot be stored by the first server, which is killed then; no one asks the other one for the game."""
    a, b = servers_of(2)
    made = a.call("game", game="awari", name="Ada", opponent="1")[1]
    assert a.call(f"game/{made['id']}/join", made["token"], nonce="n")[0] == 200
    store_sql(a.folder, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;"
              "CREATE TRIGGER no_level BEFORE UPDATE ON live FOR EACH ROW WHEN (OLD.level_since IS NOT NULL) EXECUTE FUNCTION refuse()")
    assert a.call(f"game/{made['id']}/move", made["token"], ply=0, move="A")[0] == 200
    time.sleep(0.5)
    a.stop(signal.SIGKILL)
    assert store_sql(a.folder, "SELECT level_since IS NULL FROM live") == [["f"]]
    store_sql(a.folder, "DROP TRIGGER no_level ON live")
    wait_for(lambda: store_sql(a.folder, "SELECT level_since IS NULL FROM live") == [["t"]])
    state = b.call(f"game/{made['id']}", made["token"])[1]
    assert state["ply"] > 1 and state["player"] == 0, state
    b.stop()


@test
def a_clock_runs_out_on_another_server():
    a, b = servers_of(2)
    game = Game(a, "awari", clock="3s+1")
    watch = Stream(b, game.id, game.watch)
    watch.get()
    a.stop(signal.SIGKILL)
    state = watch.get(lambda s: s["next"] == "over")
    assert state["result"] == {"score": "0-1", "winner": 1, "reason": "time"}, state["result"]
    assert store_sql(b.folder, "SELECT result, reason FROM games") == [["0-1", "time"]]
    b.stop()


@test
def servers_expire_games_together():
    """Two servers that are started at the same time end the same games, each once."""
    first, rng = servers_of(1)[0], random.Random(8)
    for _ in range(70):
        made = first.call("game", game="awari", name="Ada")[1]
    games = [Game(first, "awari") for _ in range(6)]
    for game in games:
        for _ in range(3):
            game.step(rng)
    first.stop()
    store_sql(first.folder, "UPDATE live SET changed = changed - 86500")
    servers = [None, None]

    def start(i):
        servers[i] = Server(first.folder, "--expire", "1")

    threads = [threading.Thread(target=start, args=(i,)) for i in range(2)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    for server in servers:
        assert server.call(f"game/{made['id']}", made["token"])[0] == 404
        assert server.call(f"game/{games[0].id}", games[0].watch)[1]["result"]["reason"] == "abandonment"
    assert store_sql(first.folder, "SELECT count(*), count(DISTINCT record) FROM games")[0][0] == "6"
    assert store_sql(first.folder, "SELECT count(*) FROM live") == [["6"]]
    [server.stop() for server in servers]


@test
def a_lost_database_is_found_again():
    """503 while it is away; then everything continues, and the streams see what happened on another server meanwhile."""
    a, b = servers_of(2)
    rng, game = random.Random(3), Game(a, "awari")
    watch, other = Stream(a, game.id, game.watch), Stream(a, game.id, game.watch)
    before = step_on(game, a, rng)
    watch.get(lambda s: s["version"] == before["version"])
    cluster.stop()
    other.close()  # which wakes the first stream
    wait_for(lambda: "lusoria_event_streams 1\n" in page(a, "/metrics")[1])
    request = urllib.request.Request(f"{a.base}/api/v1/game/{game.id}", headers={"Authorization": f"Bearer {game.watch}"})
    begin = time.time()
    for _ in range(60):
        try:
            urllib.request.urlopen(request, timeout=PATIENCE)
            raise AssertionError("an answer without a database")
        except urllib.error.HTTPError as error:
            assert error.code == 503 and error.headers["Retry-After"], error.code
    assert time.time() - begin < 60, "requests wait for a database that is away"
    assert a.call(f"game/{game.id}/move", game.token[1], ply=1, move="a")[0] == 503
    assert Stream(a, game.id, game.watch).response.status == 503
    assert page(a, "/healthz")[0] == 503
    cluster.start()
    for server in (a, b):
        wait_for(lambda: page(server, "/healthz")[0] == 200)
    assert game.see(game.watch)["moves"] == before["moves"]
    for server in (b, a, b):
        state = step_on(game, server, rng)
        watch.get(lambda s: s["version"] == state["version"])
    assert not watch.ended.is_set()
    a.stop(), b.stop()


@test
def a_crashed_database_is_found_again():
    """As after kill -9 of PostgreSQL: the tables of streams are empty then, and are filled again."""
    a, b = servers_of(2)
    game = Game(a, "cave")
    ada, bob = Stream(a, game.id, game.token[0]), Stream(b, game.id, game.token[1])
    ada.get(lambda s: online(s) == [True, True])
    cluster.stop(signal.SIGQUIT)
    cluster.start()
    for server in (a, b):
        wait_for(lambda: page(server, "/healthz")[0] == 200)
    wait_for(lambda: store_sql(a.folder, "SELECT count(*) FROM streams") == [["2"]])
    wait_for(lambda: online(game.see(game.watch)) == [True, True])
    state = game.act(0, "move", ply=0, move=game.state["legal"][0])
    bob.get(lambda s: s["version"] == state["version"])
    a.stop(), b.stop()


@test
def passwords_are_read_from_a_file():
    folder, secret = tempfile.mkdtemp(dir=scratch), "s3cretWord"
    url = store_options(folder)[1]
    name = os.path.basename(folder)
    cluster.sql(name, f"CREATE ROLE guarded LOGIN PASSWORD '{secret}'; ALTER DATABASE \"{name}\" OWNER TO guarded; ALTER SCHEMA public OWNER TO guarded")
    hba = os.path.join(cluster.data, "pg_hba.conf")
    with open(hba) as file:
        rules = file.read()
    with open(hba, "w") as file:
        file.write("local all guarded scram-sha-256\n" + rules)
    cluster.sql(name, "SELECT pg_reload_conf()")
    url = url.replace("lusoria@", "guarded@")
    listed = lambda url, **more: subprocess.run([PROGRAM, "games", "list", "--db", url], env=os.environ | more, stdout=subprocess.PIPE,
                                                stderr=subprocess.STDOUT, text=True).stdout
    wait_for(lambda: "password" in listed(url))
    passfile = os.path.join(folder, "pgpass")
    with open(passfile, "w") as file:
        file.write(f"*:*:*:guarded:{secret}\n")
    os.chmod(passfile, 0o600)
    assert "is empty" in listed(url, PGPASSFILE=passfile)
    for bad in (url.replace("guarded@", f"guarded:{secret}@"), url + f"&password={secret}", url.replace("guarded@", f"guarded:{secret}%zz@")):
        said = listed(bad)
        assert ("password" in said or "not a URL" in said) and secret not in said, said
        serve = shell("serve", "--port", "0", "--db", bad)
        assert "lusoria:" in serve and secret not in serve, serve
    os.environ["PGPASSFILE"] = passfile
    server = Server(folder, "--log", store=["--db", url])
    del os.environ["PGPASSFILE"]
    assert server.call("game", game="ur", name="Ada")[0] == 201
    with open(f"/proc/{server.process.pid}/cmdline") as file:
        assert secret not in file.read()
    server.stop()
    assert secret not in server.out + server.err and "guarded" not in server.err
    with open(hba, "w") as file:
        file.write(rules)


@test
def a_database_that_is_not_a_store_is_refused():
    folder = tempfile.mkdtemp(dir=scratch)
    url = store_options(folder)[1]
    assert "is empty" in shell("games", "list", "--db", url)
    store_sql(folder, "CREATE TABLE theirs (x INTEGER)")
    for words in (("games", "list"), ("serve", "--port", "0")):
        assert "another program" in shell(*words, "--db", url)
    store_sql(folder, "DROP TABLE theirs")
    record = write('[Game "awari:abapa"]\n[First "Ada"]\n[Second "Bob"]\n\nA a *\n')
    assert "1 game" in (said := shell("games", "import", record, "--db", url)), said
    store_sql(folder, "COMMENT ON TABLE games IS 'lusoria store 99'")
    assert "newer lusoria" in shell("games", "list", "--db", url)
    assert "use either" in shell("serve", "--data", folder, "--db", url)


@test
def commands_use_the_database():
    folder = tempfile.mkdtemp(dir=scratch)
    store = store_options(folder)
    match = shell("match", "ur", "--first", "ai:1", "--second", "ai:2", "--games", "6", "--seed", "5", "--jobs", "1", "--store", *store)
    assert "6 games" in match, match
    file = ["--db", os.path.join(folder, "store.db")]
    shell("match", "ur", "--first", "ai:1", "--second", "ai:2", "--games", "6", "--seed", "5", "--jobs", "1", "--store", *file)
    for words in (("ratings", "ur"), ("games", "export"), ("games", "list", "--json"), ("stats", "ai:1")):
        ours, theirs = shell(*words, *store), shell(*words, *file)
        same = lambda text: [line for line in text.splitlines() if '"added"' not in line and "[Date" not in line]
        assert same(ours) == same(theirs), (words, ours[:300], theirs[:300])
    assert "0 games stored, 6 were there" in shell("games", "import", write(shell("games", "export", *file)), *store)


STORE_TESTS = ["games", "matches", "people", "live", "shared", "sql", "postgres"]


@test
def the_store_behaves_as_sqlite_does():
    """The C tests of the store, with a database (test/support/store_fixture.h)."""
    for name in STORE_TESTS:
        program = os.path.join(os.path.dirname(PROGRAM), "test", "test_store_" + name)
        if not os.path.exists(program):  # only a whole `make check` has it
            continue
        database = os.path.basename(tempfile.mkdtemp(dir=scratch))
        done = subprocess.run([program], env=os.environ | {"LUSORIA_TEST_DB": cluster.create(database), "CMOCKA_MESSAGE_OUTPUT": "TAP"},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0 and (name == "postgres" or "_in_postgresql" in done.stdout), done.stdout


# ---- the schema ----

KINDS = {"INTEGER": "integer", "BIGINT": "integer", "bigint": "integer", "REAL": "real", "double precision": "real", "TEXT": "text", "text": "text"}


def sqlite_schema(path):
    """The columns, keys, references and indexes of each table, as sets of texts."""
    db, tables = sqlite3.connect(path), {}
    rows = lambda sql: db.execute(sql).fetchall()
    for (name,) in rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        facts = tables[name] = set()
        columns = rows(f"PRAGMA table_info({name})")
        for _, column, kind, required, default, key in columns:
            facts.add(f"column {column} {KINDS[kind]}{' NOT NULL' if required or key else ''}{' DEFAULT' if default is not None else ''}")
        facts.add("primary key " + " ".join(c[1] for c in sorted((c for c in columns if c[5]), key=lambda c: c[5])))
        for _, index, unique, origin, partial in rows(f"PRAGMA index_list({name})"):
            if origin != "pk":
                listed = " ".join(row[2] for row in rows(f"PRAGMA index_info({index})"))
                facts.add(f"{'unique' if unique else 'index'} {'' if origin == 'u' else index + ' '}{listed}{' partial' if partial else ''}")
        for row in rows(f"PRAGMA foreign_key_list({name})"):
            facts.add(f"reference {row[3]} {row[2]}")
    return tables


def postgres_schema(folder):
    tables = {}
    for table, column, kind, nullable, default in store_sql(
            folder, "SELECT table_name, column_name, data_type, is_nullable, column_default IS NOT NULL FROM information_schema.columns WHERE table_schema = 'public'"):
        tables.setdefault(table, set()).add(f"column {column} {KINDS[kind]}{' NOT NULL' if nullable == 'NO' else ''}{' DEFAULT' if default == 't' else ''}")
    keys = """SELECT t.relname, i.relname, x.indisprimary, x.indisunique, x.indpred IS NOT NULL, c.conname IS NOT NULL,
                     (SELECT string_agg(a.attname, ' ' ORDER BY k.n) FROM unnest(x.indkey) WITH ORDINALITY AS k(attnum, n)
                      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum)
              FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid LEFT JOIN pg_constraint c
              ON c.conindid = i.oid AND c.contype IN ('p', 'u') WHERE t.relnamespace = 'public'::regnamespace"""
    for table, index, primary, unique, partial, constraint, listed in store_sql(folder, keys):
        kind = "primary key" if primary == "t" else "unique" if unique == "t" else "index"
        tables[table].add(f"{kind} {'' if constraint == 't' else index + ' '}{listed}{' partial' if partial == 't' else ''}")
    for table, column, other in store_sql(folder, """SELECT t.relname, a.attname, o.relname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
            JOIN pg_class o ON o.oid = c.confrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1] WHERE c.contype = 'f'"""):
        tables[table].add(f"reference {column} {other}")
    return tables


@test
def both_schemas_are_the_same():
    folder = tempfile.mkdtemp(dir=scratch)
    path, record = os.path.join(folder, "store.db"), write('[Game "awari:abapa"]\n[First "Ada"]\n[Second "Bob"]\n\nA a *\n')
    shell("games", "import", record, "--db", path)
    shell("games", "import", record, *store_options(folder))
    file, database = sqlite_schema(path), postgres_schema(folder)
    assert len(file) >= 9 and set(file) == set(database), set(file) ^ set(database)
    for table in file:
        assert file[table] == database[table], (table, file[table] ^ database[table])


run_tests()
