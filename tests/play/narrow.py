#!/usr/bin/env python3
"""Whole games on a screen of forty columns, in every language: nothing is wider than it."""
import os
import random
import re
import signal
import tempfile
import unittest
from pathlib import Path

from bylaw import ALL, BRIEF, Case, bylaw
from languages import COMMANDS, LANGUAGES
from terminal import BYLAW, Terminal, plain

COLUMNS = 40
PROMPT = re.compile(r"(?:^|[\n\r])([^\s(|][^\n]*> |-- .*: q\b.* -- )$")
OVER = re.compile(r"(?:over|Ende|koniec)> $")


class Narrow(Case):
    def answer(self, t):
        """What is shown up to the next prompt, all pages of it; it is held to the screen."""
        whole = ""
        while True:
            t.read_until(lambda: PROMPT.search(plain(t.shown)), "> ", 30)
            shown, t.shown = plain(t.shown), ""
            for line in re.split(r"[\r\n]+", shown):
                typed = re.match(r"[^ ].*> ", line)
                self.assertLessEqual(len("" if typed else line.rstrip()), COLUMNS, (line, shown))
                self.assertNotRegex(line.rstrip(), r"(?:^|  )(?:Bruno|Tessa|Rufus|you|du|ty):$", shown)   # what is theirs is there too
            whole += shown
            if not shown.endswith("-- "):
                return whole
            t.type("\n")

    def play(self, game, language, seed, players):
        """Moves of the list by chance, and words of all kinds on the way."""
        t = Terminal(game, "--seed", str(seed), "--players", str(players), "--language", language,
                     columns=COLUMNS)
        chance = random.Random(seed)
        said = [word for word in COMMANDS if word not in ("review", "again")]
        shown = self.answer(t)
        for n in range(300):
            if OVER.search(shown):
                said = ["log", "log clauses", "table", "nothing of the kind", *([] if BRIEF else ["review"])]
            t.type((said.pop(0) if said else f"#{chance.randrange(1, 9)}" if n % 2 else str(chance.randrange(1, 9))) + "\n")
            shown = self.answer(t)
            if OVER.search(shown) and not said:
                break
        os.kill(t.pid, signal.SIGKILL)
        t.end()

    def test_whole_games(self):
        for game in ALL:
            for language in ["en", *LANGUAGES]:
                for players in (4,) if BRIEF else (2, 3, 4):
                    with self.subTest(game=game, language=language, players=players):
                        self.play(game, language, players, players)

    def test_games_of_bots(self):
        """Told in whole, with all clauses; there Predicate Wars is played too, as far as it is short."""
        for game in ALL:
            for language in ["en", *LANGUAGES]:
                with self.subTest(game=game, language=language):
                    t = Terminal(game, "--watch", "--pace", "0", "--seed", "5", "--language", language,
                                 "--players", "3", "--cap", "300", columns=COLUMNS)
                    shown, status = t.end()
                    self.assertEqual(status, 0)
                    wide = [line for line in plain(shown).splitlines() if len(line.rstrip()) > COLUMNS]
                    self.assertEqual(wide, [])

    def test_hints_of_a_position(self):
        """`bylaw hint` keeps to the terminal's width, and is not broken where a program reads it."""
        for game in ALL:
            with self.subTest(game=game), tempfile.NamedTemporaryFile("w") as file:
                file.write(bylaw("new", game, "--seed", 7).out)
                file.flush()
                call = f"'{BYLAW}' hint {game} --bot ismcts:20 --top 4 <{file.name}"
                at_terminal = {}
                for columns in 40, 400:
                    shown, status = Terminal("-c", call, call=("sh",), columns=columns).end()
                    at_terminal[columns] = plain(shown).splitlines()
                    self.assertEqual(status, 0, shown)
                    for line in at_terminal[columns]:   # a single long word is not broken
                        self.assertTrue(len(line) <= columns or " " not in line.strip(), shown)
                piped = bylaw("hint", game, "--bot", "ismcts:20", "--top", 4, given=Path(file.name).read_text()).lines
                self.assertEqual(at_terminal[400], piped)
                self.assertEqual(" ".join(" ".join(at_terminal[40]).split()), " ".join(" ".join(piped).split()))
                self.assertGreater(len(at_terminal[40]), len(piped))


if __name__ == "__main__":
    unittest.main()
