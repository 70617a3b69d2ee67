"""bylaw review: who was ahead, what cost most, and what is there when it is broken off."""
import json
import re
import signal
import subprocess

from bylaw import ALL, Case, DONE, GAMES, PROGRAM, bylaw, main, wait_until_caught

FEW = {"predicate-wars": ["--budget", "8"]}


def game(name, folder, bot="random", seed=3, players=3):
    """A transcript between bots."""
    file = f"{folder}/{name}.jsonl"
    bylaw("simulate", name, "--games", "1", "--players", ",".join([bot] * players), "--seed",
          str(seed), "--cap", "60", "--transcript", file)
    return file


def standing(score, players):
    """The place to be expected, as it is told; with two players, the chance to win."""
    return f"{int(100 * score + 0.5)} %" if players == 2 else f"{int(10 * (1 + (1 - score) * (players - 1)) + 0.5) / 10}"


class Review(Case):
    def test_every_game(self):
        for name in ALL:
            answer = bylaw("review", game(name, self.at, "quick"), *FEW.get(name, []))
            self.assertEqual(answer.status, DONE, answer.err)
            self.assertIn("Who was ahead", answer.out)
            self.assertIn("player 3", answer.out)
            self.assertRegex(answer.out, r"(?m)^  move +0( |$)")    # under the first column
            self.assertTrue(all(len(line) <= 80 for line in answer.out.splitlines()), name)

    def test_json_says_the_same_as_the_words(self):
        for name in GAMES[:2]:
            file = game(name, self.at)
            said = json.loads(bylaw("review", file, "--json", "--budget", "500").out)
            self.assertEqual(said["done"], said["count"] + 1)
            self.assertEqual(len(said["moves"]), said["count"])
            for move in said["moves"]:
                self.assertTrue(all(0 <= score <= 1 for score in move["scores"]))
                if "made" in move:
                    self.assertTrue(0 <= move["made"] <= move["best"] <= 1)
                    self.assertTrue(move["cites"] and move["better_cites"])
            costs = [said["moves"][n]["best"] - said["moves"][n]["made"] for n in said["mistakes"]]
            self.assertEqual(costs, sorted(costs, reverse=True))
            self.assertLessEqual(len(costs), 3)
            words = bylaw("review", file, "--budget", "500").out
            for n in said["mistakes"]:
                self.assertIn(f"Move {n + 1}, ", words)
                self.assertIn(said["moves"][n]["better"], words)
                made, best = (standing(said["moves"][n][key], said["players"]) for key in ("made", "best"))
                self.assertIn(f": place {made} to be expected, where {best} was to be had", words)
            whys = re.findall(r"(?ms)^   Why +(.*?)^   Clauses", words)
            self.assertEqual(len(whys), len(costs))
            for why in whys:      # what is won by the better one, and what it leads to
                self.assertRegex(why, r"(?s)(After it: .* As\s+it\s+was\s+played:\s|: .*, not ).*Place\s")
            if costs:
                self.assertIn("Hands", words)

    def test_every_move_has_its_line(self):
        """What it promised, or that there was no choice; and the better move where there was one."""
        for name, players in zip(GAMES, (2, 3)):
            file = game(name, self.at, players=players)
            said = json.loads(bylaw("review", file, "--json", "--budget", "300").out)
            words = bylaw("review", file, "--budget", "300").out
            lines = re.sub(r"\n {5,}", " ", words[words.index("Every move:"):]).splitlines()[1:]
            lines = [line for line in lines if re.match(r" *\d+ ", line)]
            self.assertEqual(len(lines), said["count"])
            for line, move in zip(lines, said["moves"]):
                self.assertRegex(line, rf"^ *{move['number'] + 1} ")
                self.assertRegex(line, rf"(?i)player {move['seat'] + 1}\b")
                self.assertIn(f"  {standing(move['made'], players)}  " if "made" in move else "  -  ", line)
                worse = "made" in move and move["best"] > move["made"]
                self.assertEqual("Better: " in line, worse, line)
            only = bylaw("review", file, "--budget", "300", "--seat", "1").out
            self.assertNotRegex(only[only.index("Every move:"):], r"(?m)^ *\d+ .*  (P|p)layer 1\b")

    def test_without_a_mistake_it_says_what_decided_it(self):
        """Of the choices, the last of each player left out, the greatest step towards how it ended, for the
        reader, or else for the winner; a fifth at least, or none did."""
        seen = set()
        for seed in range(1, 20):
            file = game("pharaoh", self.at, "greedy", seed, 2)
            said = json.loads(bylaw("review", file, "--json", "--budget", "600").out)
            if said["mistakes"] :
                continue
            seats = [move["seat"] for move in said["moves"]]
            for you in 0, 1:
                scores = [move["scores"][you] for move in said["moves"]] + [said["scores"][you]]
                steps = [abs(a - scores[-1]) - abs(b - scores[-1])
                         if move["choice"] and move["seat"] in seats[move["number"] + 1:] else 0
                         for move, a, b in zip(said["moves"], scores, scores[1:])]
                n = steps.index(max(steps)) if max(steps) >= 0.2 else None
                self.assertEqual(said["decided"][you], n)
                words = bylaw("review", file, "--budget", "600", "--names", "you,Bo" if you == 0 else "Bo,you").out
                told = re.sub(r"\s+", " ", words)
                if n is None:
                    self.assertIn("No move was a clear mistake, and no single choice decided the game", told)
                else:
                    self.assertIn("No move was a clear mistake. This choice mattered most:", told)
                    self.assertRegex(told, rf"Move {n + 1}: \w.*you: chance to win {standing(scores[n], 2)} before it, "
                                           rf"{standing(scores[n + 1], 2)} after it")
                seen.add(n is None)
            if len(seen) == 2:
                break
        self.assertEqual(seen, {True, False})

    def test_the_same_call_gives_the_same_review(self):
        file = game("pharaoh", self.at)
        for words in ("--names", "a,b,c,d"), ("--language", "de"):   # JSON has none
            done = bylaw("review", file, "--json", *words)
            self.assertEqual((done.status, done.out), (2, ""))
            self.assertIn(words[0], done.err)
        first = bylaw("review", file, "--json", "--budget", "300").out
        self.assertEqual(first, bylaw("review", file, "--json", "--budget", "300", "--jobs", "1").out)
        self.assertNotEqual(first, bylaw("review", file, "--json", "--budget", "300", "--seed", "2").out)

    def test_one_seat(self):
        file = game("pharaoh", self.at)
        said = json.loads(bylaw("review", file, "--json", "--budget", "200", "--seat", "1").out)
        self.assertEqual({move["seat"] for move in said["moves"] if "made" in move}, {1})
        self.assertTrue(all(said["moves"][n]["seat"] == 1 for n in said["mistakes"]))

    def test_people_have_names(self):
        """By --names, or a number from 1; only the reader is "you"."""
        file = game("true-propre", self.at)
        said = bylaw("review", file, "--budget", "500").out
        self.assertIn("player 1", said)
        for words in "seat 0", "you", "You":
            self.assertNotIn(words, said)
        said = bylaw("review", file, "--budget", "500", "--names", "Ada,you,Bo").out
        self.assertNotRegex(said, r"(?i)player \d")
        for words in "  Ada  ", "  you  ", "  Bo   ", "You ":
            self.assertIn(words, said)
        for names in "Ada,you", "Ada,you,Bo,Cy", "":
            self.wrong(bylaw("review", file, "--names", names), "--names")

    def test_what_cannot_be_reviewed(self):
        file = game("pharaoh", self.at)
        self.wrong(bylaw("review", "/nowhere"), "/nowhere")
        self.wrong(bylaw("review", "-", given="no game\n"), "line 1")
        self.wrong(bylaw("review", file, "--seat", "3"), "--seat")
        self.wrong(bylaw("review", file, "--budget", "0"), "--budget")

    def test_broken_off_it_shows_what_is_there(self):
        file = game("pharaoh", self.at)
        run = subprocess.Popen([PROGRAM, "review", file, "--json", "--budget", "300000", "--jobs", "2"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_caught(run, signal.SIGINT)   # before it thinks, which it does for minutes
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate()
        self.assertEqual(run.returncode, 130)
        said = json.loads(out)
        self.assertLess(said["done"], said["count"])


main()
