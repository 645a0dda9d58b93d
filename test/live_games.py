# SPDX-License-Identifier: MIT
"""test/live_games.py PROGRAM - plays games over HTTP as two people would, and prints TAP."""
import os, random, re, signal, tempfile, threading, time
from server_tools import PATIENCE, Game, Server, Stream, fresh, run_tests, scratch, shell, store_contents, store_options, store_sql, test, wait_for, write


def settled(game):
    game.state = game.see(game.token[1])
    return game.state["next"] == "over" or game.state["player"] == 1


@test
def two_people_play_every_game():
    server, rng = fresh(), random.Random(7)
    for rules in ("ur", "senet:blockade", "awari", "cave"):
        game = Game(server, rules)
        assert game.finish(rng) == {None}, "the seed was shown before the end"
        record = server.call(f"game/{game.id}/record", game.watch)[1]
        assert f'[Game "{game.state["game"]}"]' in record and re.search(r'^\[Date "\d{4}-\d\d-\d\d"\]$', record, re.M), record
        verified = shell("dice", "verify", write(record))
        assert ("commitment ok" in verified) == bool(game.state["dice"]), verified
        if game.state["dice"]:
            d = game.state["dice"]
            assert d["nonce"] == d["committed_nonce"] + ".ada-1.bob_2" and d["seed"]
    assert server.stop() == 0


@test
def finished_games_are_in_the_store():
    server, rng = Server(os.path.join(scratch, "lusoria")), random.Random(3)
    game = Game(server, "ur")
    game.finish(rng, 20)
    server.stop()
    store = store_options(server.folder)
    listed = shell("games", "list", *store)
    assert "Ada" in listed and "Bob" in listed, listed
    assert "Ada" in shell("ratings", "ur", "--people", *store)
    review = shell("review", "--depth", "1", write(shell("games", "export", *store)))
    assert "Ada" in review and "resigned" in review, review


@test
def tokens_are_checked():
    server = fresh()
    game, other = Game(server, "awari"), Game(server, "awari")
    guess = "0" * 32
    for token in (None, guess, "x", other.token[0], game.link):
        status, answer = server.call(f"game/{game.id}/move", token, ply=0, move="A")
        assert status == 404 and answer["schema"] == "lusoria.error/1", (token, status)
        assert server.call(f"game/{game.id}", token)[0] == 404
    status, answer = server.call(f"game/{game.id}/move", game.watch, ply=0, move="A")
    assert status == 403, answer
    for action in ("throw", "move", "resign", "draw", "undo", "rematch", "claim", "join"):
        status, answer = server.call(f"game/{game.id}/{action}", game.watch, method="POST")
        assert status == 403 and answer["schema"] == "lusoria.error/1", (action, status)
    assert game.see(game.watch)["you"] is None
    assert game.see(game.token[1])["you"] == 1
    assert server.call(f"game/{game.id}/move", game.token[1], ply=0, move="a")[0] == 409
    assert game.act(0, "move", ply=0, move="A")["ply"] == 1
    server.stop()


@test
def tokens_are_stored_as_hashes_and_not_printed():
    server = fresh()
    game = Game(server, "ur")
    server.stop()
    stored = store_contents(server.folder)
    assert b"Ada" in stored
    for token in (*game.token.values(), game.watch, game.link):
        assert token.encode() not in stored
        assert token not in server.out + server.err


@test
def an_invitation_is_used_once():
    server = fresh()
    made = server.call("game", game="awari", name="Ada")[1]
    mine = "0123456789abcdef0123456789abcdef"
    join = lambda who, **fields: server.call(f"game/{made['id']}/join", who, **fields)
    assert server.call(f"game/{made['id']}", made["invite"])[1]["you"] is None
    assert join(made["invite"], name="Bob", token="short")[0] == 400
    assert join(made["invite"], name="Bob", token=mine)[0] == 200
    assert join(made["invite"], name="Eve")[0] == 404
    assert join(mine, name="Bob")[0] == 200, "repeated after a lost answer"
    assert join(mine, name="Eve")[0] == 409
    server.stop()


@test
def requests_can_be_repeated():
    server, rng = fresh(), random.Random(5)
    game = Game(server, "ur")
    for _ in range(30):
        s = game.state
        action = "move" if s["next"] == "move" else "throw"
        fields = {"ply": s["ply"]} | ({"move": rng.choice(s["legal"])} if action == "move" else {})
        first = game.act(s["player"], action, **fields)
        again = game.act(s["player"], action, **fields)
        for player in first["players"] + again["players"]:
            del player["away"]  # seconds, which may have passed
        assert first == again, "a repeated request changed the game"
    server.stop()


