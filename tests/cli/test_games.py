"""bylaw games, bylaw rules."""
import re

from bylaw import ABOUT, ALL, BRIEF, Case, DONE, SOURCE, bylaw, main


class Games(Case):
    def test_lines(self):
        lines = self.done(bylaw("games")).lines
        self.assertEqual([line.split()[0] for line in lines], ALL)
        for line in lines:
            game, players, title = line.split(None, 2)
            self.assertEqual((players, title), ("%d-%d" % tuple(ABOUT[game]["players"][:2]),
                                                ABOUT[game]["title"]))

    def test_registry(self):
        """The list that the build reads, and the table of the README."""
        rows = re.findall(r"(?m)^GAME\((\w+)\)", (SOURCE / "src/core/games.def").read_text())
        self.assertEqual(ALL, [row.replace("_", "-") for row in rows])
        readme = (SOURCE / "README.md").read_text(encoding="utf-8")
        table = re.findall(r"(?m)^\| \[`([\w-]+)`\]\(docs/([\w-]+)\.md\) \| (.*) \| (\d+)–(\d+) \|$",
                           readme)
        self.assertEqual([row[0] for row in table], ALL)
        for game, page, title, least, most in table:
            self.assertEqual(page, game)
            self.assertTrue(title.startswith(ABOUT[game]["title"]), title)
            self.assertEqual([int(least), int(most)], ABOUT[game]["players"][:2])
            self.assertTrue((SOURCE / "docs" / (game + ".md")).exists(), game)

    def test_json(self):
        games = self.done(bylaw("games", "--json")).json
        self.assertEqual([g["id"] for g in games], ALL)
        for g in games:
            self.assertEqual(list(g), ["id", "title", "players", "options", "rulings", "presets"])
            least, most, usual = g["players"]
            self.assertTrue(2 <= least <= usual <= most)
            self.assertEqual(list(g["presets"]), ["letter", "table"])
            for preset in g["presets"].values():
                self.assertEqual(list(preset), list(g["rulings"]))
                for name, value in preset.items():
                    self.assertIn(value, g["rulings"][name])

    def test_defaults(self):
        games = {g["id"]: g for g in bylaw("games", "--json").json}
        usual = games["propre"]["players"][2]
        self.assertEqual(games["propre"]["options"],
                         {"decks": 1, "hand": 7, "dealer": usual - 1})
        self.assertEqual(games["pharaoh"]["rulings"],
                         {"stack-sevens": ["yes", "as-written"],
                          "tuple-match": ["as-written", "first"]})
        self.assertEqual(games["true-propre"]["presets"]["table"],
                         {"match-after-play": "restored", "runs-need-match": "yes"})
        self.assertEqual(games["six-seven"]["options"], {})


class Hint(Case):
    def test_every_thought_is_of_a_move(self):
        """The best first, and all thoughts are accounted for."""
        for game in ALL:
            position = bylaw("new", game, "--seed", 1).json
            h = self.done(bylaw("hint", game, "--bot", "ismcts:40", "--top", 99999, "--json", given=position)).json
            self.assertEqual(list(h), ["to_move", "bot", "visits", "moves"])
            self.assertEqual(h["visits"], sum(m["visits"] for m in h["moves"]))
            self.assertEqual(h["to_move"], position["state"]["to_move"])
            below = [m["value"] for m in h["moves"][1:] if m["visits"] > 0]
            self.assertEqual(below, sorted(below, reverse=True))
            self.assertTrue(all(m["visits"] == 0 for m in h["moves"][1 + len(below):]))
            few = self.done(bylaw("hint", game, "--bot", "ismcts:40", "--top", 1, "--json", given=position)).json
            self.assertEqual((few["visits"], few["moves"]), (h["visits"], h["moves"][:1]))

    def test_the_set_up_of_written_cards_is_a_plan(self):
        """What to write and what it is for, where all letters are alike to a bot; then play begins."""
        position, written = bylaw("new", "predicate-wars", "--players", 2, "--seed", 1).json, []
        while position["state"]["to_move"] == 0 and position["state"]["phase"] == "setup":
            h = self.done(bylaw("hint", "predicate-wars", "--json", given=position)).json
            [move] = h["moves"]
            self.assertTrue(move["why"])
            text = self.done(bylaw("hint", "predicate-wars", given=position)).out
            self.assertIn(move["move"], text)
            self.assertIn(move["why"], " ".join(text.split()))
            written.append(re.sub(r"#\d+", "#", move["move"]))
            position = self.done(bylaw("apply", "predicate-wars", move["move"], given=position)).json
        *cards, done = written
        self.assertEqual(done, "done")
        self.assertEqual([c.split(" ", 4)[4] for c in cards[:4]], ["tT"] * 4)
        self.assertEqual(sum("[ATK]" in c for c in cards[5:]), 3, "what greedy writes, too")
        named = bylaw("hint", "predicate-wars", "--bot", "ismcts:20", "--json", given=bylaw("new", "predicate-wars").json)
        self.assertTrue(self.done(named).json["moves"][0]["why"])


