"""Whole games of bots, byte for byte, with moves that are refused on the way.

tests/games/NAME/golden.jsonl is what `greedy` and `random` play from its seed, for every game whose
moves can be listed; golden.refused has lines `NUMBER SEAT CLAUSE MOVE`: before move NUMBER of that
game, MOVE by SEAT is refused by CLAUSE. tests/golden.c takes all golden games up without bots.
When behaviour changes on purpose, run this file with BYLAW set and the argument `write`.
"""
import json
import sys

from bylaw import GAMES, NO, SOURCE, Case, bylaw, main

FOLDERS = SOURCE / "tests" / "games"


def golden(game):
    return FOLDERS / game / "golden.jsonl"


def play(game, *words):
    seed = json.loads(golden(game).read_text(encoding="utf-8").splitlines()[0])["seed"]
    return bylaw("simulate", game, "--seed", seed, "--players", "greedy,random", "--games", 1,
                 "--transcript", "-", *words).out


def position(lines, number):
    """Before move `number` (from 1) of a full transcript."""
    header = json.loads(lines[0])
    moves = [event for event in map(json.loads, lines[1:]) if event["t"] in ("start", "move")]
    return {**{k: header[k] for k in ("game", "players", "options", "rulings")},
            "state": moves[number - 1]["state"]}


class Golden(Case):
    def test_games(self):
        for game in GAMES:
            with self.subTest(game):
                self.assertEqual(play(game), golden(game).read_text(encoding="utf-8"))
                self.done(bylaw("verify", golden(game)))

    def test_refused_moves(self):
        for game in GAMES:
            lines = play(game, "--full").splitlines()
            path = FOLDERS / game / "golden.refused"
            for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                number, seat, clause, move = line.split(" ", 3)
                with self.subTest("%s:%d" % (path, n), line=line):
                    self.refused(position(lines, int(number)), seat, clause, move)

    def refused(self, at, seat, clause, move):
        answer = bylaw("explain", at["game"], move, "--seat", seat, "--json", given=at)
        self.assertEqual(answer.status, NO, answer.err)
        self.assertFalse(answer.json["legal"])
        self.assertIn((clause, False), [(c["id"], c["holds"]) for c in answer.json["clauses"]])
        refused = bylaw("apply", at["game"], move, "--seat", seat, given=at)
        self.assertEqual((refused.status, refused.out), (NO, ""))
        self.assertIn(clause, refused.err)


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        for game in GAMES:
            golden(game).write_text(play(game), encoding="utf-8")
    else:
        main()
