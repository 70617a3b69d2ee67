"""PostgreSQL and NATS from Debian's packages, each in a process of the tests' own on loopback, and
gone when the tests are."""
import contextlib
import ctypes
import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time


def program(name, *places):
    found = [path for place in places for path in sorted(glob.glob(os.path.join(place, name)))]
    return shutil.which(name) or (found[-1] if found else None)


PLACES = "/usr/lib/postgresql/*/bin", "/usr/sbin"
INITDB, POSTGRES, PSQL, NATS = (program(name, *PLACES)
                                for name in ("initdb", "postgres", "psql", "nats-server"))


def free_port():
    """Not one of those that the system gives to whoever connects somewhere: who tries such a port until
    somebody listens there may connect to himself."""
    while True:
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", random.randrange(15000, 32000)))
            return s.getsockname()[1]


def die_with_us():
    ctypes.CDLL(None).prctl(1, signal.SIGINT)   # PR_SET_PDEATHSIG


def as_nobody():
    """PostgreSQL does not run as root: whom it runs as, and what Popen is to be told."""
    if os.getuid() != 0:
        return None, {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return user, {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def until(true, what):
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def start(service, run):
    """Starts it, on a port of its own. Somebody may have taken that in the meantime: the first time
    it has another one then, later it waits for it."""
    first = service.process is None
    end = time.monotonic() + 120
    service.process = None
    while not service.process or service.process.poll() is not None or not service.answers():
        assert time.monotonic() < end, f"{type(service).__name__} does not start"
        if not service.process or service.process.poll() is not None:
            service.port = free_port() if first else service.port
            service.process = run()
        time.sleep(0.02)


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.user, self.rights = as_nobody()
        self.port = self.process = None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        subprocess.run([INITDB, "-D", self.folder + "/data", "-U", "bylaw", "-A", "trust", "-E", "UTF8",
                        "--no-locale", "-N"], check=True, stdout=subprocess.DEVNULL, cwd="/",
                       **self.rights)
        self.start()

    def start(self):
        with open(self.folder + "/log", "a") as log:
            start(self, lambda: subprocess.Popen(
                [POSTGRES, "-D", self.folder + "/data", "-p", str(self.port), "-k", self.folder,
                 "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=40", "-c", "fsync=off"],
                stdout=log, stderr=log, cwd="/", preexec_fn=die_with_us, **self.rights))

    def answers(self):
        return self.ask("SELECT 1", fails=True) == "1"

    def stop(self, how=signal.SIGINT):
        """SIGINT: at once, in good order; SIGQUIT: as if it had crashed."""
        self.process.send_signal(how)
        self.process.wait()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)

    def where(self):
        return f"postgres://bylaw@127.0.0.1:{self.port}/postgres"

    def ask(self, sql, fails=False):
        done = subprocess.run([PSQL, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql,
                               self.where()], capture_output=True, text=True, cwd="/")
        if done.returncode and not fails:
            raise AssertionError(done.stderr)
        return done.stdout.strip()

    def empty(self):
        """Whatever an earlier test has left there."""
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                 "AND usename = 'bylaw'; DROP SCHEMA IF EXISTS bylaw CASCADE")

    def lapse(self, address):
        """A server that is dead or asleep has been so for longer than its lease."""
        self.ask(f"UPDATE bylaw.servers SET until = '-infinity' WHERE address = '{address}'")


class Nats:
    def __init__(self):
        self.port = self.process = None
        self.start()

    def start(self):
        start(self, lambda: subprocess.Popen(
            [NATS, "-a", "127.0.0.1", "-p", str(self.port)], cwd="/", stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=die_with_us))

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def close(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()

    @property
    def where(self):
        return f"nats://127.0.0.1:{self.port}"

    def listen(self):
        """A connection that is told what everybody is told; a file of its lines."""
        s = socket.create_connection(("127.0.0.1", self.port), timeout=120)
        lines = s.makefile("rb")
        s.sendall(b'CONNECT {"verbose":false}\r\nSUB bylaw.* 1\r\nPING\r\n')
        while lines.readline() != b"PONG\r\n":
            pass
        return s, lines


if __name__ == "__main__":   # for tests in other languages: says where a PostgreSQL is, until its input ends
    import sys
    if INITDB:
        postgres = Postgres()
        print(postgres.where(), flush=True)
        sys.stdin.read()
        postgres.close()
