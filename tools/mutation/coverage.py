# SPDX-License-Identifier: MIT
"""Which test covers which line, and which object contains it."""
import collections, difflib, glob, json, os, re, shutil, subprocess, sys, time

from .commands import ROOT, WORK, all_tests, copy_tree, cpu_seconds, environment, make, program_of, run, sha, test_source

SLOW_TEST = 20  # CPU seconds
SPLIT_TEST, SPLIT_CASES = 4, 30  # programs that take more CPU seconds and have at most so many cases


def counter_files(folder, what):
    """Tests are included: they contain inline functions of src/ headers."""
    return [c for part in ("src", "test") for c in glob.glob(f"{folder}/build/{part}/**/*.{what}", recursive=True)]


def gcov_lines(folder, counters, all_lines):
    """{file: set of line numbers from 1} that have run since the counters were reset (gcda files),
    or all lines with code (gcno files)."""
    ran = collections.defaultdict(set)
    if not counters:
        return ran
    out = subprocess.run(["gcov", "--json-format", "--stdout"] + counters, cwd=folder, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL).stdout
    for line in out.splitlines():
        if line.startswith(b"{"):
            for f in json.loads(line)["files"]:
                name = os.path.normpath(f["file"])
                if name.startswith("src/"):
                    ran[name].update(x["line_number"] for x in f["lines"] if x["count"] or all_lines)
    return ran


class HeaderUses:
    """Which objects contain code of which lines of the headers, from the coverage build."""

    def __init__(self, folder):
        self.folder, self.same, self.lines = folder, {}, collections.defaultdict(lambda: collections.defaultdict(set))
        for note in glob.glob(f"{folder}/build/**/*.gcno", recursive=True):
            object = os.path.relpath(note, folder)[:-5] + ".o"
            for name, lines in self.read(note).items():
                if name.endswith(".h"):
                    self.lines[name][object].update(lines)

    def read(self, note):
        """{file: lines}, kept beside the note file: gcov takes 30 ms each."""
        kept = note[:-5] + ".lines"
        if not os.path.exists(kept) or os.path.getmtime(kept) < os.path.getmtime(note):
            found = gcov_lines(self.folder, [note], True)
            json.dump({f: sorted(n) for f, n in found.items()}, open(kept, "w"))
        return json.load(open(kept))

    def is_current(self, name):
        """Whether a source file is the same as in the coverage build."""
        if name not in self.same:
            path, measured = os.path.join(ROOT, name), os.path.join(self.folder, name)
            written = not os.path.exists(path)  # by the Makefile
            self.same[name] = written or (os.path.exists(measured) and open(path).read() == open(measured).read())
        return self.same[name]

    def of(self, name, number):
        """The objects that contain the function around a line (from 0).  None: declarations and
        tables, or a header that was changed after the coverage build."""
        path = os.path.join(self.folder, name)
        text = open(os.path.join(ROOT, name)).read()
        lines = text.split("\n")
        if not os.path.exists(path) or open(path).read() != text or lines[number][:1] not in (" ", "\t"):
            return None
        first = last = number
        while first > 0 and not lines[first - 1].startswith("}"):
            first -= 1
        while last + 1 < len(lines) and not lines[last].startswith("}"):
            last += 1
        if not any(l == "{" for l in lines[first:number]):
            return None
        block = set(range(first + 1, last + 2))
        return {o for o, n in self.lines[name].items() if block & n}


def keep_source(folder, name):
    """Keeps the measured version of a source file; returns its hash."""
    path = os.path.join(folder, name)
    kept = os.path.join(WORK, "sources", sha(path))
    if not os.path.exists(kept):
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        shutil.copy(path, kept)
    return os.path.basename(kept)


def measure(folder, test):
    """The coverage of one test, or None if it fails without a mutation."""
    for counter in glob.glob(f"{folder}/build/**/*.gcda", recursive=True):
        os.unlink(counter)
    begin, cpu = time.time(), cpu_seconds()
    status, out = run([program_of(test)], folder, 900, environment(folder, test))
    if status is None or (status and not out):
        print(f"  {test} fails without a mutation (status {status}): left out", flush=True)
        return None
    return {"key": sha(test_source(test)), "seconds": time.time() - begin, "cpu": cpu_seconds() - cpu,
            "cases": re.findall(r"^ok \d+ - (.*)$", out.decode(errors="replace"), re.M),
            "files": {f: [keep_source(folder, f), sorted(n)] for f, n in gcov_lines(folder, counter_files(folder, "gcda"), False).items() if n}}


def coverage(options):
    """{test: {"seconds": s, "files": {file: [hash of the measured source, [line]]}}}."""
    path, among = os.path.join(WORK, "coverage.json"), set(filter(None, options.among.split(",")))
    tests = [t for t in all_tests(options.programs) if not among or os.path.basename(t) in among]
    known = json.load(open(path)) if os.path.exists(path) and not options.remeasure else {}
    old = lambda t: t not in known or (known[t]["key"] != sha(test_source(t)) and known[t]["cpu"] < SLOW_TEST)
    if options.as_measured:
        split = lambda t: cases_of(t, known[t]) if all(c in known for c in cases_of(t, known[t])) else [t]
        return {c: known[c] for t in tests if t in known for c in split(t)}
    measure_missing(path, known, [t for t in tests if old(t)], options.jobs)
    tests = [t for test in tests if test in known for t in cases_of(test, known[test])]
    measure_missing(path, known, [t for t in tests if old(t)], options.jobs)
    return {t: known[t] for t in tests if t in known}


def cases_of(test, measured):
    """Programs that take long are run case by case."""
    cases = measured["cases"]
    split = measured["cpu"] > SPLIT_TEST and 1 < len(cases) <= SPLIT_CASES and all(re.fullmatch(r"\w+", c) for c in cases)
    return [f"{test}:{c}" for c in cases] if split else [test]