@test
def a_level_plays_by_itself():
    server, rng = fresh(), random.Random(2)
    for rules in ("ur", "awari"):
        game = Game(server, rules, opponent="1", first="opponent")
        for _ in range(60):
            wait_for(lambda: settled(game))
            if game.state["next"] == "over":
                break
            game.step(rng)
        assert game.state["ply"] > 10
        if game.state["next"] != "over":
            game.offer(1, "undo")
            wait_for(lambda: settled(game))
            game.act(1, "resign")
        game.act(1, "rematch")
        assert game.state["rematch"]
    for player in ("exec:sh", "human", "7", "ai:depth=9"):
        assert server.call("game", game="ur", opponent=player)[0] == 400
    server.stop()


@test
def offers_and_a_rematch():
    server = fresh()
    game = Game(server, "awari")
    game.act(0, "move", ply=0, move="A")
    game.offer(0, "undo")
    assert game.see(game.watch)["offers"]["undo"] == 0
    assert game.offer(1, "undo", accept="no")["offers"] == {"draw": None, "undo": None, "rematch": None, "ended": ["undo"]}
    game.act(1, "move", ply=1, move="a")
    game.act(0, "move", ply=2, move="B")
    game.offer(0, "undo")
    assert game.offer(1, "undo")["ply"] == 2
    game.offer(1, "draw")
    assert game.offer(0, "draw")["result"] == {"score": "1/2-1/2", "winner": None, "reason": "agreement"}
    game.act(0, "rematch")
    following = game.act(1, "rematch")["rematch"]
    assert following and game.see(game.token[0])["rematch"] == following
    for player, seat in ((0, 1), (1, 0)):
        status, state = server.call(f"game/{following}/join", game.token[player], nonce=f"again{player}")
        assert status == 200 and state["you"] == seat, state
    assert [p["name"] for p in state["players"]] == ["Bob", "Ada"] and state["next"] == "move"
    assert server.call(f"game/{following}", game.watch)[0] == 200
    server.stop()


@test
def an_absent_player_loses():
    server = fresh("--away", "60")  # more than a busy machine needs for a request
    game = Game(server, "cave")
    assert server.call(f"game/{game.id}/claim", game.token[0], method="POST")[0] == 409
    server.stop()
    server = game.server = Server(server.folder, "--away", "1")
    time.sleep(2.1)
    assert game.act(0, "claim")["result"] == {"score": "1-0", "winner": 0, "reason": "abandonment"}
    server.stop()


@test
def a_killed_server_loses_nothing():
    folder, rng = tempfile.mkdtemp(dir=scratch), random.Random(9)
    server = Server(folder)
    game = Game(server, "senet")
    for _ in range(8):
        acknowledged = game.step(rng)
        server.stop(signal.SIGKILL)
        server = game.server = Server(folder)
        state = game.see(game.token[acknowledged["you"]])
        assert state["version"] == acknowledged["version"] and state["moves"] == acknowledged["moves"]
        game.state = state
    server.stop()


@test
def two_moves_at_once_are_one():
    server = fresh()
    game = Game(server, "awari")
    results = []
    send = lambda move: results.append(server.call(f"game/{game.id}/move", game.token[0], ply=0, move=move)[0])
    threads = [threading.Thread(target=send, args=(move,)) for move in "ABCDEF" * 2]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(results) == [200] * 2 + [409] * 10, results
    assert game.see(game.watch)["ply"] == 1
    server.stop()


@test
def bad_requests_are_refused():
    server = fresh()
    game = Game(server, "ur")
    token, path = game.token[0], f"game/{game.id}"
    bad = [
        (400, "game", {"game": "chess"}), (400, "game", {}), (400, "game", {"game": "ur", "nosuch": 1}),
        (400, "game", {"game": "ur", "name": "a" * 41}), (400, "game", {"game": "ur", "name": 'x"y'}),
        (400, "game", {"game": "ur", "first": "who"}), (400, "game", {"game": "ur", "kind": "level"}),
        (400, f"{path}/move", {"ply": "x", "move": "0-2"}), (400, f"{path}/move", {"ply": 0}),
        (400, f"{path}/throw", {"ply": -1}), (400, f"{path}/throw", {"ply": 99999999999}), (400, f"{path}/throw", {}),
        (400, f"{path}/dance", {"ply": 0}), (400, f"{path}/draw", {"ply": 0, "accept": "maybe"}),
        (404, f"{path}/move/more", {"ply": 0}), (404, "game/" + "f" * 60 + "/move", {"ply": 0}),
        (404, "game/ffffffffffffffff/move", {"ply": 0, "move": "0-2"}), (405, path, {"ply": 0}),
    ]
    for status, where, fields in bad:
        got, answer = server.call(where, token, method="POST", **fields)
        assert got == status and answer["schema"] == "lusoria.error/1", (where, fields, got)
    for status, where in ((405, "game"), (405, f"{path}/move"), (400, f"{path}?x=1"), (400, f"{path}?x")):
        got, answer = server.call(where, token)
        assert got == status and answer["schema"] == "lusoria.error/1", (where, got)
    evil = {"Origin": "http://evil.example"}
    assert server.call("game", method="POST", headers=evil, game="ur")[0] == 403
    assert server.call("game", method="POST", headers={"Origin": server.base}, game="ur")[0] == 201
    server.stop()


