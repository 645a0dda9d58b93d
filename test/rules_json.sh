#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rules-GAME.json: every rule that a refusal names is there, every example is what the program says.
cd "$(dirname "$0")/.." || exit 1
. test/scratch
tools/rules_json "$scratch" || exit 1
python3 - "${B:-build}/lusoria" "$scratch" <<'PYTHON'
import glob, json, re, subprocess, sys

program, folder = sys.argv[1:]
tests = 0


def check(name, problems):
    global tests
    tests += 1
    print(f"{'not ok' if problems else 'ok'} {tests} - {name}")
    for problem in problems[:9]:
        print(f"# {problem}")


def call(*words):
    return json.loads(subprocess.run([program, "call", *words], stdout=subprocess.PIPE, text=True).stdout)


def start_of(game):
    return call("state", f"game={game}")["position"]


def wrong_try(case, x):
    """What is wrong with one move of an example; None: nothing."""
    where = [f"game={case['game']}", f"position={case['position'] or start_of(case['game'])}"]
    if case["throw"] is not None and not case["game"].startswith(("awari", "cave")):
        where.append(f"throw={case['throw']}")
    answer = call("refuse", *where, f"move={x['move']}")
    if answer.get("expected") == "a game that is not over":
        return None  # the case shows the end
    if answer.get("legal") != x["legal"] or (not x["legal"] and answer["rule"] != x["rule"]):
        return f"{case['title']}: {x['move']} {answer}"
    return None


for path in sorted(glob.glob(f"{folder}/rules-*.json")):
    page = json.load(open(path, encoding="utf-8"))
    game, numbers = page["game"], [r["rule"] for r in page["rules"]]
    refusals = set()
    for source in glob.glob(f"src/games/{game}/*.[ch]"):
        refusals |= set(re.findall(r'"([A-Z]\d+): [a-z]', open(source, encoding="utf-8").read()))
    check(f"{game}: there are refusals", [] if len(refusals) >= 2 else [str(refusals)])
    check(f"{game}: each has a rule", sorted(refusals - set(numbers)))
    check(f"{game}: numbers are unique", [n for n in numbers if numbers.count(n) > 1])
    check(f"{game}: each rule of play has an example",
          [r["rule"] for r in page["rules"] if not r["cases"] and "Search depth" not in r["text"]])
    check(f"{game}: every case belongs to a rule",
          [c["title"] for c in page["cases"] if not set(c["rules"]) <= set(numbers)])
    check(f"{game}: a beginner's page for each rule set",
          [s for s in page["sets"] if not any(b["kind"] == "list" for p in page["parts"] if p["set"] in (s, None) for b in p["blocks"])])
    few = page["cases"][::5]
    check(f"{game}: examples agree with the program", [w for c in few for x in c["tries"][:2] if (w := wrong_try(c, x))])
print(f"1..{tests}")
PYTHON
