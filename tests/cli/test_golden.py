"""Whole games, byte for byte, with moves that are refused on the way.

tests/golden/GAME.jsonl is the transcript of a game; tests/golden/GAME.refused has lines
`NUMBER SEAT CLAUSE MOVE`: before move NUMBER of that game, MOVE by SEAT is refused by CLAUSE.
When behaviour changes on purpose, run this file with BYLAW set and the argument `write`.
"""
import json
import sys

from bylaw import DONE, GAMES, NO, SOURCE, Case, bylaw, main

GOLDEN = SOURCE / "tests" / "golden"
SEEDS = {"true-propre": 10, "propre": 17, "six-seven": 1, "pharaoh": 17}


def play(game, *words):
    return bylaw("simulate", game, "--games", 1, "--seed", SEEDS[game], "--players", "greedy,random",
                 "--transcript", "-", *words).out


def position(game, lines, number):
    """Before move `number` (from 1) of a full transcript."""
    header = json.loads(lines[0])
    moves = [event for event in map(json.loads, lines[1:]) if event["t"] in ("start", "move")]
    return {**{k: header[k] for k in ("game", "players", "options", "rulings")},
            "state": moves[number - 1]["state"]}


class Golden(Case):
    def test_games(self):
        for game in GAMES:
            with self.subTest(game):
                path = GOLDEN / f"{game}.jsonl"
                self.assertEqual(play(game), path.read_text(encoding="utf-8"))
                self.done(bylaw("verify", path))

    def test_refused_moves(self):
        for game in GAMES:
            lines = play(game, "--full").splitlines()
            refusals = (GOLDEN / f"{game}.refused").read_text(encoding="utf-8").splitlines()
            self.assertGreater(len(refusals), 5)
            for line in refusals:
                number, seat, clause, move = line.split(" ", 3)
                with self.subTest(game, line=line):
                    at = position(game, lines, int(number))
                    answer = bylaw("explain", game, move, "--seat", seat, "--json", given=at)
                    self.assertEqual(answer.status, NO)
                    self.assertFalse(answer.json["legal"])
                    self.assertIn({"id": clause, "holds": False},
                                  [{"id": c["id"], "holds": c["holds"]} for c in answer.json["clauses"]])
                    refused = bylaw("apply", game, move, "--seat", seat, given=at)
                    self.assertEqual((refused.status, refused.out), (NO, ""))
                    self.assertIn(clause, refused.err)


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        for name in GAMES:
            (GOLDEN / f"{name}.jsonl").write_text(play(name), encoding="utf-8")
    else:
        main()
