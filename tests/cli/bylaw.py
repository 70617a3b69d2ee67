"""What the tests of the program share: how it is called, and what it is called with."""
import functools
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ.get("BYLAW", "bylaw")
EXAMPLES = Path(os.environ.get("BYLAW_EXAMPLES",
                               Path(__file__).parent.parent / "data" / "examples"))
SOURCE = Path(__file__).parent.parent.parent
BRIEF = bool(os.environ.get("BYLAW_BRIEF"))   # a slow build: what only repeats is cut

DONE, NO, WRONG = 0, 1, 2


class Answer:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")
        self.lines = self.out.splitlines()

    @property
    def json(self):
        return json.loads(self.out)


called = "nothing"   # the last call, which a failed expectation is told with


def note(*words, given=""):
    global called
    called = " ".join(map(str, words)) + (" < " + str(given)[:400] if given else "")


def bylaw(*words, given=b"", timeout=60, **more):
    if isinstance(given, (dict, list)):
        given = json.dumps(given)
    note("bylaw", *words, given=given)
    if isinstance(given, str):
        given = given.encode()
    return Answer(subprocess.run([PROGRAM, *map(str, words)], input=given, timeout=timeout,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more))


def new(game, *words):
    return bylaw("new", game, *words).json


def listed(game):
    """Whether all its moves can be listed: none is a form such as `say <word>`."""
    return "<" not in bylaw("legal", game, given=new(game, "--seed", 1)).out


ABOUT = {g["id"]: g for g in bylaw("games", "--json").json}   # what the program has
ALL = list(ABOUT)
GAMES = [game for game in ALL if listed(game)]


def seal(words):
    """A line of a checkpoint with its checksum, whatever stands in it."""
    h = 0xcbf29ce484222325
    for byte in words.encode():
        h = (h ^ byte) * 0x100000001b3 % 2**64
    for shift, factor in ((30, 0xbf58476d1ce4e5b9), (27, 0x94d049bb133111eb), (31, 1)):
        h = (h ^ h >> shift) * factor % 2**64
    return f"{words} {h}"


def crafted(part, numbers, most=60):
    """What a checkpoint can be made to say in its second line: each number that is another, a
    number too few, too many, and of no block."""
    plan, line, *_ = part.read_text().splitlines()
    words = line.split()[:-1]
    assert seal(" ".join(words)) == line
    places = range(1, len(words))
    for at in places[::max(1, len(words) // most)]:
        for number in numbers:
            yield f"{plan}\n{seal(' '.join(words[:at] + [str(number)] + words[at + 1:]))}\n"
    for changed in (words[:-1], words + ["0"], words[:1] + ["12345678"] + words[2:], words[:2],
                    words + ["-"], words[:3] + [""] + words[3:]):
        yield f"{plan}\n{seal(' '.join(changed))}\n"


class Case(unittest.TestCase):
    @functools.cached_property
    def at(self):
        """A folder of the test's own, which goes with it."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    def _formatMessage(self, msg, standard):
        """Beside file and line of the case: the game and the move that were asked about last."""
        return super()._formatMessage(msg, standard) + "\nthe last call was: " + called

    def wrong(self, answer, *parts):
        """Wrong input: status 2, one line that says where, nothing else."""
        self.assertEqual(answer.status, WRONG, answer.err)
        self.one_line(answer, *parts)
        self.assertEqual(answer.out, "")

    def one_line(self, answer, *parts):
        self.assertRegex(answer.err, r"\Abylaw: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, answer.err)

    def wait(self, run, ready):
        """Waits until something that a program under way does has come, which it must live to do."""
        while not ready():
            self.assertIsNone(run.poll(), "the program ended before")
            time.sleep(0.01)

    def done(self, answer):
        self.assertEqual((answer.status, answer.err), (DONE, ""))
        return answer


def wait_until_caught(run, number, seconds=20):
    """Until a program that runs has a handler for a signal."""
    end = time.time() + seconds
    while time.time() < end and run.poll() is None:
        for line in Path(f"/proc/{run.pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:") and int(line.split()[1], 16) >> (number - 1) & 1:
                return
        time.sleep(0.01)
    raise AssertionError("signal %d is not caught" % number)


def read_terminal(reading):
    """All that a program shows at a pseudo-terminal until it leaves it."""
    shown = ""
    try:
        while piece := os.read(reading, 65536):
            shown += piece.decode()
    except OSError:
        pass   # nobody is at the other end any more
    os.close(reading)
    return shown


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])


def refused_by(clause):
    """A refusal at the table, as a pattern: in words first, the clause behind them."""
    return rf"(?s)Refused[:.](?:(?!\n\n).)*?\n  {clause}[^ :]*: "
