"""bylaw lab --explore: every play of small instances, and the words for what that proves."""
import json
import random
import re

from bylaw import Case, SOURCE, bylaw, main, new
from small_pharaoh import explore

INSTANCES = SOURCE / "docs" / "instances"
CARDS = [value + suit for suit in "ABHL" for value in "789XUOKA"]
ROW = re.compile(r"^\| `([a-z0-9-]+)` \| ([\d ]+) \| ([\d ]+) \| ([\d ]+) \| ([^|]+) \|", re.M)


def small_pharaoh(hands, top, stock, **more):
    position = new("pharaoh", "--players", len(hands))
    position["state"].update(pile=[top], suit=top[1], stock=stock, hands=hands, **more)
    return position


class Small(Case):
    def search(self, position, *words):
        """What the report says of it, as data and in words."""
        answer = self.done(bylaw("lab", position["game"], "--games", 0, "--explore", "--position",
                                 "-", "--small-pack", "--out", self.at / "r", *words,
                                 given=position))
        report = json.loads((self.at / "r.json").read_text())
        return report["explored"], " ".join(answer.out.split())

    def counts(self, e):
        return e["positions"], e["moves"], e["over"], e["positions_without_end"]

    def test_as_another_program_counts(self):
        """Pharaoh, written again from its document, with every order of every shuffle."""
        cases = [json.loads(p.read_text()) for p in sorted(INSTANCES.glob("pharaoh-*.json"))]
        self.assertEqual(len(cases), 3)
        draw = random.Random(7)
        for players, cards in ((2, 4), (2, 5), (2, 6), (3, 5), (3, 6)) * 3:
            c = draw.sample(CARDS, cards)
            cases.append(small_pharaoh([[card] for card in c[:players]], c[players],
                                       c[players + 1:]))
        cases.append(small_pharaoh([["AH", "7A"], ["7B"]], "AA", ["UL"], a=1))
        cases.append(small_pharaoh([["7H", "UL"], ["KB"]], "7B", ["OA"], cnt=3))
        for position in cases:
            e, _ = self.search(position)
            self.assertIs(e["exhaustive"], True)
            self.assertEqual(self.counts(e), explore(position), position["state"])

    def test_instances_of_the_document(self):
        """Each is searched to its end, and gives the figures of the table."""
        rows = {}
        for name, *figures, proves in ROW.findall((SOURCE / "docs" / "lab.md").read_text()):
            rows[name] = [int(f.replace(" ", "")) for f in figures] + [proves]
        self.assertEqual(sorted(rows), sorted(p.stem for p in INSTANCES.glob("*.json")))
        for name, (positions, moves, over, proves) in rows.items():
            position = json.loads((INSTANCES / (name + ".json")).read_text())
            e, words = self.search(position)
            self.assertIs(e["exhaustive"], True, name)
            self.assertEqual((e["positions"], e["moves"], e["over"]), (positions, moves, over), name)
            self.assertEqual(e["without_legal_move"], 0)
            self.assertIn("all %d positions that play can reach were seen" % positions, words)
            if proves.startswith("every play ends, the longest after"):
                self.assertEqual((e["position_can_come_again"], str(e["longest_play"])),
                                 (False, proves.split()[-2]))
                self.assertIn(proves.strip()[1:], words)
            else:
                self.assertIs(e["position_can_come_again"], True)
                endless = {"no play ends": positions, "from every position some play ends": 0}
                expected = endless.get(proves.strip())
                if expected is None:
                    expected = int(re.match(r"from (\d+) of them no play ends", proves).group(1))
                self.assertEqual(e["positions_without_end"], expected, name)

    def test_clauses_of_no_play(self):
        """Without overs nobody names a suit; without sevens nobody draws three."""
        _, words = self.search(json.loads((INSTANCES / "pharaoh-six-cards.json").read_text()))
        self.assertRegex(words, r"do in none: S1, S2, S3, M5\.")
        e, _ = self.search(small_pharaoh([["8A"], ["8B"]], "9A", ["XA"]))
        played = {c["id"] for c in e["clauses"] if c["in_play"]}
        self.assertIn("R1", played)
        self.assertFalse({"M1", "M5", "M7"} & played)
        self.assertEqual([c["held"] for c in e["clauses"] if c["id"] in ("R4", "R8")], [False] * 2)

    def test_words_out_of_turn(self):
        """They are left out, which is said; or they are tried, and what they lead to is seen."""
        position = new("propre", "--players", 2)
        position["state"].update(to_move=0, active=0, av=0, mv=0, cw=True, pile=["9C"],
                                 stock=["KC"], hands=[["6C"], ["8D"]])
        for words, left_out in (((), True), (("--asides",), False)):
            e, said = self.search(position, *words)
            self.assertIs(e["exhaustive"], True)
            self.assertIs(e["asides_left_out"], left_out)
            self.assertEqual("What may be said out of turn was left out" in said, left_out)
            self.assertEqual("F.1" in {c["id"] for c in e["clauses"] if c["in_play"]}, not left_out)

    def test_only_where_it_is_asked_for(self):
        position = small_pharaoh([["8A"], ["8B"]], "9A", ["XA"])
        self.wrong(bylaw("legal", "pharaoh", given=position), "state.stock")
        self.wrong(bylaw("lab", "pharaoh", "--games", 0, "--explore", "--position", "-", "--out",
                         self.at / "r", given=position), "state.stock")
        self.wrong(bylaw("lab", "pharaoh", "--games", 0, "--explore", "--small-pack", "--out",
                         self.at / "r"), "--small-pack")
        self.wrong(bylaw("lab", "predicate-wars", "--games", 0, "--explore", "--out",
                         self.at / "r"), "--explore", "predicate-wars")

    def test_a_card_is_nowhere_twice(self):
        position = small_pharaoh([["8A"], ["8A"]], "9A", ["XA"])
        self.wrong(bylaw("lab", "pharaoh", "--games", 0, "--explore", "--position", "-",
                         "--small-pack", "--out", self.at / "r", given=position), "8A", "twice")


main()