class Rules(Case):
    def test_near(self):
        """Of clauses that begin like one that is none, eight are named."""
        answer = bylaw("rules", "true-propre", "1.")
        self.wrong(answer, "near it: ")
        near = answer.err.split("near it: ")[1]
        ids = [c["id"] for c in bylaw("rules", "true-propre", "--json").json if c["id"].startswith("§1.")]
        self.assertGreater(len(ids), 8)
        self.assertEqual(near.strip().split(", "), ids[:8])
        self.wrong(bylaw("rules", "pharaoh", "nothing"), "see bylaw rules pharaoh")

    def test_rulebooks(self):
        for game in ALL:
            clauses = self.done(bylaw("rules", game, "--json")).json
            text = self.done(bylaw("rules", game))
            self.assertLessEqual(max(map(len, text.lines)), 80)
            words = " ".join(text.out.split())
            at = 0
            for c in clauses:
                self.assertEqual([m for m in c if m not in ("reading", "rulings")],
                                 ["id", "kind", "text"])
                self.assertEqual(list(c), [m for m in ("id", "kind", "text", "reading", "rulings")
                                           if m in c])
                self.assertIn(c["kind"], ["requires", "effects", "defines", "prose"])
                found = words.find(c["id"] + " " + " ".join(c["text"].split()), at)
                self.assertGreaterEqual(found, at, c["id"])
                at = found
            self.assertEqual(len({c["id"] for c in clauses}), len(clauses))

    def test_readings_rulings_and_dead_clauses_are_shown(self):
        words = " ".join(bylaw("rules", "true-propre").out.split())
        for part in ("Reading:", "Ruling match-after-play:", "Ruling runs-need-match:", "Dead:"):
            self.assertIn(part, words)

    def test_one_clause(self):
        for game in ALL:
            for c in bylaw("rules", game, "--json").json[::9 if BRIEF else 1]:
                answer = self.done(bylaw("rules", game, c["id"]))
                self.assertTrue(answer.out.startswith(c["id"] + "  (" + c["kind"] + ") "))
                bare = c["id"].replace("§", "")
                self.assertEqual(answer.out, bylaw("rules", game, bare).out)

    def test_one_clause_json(self):
        self.assertEqual([c["id"] for c in bylaw("rules", "six-seven", "8.2", "--json").json],
                         ["§8.2"])

    def test_readings_and_rulings_in_json(self):
        clauses = {c["id"]: c for c in bylaw("rules", "pharaoh", "--json").json}
        self.assertEqual(clauses["R8"]["rulings"], {"stack-sevens": ["yes", "as-written"]})
        self.assertTrue(clauses["R8"]["reading"])
        self.assertNotIn("rulings", clauses["S2"])
        rulings = {g["id"]: g["rulings"] for g in bylaw("games", "--json").json}
        for game in ALL:
            found = {}
            for c in bylaw("rules", game, "--json").json:
                self.assertNotEqual(c.get("reading"), "")
                found.update(c.get("rulings", {}))
            self.assertEqual(found, rulings[game])

    def test_every_clause_that_acts_is_applied_somewhere(self):
        """The scan of the sources misses nothing: what asks or changes is cited by the rules."""
        for game in ALL:
            book = bylaw("rules", game).out
            for c in bylaw("rules", game, "--json").json:
                if c["kind"] not in ("requires", "effects"):
                    continue
                out = bylaw("rules", game, c["id"]).out
                # the sum is made in one step, cited as 3.2.2.3
                if "Dead:" not in out and c["id"] not in ("§3.2.2.5", "§3.2.2.7"):
                    self.assertIn("Applied in:", out, game + " " + c["id"])
            self.assertNotIn("Applied in:", book)

    def test_citations(self):
        out = bylaw("rules", "true-propre", "4.4.2").out
        self.assertRegex(out, r"Applied in: \w+ \(carried out\)")
        functions = re.findall(r"(\w+) \(", out.split("Applied in:")[1])
        games = SOURCE / "src" / "games"
        source = "".join(path.read_text(encoding="utf-8") for path in
                         (games / "true-propre" / "rules.c", games / "propre-family" / "common.c"))
        for function in functions:
            self.assertIn(function + "(", source)

    def test_no_such_clause(self):
        self.wrong(bylaw("rules", "six-seven", "8.22"), "8.22", "§8.2")
        self.wrong(bylaw("rules", "pharaoh", "R99"), "R99")
        self.wrong(bylaw("rules", "pharaoh", ""), "''")
        self.wrong(bylaw("rules", "pharaoh", "§" * 2000), "no clause")


class Bots(Case):
    def test_lines(self):
        """Each can be asked for, by what stands there, and knows some game: levels for people, then the others."""
        lines = [line for line in self.done(bylaw("bots")).lines if line]
        told = self.done(bylaw("bots", "--json")).json
        self.assertEqual([line.split()[:2] for line in lines],
                         [[str(b["strength"]), b["bot"]] for b in told])
        levels = [b["bot"] for b in told if b["level"]]
        self.assertEqual(levels, ["beginner", "casual", "strong", "master"])
        self.assertEqual([b["strength"] for b in told],
                         [*range(1, len(levels) + 1), *range(1, len(told) - len(levels) + 1)])
        for line, b in zip(lines, told):
            self.assertEqual(list(b), ["bot", "strength", "names", "character", "text", "cheats", "level"])
            self.assertTrue(line.endswith(b["character"] + "."), line)
            for name in b["names"]:
                self.assertIn(name, line)
        names = [name for b in told for name in b["names"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual([b["bot"] for b in told if b["cheats"]], ["cheat"])
        for b in told:
            tried = (bylaw("play", game, "--watch", "--cap", 1, "--bots", b["bot"]) for game in ALL)
            self.assertTrue(any((answer.status, answer.err) == (DONE, "") for answer in tried), b["bot"])

    def test_every_kind_of_bot_is_somebody(self):
        helped = bylaw("simulate", "--help").out.split("\nBots:\n")[1]
        self.assertEqual(set(re.findall(r"(?m)^  (\w+)", helped)),
                         {b["bot"].split(":")[0] for b in bylaw("bots", "--json").json} | {"cmd"})   # whoever that is


main()
