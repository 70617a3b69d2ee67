"""Whole games, byte for byte, through the program: dealt by their seed and played move by move, with
moves that are refused on the way; and what bots play.

tests/games/NAME/golden.jsonl is such a game, for every game whose moves can be listed; golden.refused
has lines `NUMBER SEAT CLAUSE MOVE`: before move NUMBER of that game, MOVE by SEAT is refused by CLAUSE.
tests/golden.c takes all golden games up. The line `bots` of figures.txt is a hash of what `greedy` and
`random` play; when that changes on purpose, run this file with BYLAW set and the argument `write`.
"""
import hashlib
import json
import re
import sys

from bylaw import GAMES, NO, SOURCE, Case, bylaw, main

FOLDERS = SOURCE / "tests" / "games"


def golden(game):
    return [json.loads(line) for line in
            (FOLDERS / game / "golden.jsonl").read_text(encoding="utf-8").splitlines()]


def positions(game):
    """Before each move of the golden game: dealt by its seed, and played by `apply`."""
    lines = golden(game)
    seed = lines[0]["seed"]
    options = [word for name, value in lines[0]["options"].items()
               for word in ("--set", "%s=%s" % (name, value))]
    at = bylaw("new", game, "--seed", seed, "--players", lines[0]["players"], *options).json
    yield at
    for event in lines:
        if event.get("t") == "move":
            at = bylaw("apply", game, event["move"], "--seat", event["seat"], "--seed", seed,
                       given=at).json
            yield at


def played(game):
    """What bots play, in short."""
    text = bylaw("simulate", game, "--seed", 1, "--players", "greedy,random", "--games", 20,
                 "--transcript", "-").out
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Golden(Case):
    def test_games(self):
        for game in GAMES:
            with self.subTest(game):
                before = list(positions(game))
                self.assertEqual(before[0]["state"], golden(game)[1]["state"])
                self.assertIsNone(before[-1]["state"]["to_move"])
                self.done(bylaw("verify", FOLDERS / game / "golden.jsonl"))
                self.shuffles(game, before)
                self.refuses(game, before)

    def shuffles(self, game, before):
        """As `apply --seed` shuffles, so is it written; some of it may have been drawn."""
        made = 0
        for event in golden(game)[2:]:
            if event["t"] == "chance":
                stock = before[made + 1]["state"]["stock"]
                self.assertTrue(stock and event["cards"][-len(stock):] == stock)
            made += event["t"] == "move"

    def refuses(self, game, before):
        path = FOLDERS / game / "golden.refused"
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            number, seat, clause, move = line.split(" ", 3)
            with self.subTest("%s:%d" % (path, n), line=line):
                self.refused(before[int(number) - 1], seat, clause, move)

    def refused(self, at, seat, clause, move):
        answer = bylaw("explain", at["game"], move, "--seat", seat, "--json", given=at)
        self.assertEqual(answer.status, NO, answer.err)
        self.assertFalse(answer.json["legal"])
        self.assertIn((clause, False), [(c["id"], c["holds"]) for c in answer.json["clauses"]])
        refused = bylaw("apply", at["game"], move, "--seat", seat, given=at)
        self.assertEqual((refused.status, refused.out), (NO, ""))
        self.assertIn(clause, refused.err)

    def test_bots(self):
        """The same seed and bots give the same games, byte for byte."""
        for game in GAMES:
            figures = (FOLDERS / game / "figures.txt").read_text(encoding="utf-8")
            with self.subTest(game):
                self.assertIn("\nbots %s\n" % played(game), figures)


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        for game in GAMES:
            path = FOLDERS / game / "figures.txt"
            rest = re.sub(r"^bots .*\n", "", path.read_text(encoding="utf-8"), flags=re.M)
            path.write_text("%sbots %s\n" % (rest, played(game)), encoding="utf-8")
    else:
        main()
