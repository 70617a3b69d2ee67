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


def run(*args, typed="", cwd=None, env=None, limit=None):
    note("bylaw", *args, given=typed)

    def narrow():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    done = subprocess.run([BYLAW, *args], input=typed.encode(), capture_output=True, timeout=60, cwd=cwd,
                          env={**os.environ, **(env or {})}, preexec_fn=narrow)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def read(path):
    with open(path) as f:
        return f.read()


def put(path, text):
    with open(path, "w") as f:
        f.write(text)


# Every call that writes a file F into the folder in which it runs; `lab` writes more than one.
GAME = ["pharaoh", "--seed", "3"]
PLAY = (["play", *GAME, "--save", "F"], "draw\n")
SIMULATE = (["simulate", *GAME, "--games", "20", "--transcript", "F"], "")
LAB = (["lab", *GAME, "--games", "5", "--playouts", "0", "--jobs", "1", "--out", "lab", "--findings", "F"], "")
TOURNAMENT = (["tournament", "pharaoh", "random", "random", "--deals", "4", "--jobs", "1", "--seed", "3",
               "--out", "F"], "")


class InFolder(Case):
    def setUp(self):
        super().setUp()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.at = self.folder.name

    def path(self, name):
        return os.path.join(self.at, name)


class Files(InFolder):
    def test_what_others_have_beside_it_stays(self):
        put(self.path("F.new"), "mine\n")
        self.assertEqual(run(*PLAY[0], typed=PLAY[1], cwd=self.at)[0], 0)
        self.assertEqual(read(self.path("F.new")), "mine\n")
        self.assertEqual(sorted(os.listdir(self.at)), ["F", "F.new"])

    def test_no_link_beside_it_is_followed(self):
        put(self.path("precious"), "mine\n")
        os.symlink("precious", self.path("F.new"))
        self.assertEqual(run(*PLAY[0], typed=PLAY[1], cwd=self.at)[0], 0)
        self.assertEqual(read(self.path("precious")), "mine\n")
        self.assertEqual(sorted(os.listdir(self.at)), ["F", "F.new", "precious"])

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

    def test_what_is_no_file_is_written_to(self):
        call = [word if word != "F" else "/dev/null" for word in SIMULATE[0]]
        self.assertEqual(run(*call)[0], 0)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        call = [word if word != "F" else "/dev/full" for word in SIMULATE[0]]
        status, _, err = run(*call)
        self.assertEqual((status, err), (2, "bylaw: /dev/full: No space left on device\n"))
        call = [word if word != "F" else "/dev/stdout" for word in SIMULATE[0]]
        self.assertIn('"game":"pharaoh"', run(*call)[1])

    def test_no_room_at_all(self):
        """Beyond what a file may have there is as little room as on a full disk."""
        for call, typed in (PLAY, SIMULATE, LAB, TOURNAMENT):
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
    def each_call(self, call, typed, old, fault=None):
        """Runs the program once for each of its calls that change files, each time in a new folder
        with the old file; yields the folder and what became of the run."""
        for at in range(1, 1000):
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as beside:
                put(os.path.join(folder, "F"), old)
                env = {"LD_PRELOAD": FAULTS, "FAULT_AT": str(at), "FAULT_SEEN": beside + "/seen"}
                if fault:
                    env["FAULT_ERRNO"] = str(fault)
                answer = run(*call, typed=typed, cwd=folder, env=env)
                if not os.path.exists(beside + "/seen"):
                    self.assertEqual(answer[0], 0)
                    self.assertGreater(at, 5, "too few calls were met")
                    return
                yield folder, at, answer

    def calls(self):
        """Of play only a game that goes on can be written over: it is resumed."""
        run(*PLAY[0], typed=PLAY[1], cwd=self.at)
        yield (["play", "--resume", "F", "--save", "F"], "#1\n", read(self.path("F")))
        os.remove(self.path("F"))
        for call, typed in (SIMULATE, LAB):
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
                self.assertIn(old, found)
                self.assertIn(new, found)

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
