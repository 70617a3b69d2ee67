"""test_ptx.py PART FILE… - Ptx: kernels are made for every game that is listed, self-contained, and taken
by assemblers; left out where there are none. Missing: what a machine lacks is said."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PART, FILES = sys.argv[1], [pathlib.Path(path) for path in sys.argv[2:]]
PROGRAM = os.environ["BYLAW"]
KERNELS = {"play": ["play_own", "play_shared"], "sample": ["sample_greedy", "sample_random"],
           "vector": ["vector_check", "vector_step"]}


def kind(path):
    return path.name.split(".")[1]


class Ptx(unittest.TestCase):
    def test_self_contained(self):
        """Nothing is asked of anybody else but the room that a launch gives to a block."""
        for path in FILES:
            text = path.read_text()
            self.assertEqual(re.findall(r"(?m)^\.extern (?!\.shared).*", text), [], path.name)
            own = re.findall(r"(?m)^\.func\s+(?:\(.*?\)\s*)?(\w+)", text)
            for called in re.findall(r"(?m)^\s*call(?:\.uni)?\s+(?:\(\w+\),\s*)?([\w%$.]+)\s*,", text):
                self.assertIn(called, own, path.name)
            if kind(path) != "vector":   # all in one function
                self.assertEqual(own, [], path.name)
            self.assertIn(".target sm_75", text)

    def test_kernels(self):
        for path in FILES:
            entries = re.findall(r"(?m)^\.visible \.entry (\w+)\(", path.read_text())
            self.assertEqual(sorted(entries), KERNELS[kind(path)], path.name)
        for game in {path.name.split(".")[0] for path in FILES}:
            self.assertEqual({kind(path) for path in FILES if path.name.startswith(game + ".")}, set(KERNELS), game)

    def test_shared_state_is_not_asked_for_elsewhere(self):
        """A state in shared memory is known to lie there wherever it is touched: no address of it
        becomes one that could lie anywhere. What is read and written without a place is the list."""
        for path in FILES:
            if kind(path) != "play":
                continue
            kernel = path.read_text().split(".entry play_shared(")[1]
            self.assertEqual(re.findall(r"\bcvta\.shared\b.*", kernel), [], path.name)
            for way in "ld", "st":
                self.assertRegex(kernel, rf"\b{way}\.shared\b", path.name)

    @unittest.skipUnless(shutil.which("ptxas"), "ptxas is not here")
    def test_assembled(self):
        for path in FILES:
            r = subprocess.run(["ptxas", "-arch=sm_90", "-O0", str(path), "-o", os.devnull],
                               capture_output=True, text=True)
            self.assertEqual(r.returncode, 0, r.stderr)


class Missing(unittest.TestCase):
    """What is missing is said, and nothing is played."""

    def told(self, command, game, *words):
        r = subprocess.run([PROGRAM, command, game, *words], capture_output=True, text=True, cwd=self.enterContext(
            tempfile.TemporaryDirectory()))
        self.assertEqual((r.returncode, r.stdout), (2, ""), words)
        return r.stderr

    game = FILES[0].name.split(".")[0] if FILES else "pharaoh"

    def test_words(self):
        for command in "simulate", "lab":
            self.assertRegex(self.told(command, self.game, "--on", "tpu"), "'tpu' is not cpu or gpu")
        self.assertRegex(self.told("simulate", self.game, "--on", "gpu", "--players", "greedy,random"),
                         "all bots are random")
        self.assertRegex(self.told("simulate", self.game, "--on", "gpu", "--transcript", "-"), "transcripts")
        self.assertRegex(self.told("simulate", self.game, "--on", "gpu", "--dataset", os.devnull), "datasets")
        self.assertRegex(self.told("lab", self.game, "--on", "gpu", "--playout-bot", "ismcts:10"),
                         "ismcts:10 is not played on a GPU")
        self.assertRegex(self.told("lab", self.game, "--on", "gpu", "--playouts", "0"), "--on: is about play-outs")

    def test_a_game_that_is_never_played_there(self):
        """Whatever else is missing: nobody is sent for kernels that would be of no use."""
        for command in "simulate", "lab":
            self.assertIn("predicate-wars is not played on a GPU", self.told(command, "predicate-wars", "--on", "gpu"))

    @unittest.skipIf(FILES, "built with kernels")
    def test_what_is_to_be_installed(self):
        for command in "simulate", "lab", "train":
            self.assertIn("tools/setup.sh gpu", self.told(command, self.game, "--on", "gpu"))

    @unittest.skipIf(os.path.exists("/dev/nvidia0"), "a GPU is here")
    def test_no_device(self):
        for command in "simulate", "lab":
            self.assertRegex(self.told(command, self.game, "--on", "gpu"),
                             "no driver|knows no GPU|does not start" if FILES else "built without kernels")


if __name__ == "__main__":
    if PART == "Ptx" and not FILES:
        print("built without clang-19 and llvm-19: there is no PTX to look at")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], PART])
