# SPDX-License-Identifier: MIT
"""Running programs and make; copies of the tree; the list of tests."""
import contextlib, glob, hashlib, os, shutil, subprocess, threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "build", "mutants")
SCRIPTS_LEFT_OUT = {"tools.sh", "hot.sh", "install.sh", "runner.sh", "man.sh", "wasm.sh", "library.sh"}


def run(command, folder, limit=None, env=None, stop=None):
    """(status, output); status None is a time-out.  Ends the whole process group, and does so
    at the first line for which stop(line) is true."""
    p = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         stdin=subprocess.DEVNULL, env=env, start_new_session=True)
    timer, late, out = None, [], []

    def end(*reason):
        late.extend(reason)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(p.pid, 9)

    if limit:
        timer = threading.Timer(limit, end, ["late"])
        timer.start()
    for line in p.stdout:
        out.append(line)
        if stop and stop(line):
            end()
            break
    p.communicate()
    if timer:
        timer.cancel()
    end()
    return None if "late" in late or p.returncode in (-24, 152) else p.returncode, b"".join(out)


def cpu_seconds():
    """CPU time of all child processes that have ended."""
    t = os.times()
    return t.children_user + t.children_system


def failed_line(line):
    return line.startswith(b"not ok") and b"# SKIP" not in line


def failures(status, out):
    """The names of failed tests in TAP output; a status other than 0 is one of its own."""
    found = {l.split(b" - ")[-1] for l in out.splitlines() if failed_line(l)}
    return found | ({b"status"} if status else set()) | ({b"no plan"} if b"1.." not in out else set())


def copy_tree(to):
    """A copy of the files of the tree, keeping what was built there before."""
    out = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    names = set(filter(None, out.decode().split("\0")))
    for old in glob.glob(f"{to}/src/**/*.[ch]", recursive=True) + glob.glob(f"{to}/test/**/*.[ch]", recursive=True):
        if os.path.relpath(old, to) not in names:
            os.unlink(old)
    for name in filter(lambda n: os.path.exists(os.path.join(ROOT, n)), names):
        source, target = os.path.join(ROOT, name), os.path.join(to, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or open(source, "rb").read() != open(target, "rb").read():
            shutil.copy(source, target)


def make(folder, targets, flags, limit=None):
    cc = "ccache gcc" if shutil.which("ccache") else "gcc"
    return run(["make", "LUSORIA_READY=1", f"CC={cc}", f"CFLAGS={flags}"] + targets, folder, limit)


def program_of(test):
    """A test is a program, a script, or one case of a program (PROGRAM:CASE)."""
    return test.partition(":")[0]


def environment(folder, test):
    e = dict(os.environ, B="build", XDG_DATA_HOME="/proc/none", CMOCKA_MESSAGE_OUTPUT="TAP",
             CMOCKA_TEST_ABORT="1", LUSORIA_POSITIONS="2000", CCACHE_NOHASHDIR="1", CCACHE_BASEDIR=folder)
    case = test.partition(":")[2]
    return dict(e, ONLY=case) if case else e


def all_tests(programs=False):
    tests = ["build/" + os.path.relpath(p, ROOT)[:-2] for p in glob.glob(f"{ROOT}/test/test_*.c")]
    scripts = [os.path.relpath(p, ROOT) for p in glob.glob(f"{ROOT}/test/*.sh")]
    return sorted(tests) + sorted(s for s in scripts if not programs and os.path.basename(s) not in SCRIPTS_LEFT_OUT)


def test_source(test):
    test = program_of(test)
    return os.path.join(ROOT, test[len("build/"):] + ".c" if test.startswith("build/") else test)


def sha(path):
    return hashlib.sha256(open(path, "rb").read()).hexdigest()[:16]
