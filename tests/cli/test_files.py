"""Files are written whole or not at all: links and files of others beside them stay as they are, a
full disk is told and leaves nothing behind, and a program that is killed leaves the old file or the
new one."""
import errno
import os
import resource
import signal
import stat
import subprocess
import tempfile
import unittest

from bylaw import Case, note

BYLAW = os.environ["BYLAW"]
FAULTS = os.environ.get("BYLAW_FAULTS", "")
OLD = "the old file\n"


def run(*args, typed="", cwd=None, env=None, limit=None, umask=0o022, groups=None, user=None,
        out=subprocess.PIPE):
    """The user has no group but those given, the first of them above all; root's rights are gone."""
    note("bylaw", *args, given=typed)

    def narrow():
        os.umask(umask)
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        if user is not None:
            os.setgroups(groups)
            os.setgid(groups[0])
            os.setuid(user)
    done = subprocess.run([BYLAW, *args], input=typed.encode(), stdout=out, stderr=subprocess.PIPE, timeout=60,
                          cwd=cwd, env={**os.environ, **(env or {})}, preexec_fn=narrow)
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


def read(path):
    with open(path, encoding="latin-1", newline="") as f:   # whatever its bytes are
        return f.read()


def put(path, text):
    with open(path, "w", encoding="latin-1", newline="") as f:
        f.write(text)


# Every call that writes a file F into the folder in which it runs; `lab` writes more than one.
GAME = ["pharaoh", "--seed", "3"]
PLAY = (["play", *GAME, "--save", "F"], "draw\n")
SIMULATE = (["simulate", *GAME, "--games", "20", "--transcript", "F"], "")
DATASET = (["simulate", *GAME, "--games", "9", "--jobs", "1", "--dataset", "F"], "")
LAB = (["lab", *GAME, "--games", "5", "--ladder", "random,greedy", "--playouts", "0", "--jobs", "1", "--out", "lab", "--findings", "F"], "")
TOURNAMENT = (["tournament", "pharaoh", "random", "random", "--deals", "4", "--jobs", "1", "--seed", "3",
               "--out", "F"], "")


def to(call, name):
    return [word if word != "F" else name for word in call]


def as_nobody(*groups):
    """How nobody runs the program, if nobody can reach it."""
    who = {"user": 65534, "groups": [65534, *groups]}
    try:
        run("games", cwd="/", **who)
    except PermissionError:
        raise unittest.SkipTest("the program is where only its builder can reach it")
    return who


def harmless():
    """Names in /dev are given only by one who could not replace them."""
    return as_nobody() if os.getuid() == 0 else {}


class InFolder(Case):
    def path(self, name):
        return os.path.join(self.at, name)


