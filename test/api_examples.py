# SPDX-License-Identifier: MIT
"""test/api_examples.py PROGRAM [ADDRESS] - runs the examples of doc/api.md and prints TAP.

An example is a line `$ lusoria call ...`, or with an ADDRESS of a server `$ curl ...`, and the
JSON up to the next one.  Members and elements written "..." stand for any others.  The examples
have the table that the text names, in a folder of their own.  An answer about a game between people
sets the variables GAME, ADA, BOB, LINK and WATCH of the following examples; the text "..." stands for
any text."""
import json, os, re, shlex, subprocess, sys, tempfile

program, address = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None


def matches(wanted, found, path="answer"):
    """The first difference, or None."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        keys = [k for k in wanted if k != "..."]
        if "..." not in wanted and keys != list(found):
            return f"{path}: members {list(found)}"
        for k in keys:
            if k not in found:
                return f"{path}: no member {k}"
        return next((d for k in keys if (d := matches(wanted[k], found[k], f"{path}.{k}"))), None)
    if isinstance(wanted, list) and isinstance(found, list):
        more = bool(wanted) and wanted[-1] == "..."
        wanted = wanted[:-1] if more else wanted
        if len(found) < len(wanted) or (not more and len(found) != len(wanted)):
            return f"{path}: {len(found)} elements"
        pairs = enumerate(zip(wanted, found))
        return next((d for i, (w, f) in pairs if (d := matches(w, f, f"{path}[{i}]"))), None)
    if wanted == "..." and isinstance(found, str):
        return None
    return None if wanted == found else f"{path}: {json.dumps(found)} instead of {json.dumps(wanted)}"


text = open("doc/api.md").read()
start = "curl " if address else "lusoria call "
examples = []
for block in re.findall(r"^```\n(\$ .*?)^```$", text, re.S | re.M):
    examples += re.findall(rf"^\$ ({start}.*)\n((?:(?!\$ ).*\n)*)", block, re.M)


variables = {}


def remember(answer):
    """The id and the tokens of a game."""
    names = {"id": "GAME", "token": "BOB" if answer.get("you") else "ADA", "invite": "LINK", "spectator": "WATCH"}
    variables.update({names[k]: answer[k] for k in names if k in answer})


def run(command):
    words = shlex.split(re.sub(r"\$([A-Z]+)", lambda m: variables[m[1]], command))
    if address:
        words = ["curl", "-s"] + [w.replace("http://127.0.0.1:8080", address) for w in words[1:]]
    else:
        words[0] = program
    return subprocess.run(words, stdout=subprocess.PIPE, text=True).stdout


with tempfile.TemporaryDirectory() as scratch:
    os.environ["XDG_DATA_HOME"] = scratch
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    has_tables = not address and subprocess.run([program, "solve", "ur", "--pieces", "1"], **quiet).returncode == 0
    for i, (command, answer) in enumerate(examples, 1):
        if '"exact": true' in answer and not has_tables:
            print(f"ok {i} - {command} # SKIP built without tables")
            continue
        out = run(command)
        difference = matches(json.loads(answer), json.loads(out))
        remember(json.loads(out))
        print(f"{'not ok' if difference else 'ok'} {i} - {command}")
        if difference:
            print(f"# {difference}")
        if out.count("\n") != 1:
            sys.exit("an answer is one line")
print(f"1..{len(examples)}")
