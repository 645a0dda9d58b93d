# SPDX-License-Identifier: MIT
"""test/api_examples.py PROGRAM - runs the examples of doc/api.md and prints TAP.

An example is a line `$ lusoria call ...` and the JSON up to the next one.  Members and
elements written "..." stand for any others."""
import json, re, shlex, subprocess, sys

program = sys.argv[1]


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
    return None if wanted == found else f"{path}: {json.dumps(found)} instead of {json.dumps(wanted)}"


text = open("doc/api.md").read()
examples = []
for block in re.findall(r"^```\n(\$ .*?)^```$", text, re.S | re.M):
    examples += re.findall(r"^\$ lusoria (call .*)\n((?:(?!\$ ).*\n)*)", block, re.M)
for i, (command, answer) in enumerate(examples, 1):
    out = subprocess.run([program] + shlex.split(command), stdout=subprocess.PIPE, text=True).stdout
    difference = matches(json.loads(answer), json.loads(out))
    print(f"{'not ok' if difference else 'ok'} {i} - {command}")
    if difference:
        print(f"# {difference}")
    if out.count("\n") != 1:
        sys.exit("an answer is one line")
print(f"1..{len(examples)}")
