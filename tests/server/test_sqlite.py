"""The logs of tables in a file of SQLite."""
import os
import resource
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from contract import Contract
from keepers import STOREKEEPER, Keeper, log_of, name, record

DATA = Path(__file__).parent / "data"


class SQLite(Contract, unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.files = 0

    def where(self):
        self.files += 1
        return os.path.join(self.folder.name, f"{self.files}.db")

    def refused(self, where):
        done = subprocess.run([STOREKEEPER, where], stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        return done.stderr.decode()

    def test_who_opens_the_file_has_it(self):
        where = self.where()
        with Keeper(where, "wss://first") as first:
            table, fence = self.make(first, 2)
            quiet, _ = self.make(first, 2)
            first.kill(signal.SIGSTOP)
            with Keeper(where, "wss://second") as second:
                first.kill(signal.SIGCONT)
                first.taken(quiet)
                self.assertIn(first.store(table, 2, "asleep", fence)["fate"], ("fenced", "lost"))
                self.assertEqual(first.store(name(), 0, "asleep")["fate"], "fenced")
                got = first.load(table)
                self.assertEqual((got["fate"], got["where"]), ("elsewhere", "wss://second"))
                self.assertIn("wss://second", first.event("store-taken-over")["why"])
                got = second.load(table)
                self.assertEqual(got["records"], log_of(table, 2))
                self.assertGreater(got["fence"], fence)
                self.assertEqual(second.store(table, 2, "awake", got["fence"])["fate"], "done")
            self.assertEqual(first.store(table, 3, "still", fence)["fate"], "lost")

    def test_it_writes_ahead(self):
        where = self.where()
        with Keeper(where) as keeper:
            self.make(keeper)
            self.assertTrue(os.path.exists(where + "-wal"))
        self.assertEqual(sorted(os.listdir(self.folder.name)), [os.path.basename(where)])

    def test_nobody_else_may_read_it(self):
        """It has the secrets of deals."""
        where = self.where()
        with Keeper(where, umask=0o022) as keeper:
            self.make(keeper)
            for name in os.listdir(self.folder.name):
                mode = os.stat(os.path.join(self.folder.name, name)).st_mode
                self.assertEqual(mode & 0o777, 0o600, name)

    def test_a_file_of_version_1_is_taken_over(self):
        where = self.where()
        db = sqlite3.connect(where)
        db.executescript((DATA / "store-1.sql").read_text())
        db.close()
        with Keeper(where) as keeper:
            told = keeper.stands("aaaaaaaaaaaaaaaa")
            self.assertEqual((told["stage"], told["lobby"]), (1, '{"game":"some"}'))
            got = keeper.load("aaaaaaaaaaaaaaaa")
            self.assertEqual((got["records"], got["fence"]), (['{"made":1}', '{"sat":1}'], 42))
            self.assertEqual(keeper.store("aaaaaaaaaaaaaaaa", 2, "{}", got["fence"])["fate"], "done")
        db = sqlite3.connect(where)
        self.assertEqual(db.execute("PRAGMA user_version").fetchone(), (2,))
        self.assertEqual(db.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        db.close()

    def test_files_that_are_not_ours(self):
        other, newer, text = self.where(), self.where(), self.where()
        for path, script in ((other, "CREATE TABLE songs(title TEXT)"), (newer, "")):
            db = sqlite3.connect(path)
            db.executescript(script)
            db.close()
        with Keeper(newer):
            pass
        db = sqlite3.connect(newer)
        db.execute("PRAGMA user_version = 1000")
        db.close()
        Path(text).write_text("Dear diary, " * 100)
        before = [Path(path).read_bytes() for path in (other, text)]
        self.assertIn("not of bylaw", self.refused(other))
        self.assertIn("newer version", self.refused(newer))
        self.assertIn("not a database", self.refused(text))
        self.assertEqual([Path(path).read_bytes() for path in (other, text)], before)

    def test_there_is_no_such_folder(self):
        fault = self.refused(os.path.join(self.folder.name, "none", "a.db"))
        self.assertIn("none/a.db: ", fault)
        self.assertIn("No such file or directory", fault)

    def test_a_disk_is_full_and_has_room_again(self):
        where = self.where()
        with Keeper(where) as keeper:
            table, fence = self.make(keeper, 3)
            size = os.path.getsize(where + "-wal")
            limit = resource.prlimit(keeper.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(keeper.process.pid, resource.RLIMIT_FSIZE, (size + 1000, limit[1]))
            keeper.order(*(record(table, i, "x" * 3000, fence) for i in range(3, 9)))
            self.assertEqual({keeper.stored(table, i)["fate"] for i in range(3, 9)}, {"lost"})
            self.assertTrue(keeper.event("store-fails")["why"])
            resource.prlimit(keeper.process.pid, resource.RLIMIT_FSIZE, (0, limit[1]))
            self.assertEqual(keeper.store(name(), 0, "x" * 3000)["fate"], "lost")
            keeper.answers.clear()
            for _ in range(10):   # in the time of which it looks around, too
                self.assertEqual(keeper.store(name(), 0, "x" * 3000)["fate"], "lost")
            self.assertFalse(keeper.figures()["up"])
            self.assertEqual(keeper.answers, [], "it works as little as before")
            resource.prlimit(keeper.process.pid, resource.RLIMIT_FSIZE, limit)
            keeper.event("store-works-again")
            got = keeper.load(table)
            self.assertEqual(got["records"], log_of(table, 3))
            self.assertEqual(keeper.store(table, 3, "room", got["fence"])["fate"], "done")


if __name__ == "__main__":
    unittest.main()