def measure_missing(path, known, missing, jobs):
    if not missing:
        return
    folder = os.path.join(WORK, "coverage")
    copy_tree(folder)
    print(f"measuring which lines {len(missing)} tests cover ...", flush=True)
    programs = {program_of(t) if t.startswith("build/") else "all" for t in missing}
    status, out = make(folder, ["-s", f"-j{jobs}"] + sorted(programs), "-O1 -g --coverage")
    if status:
        sys.exit(out.decode(errors="replace")[-2000:])
    for name, lines in gcov_lines(folder, counter_files(folder, "gcno"), True).items():
        if not os.path.exists(os.path.join(folder, name)):
            continue  # removed since the last coverage build
        json.dump(sorted(lines), open(os.path.join(WORK, "sources", keep_source(folder, name) + ".lines"), "w"))
    for test in missing:
        if (found := measure(folder, test)):
            known[test] = found
            json.dump(known, open(path + ".new", "w"))
            os.replace(path + ".new", path)


def current_lines(lines, old, new):
    """Translates line numbers of the text `old` into those of `new`.  A new line counts as
    covered if the line before it is."""
    if old == new:
        return set(lines)
    old, new, now = old.split("\n"), new.split("\n"), {}
    for a, b, n in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        now.update({b + i + 1: a + i + 1 for i in range(n)})
    covered, lines, last = set(), set(lines), False
    for i in range(1, len(new) + 1):
        last = now[i] in lines if i in now else last
        if last:
            covered.add(i)
    return covered


def fastest_first(name, tests, kills):
    """The order in which [(test, seconds, CPU seconds)] are run for a mutant of a file: the fastest first; tests that are
    named like the file or have killed mutants of it go before others."""
    stem = re.split(r"[_.]", os.path.basename(name))[0]
    merit = lambda test: (8 if stem in os.path.basename(test) else 1) * (1 + 2 * kills[name, test])
    return sorted(tests, key=lambda x: (x[2] + 0.05) / merit(x[0]))


class Covering:
    """Which tests cover a line of the tree as it is now."""

    def __init__(self, tests):
        self.tests, self.lines = tests, {}
        self.kills = collections.Counter()  # by (file, test)

    def of(self, name, number):
        """[(test, seconds, CPU seconds)] in the order in which they are run."""
        if name not in self.lines:
            self.lines[name] = self.read(name)
        found = [(t, self.tests[t]["seconds"], self.tests[t]["cpu"]) for t, lines in self.lines[name].items() if number + 1 in lines]
        return fastest_first(name, found, self.kills)

    def read(self, name):
        """{test: set of covered lines}.  A header without code is covered by every test."""
        text = open(os.path.join(ROOT, name)).read()
        old_name, known, result = self.old_name(name, text), {}, {}
        for test, c in self.tests.items():
            source, lines = c["files"].get(old_name, (None, ()))
            if lines:
                where = (source, tuple(lines))
                if where not in known:
                    known[where] = self.with_neighbours(source, set(lines), text)
                result[test] = known[where]
        every = range(1, text.count("\n") + 1)
        return result or ({t: every for t in self.tests} if name.endswith(".h") else {})

    def with_neighbours(self, source, ran, text):
        """The lines whose code may have run.  The optimiser merges some lines (break, return,
        a condition known from the line before) with others, so a line counts if the line
        with code before it ran.  Tables and enums between functions are covered by every
        test that runs code of the file."""
        path = os.path.join(WORK, "sources", source)
        code = set(json.load(open(path + ".lines"))) if os.path.exists(path + ".lines") else ran
        old, covered, last = open(path).read(), set(ran), True
        for i, line in enumerate(old.split("\n"), 1):
            if last:
                covered.add(i)
            if i in code:
                last = i in ran
            last = last or line.startswith("}")
        return current_lines(covered, old, text)

    def old_name(self, name, text):
        """The name under which a file was measured: it may have been renamed since then."""
        measured = {f: v[0] for c in self.tests.values() for f, v in c["files"].items()}
        if name in measured:
            return name
        gone, lines = {f: h for f, h in measured.items() if not os.path.exists(os.path.join(ROOT, f))}, set(text.split("\n"))
        common = lambda f: len(lines & set(open(os.path.join(WORK, "sources", gone[f])).read().split("\n")))
        best = max(gone, key=common, default=None)
        return best if best and common(best) > len(lines) / 2 else name


class Chosen:
    """The tests of --tests, for every line: the fastest first, and tests that have killed mutants of the same file before others.
    The first worker measures how long a test takes that was not measured before."""

    def __init__(self, names):
        self.path, names = os.path.join(WORK, "times.json"), set(names)
        self.tests = [t for t in all_tests() if os.path.basename(t) in names]
        self.known = json.load(open(self.path)) if os.path.exists(self.path) else {}
        self.kills = collections.Counter()  # by (file, test)

    def measure(self, worker):
        for test in self.tests:
            if self.known.get(test, {}).get("key") != (key := sha(test_source(test))):
                seconds, cpu, failed = worker.measure(test)
                self.known[test] = {"key": key, "seconds": seconds, "cpu": cpu, "passes": failed == set()}
                json.dump(self.known, open(self.path, "w"))
            if self.known[test]["passes"]:
                worker.baseline[test] = set()
            else:
                print(f"  {test} fails without a mutation: left out", flush=True)

    def of(self, name, number):
        found = [(t, self.known[t]["seconds"], self.known[t]["cpu"]) for t in self.tests if self.known[t]["passes"]]
        return fastest_first(name, found, self.kills)
