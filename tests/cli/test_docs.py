"""The examples of docs/logic.md and docs/play.md: every proof has the verdict it says, every call its
output, what is typed included."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["BYLAW"]
LOGIC, PLAY = ((Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
               for name in ("logic.md", "play.md"))
PROOFS = re.findall(r"^```proof (\S+) (\S+) (\w+) (\d+) (\S+)\n(.*?)^```$", LOGIC, re.M | re.S)
CALLS = [re.findall(r"^```sh-session\n(.*?)^```$", text, re.M | re.S) for text in (LOGIC, PLAY)]
PROMPT = "you> "


def run(folder, *words, typed=""):
    return subprocess.run([PROGRAM, *words], cwd=folder, input=typed, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8")


class Docs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, _, _, _, _, body in PROOFS:
            Path(self.folder, name).write_text(body, encoding="utf-8")

    def test_proofs(self):
        self.assertGreater(len(PROOFS), 8)
        for name, logic, verdict, number, other, _ in PROOFS:
            done = run(self.folder, "logic", "check", name, "--logic", logic, "--json")
            if verdict == "yes":
                wanted = '{"ok":true,"points":%s,"lemmas":%s}' % (number, other)
                self.assertEqual(done.stdout.strip(), wanted, name)
            else:
                self.assertEqual(done.returncode, 1, name)
                self.assertIn('"line":%s,"clause":"%s"' % (number, other), done.stdout, name)

    def test_calls(self):
        self.assertGreater(len(CALLS[0]), 5)
        self.assertGreater(len(CALLS[1]), 0)
        for block in sum(CALLS, []):
            for call in re.split(r"^\$ ", block, flags=re.M)[1:]:
                line, _, wanted = call.partition("\n")
                words = shlex.split(line)
                self.assertEqual(words[0], "bylaw")
                typed = "".join(re.findall(f"^{PROMPT}(.*\n)", wanted, re.M))
                told = run(self.folder, *words[1:], typed=typed).stdout
                if typed:   # then the end of input: it asks once more, and takes leave
                    told = told[:told.rindex(PROMPT)]
                self.assertEqual(told, wanted, line)

    def test_rules(self):
        """The table names every rule once, with its clause."""
        rows = re.findall(r"^\| L\.P\.(\d+) \| ([a-z-]+) \|", LOGIC, re.M)
        self.assertEqual([int(n) for n, _ in rows], list(range(1, 28)))
        for _, name in rows:
            self.assertNotIn("no rule", run(self.folder, "logic", "infer", name).stderr)


unittest.main(argv=[sys.argv[0]])
