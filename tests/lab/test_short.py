"""bylaw lab and bylaw tournament on every game, as short as can be: what runs under the sanitizers."""
import json

from bylaw import ABOUT, ALL, BRIEF, Case, GAMES, SOURCE, bylaw, main


class Short(Case):
    def run_it(self, *words, **more):
        """The JSON that it writes."""
        self.done(bylaw(*words, "--out", self.at / "r", timeout=300, **more))
        return json.loads((self.at / "r.json").read_text())

    def test_lab(self):
        for game in ALL:
            compare = ["--compare", "preset=table"] if ABOUT[game]["rulings"] else []
            r = self.run_it("lab", game, "--games", 4 if BRIEF else 11, *(["--ladder", "random,greedy"] if BRIEF else []), "--playouts", 0, "--ask", 2, "--cap", 60,
                            "--players", 2, "--jobs", 2, "--compare", "players=3", *compare)
            self.assertEqual((r["games_done"], len(r["settings"])), (4 if BRIEF else 11, 2 + len(compare) // 2))
            self.look_for_built_in(game, r)

    def look_for_built_in(self, game, r):
        """What the rules asked about here is not built in where they did not: it was not in that sample."""
        asked = {c["id"] for c in r["settings"][0]["coverage"]["clauses"] if c["reach"] == "reached"}
        little = self.run_it("lab", game, "--games", 1, "--playouts", 0, "--ask", 0, "--cap", 1)
        reach = {c["id"]: c["reach"] for c in little["settings"][0]["coverage"]["clauses"]}
        self.assertEqual({reach[c] for c in asked}, {"reached", "not in this sample"})

    def test_estimates(self):
        for game in ALL:
            r = self.run_it("lab", game, "--games", 1, "--ladder", "random,greedy", "--playouts", 2, "--ask", 0, "--cap", 6,
                            "--players", "random,random", "--playout-bot", "random")
            self.assertGreater(r["settings"][0]["figures"]["gain_of_best_move"]["n"], 0, game)

    def test_tournament(self):
        for game in ALL:
            bots = ["ismcts:2", "greedy", "random"]
            words = ["tournament", game, *bots, "--players", 2, "--deals", 2, "--cap", 20, "--seed",
                     1, "--jobs", 2]
            r = self.run_it(*words)
            self.assertEqual((r["games"], [b["seats"] for b in r["bots"]]), (6, [4] * 3))
        part = self.at / "r.part"
        part.write_text("bylaw-tournament 1 of another time\n")
        self.wrong(bylaw(*words, "--resume", "--out", self.at / "r"), "another call")

    def test_explore(self):
        for game in GAMES:
            r = self.run_it("lab", game, "--games", 0, "--explore", "--tail", 2, "--players", 2,
                            "--states", 700)
            self.assertGreater(r["explored"]["positions"], 2)
        for path in (SOURCE / "docs" / "instances").glob("*-no-end.json"):
            game = json.loads(path.read_text())["game"]
            r = self.run_it("lab", game, "--games", 0, "--explore", "--small-pack", "--position",
                            path)
            self.assertIs(r["explored"]["exhaustive"], True)


main()
