"""bylaw tournament: the same result whatever plays it, and however often it was broken off."""
import json
import math
import os
import signal
import subprocess
import time

from bylaw import ALL, BRIEF, GAMES, Case, PROGRAM, bylaw, crafted, main, read_terminal, seal

DEALS = 100 if BRIEF else 300
LONG = ["tournament", "pharaoh", "ismcts:100", "greedy", "--deals", str(DEALS)]


class Tournament(Case):
    def play(self, *words, out="t"):
        """The bytes of the file that it writes."""
        self.done(bylaw("tournament", *words, "--out", self.at / out, timeout=300))
        self.assertEqual([p.name for p in self.at.glob(out + ".part")], [])
        return (self.at / (out + ".json")).read_bytes()

    def test_jobs_make_no_difference(self):
        for game in ALL:
            bots = ["ismcts:20" if game in GAMES else "ismcts:3", "greedy"]   # what is written takes long
            words = [game, *bots, "--players", 2, "--deals", 5, "--seed", 3, "--cap", 400]
            self.assertEqual(len({self.play(*words, "--jobs", j) for j in (1, 2, 5)}), 1, game)

    def test_counts_are_those_of_simulate(self):
        """Two bots take turns at the same deals: each game is one that simulate plays."""
        r = json.loads(self.play("pharaoh", "greedy", "random", "--players", 2, "--deals", 1,
                                 "--seed", 9))
        games = [bylaw("simulate", "pharaoh", "--players", p, "--games", 1, "--seed", 9,
                       "--json").json for p in ("greedy,random", "random,greedy")]
        self.assertEqual((r["deals"], r["games"]), (1, 2))
        self.assertEqual(r["decisions"], sum(g["decisions"] for g in games))
        self.assertEqual([b["wins"] for b in r["bots"]],
                         [games[0]["wins"][0] + games[1]["wins"][1],
                          games[0]["wins"][1] + games[1]["wins"][0]])

    def test_seating(self):
        """Each deal is played in every seat; where only a winner is named, Elo is told by wins too."""
        a, b = "greedy", "random"
        for how, row in ("in-turn", [a, b, a, b]), ("together", [a, a, b, b]), ("alone", [a, b, b, b]):
            r = json.loads(self.play("propre", a, b, "--players", 4, "--deals", 1, "--seed", 9, "--seating", how))
            rows = {tuple(row[i:] + row[:i]) for i in range(4)}
            games = [(players, bylaw("simulate", "propre", "--players", ",".join(players), "--games", 1, "--seed", 9,
                                     "--json").json) for players in rows]
            wins = [sum(w for players, g in games for p, w in zip(players, g["wins"]) if p == bot) for bot in (a, b)]
            self.assertEqual([bot["wins"] for bot in r["bots"]], wins, how)
            self.assertEqual([bot["seats"] for bot in r["bots"]], [sum(p.count(bot) for p in rows) for bot in (a, b)])
            # A win is one over each seat of the other; half a one is given to both.
            met = {bot: row.count(other) * w for (bot, other), w in zip(((a, b), (b, a)), wins)}
            self.assertAlmostEqual(r["bots"][0]["elo_wins"], 400 * math.log10((met[a] + .5) / (met[b] + .5)), 3)
            self.assertNotIn("elo_95", r["bots"][0])   # of one deal there is nothing to tell
        self.wrong(bylaw("tournament", "propre", a, b, "--seating", "around"), "--seating", "around", "together")
        self.wrong(bylaw("tournament", "propre", a, b, a, "--seating", "alone"), "--seating alone", "3")

    def test_intervals(self):
        """From 20 deals on; where every place is told, no second Elo."""
        for deals, told in (19, False), (20, True):
            r = json.loads(self.play("six-seven", "greedy", "random", "--players", 3, "--deals", deals, "--seed", 1))
            for bot in r["bots"]:
                self.assertEqual([k in bot for k in ("score_95", "elo_95", "elo_wins")], [told, told, False])
            said = bylaw("tournament", "six-seven", "greedy", "random", "--players", 3, "--deals", deals, "--seed", 1).out
            self.assertEqual(" to +" in said, told)
            self.assertEqual("Fewer than 20 deals" in said, not told)

    def test_interval_where_all_deals_agree(self):
        """Greedy wins all 20 deals: by Wilson's interval at least 0.839 of those to come, and of its Elo
        only the lower end is known."""
        words = ["predicate-wars", "greedy", "random", "--players", 2, "--preset", "table", "--deals", 20,
                 "--seed", 1]
        for bots, score, side in ((words, (0.8389, 1), 1), (["predicate-wars", "random", "greedy", *words[3:]],
                                                            (0, 0.1611), -1)):
            first = json.loads(self.play(*bots))["bots"][0]
            self.assertEqual(first["score"], max(0, side))
            for got, wanted in zip(first["score_95"], score):
                self.assertAlmostEqual(got, wanted, 4)
            ends = first["elo_95"][::side]
            self.assertIsNone(ends[1])
            self.assertAlmostEqual(side * ends[0], 276, delta=1)
            said = bylaw("tournament", *bots).out
            self.assertIn(" at least +276\n" if side > 0 else " at most -276\n", said)
            self.assertNotIn("763", said)

    def test_sprt_ends_at_the_same_deal(self):
        """And not before it: one deal fewer is undecided."""
        for call in ("pharaoh greedy random", "six-seven ismcts:10 greedy"):
            words = [*call.split(), "--players", 2, "--sprt", "0,60", "--seed", 4]
            seen = {self.play(*words, "--jobs", j) for j in (1, 2, 4)}
            self.assertEqual(len(seen), 1)
            r = json.loads(seen.pop())
            self.assertNotEqual(r["sprt"]["verdict"], "open")
            self.assertIs(r["stopped"], False)
            self.assertEqual([b["seats"] for b in r["bots"]], [2 * r["deals"]] * 2)
            self.assertIn("the Elo above is exaggerated", bylaw("tournament", *words).out)
            self.assertIs(r["sprt"]["elo_exaggerated"], True)
            less = json.loads(self.play(*words, "--deals", r["deals"] - 1))
            self.assertEqual((less["sprt"]["verdict"], less["sprt"]["elo_exaggerated"]), ("open", False))

    def interrupted(self, words, signals=1):
        """A run that was told to stop when it had done some games."""
        run = subprocess.Popen([PROGRAM, *words, "--out", self.at / "t"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        part = self.at / "t.part"
        # What counts are deals from the first on: other threads may be ahead of that one.
        self.wait(run, lambda: part.exists() and part.read_bytes().count(b"\n") >= 12 and
                  {b"block 0", b"block 1"} <= {b" ".join(line.split()[:2])
                                               for line in part.read_bytes().splitlines()})
        for _ in range(signals):
            run.send_signal(signal.SIGINT)
            time.sleep(0.001)
        out, err = run.communicate(timeout=30)
        self.assertEqual((run.returncode, err), (130, b""))
        r = json.loads((self.at / "t.json").read_text())
        self.assertIs(r["stopped"], True)
        self.assertTrue(0 < r["deals"] < DEALS)
        self.assertEqual(r["games"], 2 * r["deals"])
        self.assertIn(b"stopped after %d of %d deals; --resume goes on" % (r["deals"], DEALS), out)
        return r

    def test_interrupted_and_resumed(self):
        words = [*LONG, "--seed", "5"]
        self.interrupted(words, signals=2)   # as a parent that passes Ctrl-C on makes of one
        part = self.at / "t.part"
        part.write_bytes(part.read_bytes()[:-5])   # as if the power had failed
        self.done(bylaw(*words, "--out", self.at / "t", "--resume", timeout=300))
        self.assertFalse(part.exists())
        self.assertEqual(self.play(*words[1:], out="once"), (self.at / "t.json").read_bytes())

    def test_crafted_checkpoint(self):
        """Whole lines that no block gives: numbers of a file are never indexes unlooked at."""
        self.interrupted([*LONG, "--seed", "5"])
        part = self.at / "t.part"
        for text in crafted(part, [10**15, -2, 2**63]):
            part.write_text(text)
            self.wrong(bylaw(*LONG, "--seed", "5", "--out", self.at / "t", "--resume"),
                       f"{part}: line 2: ")

    def test_crafted_ranking(self):
        """Nobody has two places."""
        self.interrupted([*LONG, "--seed", "5"])
        part = self.at / "t.part"
        plan, line, *_ = part.read_text().splitlines()
        words = line.split()[:-1]
        self.assertGreater(int(words[5]), 2)   # block, number, moves, why, winner, ranked, forfeits, ranking
        for twice in words[7:9]:
            part.write_text(f"{plan}\n{seal(' '.join(words[:7] + [twice] * 2 + words[9:]))}\n")
            self.wrong(bylaw(*LONG, "--seed", "5", "--out", self.at / "t", "--resume"),
                       f"{part}: line 2: ranking: ")

    def test_what_is_done_is_a_prefix(self):
        r = self.interrupted([*LONG, "--seed", "5"])
        short = json.loads(self.play(*LONG[1:4], "--seed", 5, "--deals", r["deals"], out="short"))
        del r["stopped"], short["stopped"]
        self.assertEqual(r, short)

    def test_resume_takes_the_seed_along(self):
        r = self.interrupted(LONG)
        self.done(bylaw(*LONG, "--out", self.at / "t", "--resume", timeout=300))
        self.assertEqual(json.loads((self.at / "t.json").read_text())["seed"], r["seed"])

    def test_wrong_calls(self):
        self.wrong(bylaw(*LONG, "--resume"), "--resume", "--out")
        self.wrong(bylaw(*LONG, "--resume", "--out", self.at / "no"), "no.part")
        self.wrong(bylaw(*LONG, "--out", "/nonexistent/t"), "/nonexistent/t.part")
        self.wrong(bylaw("tournament", "pharaoh", "gredy", "random"), "gredy", "greedy")
        self.interrupted([*LONG, "--seed", "5"])
        self.wrong(bylaw(*LONG, "--out", self.at / "t", "--resume", "--seed", 6), "another call")

    def test_bar_on_a_terminal(self):
        reading, writing = os.openpty()
        run = subprocess.Popen([PROGRAM, *LONG], stdout=subprocess.DEVNULL, stderr=writing)
        os.close(writing)
        shown = read_terminal(reading)
        self.assertEqual(run.wait(), 0)
        self.assertRegex(shown, r"\d+/%d games, \d+/s, .* left" % (2 * DEALS))

    def train(self, out, *words):
        return bylaw("train", "pharaoh", "--players", "2", "--width", "8", "--depth", "8", "--out", self.at / out, *words)

    def test_training(self):
        """What was broken off goes on to the same weights, byte for byte, on any number of threads."""
        self.done(self.train("whole", "--games", "128", "--jobs", "1"))
        self.done(self.train("parts", "--games", "64"))
        self.wrong(self.train("parts", "--games", "128"), "parts.part", "--resume")
        self.wrong(self.train("parts", "--on", "tpu"), "'tpu' is not cpu or gpu")
        if not os.path.exists("/dev/nvidia0"):
            self.wrong(self.train("none", "--on", "gpu"), "--on gpu: ")
        said = self.train("place", "--games", "1", "--on", "cpu")
        self.assertEqual(said.out.splitlines()[0], "learns on the CPU")
        self.done(self.train("parts", "--games", "128", "--jobs", "2", "--resume"))
        self.assertEqual((self.at / "whole").read_bytes(), (self.at / "parts").read_bytes())
        self.done(bylaw("tournament", "pharaoh", "learned", "random", "--players", "2", "--deals", "2",
                        "--weights", self.at / "parts"))
        self.wrong(self.train("parts", "--games", "128", "--resume", "--seed", "2"), "parts.part", "another call")
        content = bytearray((self.at / "parts.part").read_bytes())
        content[-100] ^= 1
        (self.at / "parts.part").write_bytes(content)
        self.wrong(self.train("parts", "--games", "192", "--resume"), "parts.part", "checksum")
        (self.at / "parts").write_bytes((self.at / "parts").read_bytes()[:-1])
        self.wrong(bylaw("tournament", "pharaoh", "learned", "random", "--weights", self.at / "parts"), "parts", "ends after")

    def test_weights_have_the_call_that_makes_them_again(self):
        call = "bylaw train pharaoh --players 2 --games 512 --seed 1 --width 8 --depth 8 --tune trust=0.6 --tune patience=0.99"
        self.done(self.train("tuned", "--games", "1", "--tune", "trust=0.6", "--tune", "patience=0.99"))
        self.assertEqual(json.loads((self.at / "tuned").read_bytes().split(b"\n")[0])["made_by"], call)
        self.done(bylaw(*call.split()[1:], "--out", self.at / "again"))
        self.assertEqual((self.at / "again").read_bytes(), (self.at / "tuned").read_bytes())

    def test_training_of_what_is_written(self):
        self.wrong(bylaw("train", "predicate-wars"), "written")
        self.wrong(self.train("none", "--games", "64", "--minutes", "1"), "--minutes")
        answer = bylaw("tournament", "predicate-wars", "learned", "random", "--players", "2", "--deals", "1", "--cap", "3")
        self.assertIn("learned has no weights for predicate-wars", answer.err)


main()
