# SPDX-License-Identifier: MIT
"""Which mutants there are, and the order in which they are drawn."""
import collections, glob, hashlib, os, re

from .commands import ROOT

SKIP = re.compile(r"/net_[a-z]+\.c$|_none\.c$")  # learned weights; what is built only without a library

SWAPS = {"<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
         "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"],
         "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["|"], "++": ["--"], "--": ["++"],
         "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="], "continue": ["break"],
"true": ["false"], "false": ["true"]}
TOKEN = re.compile(r"""
    (?P<space>\s+) | (?P<string>"(?:\\.|[^"\\])*") | (?P<char>'(?:\\.|[^'\\])+')
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*(?:[eE][-+]?\d+)?|\d+(?:[eE][-+]?\d+)?[uUlL]*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|[-+*/%&|^~!<>=?:;,.(){}\[\]])
  | (?P<other>.)""", re.X)
STATEMENT = re.compile(r"^\s+(?:[\w\->.\[\]*+ ]+?(?:=|\+=|-=|\|=|&=|\^=)[^=].*|[\w\->.]+\(.*\)|[\w\->.\[\]]+(?:\+\+|--));$")
DECLARATION = re.compile(r"^\s+(?:const |static |unsigned |struct \w+ |enum \w+ |int |char |bool |double |float |long |size_t |u?int\d+_t |lus_\w+ )")
# Before a number: the size of an array in a declaration or parameter, a constant named as a size.
SIZE = re.compile(r"""^\s*(?:(?:static|const|extern|unsigned|struct|enum|union)\s)*(?!return\b|case\b)\w+ [-+\w*, \[\]]*\w\[[^\]]*$
                   | [(,]\s*(?:(?:const|unsigned|struct|enum)\s)*(?!sizeof\b|return\b)\w+\ \*?\w+\[[^\]]*$
                   | \b(?:MAX|\w+_MAX|MAX_\w+|\w*(?:SIZE|BYTES|CAPACITY|LENGTH|LIMIT))\ =\ [^,]*$""", re.X)
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) \()(.*)(\).*)$")


def code_lines(text):
    """Numbers of lines that hold code: no comments, no preprocessor, no lone braces."""
    blank = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    lines, macro = blank.split("\n"), False
    for i, line in enumerate(lines):
        start = macro or line.lstrip().startswith("#")
        macro = start and line.endswith("\\")
        if not start and re.search(r"\w", line):
            yield i, line


def is_binary(line, m):
    """Whether + - * & at m is a binary operator: clang-format writes spaces around those only."""
    return line[:m.start()][-1:] in ("", " ") and line[m.end():][:1] in ("", " ")


def number_mutations(token):
    if re.fullmatch(r"\d+[uUlL]*", token):
        value = int(re.match(r"\d+", token).group())
        return ["0", "2"] if value == 1 else [str(value + 1)]
    if token[:2] in ("0x", "0X"):
        digits = token.rstrip("uUlL")
        return [hex(int(digits, 16) ^ 1) + token[len(digits):]]
    return []


def mutations(line):
    """All (kind, new line) of one line."""
    found = []
    for m in TOKEN.finditer(line):
        kind, token, new = m.lastgroup, m.group(), []
        if SIZE.search(line[:m.start()]):
            continue
        if token in SWAPS and (token not in "+-*&" or is_binary(line, m)):
            new = SWAPS[token]
        elif kind == "number":
            new = number_mutations(token)
        elif token == "!" and kind == "op":
            new = [""]
        for t in new:
            found.append((f"{token} -> {t or 'removed'}", line[:m.start()] + t + line[m.end():]))
    m = CONDITION.match(line)
    if m and m.group(2).count("(") == m.group(2).count(")"):
        found.append(("condition negated", f"{m.group(1)}!({m.group(2)}){m.group(3)}"))
    if STATEMENT.match(line) and not DECLARATION.match(line):
        found.append(("statement deleted", re.match(r"\s*", line).group() + ";"))
    m = re.match(r"^(\s+return )([^;]+);$", line)
    if m and m.group(2).strip() not in ("0", "NULL", "false"):
        found.append(("returns 0", m.group(1) + "0;"))
    return found


def draw_order(seed, *what):
    return hashlib.sha256("\0".join([str(seed)] + [str(w) for w in what]).encode()).hexdigest()


def break_mutation(lines, i):
    """A break of a switch is deleted, one of a loop becomes continue."""
    indent = lambda line: len(line) - len(line.lstrip())
    before = next((l for l in reversed(lines[:i]) if l.strip() and indent(l) < indent(lines[i])), "")
    space = " " * indent(lines[i])
    return ("break deleted", space + ";") if re.match(r"\s*(case\b|default:)", before) else \
           ("break -> continue", space + "continue;")


def candidates(module, seed):
    """One mutant of each line of a module, in the order of the draw: (file, line number
    from 0, kind, new line, key).  The key names the line by its text, the second such line of
    a file with " #2"; of lines that differ in their indentation only, the second has a "'"."""
    found, keys = [], set()
    for path in sorted(glob.glob(f"{ROOT}/src/{module}/**/*.[ch]", recursive=True)):
        name = os.path.relpath(path, ROOT)
        if SKIP.search(name):
            continue
        text = open(path).read()
        whole, seen = text.split("\n"), collections.Counter()
        for i, line in code_lines(text):
            choices = [break_mutation(whole, i)] if line.strip() == "break;" else mutations(line)
            if line == whole[i] and choices:
                seen[line] += 1
                order = draw_order(seed, os.path.basename(name), line, seen[line])
                kind, new = choices[int(order[-8:], 16) % len(choices)]
                which = f" #{seen[line]}" if seen[line] > 1 else ""
                while (key := f"{name}: {line.strip()}{which} | {kind}") in keys:
                    which += "'"
                keys.add(key)
                found.append((order, name, i, kind, new, key))
    return [f[1:] for f in sorted(found)]


def is_current(key):
    """Whether a mutant of this key (see candidates) can still be drawn, whatever the seed."""
    m = re.fullmatch(r"(src/[^:]+): (.*?)(?: #(\d+))?('*) \| (.*)", key)
    path = m and os.path.join(ROOT, m.group(1))
    if not path or not os.path.exists(path):
        return False
    text, wanted, copies = open(path).read(), m.group(2), max(int(m.group(3) or 1), len(m.group(4)) + 1)
    lines = text.split("\n")
    same = [i for i, line in code_lines(text) if line.strip() == wanted and line == lines[i]]
    kinds = {k for i in same for k, _ in ([break_mutation(lines, i)] if wanted == "break;" else mutations(lines[i]))}
    return len(same) >= copies and m.group(5) in kinds