@test
def events_show_every_change():
    server, rng = fresh(), random.Random(4)
    game = Game(server, "ur")
    streams = {0: Stream(server, game.id, game.token[0]), 1: Stream(server, game.id, game.token[1]), None: Stream(server, game.id, game.watch)}
    for you, stream in streams.items():
        assert stream.response.getheader("Content-Type").startswith("text/event-stream")
        assert stream.get()["you"] == you
    for _ in range(10):
        state = game.step(rng)
        for you, stream in streams.items():
            seen = stream.get(lambda s: s["version"] == state["version"])
            assert seen["moves"] == state["moves"] and seen["you"] == you and not (seen["dice"] or {}).get("seed")
    assert server.stop() == 0, "a server with open streams does not end"
    for stream in streams.values():
        assert stream.ended.wait(PATIENCE)


@test
def a_lost_connection_is_seen_and_resumed():
    server, rng = fresh(), random.Random(6)
    game = Game(server, "awari")
    ada, bob = Stream(server, game.id, game.token[0]), Stream(server, game.id, game.token[1])
    online = lambda s: [p["online"] for p in s["players"]]
    last = ada.get(lambda s: online(s) == [True, True])["version"]
    bob.get()
    ada.close()
    bob.get(lambda s: online(s) == [False, True])
    game.state = game.see(game.token[1])
    assert game.state["players"][0]["away"] < PATIENCE
    game.offer(1, "draw")
    ada = Stream(server, game.id, game.token[0], last)
    state = ada.get()
    assert state["version"] > last and state["offers"]["draw"] == 1
    bob.get(lambda s: online(s) == [True, True])
    server.stop()


@test
def a_connected_player_cannot_lose_by_absence():
    server = fresh("--away", "1")
    game = Game(server, "cave")
    bob = Stream(server, game.id, game.token[1])
    bob.get()
    time.sleep(2.1)
    assert server.call(f"game/{game.id}/claim", game.token[0], method="POST")[0] == 409
    bob.close()
    wait_for(lambda: server.call(f"game/{game.id}/claim", game.token[0], method="POST")[0] == 200)
    server.stop()


@test
def streams_need_a_token_and_are_limited():
    server = fresh()
    game = Game(server, "ur")
    for token in ("0" * 32, "x", game.link):
        assert Stream(server, game.id, token).response.status == 404
    streams = [Stream(server, game.id, game.watch) for _ in range(65)]
    assert [s.response.status for s in streams] == [200] * 64 + [503]
    assert streams[-1].response.getheader("Retry-After")
    streams[0].close()
    wait_for(lambda: Stream(server, game.id, game.watch).response.status == 200)
    assert server.stop() == 0


@test
def games_expire():
    """A game that was played is abandoned, stays in the store, and its row is deleted later; others are deleted."""
    server, rng = fresh("--expire", "1"), random.Random(8)
    begun, game = Game(server, "ur"), Game(server, "awari")
    for _ in range(3):
        game.step(rng)
    folder = server.folder
    server.stop()

    def restart(seconds):
        store_sql(folder, f"UPDATE live SET changed = changed - {seconds}")
        server = game.server = Server(folder, "--expire", "1")
        return server, server.call(f"game/{begun.id}", begun.watch)[0], server.call(f"game/{game.id}", game.watch)

    server, status, (_, state) = restart(86300)
    assert status == 200 and state["result"] is None
    server.stop()
    server, status, (_, state) = restart(200)
    assert status == 404 and state["result"] == {"score": "1-0", "winner": 0, "reason": "abandonment"}, state
    server.stop()
    server, status, (gone, _) = restart(86500)
    assert status == 404 and gone == 404
    assert store_sql(folder, "SELECT (SELECT count(*) FROM tokens), (SELECT count(*) FROM live)") == [["0", "0"]]
    assert store_sql(folder, "SELECT result, reason, plies FROM games") == [["1-0", "abandonment", "3"]]
    server.stop()


