"""Counts of leaves, confirmed by a second program.

tests/games/NAME/perft.py is a game written again from its rulebook, in another language and without
a line in common with the first. It takes the deals that the first program prints, counts the leaves
of the tree of legal moves, and must come to the numbers in figures.txt.
"""
import collections
import contextlib
import re
import unittest

from bylaw import SOURCE, Case, new


class Chance(Exception):
    """What comes next is drawn, and only the first program draws."""


def leaves(table, depth):
    """Of a table with `moves()`, and `after(move)`, which gives another table."""
    moves = table.moves()
    if depth == 1:
        return len(moves)
    return sum(leaves(table.after(move), depth - 1) for move in moves)


def confirm(game, read):
    """`read` makes a table of a position as the first program prints it."""
    path = SOURCE / "tests" / "games" / game / "figures.txt"
    rows = [list(map(int, row.split()))
            for row in re.findall(r"(?m)^perft ([\d ]+)$", path.read_text())]

    class Leaves(Case):
        def test_counts(self):
            confirmed = collections.Counter()
            for depth, *counts in rows:
                for seed, count in enumerate(counts, 1):
                    with self.subTest(str(path), game=game, depth=depth, seed=seed), \
                            contextlib.suppress(Chance):
                        self.assertEqual(leaves(read(new(game, "--seed", seed)), depth), count)
                        confirmed[seed] += 1
            for seed in (1, 2, 3):
                self.assertGreaterEqual(confirmed[seed], 2, "rows of seed %d in %s" % (seed, path))

    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Leaves)
    raise SystemExit(not unittest.TextTestRunner().run(suite).wasSuccessful())
