"""bylaw lab and bylaw tournament under mpirun: the same result from any number of ranks, and what
is done stays."""
import json
import os
import signal
import subprocess
from pathlib import Path

from bylaw import Case, PROGRAM, SOURCE, bylaw, main, read_terminal

MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.getuid() == 0 else [])]
# Ranks that wait leave the cores to those that play; no network is asked for.
SETTINGS = {"OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl": "self,vader",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "ASAN_OPTIONS": "detect_leaks=0"}   # those of MPI itself
LAB = ["lab", "true-propre", "--ladder", "random,greedy,ismcts:100", "--playouts", "4", "--compare", "rulings"]
CUP = ["tournament", "pharaoh", "ismcts:80", "greedy", "--seed", "8"]


def children(pid):
    return list(map(int, Path("/proc/%d/task/%d/children" % (pid, pid)).read_text().split()))


class Ranks(Case):
    def files(self, out):
        """What was written, but for the checkpoint."""
        return {p.suffix: p.read_bytes() for p in self.at.glob(out + ".*") if p.suffix != ".part"}

    def start(self, ranks, out, call, *words, stderr=subprocess.PIPE):
        call = [*MPIRUN, "-n", str(ranks), PROGRAM, *call, *words, "--out", self.at / out]
        return subprocess.Popen(call, stdout=subprocess.PIPE, stderr=stderr,
                                env={**os.environ, **SETTINGS})

    def ranks(self, ranks, out, call, *words):
        run = self.start(ranks, out, call, *words)
        said, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0, err)
        self.assertFalse((self.at / (out + ".part")).exists())
        return said.decode()

    def alone(self, out, call, *words):
        self.done(bylaw(*call, *words, "--out", self.at / out, timeout=300))

    def wait_for(self, run, lines):
        """The checkpoint of a run, once it has so many lines."""
        part = self.at / "r.part"
        self.wait(run, lambda: part.exists() and part.read_bytes().count(b"\n") >= lines)
        return part

    def test_same_report(self):
        self.alone("one", LAB, "--games", "64")
        said = self.ranks(4, "four", LAB, "--games", "64")
        self.assertEqual(said.count("written:"), 1)
        self.assertEqual(self.files("one"), self.files("four"))

    def test_same_tournament(self):
        for call in ([*CUP, "--deals", "40"],
                     ["tournament", "true-propre", "greedy", "random", "greedy", "--deals", "300",
                      "--seed", "2"],
                     [*CUP[:4], "--players", "2", "--sprt", "0,80", "--seed", "1"]):
            said = self.ranks(4, "r", call)
            self.assertEqual(said.count("seed"), 1)
            four = self.files("r")
            self.assertEqual(list(four), [".json"])
            self.ranks(1, "r", call)
            self.assertEqual(four, self.files("r"))
            for jobs in ("1", "2"):
                self.alone("r", call, "--jobs", jobs)
                self.assertEqual(four, self.files("r"))

    def test_a_fresh_seed_is_the_same_for_all(self):
        call = [*CUP[:4], "--deals", "20"]
        self.ranks(3, "r", call)
        self.alone("one", call, "--seed", json.loads(self.files("r")[".json"])["seed"])
        self.assertEqual(self.files("one"), self.files("r"))

    def rank_fails(self, call):
        """What is done stays, and the work goes on from there, with another number of ranks."""
        run = self.start(3, "r", call)
        part = self.wait_for(run, 5)
        os.kill(max(children(run.pid)), 9)
        run.communicate(timeout=120)
        self.assertNotEqual(run.returncode, 0)
        self.assertGreaterEqual(part.read_bytes().count(b"\n"), 5)
        self.ranks(2, "r", call, "--resume")
        self.alone("one", call)
        self.assertEqual(self.files("one"), self.files("r"))

    def test_a_rank_that_fails(self):
        self.rank_fails([*LAB, "--ladder", "random,greedy", "--games", "400"])

    def test_a_rank_that_fails_in_a_tournament(self):
        self.rank_fails([*CUP, "--deals", "300"])

    def test_interrupted(self):
        """mpirun passes Ctrl-C on: the result of what is done is there, and --resume goes on."""
        call = [*CUP, "--deals", "300"]
        run = self.start(3, "r", call)
        self.wait_for(run, 20)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=60)
        self.assertIn(b"of 300 deals; --resume goes on", out)
        done = json.loads(self.files("r")[".json"])
        self.assertTrue(done["stopped"] and 0 < done["deals"] < 300)
        self.ranks(3, "r", call, "--resume")
        self.alone("one", call)
        self.assertEqual(self.files("one"), self.files("r"))

    def test_a_position_on_standard_input(self):
        """Only the first rank has it."""
        position = SOURCE / "docs" / "instances" / "pharaoh-no-end.json"
        call = [*MPIRUN, "-n", "3", PROGRAM, "lab", "pharaoh", "--games", "20", "--playouts", "0",
                "--explore", "--small-pack", "--position", "-", "--out", self.at / "r"]
        with position.open() as given:
            subprocess.run(call, stdin=given, stdout=subprocess.DEVNULL, check=True, timeout=120,
                           env={**os.environ, **SETTINGS})
        self.assertEqual(json.loads(self.files("r")[".json"])["explored"]["positions"], 3)

    def test_bar_on_a_terminal(self):
        reading, writing = os.openpty()
        run = self.start(2, "r", [*CUP, "--deals", "200"], stderr=writing)
        os.close(writing)
        shown = read_terminal(reading)
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0)
        self.assertRegex(shown, r"\d+/400 games, \d+/s, .* left")


main()
