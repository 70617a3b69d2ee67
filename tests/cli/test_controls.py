"""No subcommand passes on what a terminal would act on: controls in arguments, names of files,
positions, transcripts, proofs and typed lines come out as something else."""
import json
import os
import re
import subprocess
import tempfile
import unittest

from bylaw import BRIEF, GAMES, Case, note

BYLAW = os.environ["BYLAW"]
ORDERS = ["\x1b[31m", "\u009b31m", "\x7f", "\u0090q", "\x07", "\x9d0;x\x07"][:2 if BRIEF else None]
ALL_ORDERS = "".join(ORDERS)   # each of them would be found in what is said of all
# What there is, as `help` lists it: a new one is held to this as well.
SUBCOMMANDS = re.findall("^  ([a-z]+) ", subprocess.run([BYLAW, "help"], capture_output=True, text=True).stdout, re.M)
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Controls(Case):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = folder.name

    def harmless(self, *args, given=""):
        """Whatever it answers, there is nothing in it that a terminal would act on."""
        note("bylaw", *args, given=given)
        given = given if isinstance(given, bytes) else given.encode()
        done = subprocess.run([os.fsencode(BYLAW), *map(os.fsencode, args)], input=given, cwd=self.at,
                              capture_output=True, timeout=60)
        for stream in (done.stdout, done.stderr):
            text = stream.decode("utf-8")   # and it is text
            self.assertIsNone(CONTROL.search(text), repr(text[:400]))
        return done.returncode

    def test_arguments(self):
        logic = [["logic", sub] for sub in ("parse", "check", "infer", "search")]
        order = ALL_ORDERS
        for call in [[], *logic, *([name] for name in SUBCOMMANDS), *([name, GAMES[0]] for name in SUBCOMMANDS)]:
            for more in ([f"x{order}"], [f"--{order}"], ["--seed", order], ["--ruling", f"{order}={order}"],
                         ["--set", f"hand={order}"], ["--players", order], ["--preset", order],
                         ["--bot", order], ["--language", order]):
                self.assertNotEqual(self.harmless(*call, *more), -11)

    def test_moves_and_words(self):
        for game in GAMES:
            start = subprocess.run([BYLAW, "new", game, "--seed", "1"], capture_output=True, text=True).stdout
            for order in (*ORDERS[:1], ALL_ORDERS):
                for call in (["apply", game], ["explain", game]):
                    for move in (f"play {order}", order, f'say "{order}"', f'"{order}"', f"edit 1 {order}"):
                        for more in ([], ["--json"]):
                            self.harmless(*call, "0", move, *more, given=start)
                            self.harmless(*call, move, *more, given=start)

    def test_positions(self):
        for game in GAMES:
            start = json.loads(subprocess.run([BYLAW, "new", game, "--seed", "1"], capture_output=True,
                                              text=True).stdout)
            for order in (*ORDERS[:1], ALL_ORDERS):
                for key in start:
                    for raw in (False, True):
                        for wrong in ({**start, key: order}, {**start, key + order: 1}):
                            for name in ("legal", "show"):
                                self.harmless(name, game, given=json.dumps(wrong, ensure_ascii=not raw))

    def test_transcripts(self):
        subprocess.run([BYLAW, "simulate", "pharaoh", "--games", "1", "--seed", "1", "--transcript", "F"],
                       cwd=self.at, stdout=subprocess.DEVNULL, check=True)
        with open(os.path.join(self.at, "F")) as f:
            lines = f.read().splitlines()
        for order in ORDERS:
            for at in (0, 1, len(lines) - 1):
                whole = json.loads(lines[at])
                for key in whole:
                    for wrong in ({**whole, key: order}, {**whole, order: 1}):
                        text = "\n".join(lines[:at] + [json.dumps(wrong)] + lines[at + 1:]) + "\n"
                        self.harmless("verify", "-", given=text)
                        name = "F" + order.replace("/", "")
                        with open(os.path.join(self.at, name), "w") as f:
                            f.write(text)
                        self.harmless("play", "--resume", name)

    def test_subcommands_are_found(self):
        self.assertLess({"games", "play", "show", "review", "verify"}, set(SUBCOMMANDS))

    def test_names_of_files(self):
        for order in ORDERS:
            self.harmless("simulate", "pharaoh", "--games", "1", "--transcript", f"S{order}")
            self.harmless("verify", f"S{order}")
            self.harmless("review", f"S{order}", "--budget", "1")
            self.harmless("review", f"none{order}")
            self.harmless("play", "pharaoh", "--seed", "2", "--save", f"P{order}", given="draw\n")
            self.harmless("play", "--resume", f"P{order}", given=f"save Q{order}\ndraw\n")
            self.harmless("lab", "pharaoh", "--games", "2", "--ladder", "random,greedy", "--playouts", "0", "--out", f"L{order}")
            self.harmless("simulate", "pharaoh", "--transcript", f"/none/{order}")

    def test_proofs(self):
        for order in ORDERS:
            for text in (f"axiom {order}\n", f"axiom P{order}\n", f"{order}", f"(P>P) by {order}\n"):
                self.harmless("logic", "parse", text)
                self.harmless("logic", "check", "-", given=text)
                self.harmless("logic", "search", "-", given=text)

    def test_typed(self):
        for game in GAMES:
            for order in ORDERS:
                self.harmless("play", game, "--seed", "2", "--plain",
                              given=f"{order}\nplay {order}\nsay {order}\nrule {order}\nwhy {order}\n")


if __name__ == "__main__":
    unittest.main()
