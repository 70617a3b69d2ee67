#!/usr/bin/env python3
"""The list of a turn on a screen: each move says in words what it does, as `moves` says it, at every width."""
import os
import random
import re
import signal
import unittest

from bylaw import BRIEF, GAMES, Case
from languages import LANGUAGES
from terminal import Terminal, plain

NUMBER = r"#?\d+(?=[: ])"
MORE = re.compile(r"`moves`")


def shown_at(t):
    """What is shown up to the next prompt of a turn, pages turned; None: the game is over."""
    whole = ""
    while True:
        t.read_until(lambda: re.search(r"(?:^|[\n\r])([^\s(|][^\n]*> |-- [^\n]* -- )$", plain(t.shown)), "> ", 30)
        shown, t.shown = plain(t.shown), ""
        whole += re.sub(r"-- [^\n]* -- $", "", re.sub(r"^\s*\n", "", shown) if whole else shown)
        if not shown.endswith("-- "):
            return None if re.search(r"(?:over|Ende|koniec)> $", shown) else whole.replace("\r", "")
        t.type("\n")


def last_list(shown):
    """The lines of the list, which stands last, each with what is wrapped below it."""
    lines, found = shown.split("\n")[:-1], []
    while lines and re.match(r"  ", lines[-1]):
        found.insert(0, lines.pop())
    blocks = []
    for line in found:
        if line.startswith("      ") and blocks and re.search(r" –( |$)", blocks[-1]):
            blocks[-1] += "  " + line.strip()   # moves go on
        elif line.startswith("      ") and not re.match(rf"\s+{NUMBER}", line):
            blocks[-1] += " " + line.strip()   # words go on
        else:
            blocks.append(line.rstrip())
    return blocks


def told_one_by_one(lines):
    """Number and words of every move that `moves` shows."""
    told = {}
    for line in lines:
        m = re.match(rf"\s+({NUMBER})\s+(\S.*?)\s{{2,}}(\S.*)$", line)
        if m:
            told[m[1]] = " ".join(m[3].split())
    return told


def told_together(lines):
    """Number, shared words, and what is a move's own, of moves that share their words."""
    told = {}
    for block in (part.strip() for line in lines for part in re.split(r"\s{3,}", line.strip())):
        m = re.match(r"(#?\d+): (.*)$", block)
        if m:
            told[m[1]] = " ".join(m[2].split()), (None, None)
        if m or " – " not in block:
            continue
        words, moves = block.split(" – ", 1)
        for move in re.split(r"\s{2,}", moves.strip()):
            if move == "…" or move.startswith("… "):
                continue
            number, own = move.removesuffix(" …").split(": ", 1)
            told[number] = words, re.match(r"([^(]*?)(?: \((.*)\))?$", own).groups()
    return told


def told_by_cards(lines):
    """Number, card and words of every move where each card has its ways behind it."""
    told, card, number = {}, "", ""
    for line in lines:
        m = re.match(r"\s+(?:([^\s#]\S*)  )?(?=#\d+ \S)", line)
        if not m:   # words go on
            told[number] = card, f"{told[number][1]} {line.strip()}"
            continue
        card = m[1] or (card if line.startswith("      ") else "")
        for number, words in re.findall(r"(#\d+) (\S.*?)(?=\s{3,}#\d+ |$)", line[m.end():]):
            told[number] = card, " ".join(words.split())
    return told


class Moves(Case):
    listed_by_cards = 0

    def says(self, words, own, whole, cut):
        """Whether words with what is a move's own in them are the whole words; those of a list that was cut begin them."""
        first, others = own
        pieces = [first] * (first is not None) + (others.split(", ") if others else [])
        if not cut:
            return " ".join(re.sub("…", lambda _: pieces.pop(0), words).split()) == whole and not pieces
        begun = ".*".join(re.escape(part) for part in " ".join(words.split()).split("…"))
        return re.match(begun, whole) is not None and all(piece in whole for piece in pieces)

    def by_cards(self, told, every, shown):
        """Each is what its number does, and what is left out comes to the same as what is not."""
        self.listed_by_cards += 1
        for number, (card, words) in told.items():
            self.assertIn(card, every.get(number, ""), shown)
            if not card:
                self.assertEqual(words, every[number], shown)
        self.assertEqual({every[number] for number in told}, set(every.values()), shown)

    def look(self, game, language, columns, seed):
        """Plays by the list; at each turn what it says of a move is held to what `moves` says of it."""
        t = Terminal(game, "--seed", str(seed), "--players", "3", "--language", language, "--bots", "random", columns=columns)
        chance, folded = random.Random(seed), 0
        for _ in range(12):
            shown = shown_at(t)
            if shown is None:
                break
            short = last_list(shown)
            t.type("moves\n")
            whole = shown_at(t)
            every = told_one_by_one(last_list(whole))
            self.assertTrue(every, whole)
            if MORE.search(short[-1]):
                folded += 1
                told = told_together(short[:-1])
                cut = "  …" in short[-1]
                self.assertTrue(told, shown)
                for number, move in told.items():
                    self.assertTrue(self.says(*move, every.get(number, ''), cut), (number, move, every.get(number), shown, whole))
                if not cut:
                    self.assertEqual(set(told), set(every), shown)
            elif re.match(r"  (?:\S+  )?#\d+ \S", short[0]):
                self.by_cards(told_by_cards(short), every, shown)
            t.type(chance.choice(list(every)) + "\n")
        os.kill(t.pid, signal.SIGKILL)
        t.end()
        return folded

    def test_moves_that_are_many_keep_their_words(self):
        for columns in (60, 80, 120):
            folded = 0   # few are, at all: each card has its ways behind it where there is room
            for language in ["en", *LANGUAGES]:
                for game in GAMES:
                    for seed in (1,) if BRIEF else (1, 2, 3):
                        with self.subTest(game=game, language=language, columns=columns, seed=seed):
                            folded += self.look(game, language, columns, seed)
            self.assertGreater(folded + BRIEF, 0)
        self.assertGreater(self.listed_by_cards, 0)


if __name__ == "__main__":
    unittest.main()