class Files(InFolder):
    def test_a_link_to_the_file_stays_a_link(self):
        os.mkdir(self.path("far"))
        put(self.path("far/there"), OLD)
        os.chmod(self.path("far/there"), 0o600)
        os.symlink("far/there", self.path("F"))
        self.assertEqual(run(*SIMULATE[0], cwd=self.at)[0], 0)
        self.assertTrue(os.path.islink(self.path("F")))
        self.assertIn('"game":"pharaoh"', read(self.path("far/there")))
        self.assertEqual(stat.S_IMODE(os.stat(self.path("far/there")).st_mode), 0o600)
        self.assertEqual(os.listdir(self.path("far")), ["there"])

    def test_a_link_to_no_file_yet(self):
        os.mkdir(self.path("far"))
        os.symlink("far/one", self.path("F"))
        os.symlink("../far/two", self.path("far/one"))
        self.assertEqual(run(*SIMULATE[0], cwd=self.at)[0], 0)
        self.assertTrue(os.path.islink(self.path("F")) and os.path.islink(self.path("far/one")))
        self.assertIn('"game":"pharaoh"', read(self.path("far/two")))
        self.assertEqual(sorted(os.listdir(self.path("far"))), ["one", "two"])

    def test_links_that_lead_nowhere(self):
        os.symlink("F", self.path("F"))
        os.symlink("missing/file", self.path("G"))
        for name, fault in (("F", "Too many levels of symbolic links"), ("G", "No such file or directory")):
            status, _, err = run(*to(SIMULATE[0], name), cwd=self.at)
            self.assertEqual(status, 2)
            self.assertIn(f"{name}: {fault}", err)
        self.assertEqual(sorted(os.listdir(self.at)), ["F", "G"])
        self.assertTrue(os.path.islink(self.path("F")) and os.path.islink(self.path("G")))

    def test_a_long_name(self):
        name = "n" * 255
        self.assertEqual(run(*to(SIMULATE[0], name), cwd=self.at)[0], 0)
        self.assertEqual(os.listdir(self.at), [name])
        status, _, err = run(*to(SIMULATE[0], name + "n"), cwd=self.at)
        self.assertEqual(status, 2)
        self.assertIn("File name too long", err)
        self.assertEqual(os.listdir(self.at), [name])

    def test_standard_output_that_is_a_file(self):
        """It is written as it comes: what was there before, and what follows, stays."""
        report = run(*to(SIMULATE[0], "new"), cwd=self.at)[1].split("\n")[0]
        os.symlink("/dev/stdout", self.path("link"))
        os.symlink("/dev", self.path("devices"))
        os.chmod(self.at, 0o777)
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "devices/stdout"):
            for how in ("a", "w"):
                with self.subTest(name, how=how):
                    put(self.path("app.txt"), OLD)
                    with open(self.path("app.txt"), how) as out:
                        before = os.fstat(out.fileno()).st_ino
                        if how == "w":
                            os.write(out.fileno(), OLD.encode())
                        status = run(*to(SIMULATE[0], name), cwd=self.at, out=out, **harmless())[0]
                    self.assertEqual(status, 0)
                    self.assertEqual(os.stat(self.path("app.txt")).st_ino, before)
                    text = read(self.path("app.txt"))
                    self.assertEqual(text[:len(OLD)], OLD)
                    self.assertEqual(text[len(OLD):].replace(read(self.path("new")), "", 1).split("\n")[0], report)
                    self.assertIn(read(self.path("new")), text)
        self.assertTrue(os.path.islink(self.path("link")))

    def test_standard_output_that_is_deleted(self):
        os.symlink("/proc/self/fd/1", self.path("F"))
        with open(self.path("gone"), "w+") as out:
            os.remove(self.path("gone"))
            os.chmod(self.at, 0o777)
            self.assertEqual(run(*SIMULATE[0], cwd=self.at, out=out, **harmless())[0], 0)
            out.seek(0)
            self.assertIn('"game":"pharaoh"', out.read())
        self.assertEqual(os.listdir(self.at), ["F"])
        self.assertTrue(os.path.islink(self.path("F")))

    def test_what_is_not_open(self):
        """And what is not there: no file is made where devices are."""
        for name, fault in (("/dev/fd/99", "Bad file descriptor"), ("/proc/self/fd/x", "No such file"),
                            ("/proc/F", "No such file"), ("/dev/F", "No such file")):
            status, _, err = run(*to(SIMULATE[0], name), **harmless())
            self.assertEqual(status, 2)
            self.assertIn(f"{name}: {fault}", err)

    def test_rights_of_a_new_file(self):
        for umask, mode in ((0, 0o666), (0o022, 0o644), (0o077, 0o600)):
            self.assertEqual(run(*SIMULATE[0], cwd=self.at, umask=umask)[0], 0)
            self.assertEqual(stat.S_IMODE(os.stat(self.path("F")).st_mode), mode)
            os.remove(self.path("F"))

    def test_a_file_that_may_not_be_written(self):
        put(self.path("F"), OLD)
        os.chmod(self.path("F"), 0o444)
        os.chmod(self.at, 0o777)
        status, _, err = run(*SIMULATE[0], cwd=self.at, **harmless())
        self.assertEqual(status, 2)
        self.assertIn("F: Permission denied", err)
        self.assertEqual((os.listdir(self.at), read(self.path("F"))), (["F"], OLD))

    @unittest.skipUnless(os.getuid() == 0, "only root gives files away")
    def test_owner_and_group_stay(self):
        put(self.path("F"), OLD)
        os.chmod(self.path("F"), 0o640)
        os.chown(self.path("F"), 1234, 4321)
        self.assertEqual(run(*SIMULATE[0], cwd=self.at)[0], 0)
        now = os.stat(self.path("F"))
        self.assertEqual((now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)), (1234, 4321, 0o640))

    @unittest.skipUnless(os.getuid() == 0, "only root takes another's part")
    def test_a_group_that_cannot_be_kept_gives_no_rights(self):
        """Nor do those of the old group, who are others now, get what it had not."""
        os.chmod(self.at, 0o777)
        for group, mode, kept, left in ((4321, 0o664, 65534, 0o604), (4321, 0o626, 65534, 0o602),
                                        (5, 0o664, 5, 0o664)):
            put(self.path("F"), OLD)
            os.chmod(self.path("F"), mode)
            os.chown(self.path("F"), 65534, group)
            self.assertEqual(run(*SIMULATE[0], cwd=self.at, **as_nobody(5))[0], 0)
            now = os.stat(self.path("F"))
            self.assertEqual((now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)), (65534, kept, left))
            self.assertIn('"game":"pharaoh"', read(self.path("F")))
            os.remove(self.path("F"))

    def test_a_terminal_that_goes_away(self):
        """SIGHUP ends a run as SIGTERM does: the games that are done are kept; not under nohup."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.assertEqual(self.stopped_by(number, signal.SIG_DFL), 128 + number)
                self.assertTrue(read(self.path("F")).endswith("}\n"))
                self.assertEqual(os.listdir(self.at), ["F"])
                os.remove(self.path("F"))
        self.assertEqual(self.stopped_by(signal.SIGHUP, signal.SIG_IGN), 128 + signal.SIGTERM)

    def written(self):
        return sum(os.stat(self.path(name)).st_size for name in os.listdir(self.at))

    def stopped_by(self, number, before):
        call = [BYLAW, "simulate", "pharaoh", "--games", str(10**9), "--jobs", "1", "--transcript", "F"]
        child = subprocess.Popen(call, cwd=self.at, stdout=subprocess.DEVNULL,
                                 preexec_fn=lambda: signal.signal(signal.SIGHUP, before))
        self.wait(child, lambda: self.written() > 0)
        child.send_signal(number)
        if before == signal.SIG_IGN:
            now = self.written()
            self.wait(child, lambda: self.written() > now)   # it goes on
            child.terminate()
        return child.wait(timeout=30)

    def test_what_is_no_file_is_written_to(self):
        self.assertEqual(run(*to(SIMULATE[0], "/dev/null"), **harmless())[0], 0)
        status, _, err = run(*to(SIMULATE[0], "/dev/full"), **harmless())
        self.assertEqual((status, err), (2, "bylaw: /dev/full: No space left on device\n"))
        self.assertIn('"game":"pharaoh"', run(*to(SIMULATE[0], "/dev/stdout"), **harmless())[1])

    def test_no_room_at_all(self):
        """Beyond what a file may have there is as little room as on a full disk."""
        for call, typed in (PLAY, SIMULATE, DATASET, LAB, TOURNAMENT):
            with self.subTest(call[0]), tempfile.TemporaryDirectory() as at:
                status, _, err = run(*call, typed=typed, cwd=at, limit=0)
                self.assertNotEqual(status, 0)
                self.assertRegex(err, r"(?m)^bylaw: (F|lab|F\.json|F\.part|lab\.part): File too large")
                self.assertEqual(os.listdir(at), [])

    def test_no_room_for_all_of_it(self):
        put(self.path("F"), OLD)
        status, _, err = run(*SIMULATE[0], cwd=self.at, limit=2000)
        self.assertEqual((status, err), (2, "bylaw: F: File too large\n"))
        self.assertEqual((os.listdir(self.at), read(self.path("F"))), (["F"], OLD))

    def test_no_room_for_what_is_kept_beside(self):
        """A dataset is put together of files without a name; nor do those stay."""
        put(self.path("F"), OLD)
        many = [word if word != "9" else "3000" for word in DATASET[0]]
        status, _, err = run(*many, cwd=self.at, limit=200000)
        self.assertEqual((status, err), (2, "bylaw: F: File too large\n"))
        self.assertEqual((os.listdir(self.at), read(self.path("F"))), (["F"], OLD))

    def test_a_full_disk(self):
        """A real one, where a small file system can be mounted."""
        script = ('mount -t tmpfs -o size=16k none "$1" && cd "$1" && echo the old file >F && shift && '
                  '"$@"; echo "status $?"; ls; cat F')
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", self.at, BYLAW, *SIMULATE[0]],
                              capture_output=True, text=True)
        if "status" not in done.stdout or "mount" in done.stderr or "unshare" in done.stderr:
            self.skipTest("nothing can be mounted here")
        self.assertEqual(done.stdout, "status 2\nF\n" + OLD)
        self.assertEqual(done.stderr, "bylaw: F: No space left on device\n")


@unittest.skipUnless(FAULTS, "the sanitizers want to be loaded first themselves")
class Faults(InFolder):
    def each_call(self, call, typed, old, fault=None, only=None):
        """Runs the program once for each of its calls that change files, each time in a new folder
        with the old file, which is private; yields the folder and what became of the run."""
        for at in range(1, 1000):
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as beside:
                put(os.path.join(folder, "F"), old)
                os.chmod(os.path.join(folder, "F"), 0o600)
                env = {"LD_PRELOAD": FAULTS, "FAULT_AT": str(at), "FAULT_SEEN": beside + "/seen"}
                if fault:
                    env["FAULT_ERRNO"] = str(fault)
                if only:
                    env["FAULT_CALL"] = only
                answer = run(*call, typed=typed, cwd=folder, env=env, umask=0)
                if not os.path.exists(beside + "/seen"):
                    self.assertEqual(answer[0], 0)
                    self.assertGreater(at, 1 if only else 5, "too few calls were met")
                    return
                yield folder, at, answer

    def calls(self):
        """Of play only a game that goes on can be written over: it is resumed."""
        run(*PLAY[0], typed=PLAY[1], cwd=self.at)
        yield (["play", "--resume", "F", "--save", "F"], "#1\n", read(self.path("F")))
        os.remove(self.path("F"))
        for call, typed in (SIMULATE, DATASET, LAB):
            yield call, typed, OLD

    def news(self, call, typed, old):
        """All that F may be, after each time that it is written."""
        with tempfile.TemporaryDirectory() as folder:
            put(os.path.join(folder, "F"), old)
            self.assertEqual(run(*call, typed=typed, cwd=folder)[0], 0)
            return read(os.path.join(folder, "F"))

    def test_killed_between_any_two_calls(self):
        for call, typed, old in self.calls():
            new = self.news(call, typed, old)
            with self.subTest(call[0]):
                self.assertNotEqual(old, new)
                found = set()
                for folder, at, (status, _, _) in self.each_call(call, typed, old):
                    self.assertEqual(status, -signal.SIGKILL)
                    now = read(os.path.join(folder, "F"))
                    # A game that goes on is written after every move.
                    whole = now in (old, new) or call[0] == "play" and new.startswith(now) and \
                        now.endswith("\n")
                    self.assertTrue(whole, f"killed at call {at}: {now[-200:]!r}")
                    found.add(now)
                    for name in os.listdir(folder):
                        if name == "F" or call[0] != "lab":   # which writes others, too
                            mode = os.stat(os.path.join(folder, name)).st_mode
                            self.assertEqual(mode & 0o077, 0, f"{name} at call {at}")
                self.assertIn(old, found)
                self.assertIn(new, found)

    def test_a_name_that_is_taken(self):
        """Whoever guesses the name of the new file, and puts a link there, gains nothing: it is not
        written to, it stays, and the next name is taken."""
        for kind in ("hard", "symbolic"):
            for call, typed in (PLAY, SIMULATE, LAB):
                with self.subTest(call[0], kind=kind), tempfile.TemporaryDirectory() as at:
                    precious = os.path.join(at, "precious")
                    put(precious, "mine\n")
                    env = {"LD_PRELOAD": FAULTS, "FAULT_TAKEN": precious, "FAULT_LINK": kind}
                    self.assertEqual(run(*call, typed=typed, cwd=at, env=env)[0], 0)
                    self.assertIn("pharaoh", read(os.path.join(at, "F")))
                    taken = [name for name in os.listdir(at) if name.startswith(".bylaw-")]
                    self.assertEqual(len(taken), 1)
                    self.assertEqual(os.path.islink(os.path.join(at, taken[0])), kind == "symbolic")
                    self.assertEqual((read(precious), read(os.path.join(at, taken[0]))), ("mine\n", "mine\n"))

    def test_a_write_may_be_interrupted(self):
        new = self.news(*SIMULATE, OLD)
        for folder, at, (status, _, err) in self.each_call(*SIMULATE, OLD, errno.EINTR, "write"):
            self.assertEqual((status, err, read(os.path.join(folder, "F"))), (0, "", new), at)

    def test_any_call_may_fail(self):
        for call, typed, old in self.calls():
            with self.subTest(call[0]):
                new = self.news(call, typed, old)
                for folder, at, (status, _, err) in self.each_call(call, typed, old, errno.ENOSPC):
                    now = read(os.path.join(folder, "F"))
                    self.assertTrue(now in (old, new) or call[0] == "play" and new.startswith(now), at)
                    left = set(os.listdir(folder)) - {"F", "lab.html", "lab.json", "lab.part"}
                    self.assertEqual(left, set(), f"left behind, call {at}")
                    # Only the last save of a game that goes on counts.
                    self.assertIn("No space left on device", err, f"call {at}")
                    if call[0] != "play":
                        self.assertNotEqual(status, 0, f"call {at}")


if __name__ == "__main__":
    unittest.main()
