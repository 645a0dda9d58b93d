# SPDX-License-Identifier: MIT
"""Building and testing one mutant after another."""
import collections, glob, os, re, shutil, sys, threading, time

from .commands import WORK, copy_tree, cpu_seconds, environment, failed_line, failures, make, program_of, run, sha

FLAGS = "-O1"


class Worker:
    """A copy of the tree in which one mutant after another is built and tested.  All programs
    are linked against one shared library, so that a mutant costs the compilation of the
    changed objects and one link.  Originals are kept beside as NAME.orig.  `tests` are the tests that
    will be run: only their programs are built."""

    baseline, lock = {}, threading.Lock()  # {test: the tests in it that fail without a mutation}

    def __init__(self, number, header_uses, tests, jobs=2):
        self.folder, self.header_uses = os.path.join(WORK, f"worker{number}"), header_uses
        self.needed = {program_of(t) if t.startswith("build/") else "build/lusoria" for t in tests}
        copy_tree(self.folder)
        for old in glob.glob(f"{self.folder}/build/**/*.orig", recursive=True):
            os.replace(old, old[:-5])
        self.compile, self.link, self.members = {}, {}, []  # commands by object and program; the library
        self.read_commands()
        self.check(make(self.folder, ["-s", f"-j{jobs}"] + list(self.compile), FLAGS))
        self.depends = self.read_dependencies()
        self.changed, self.pending = set(), set()  # replaced files; test objects not compiled yet
        self.check(self.link_library())
        self.check(self.shell(f"rm -f build/mutant.a && ar rcsT build/mutant.a {' '.join(self.members)}"))
        for program in self.link:
            self.check(self.shell(self.link[program]))

    def check(self, result):
        if result[0]:
            sys.exit(result[1].decode(errors="replace")[-2000:])

    def path(self, name):
        return os.path.join(self.folder, name)

    def shell(self, command):
        return run(["sh", "-c", command], self.folder, 600)

    def read_commands(self):
        """The commands of the Makefile, with the shared library in place of the archives."""
        status, out = make(self.folder, ["-n", "-B", "build/lusoria"] + sorted(self.needed - {"build/lusoria"}), FLAGS)
        self.check((status, out))
        archives = []
        for line in out.decode().replace("ccache gcc", "gcc").splitlines():
            words = line.split()
            target = words[words.index("-o") + 1] if "-o" in words else None
            if "-c" in words and target:
                self.compile[target] = line
            elif target:
                self.link[target] = line
            elif "ar" in words:
                archives += [w for w in words if w.endswith(".a") and w not in archives]
                self.members += [w for w in words if w.endswith(".o")]
        self.libraries = self.link["build/lusoria"].split(".a ")[-1]
        self.members += [w for w in self.link["build/lusoria"].split()
                         if re.fullmatch(r"build/\w+\.o", w) and w not in self.members]  # generated data
        if "build/lusoria" not in self.needed:
            del self.link["build/lusoria"]
            parts = {w for l in self.link.values() for w in l.split()} | set(self.members)
            self.compile = {o: l for o, l in self.compile.items() if o in parts}
        self.static = {p for p, l in self.link.items() if "--wrap" in l}  # these replace functions of the library
        for p, line in self.link.items():
            library = "build/mutant.a" if p in self.static else f"build/libmutant.so -Wl,-rpath,{self.folder}/build"
            others = " ".join(w for w in line.split(" ") if w not in archives)
            self.link[p] = others.replace(" -l", f" {library} -l", 1)
        self.parts = {p: {w for w in l.split() if w.endswith(".o")} for p, l in self.link.items()}

    def read_dependencies(self):
        """{source file: objects}"""
        found = collections.defaultdict(set)
        for object in self.compile:
            dependencies = self.path(object[:-2] + ".d")
            if os.path.exists(dependencies):
                for name in open(dependencies).read().replace("\\\n", " ").split(":")[1].split():
                    found[os.path.normpath(name)].add(object)
        return found

    def link_library(self):
        linker = "-fuse-ld=lld" if shutil.which("ld.lld") else ""
        return self.shell(f"gcc -shared -pthread -Wl,-Bsymbolic {linker} -o build/libmutant.so {' '.join(self.members)} {self.libraries}")

    def objects_of(self, name, number):
        """The objects that a change of this line may change."""
        used = self.header_uses.of(name, number) if name.endswith(".h") else None
        if used is None:
            return self.depends[name]
        return used | {o for o in self.depends[name] if not self.header_uses.is_current(self.compile[o].split()[-1])}

    def stages(self, objects):
        """(objects, share of the time limit).  Code compiled for each game is changed for one game first, which kills most
        mutants; then for all games."""
        games = {m.group(1): o for o in sorted(objects, reverse=True) if (m := re.search(r"_hot\.(\w+)\.o$", o))}
        one = "ur" if "ur" in games else min(games, default=None)
        if len(games) > 1:
            yield {o for o in objects if "_hot." not in o or f".{one}.o" in o}, 0.25
        yield objects, 1

    def replace(self, target, command):
        """Builds a file again; returns whether it differs, or None if it was not built."""
        path = self.path(target)
        os.replace(path, path + ".orig")
        self.changed.add(target)
        if self.shell(command)[0] or not os.path.exists(path):
            return None
        if target.endswith(".o") and sha(path) == sha(path + ".orig"):
            self.restore([target])
            return False
        return True

    def restore(self, targets):
        for target in list(targets):
            os.replace(self.path(target) + ".orig", self.path(target))
            self.changed.discard(target)

    def swap(self):
        """Exchanges the mutated files and the originals."""
        for path in map(self.path, self.changed):
            os.replace(path, path + ".mutant")
            os.replace(path + ".orig", path)
            os.replace(path + ".mutant", path + ".orig")

    def try_mutant(self, name, number, new_line, tests, limit):
        """'killed TEST', 'timeout TEST', 'survived ...' or 'invalid' (does not compile)."""
        path = self.path(name)
        original = open(path).read()
        lines = original.split("\n")
        lines[number] = new_line
        open(path, "w").write("\n".join(lines))
        found = "survived (not compiled here)"
        try:
            for objects, share in self.stages(self.objects_of(name, number)):
                if objects:
                    found = self.build(objects) or self.run_tests(tests, share * limit)
                if not found.startswith("survived"):
                    break
                self.restore(self.changed)
        finally:
            self.restore(self.changed)
            open(path, "w").write(original)
        return found

    def build(self, objects):
        """'invalid', 'survived (same object code)' or None."""
        self.pending = {o for o in objects if o.startswith("build/test/test_")}
        differ = [self.replace(o, self.compile[o] + " -w") for o in sorted(objects - self.pending)]
        if None in differ:
            return "invalid"
        if not any(differ) and not self.pending:
            return "survived (same object code)"
        self.rebuilt = bool(self.changed & set(self.members))
        if self.rebuilt:
            path = self.path("build/libmutant.so")
            os.replace(path, path + ".orig")
            self.changed.add("build/libmutant.so")
            if self.link_library()[0]:
                return "invalid"
        return None

    def prepare(self, program):
        """Links a program again if needed; returns whether the mutant changes it, None: not built."""
        for object in self.parts[program] & self.pending:
            self.pending.discard(object)
            if self.replace(object, self.compile[object] + " -w") is None:
                return None
        if program in self.changed:
            return True
        static = self.rebuilt and program in self.static
        if (static or self.parts[program] & self.changed) and self.replace(program, self.link[program]) is None:
            return None
        return self.rebuilt or program in self.changed

    def run_tests(self, tests, limit):
        if not tests:
            return "survived (no test runs this line)"
        ran = spent = 0
        for test, seconds, cpu in tests:
            if spent > limit:
                return "survived (time limit)"
            differs = self.prepare(program_of(test) if test.startswith("build/") else "build/lusoria")
            if differs is None:
                return "invalid"
            if not differs:
                continue
            ran, spent = ran + 1, spent + cpu
            failed = self.failures_of(test, seconds, cpu)
            if failed is None:
                return f"timeout {test}"
            if failed and self.confirmed(test, seconds, cpu, failed):
                return f"killed {test}"
        return "survived" if ran else "survived (same object code)"

    def measure(self, test):
        """(seconds, CPU seconds, failed tests) of a test without a mutation."""
        begin, cpu = time.time(), cpu_seconds()
        self.baseline[test] = self.failures_of(test, 60, 100, all_failures=True)
        return time.time() - begin, cpu_seconds() - cpu, self.baseline[test]

    def confirmed(self, test, seconds, cpu, failed):
        """Whether the failure is the mutant's: the test passes without it, and a script, which
        may depend on timing, fails again."""
        with self.lock:
            if test not in self.baseline:
                self.swap()
                self.baseline[test] = self.failures_of(test, seconds, cpu, all_failures=True)
                self.swap()
                if self.baseline[test] != set():
                    print(f"{test} fails without a mutation: {self.baseline[test]}", flush=True)
        before = self.baseline[test]
        if before is None or test.startswith("build/"):
            return before == set()
        again = self.failures_of(test, seconds, cpu)
        return again is None or bool((again - before) and (failed - before))

    def failures_of(self, test, seconds, cpu, all_failures=False):
        """The failed tests of a program or script, by default only the first; None: too slow."""
        known = self.baseline.get(test) or set()
        stop = None if all_failures else lambda line: failed_line(line) and line.rstrip().split(b" - ")[-1] not in known
        limits = ["prlimit", f"--cpu={int(6 + 6 * cpu)}", "--as=8000000000", "--fsize=1000000000", "--core=0"]
        status, out = run(limits + [program_of(test)], self.folder, 40 + 15 * seconds, environment(self.folder, test), stop)
        return None if status is None else failures(status, out)
