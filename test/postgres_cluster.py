# SPDX-License-Identifier: MIT
"""postgres_cluster.py - a PostgreSQL of Debian's package in a scratch folder, for tests and benchmarks.

It runs as an unprivileged user (number 65534, if the caller is root), listens on a Unix socket only, and ends with this process.
It asks for no password: only that user and root can reach the folder of its socket."""
import glob, os, shutil, signal, subprocess, tempfile, time

UNPRIVILEGED = 65534
PROGRAMS = (sorted(glob.glob("/usr/lib/postgresql/*/bin")) or [""])[-1]


def is_installed():
    return os.path.exists(os.path.join(PROGRAMS, "initdb"))


class Cluster:
    """`settings` are lines of postgresql.conf."""

    def __init__(self, *settings):
        self.folder = tempfile.mkdtemp(prefix="lusoria-pg-")
        self.data = os.path.join(self.folder, "data")
        self.user = ["setpriv", f"--reuid={UNPRIVILEGED}", f"--regid={UNPRIVILEGED}", "--clear-groups"] if os.getuid() == 0 else []
        if self.user:
            os.chown(self.folder, UNPRIVILEGED, UNPRIVILEGED)
        self.run("initdb", "-D", self.data, "-U", "lusoria", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.write("\n".join(["listen_addresses = ''", f"unix_socket_directories = '{self.folder}'", "max_connections = 200", *settings, ""]))
        self.start()

    def run(self, program, *words):
        done = subprocess.run([*self.user, os.path.join(PROGRAMS, program), *words], cwd=self.folder, env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, f"{program}: {done.stdout}"
        return done.stdout

    def start(self):
        """The server is a child of this process, which pdeathsig ends together with it."""
        log = open(os.path.join(self.folder, "log"), "a")
        end = ["setpriv", "--pdeathsig", "TERM"] if not self.user else [*self.user, "--pdeathsig", "TERM"]
        self.process = subprocess.Popen([*end, os.path.join(PROGRAMS, "postgres"), "-D", self.data], cwd=self.folder, stdout=log, stderr=log)
        for _ in range(2400):
            if subprocess.run([os.path.join(PROGRAMS, "pg_isready"), "-q", "-U", "lusoria", "-d", "postgres", "-h", self.folder]).returncode == 0:
                return
            assert self.process.poll() is None, "PostgreSQL did not start"
            time.sleep(0.05)
        raise AssertionError("PostgreSQL did not start in time")

    def url(self, database):
        return f"postgresql://lusoria@/{database}?host={self.folder}"

    def sql(self, database, text):
        """Runs SQL and returns the rows, columns separated by '|'."""
        out = self.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "lusoria", "-d", database, "-c", text)
        return out.splitlines()

    def create(self, database):
        self.sql("postgres", f'CREATE DATABASE "{database}"')
        return self.url(database)

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast; SIGQUIT: as after a crash."""
        self.process.send_signal(how)
        self.process.wait(timeout=120)

    def remove(self):
        if self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
