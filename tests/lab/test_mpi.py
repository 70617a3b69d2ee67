"""bylaw lab under mpirun: the same report from any number of ranks, and what is done stays."""
import os
import subprocess
import tempfile
import time
from pathlib import Path

from bylaw import Case, PROGRAM, bylaw, main

MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.getuid() == 0 else [])]
# Ranks that wait leave the cores to those that play; no network is asked for.
SETTINGS = {"OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl": "self,vader",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "ASAN_OPTIONS": "detect_leaks=0"}   # those of MPI itself
CALL = ["lab", "true-propre", "--playouts", "4", "--compare", "rulings"]


def children(pid):
    return list(map(int, Path("/proc/%d/task/%d/children" % (pid, pid)).read_text().split()))


class Ranks(Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.at = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def files(self, out):
        return [(self.at / (out + ending)).read_bytes() for ending in (".html", ".json")]

    def start(self, ranks, out, *words):
        call = [*MPIRUN, "-n", str(ranks), PROGRAM, *CALL, "--out", self.at / out, *words]
        return subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env={**os.environ, **SETTINGS})

    def test_same_report(self):
        self.done(bylaw(*CALL, "--games", 64, "--out", self.at / "one"))
        run = self.start(4, "four", "--games", "64")
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 0, err)
        self.assertEqual(out.decode().count("written:"), 1)
        self.assertEqual(self.files("one"), self.files("four"))
        self.assertFalse((self.at / "four.part").exists())

    def test_a_rank_that_fails(self):
        """What is done stays, and the work goes on from there."""
        games = "900"
        run = self.start(3, "r", "--games", games)
        part = self.at / "r.part"
        while not part.exists() or part.read_bytes().count(b"\n") < 5:
            self.assertIsNone(run.poll())
            time.sleep(0.02)
        ranks = children(run.pid)
        os.kill(max(ranks), 9)
        run.communicate(timeout=120)
        self.assertNotEqual(run.returncode, 0)
        self.assertGreaterEqual(part.read_bytes().count(b"\n"), 5)
        again = self.start(2, "r", "--games", games, "--resume")
        _, err = again.communicate(timeout=120)
        self.assertEqual(again.returncode, 0, err)
        self.done(bylaw(*CALL, "--games", games, "--out", self.at / "one"))
        self.assertEqual(self.files("one"), self.files("r"))


main()
