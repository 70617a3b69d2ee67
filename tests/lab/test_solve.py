"""bylaw solve: values that are known, what bots lose, and what is said of what cannot be solved."""
import json
import os
import re
import signal
import subprocess

from bylaw import Case, PROGRAM, SOURCE, bylaw, main, new

ROW = re.compile(r"^\| ([a-z-]+) \| `([\w/.-]+\.json)` \| (\d+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \|", re.M)
SIX = SOURCE / "docs" / "instances" / "pharaoh-six-cards.json"


def small(top, stock, hands):
    position = new("pharaoh", "--players", 2)
    position["state"].update(pile=[top], suit=top[1], stock=stock, hands=hands)
    return position


class Solve(Case):
    def solve(self, *words, position=SIX, given=""):
        call = ["solve", "pharaoh", "--position", position, "--json", *words]
        answer = self.done(bylaw(*call, given=given))
        self.assertEqual(answer.out, bylaw(*call, given=given).out)
        return answer.json

    def test_six_cards(self):
        """The value that another program found, and what the best answers gain."""
        r = self.solve("--horizon", 8, "--iterations", 200, "--against", "random,greedy,ismcts:20",
                       "--samples", 2)
        self.assertEqual((r["deals"], r["players"], r["stopped"]), (30, 2, False))
        self.assertAlmostEqual(r["value"], 37 / 60, delta=2e-4)
        self.assertLessEqual(r["low"], 37 / 60)
        self.assertLessEqual(37 / 60, r["high"])
        self.assertLess(r["exploitability"], 1e-4)
        self.assertAlmostEqual(r["exploitability"], (r["high"] - r["low"]) / 2, delta=1e-6)
        by_name = {b["bot"]: b for b in r["against"]}
        self.assertEqual(list(by_name), ["random", "greedy", "ismcts:20"])
        for b in by_name.values():
            self.assertAlmostEqual((b["first"] + b["second"]) / 2, b["loses"], delta=2e-6)
            self.assertGreaterEqual(b["loses"], -r["exploitability"])
        self.assertGreater(by_name["random"]["loses"], 0.2)
        self.assertLess(by_name["greedy"]["loses"], 0.1)
        self.assertEqual(by_name["random"]["asked"], sum(r["situations"]))

    def test_table_of_the_document(self):
        """The values, and what the random bot loses, which no other bot's ways have to do with."""
        rows = ROW.findall((SOURCE / "docs" / "bots.md").read_text())
        self.assertGreaterEqual(len({game for game, *_ in rows}), 5)
        for game, pack, horizon, deals, value, random in rows:
            r = self.done(bylaw("solve", game, "--position", SIX.parent / pack, "--horizon", horizon, "--json",
                                "--iterations", 64, "--against", "random")).json
            self.assertEqual(r["deals"], int(deals))
            self.assertAlmostEqual(r["value"], float(value), delta=1e-3)
            self.assertAlmostEqual(r["against"][0]["loses"], float(random), delta=1e-4)

    def test_nothing_has_no_sign(self):
        """The greedy bot loses a millionth less than nothing in one of them, by how far CFR+ has come."""
        for path in sorted((SIX.parent / "solve").glob("*.json")):
            game = json.loads(path.read_text().splitlines()[0])["game"]
            r = self.done(bylaw("solve", game, "--horizon", 4, "--iterations", 100, "--position", path,
                                "--against", "greedy"))
            self.assertRegex(r.out, r"greedy +\d+ +0\.\d{4} ")

    def test_nothing_to_decide(self):
        """Who has 8A or KA lays it and wins; who has XB draws, and the other lays."""
        r = self.solve("--horizon", 3, position="-", given=small("9A", ["XB"], [["8A"], ["KA"]]))
        self.assertEqual((r["deals"], r["value"], r["exploitability"]), (6, 0.666667, 0))

    def test_each_position_is_as_likely(self):
        """However many deals it has."""
        sure = small("9A", [], [["8A"], ["KA"]])
        lost = small("9A", ["XA"], [["8A"], ["KA"]])
        lost["state"]["to_move"] = 1
        r = self.solve("--horizon", 2, position="-",
                       given=json.dumps(sure) + "\n\n" + json.dumps(lost) + "\n")
        self.assertEqual((r["deals"], r["value"], r["left"]), (8, 0.5, 0))

    def test_unfinished(self):
        """Whoever is given what is left, the value without a horizon lies between."""
        values = [self.solve("--horizon", 6, "--iterations", 100, "--unfinished", u)["value"]
                  for u in ("0", "0.5", "1")]
        self.assertLess(values[0], values[1])
        self.assertLess(values[1], values[2])
        self.assertLess(values[0], 37 / 60)
        self.assertLess(37 / 60, values[2])

    def test_how_both_play(self):
        self.solve("--horizon", 5, "--iterations", 50, "--out", self.at / "play")
        lines = [json.loads(line) for line in (self.at / "play").read_text().splitlines()]
        self.assertEqual({line["seat"] for line in lines}, {0, 1})
        seen = {json.dumps([line["seat"], line["began"], line["then"]]) for line in lines}
        self.assertEqual(len(lines), len(seen))
        for line in lines:
            self.assertGreater(len(line["plays"]), 1)
            self.assertAlmostEqual(sum(line["plays"].values()), 1, delta=1e-5)
            views = [line["began"], *(play["state"] for play in line["then"])]
            self.assertEqual([v["to_move"] for v in views], [*(p["seat"] for p in line["then"]), line["seat"]])
            self.assertEqual({c for v in views for c in v["hands"][1 - line["seat"]]}, {"??"})
            self.assertNotIn("??", views[-1]["hands"][line["seat"]])

    def test_stopped(self):
        """Ctrl-C shows what was found so far."""
        reading, writing = os.openpty()
        run = subprocess.Popen([PROGRAM, "solve", "pharaoh", "--position", SIX, "--horizon", "5", "--json",
                                "--iterations", "1000000000"], stdout=subprocess.PIPE, stderr=writing)
        os.close(writing)
        shown = b""
        while b"16 iterations" not in shown:
            shown += os.read(reading, 65536)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=30)
        os.close(reading)
        r = json.loads(out)
        self.assertEqual((run.returncode, r["stopped"]), (130, True))
        self.assertGreaterEqual(r["iterations"], 16)

    def test_what_cannot_be_solved(self):
        whole = json.dumps(new("pharaoh", "--players", 2))
        for words, given, *told in (
                ((), "", "--position"),
                (("--position", "-"), whole, "more than 1000000 deals"),
                (("--position", SIX, "--horizon", 30, "--memory", 1), "", "1 MB", "--horizon"),
                (("--position", "-"), "\n", "no position"),
                (("--position", "-"), json.dumps(new("pharaoh", "--players", 3)), "line 1", "two players"),
                (("--position", "-"), "{}", "line 1"),
                (("--position", SIX, "--unfinished", "2"), "", "--unfinished"),
                (("--position", SIX, "--against", "nobody"), "", "nobody"),
                (("--position", SIX, "--samples", 3), "", "--samples", "--against"),
                (("--position", SIX, "--seed", 3), "", "--seed", "--against"),
                (("--position", SIX, "--against", "cheat:10"), "", "cheat:10")):
            self.wrong(bylaw("solve", "pharaoh", *words, given=given), *told)
        self.wrong(bylaw("solve", "predicate-wars", "--position", "-"), "written")
        two = new("propre", "--players", 2, "--set", "decks=2")
        self.wrong(bylaw("solve", "propre", "--position", "-", given=two), "once")


main()