@test
def a_late_copy_of_a_move_is_not_played_again():
    server = fresh()
    game = Game(server, "awari")
    game.act(0, "move", ply=0, move="A")
    game.offer(0, "undo")
    assert game.offer(1, "undo")["generation"] == 1
    status, answer = server.call(f"game/{game.id}/move", game.token[0], ply=0, move="A")
    assert status == 409 and answer["expected"] == "generation=1 ply=0", answer
    assert game.act(1, "undo", ply=1)["generation"] == 1, "a copy of the answer changes nothing"
    assert game.see(game.watch)["ply"] == 0
    assert game.act(0, "move", ply=0, generation=1, move="B")["ply"] == 1
    for wrong in ("x", -1, "1x"):
        assert server.call(f"game/{game.id}/move", game.token[1], ply=1, generation=wrong, move="a")[0] == 400
    server.stop()
    server = fresh()
    game = Game(server, "awari", opponent="1")
    game.act(0, "move", ply=0, move="A")
    wait_for(lambda: game.see(game.token[0])["ply"] == 2)
    game.act(0, "move", ply=2, move=game.see(game.token[0])["legal"][0])
    wait_for(lambda: game.see(game.token[0])["ply"] == 4)
    for _ in range(2):
        assert game.act(0, "undo", ply=4)["ply"] == 2, "a level takes back one move for one request"
    server.stop()


@test
def a_late_copy_of_an_offer_changes_nothing():
    server = fresh()
    game = Game(server, "awari")
    path, (ada, bob) = f"game/{game.id}/draw", (game.token[0], game.token[1])
    game.act(0, "draw", ply=0)
    assert game.act(0, "draw", ply=0, accept="no")["offers"]["ended"] == ["draw"]
    for token in (ada, bob):
        status, answer = server.call(path, token, ply=0)
        assert status == 409 and answer["expected"] == "another offer after the next move", answer
    game.act(0, "move", ply=0, move="A")
    game.act(1, "move", ply=1, move="a")
    game.act(1, "draw", ply=2)
    for token in (ada, bob):
        for accept in ("yes", "no"):
            status, state = server.call(path, token, ply=0, accept=accept)
            assert status == 200 and state["offers"]["draw"] == 1 and state["version"] == game.state["version"], state
    assert server.call(path, ada, ply=3)[0] == 409 and server.call(path, ada, ply=2, generation=1)[0] == 409
    assert [server.call(f"game/{game.id}/{action}", ada, method="POST")[0] for action in ("draw", "undo")] == [400, 400]
    for _ in range(2):
        assert game.act(0, "draw", ply=2)["result"]["reason"] == "agreement", "the acceptance can be repeated"
    server.stop()


@test
def a_clock_runs_out_by_itself():
    server = fresh()
    for wrong in ("x", "0", "5+", "-1", "1e9"):
        assert server.call("game", game="ur", name="Ada", clock=wrong)[0] == 400, wrong
    game = Game(server, "awari", clock="10+1")
    clock = game.state["clock"]
    assert clock["control"] == "10+1" and clock["running"] == 0 and 500000 < clock["left"][0] <= 600000 == clock["left"][1], clock
    time.sleep(0.3)
    before, clock = clock, game.act(0, "move", ply=0, move="A")["clock"]
    assert clock["running"] == 1 and before["left"][0] - 100000 < clock["left"][0] <= before["left"][0] - 300 + 1000, clock
    game = Game(server, "awari", clock="3s+1")
    stream = Stream(server, game.id, game.watch)
    assert server.call(f"game/{game.id}/claim", game.token[1], method="POST")[0] == 409
    state = stream.get(lambda s: s["next"] == "over")
    assert state["result"] == {"score": "0-1", "winner": 1, "reason": "time"} and state["clock"]["left"][0] == 0
    assert server.call(f"game/{game.id}/move", game.token[0], ply=0, move="A")[0] == 409
    record = server.call(f"game/{game.id}/record", game.watch)[1]
    assert '[TimeControl "3s+1"]' in record and '[TimeLeft "' in record and '[Reason "time"]' in record, record
    game.act(0, "rematch")
    following = game.act(1, "rematch")["rematch"]
    assert server.call(f"game/{following}", game.watch)[1]["clock"] == {"control": "3s+1", "left": [3000, 3000], "running": None}
    assert server.stop() == 0


@test
def a_clock_runs_while_the_server_does_not():
    folder = tempfile.mkdtemp(dir=scratch)
    server = Server(folder)
    game, slow = Game(server, "ur", clock="2s"), Game(server, "ur", clock="10")
    server.stop(signal.SIGKILL)
    time.sleep(1.5)
    server = Server(folder)
    wait_for(lambda: (server.call(f"game/{game.id}", game.watch)[1]["result"] or {}).get("reason") == "time")
    left = server.call(f"game/{slow.id}", slow.watch)[1]["clock"]["left"]
    assert 480000 < left[0] < 598500 and left[1] == 600000, left
    server.stop()


@test
def a_level_has_a_clock():
    server, rng = fresh(), random.Random(1)
    game = Game(server, "awari", opponent="4", first="opponent", clock="10+1")
    for _ in range(6):
        wait_for(lambda: settled(game))
        game.step(rng)
    wait_for(lambda: settled(game))
    assert game.state["next"] == "move" and game.state["clock"]["running"] == 1
    server.stop()


run_tests()
