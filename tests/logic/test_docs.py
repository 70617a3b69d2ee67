"""The examples of docs/logic.md: every proof has the verdict it says, every call its output."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["BYLAW"]
TEXT = (Path(__file__).parents[2] / "docs" / "logic.md").read_text(encoding="utf-8")
PROOFS = re.findall(r"^```proof (\S+) (\S+) (\w+) (\d+) (\S+)\n(.*?)^```$", TEXT, re.M | re.S)
CALLS = re.findall(r"^```sh-session\n(.*?)^```$", TEXT, re.M | re.S)


def run(folder, *words):
    return subprocess.run([PROGRAM, *words], cwd=folder, stdout=subprocess.PIPE,
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
        self.assertGreater(len(CALLS), 5)
        for block in CALLS:
            for call in re.split(r"^\$ ", block, flags=re.M)[1:]:
                line, _, wanted = call.partition("\n")
                words = shlex.split(line)
                self.assertEqual(words[0], "bylaw")
                self.assertEqual(run(self.folder, *words[1:]).stdout, wanted, line)

    def test_rules(self):
        """The table names every rule once, with its clause."""
        rows = re.findall(r"^\| L\.P\.(\d+) \| ([a-z-]+) \|", TEXT, re.M)
        self.assertEqual([int(n) for n, _ in rows], list(range(1, 28)))
        for _, name in rows:
            self.assertNotIn("no rule", run(self.folder, "logic", "infer", name).stderr)


unittest.main(argv=[sys.argv[0]])
