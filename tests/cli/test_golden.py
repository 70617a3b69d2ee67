"""Whole games, byte for byte, with moves that are refused on the way.

tests/golden/NAME.jsonl is the transcript of a game; tests/golden/NAME.refused has lines
`NUMBER SEAT CLAUSE MOVE`: before move NUMBER of that game, MOVE by SEAT is refused by CLAUSE.
When behaviour changes on purpose, run this file with BYLAW set and the argument `write`.
"""
import json
import sys

from bylaw import EXAMPLES, NO, SOURCE, Case, bylaw, main

GOLDEN = SOURCE / "tests" / "golden"
TWO = ["--players", "greedy,random"]
GAMES = {                      # name of the file: game, seed and set-up
    "true-propre": ["true-propre", "--seed", 10, *TWO],
    "propre": ["propre", "--seed", 17, *TWO],
    "six-seven": ["six-seven", "--seed", 1, *TWO],
    "pharaoh": ["pharaoh", "--seed", 17, *TWO],
}


def play(name, *words):
    return bylaw("simulate", *GAMES[name], "--games", 1, "--transcript", "-", *words).out


def position(lines, number):
    """Before move `number` (from 1) of a full transcript."""
    header = json.loads(lines[0])
    moves = [event for event in map(json.loads, lines[1:]) if event["t"] in ("start", "move")]
    return {**{k: header[k] for k in ("game", "players", "options", "rulings")},
            "state": moves[number - 1]["state"]}


class Golden(Case):
    def test_games(self):
        for name in GAMES:
            with self.subTest(name):
                path = GOLDEN / f"{name}.jsonl"
                self.assertEqual(play(name), path.read_text(encoding="utf-8"))
                self.done(bylaw("verify", path))

    def test_games_that_no_bot_made(self):
        """The games of the examples: refutations, subproofs, rules bought, refuted and dropped;
        with what we cite for each move. tests/match-golden.c plays all of Predicate Wars."""
        for players in (2, 3):
            path = GOLDEN / f"predicate-wars-rounds-{players}.jsonl"
            ours = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            theirs = [json.loads(line) for line in
                      (EXAMPLES / f"predicate-wars-{players}.jsonl").read_text().splitlines()]
            self.done(bylaw("verify", path))
            self.assertEqual([(e.get("seat"), e.get("move")) for e in ours],
                             [(e.get("seat"), e.get("move")) for e in theirs])
            self.assertEqual(ours[-1], theirs[-1])
            for event in ours:
                self.assertNotEqual(event.get("cites"), [], event)

    def test_refused_moves(self):
        for name in GAMES:
            lines = play(name, "--full").splitlines()
            refusals = (GOLDEN / f"{name}.refused").read_text(encoding="utf-8").splitlines()
            self.assertGreater(len(refusals), 4)
            for line in refusals:
                number, seat, clause, move = line.split(" ", 3)
                with self.subTest(name, line=line):
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
        for name in GAMES:
            (GOLDEN / f"{name}.jsonl").write_text(play(name), encoding="utf-8")
    else:
        main()
