#!/usr/bin/env python3
"""bylaw play over a pipe: whole games, commands, refusals, undo, saving, bad input."""
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import unittest

from bylaw import EXAMPLES, GAMES, Case, note, refused_by, wait_until_caught

BYLAW = os.environ["BYLAW"]


def bylaw(*args, typed="", env=None):
    given = typed if isinstance(typed, bytes) else typed.encode()
    note("bylaw", *args, given=typed)
    done = subprocess.run([BYLAW, *args], input=given, capture_output=True, timeout=60,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def play(*args, typed="", env=None):
    status, out, err = bylaw("play", *args, typed=typed, env=env)
    assert status == 0 and err == "", (status, err, out[-500:])
    return out


def prompts(out):
    """What was answered to each line that was typed."""
    return re.split(r"(?m)^(?:you|player \d+)> ?", out)[1:]


def seated(out):
    """Who plays, as the second line has it."""
    return [name.split(" ")[0] for name in out.splitlines()[1].split(", ")]


class WholeGames(Case):
    def test_always_the_first_move(self):
        for game in GAMES:
            # The first may be to draw, with which nobody ever goes out: the second is tried before it.
            out = play(game, "--seed", "5", "--players", "3", typed="#2\n#1\n" * 2000)
            with self.subTest(game):
                # … and what decided it, in words
                self.assertRegex(out, r"The game is over after \d+ moves, by \S+\n(\S.+\n)+  1\. ")
                self.assertRegex(out, r"(?m)^  1\. \w+: \w")   # with what is left
                listed = re.findall(r"(?m)^  (?:\d\.|- ) (\w+): \w", out.split("The game is over")[1])
                self.assertEqual(sorted(listed), sorted(seated(out)))   # everybody, once

    def test_why_says_a_clause_once(self):
        """With all that it met or did."""
        merged = 0
        for game in GAMES:
            out = play(game, "--seed", "4", "--players", "3", typed="why #1\nwhy #2\n#1\nwhy\n" * 40)
            for said in prompts(out):
                rows = re.findall(r"(?m)^  (\S+) +(holds|applies|true|false|refuses) ", said)
                self.assertEqual(len(rows), len(set(rows)), (game, said))
                merged += bool(re.search(r"\[[^]]*; [^]]*\]", said))
        self.assertGreater(merged, 0)

    def test_a_hint_says_what_moves_do(self):
        """And what its figures are: a chance where two play, otherwise a place."""
        for players, what in ("2", "Your chance to win"), ("3", "The place that you can expect"):
            said = prompts(play("pharaoh", "--seed", "3", "--players", players, typed="hint ismcts:200\n"))[0]
            self.assertIn(what, said)
            self.assertRegex(said, r"(?m)^ +(\d+ %|\d\.\d)  ?draw a card$")
            self.assertNotRegex(said, r"lay .* \[?(lay|play)\b")      # a move is told once
            self.assertRegex(said, r"(?m)^ +\S+( %)?  ?lay AH: the next player")
        for seed in range(1, 9):
            said = prompts(play("propre", "--seed", str(seed), "--players", "2", typed="hint ismcts:60\n"))[0]
            below = [int(chance) for chance in re.findall(r"(?m)^ +(\d+) %  ", said)][1:]
            self.assertEqual(below, sorted(below, reverse=True), "only what the bot itself would play stands out of its order")
        said = prompts(play("six-seven", "--seed", "3", typed="hint ismcts:50\n"))[0]
        self.assertRegex(said, r"add \w+ to \w+: sum \d+ \[L s\d\]")      # how it is typed, where its words do not say

    def test_a_word_of_the_offer_says_which_move(self):
        """A five can attack, be laid, or lie across: `attack 5c` and `lay 5c` are one of them each."""
        for seed in range(1, 200):
            out = play("propre", "--seed", str(seed), "--players", "3", typed="moves\n")
            five = re.search(r"attack with (5\w):", out)
            if five and f"  8 {five[1]} " in out:
                said = play("propre", "--seed", str(seed), "--players", "3", typed=f"attack {five[1].lower()}\n")
                self.assertIn(f"You attacked with {five[1]}: the attack is", said)
                said = play("propre", "--seed", str(seed), "--players", "3", typed=f"lay {five[1].lower()}\n")
                self.assertIn(f"You laid {five[1]}.\n", said)   # just so, and not across
                return
        self.fail("no five could do both")

    def test_one_move_is_no_question(self):
        """A hint says so, and thinks of nothing."""
        for seed in range(1, 40):
            said = prompts(play("pharaoh", "--seed", str(seed), typed="hint ismcts:9\nhint\n"))
            if said[0].count(" %") + len(re.findall(r"(?m)^ +\d\.\d ", said[0])) == 1:
                self.assertRegex(said[1], r"There is one move only: .*draw a card\.")
                return
        self.fail("everybody had a choice")

    def test_guide_and_terms(self):
        """How to play, which help ends with, is one thing; what stands on the table another."""
        for game in GAMES:
            guide, terms, more = (set(said.splitlines()[1:]) for said in
                                  prompts(play(game, "--seed", "6", typed="guide\nterms\nhelp\n"))[:3])
            with self.subTest(game):
                self.assertTrue(len(guide) > 3 and len(terms) > 1)
                self.assertLessEqual(guide, more)
                self.assertEqual(len(terms & more), 1)      # the title

    def test_no_line_is_wider_than_the_screen(self):
        for game in GAMES:
            out = play(game, "--seed", "6", typed="help\nmoves\nwhy #1\n#1\nwhy\n#1\n#1\n")
            for line in out.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_watching_is_the_game_that_simulate_plays(self):
        with tempfile.TemporaryDirectory() as folder:
            for game in GAMES:
                watched, simulated = f"{folder}/{game}.w", f"{folder}/{game}.s"
                out = play(game, "--watch", "--players", "3", "--seed", "77", "--save", watched)
                status, _, _ = bylaw("simulate", game, "--games", "1", "--players",
                                     "greedy,greedy,greedy", "--seed", "77", "--transcript",
                                     simulated)
                self.assertEqual(status, 0)
                with open(watched) as a, open(simulated) as b:
                    text = a.read()
                    self.assertEqual(text, b.read())
                moves = [json.loads(line) for line in text.splitlines() if '"t":"move"' in line]
                names = re.findall(r"(\w+) \(greedy\)", out.splitlines()[1])
                self.assertEqual(len(set(names)), 3)
                shown = re.findall(r"(?m)^(\d+)\. (\w+): (.*?)(?: \(..\))?$", out)
                self.assertEqual([(str(i + 1), names[m["seat"]], m["move"])
                                  for i, m in enumerate(moves)], shown)
                for move in moves:
                    for clause in move["cites"]:
                        self.assertIn(clause, out)

    def test_a_table_that_is_over_says_nothing_of_the_next_card(self):
        for game in GAMES:
            table = play(game, "--watch", "--seed", "4").split("\n\n")[-2]
            self.assertIn("Tessa", table)   # it is the table
            self.assertNotRegex(table, "must|needed|Attack")

    @unittest.skipIf(os.environ.get("BYLAW_BRIEF"), "sanitizers keep what was freed")
    def test_watching_keeps_no_states(self):
        """A state of 16 players of Predicate Wars takes a hundred kilobytes; a move that is kept, a few
        dozen bytes."""
        def peak(moves):
            p = subprocess.Popen([BYLAW, "play", "predicate-wars", "--players", "16", "--watch",
                                  "--bots", "random", "--seed", "1", "--cap", str(moves)],
                                 stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(p.pid, 0)
            p.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(p.returncode, 0)
            return usage.ru_maxrss
        self.assertLess(peak(1500) - peak(100), 8 << 10)   # kilobytes

    def test_the_same_seed_is_the_same_game(self):
        a = play("pharaoh", "--watch", "--seed", "3", "--bots", "random")
        self.assertEqual(a, play("pharaoh", "--watch", "--seed", "3", "--bots", "random"))
        self.assertNotEqual(a, play("pharaoh", "--watch", "--seed", "4", "--bots", "random"))

    def test_a_capped_game_says_so(self):
        out = play("pharaoh", "--watch", "--seed", "3", "--cap", "5")
        self.assertIn("The game is not finished: 5 moves were made.", out)
        out = play("pharaoh", "--watch", "--seed", "3", "--cap", "1")
        self.assertIn("The game is not finished: 1 move was made.", out)

    def test_every_move_is_told_in_a_sentence(self):
        for game in GAMES:
            out = play(game, "--seed", "4", typed="#1\n" * 30)
            told = re.findall(r"(?m)^  ((?:You|[A-Z][a-z]+) [a-z].*\n(?:    \S.*\n)*)", out)
            self.assertGreater(len(told), 20)
            for story in told:
                self.assertRegex(story, r"(?s)^\S.*[.!]\n$", game)

    def test_the_log(self):
        """What was told, told again; with the clauses for those who ask."""
        typed = "7a\nlog\nlog clauses\nterse\ndraw\nfull\nhistory\n"
        answers = prompts(play("pharaoh", "--seed", "3", "--players", "3", typed=typed))
        told = answers[0].split("\n\n")[0].split("\n", 1)[1]
        self.assertRegex(told, r"^  You laid 7A\. Bruno must draw 3 cards")
        self.assertEqual(answers[1], "log\n" + told + "\n")
        self.assertIn("M7 (cards due (cnt): 1 to 3)", re.sub(r"\s+", " ", answers[2]))
        self.assertNotIn("You drew", answers[4].split("Top ")[0])
        self.assertIn("You drew", answers[6])
        whole, cut = prompts(play("pharaoh", "--seed", "3", "--players", "3", typed="7a\nlog clauses\nlog CL\n"))[1:3]
        self.assertEqual(cut.split("\n", 1)[1], whole.split("\n", 1)[1])
        out = play("pharaoh", "--seed", "3", "--players", "3", "--terse", typed="7a\n")
        self.assertIn("you: play 7A\n  Bruno: ", out)

    def test_a_lesson_ends_with_its_last_words(self):
        """Though it was the other player who made the last move."""
        out = play("six-seven", "--tutorial", typed="1\n" * 60)
        last = out.split("The game is over after")[0].rsplit("you> ", 1)[1]
        self.assertRegex(last, r"(?m)^  Bruno [^|]*There is no number card left[^|]*\n\| Well done")

    def test_a_refusal_says_what_may_be_done_instead(self):
        """In moves that can be typed: each that it names is legal, and none is what was refused."""
        tries = ["play 8B", "play 8C C", "stand", "pass", "3 KH", "4 2H", "M s0", "R s1"]
        for game in GAMES:
            ask = lambda typed: prompts(play(game, "--seed", "3", "--players", "3", typed=typed + "\n"))[0]
            refused = [(t, a) for t, a in zip(tries, map(ask, tries)) if "\nRefused" in a]
            self.assertTrue(refused, game)
            for typed, said in refused:
                instead = " ".join(re.search(r"(?s)  Instead: (.*?)\.\n  \S", said)[1].split())
                offers = re.findall(r"\(([^()]+)\)(?:;|$)", instead)
                with self.subTest(game=game, refused=typed):
                    self.assertGreater(len(offers), 0)
                    self.assertNotIn(typed, offers)
                    for offer in offers:
                        self.assertIn(f"{offer}: legal", ask(f"why {offer}"))

    def test_what_matters_comes_first_in_a_refusal(self):
        refused = prompts(play("pharaoh", "--seed", "3", "--players", "3", typed="8b\n"))[0]
        self.assertRegex(refused, r"(?s)\nRefused: hearts are asked for[^\n]*\n.*  Instead: .*\.\n  R1: ")
        self.assertNotIn("Left open", refused)

    def test_six_seven_tells_the_card(self):
        with tempfile.TemporaryDirectory() as folder:
            out = play("six-seven", "--seed", "7", "--terse", "--save", folder + "/g", typed="1\n")
            with open(folder + "/g") as f:
                start = json.loads(f.read().splitlines()[1])["state"]
            self.assertRegex(out, r"you: \S+ s\d.* \(%s\)\n" % start["flipped"])


class Typed(Case):
    def test_commands_change_nothing(self):
        typed = "moves\ntable\nhelp\nrules\nrule 99\nwhy\nwhy #1\nnonsense\n\n  \nundo\n"
        for game in GAMES:
            out = play(game, "--seed", "8", typed=typed)
            self.assertIn("The game is not finished: 0 moves were made.", out)

    def test_a_refusal_names_its_clause(self):
        out = play("pharaoh", "--seed", "3", "--players", "3", typed="play 8B\nplay KH\ndraw\n")
        _, first, second, third = [""] + prompts(out)[:3]
        self.assertRegex(first, refused_by(r"R\d"))          # nothing fits an 8 of bells here
        self.assertRegex(second, refused_by("D3"))          # a card that is not in the hand
        self.assertIn("Refused: ", second)
        self.assertIn("draw", third)

    def test_a_legal_move_is_explained(self):
        out = prompts(play("pharaoh", "--seed", "3", "--players", "3", typed="why draw\n"))[0]
        self.assertIn("draw: legal", out)
        self.assertRegex(out, r"(?m)^  R6 +holds")

    def test_a_clause_is_shown_with_and_without_its_sign(self):
        for written in ("rule §5.1.2", "rule 5.1.2"):
            out = prompts(play("true-propre", "--seed", "1", typed=written + "\n"))[0]
            self.assertIn("§5.1.2  (effects)", out)

    def test_letter_case_and_spaces_do_not_matter(self):
        for typed in ("play 8b", "PLAY  8B", "  pLaY\t8b "):   # what is refused is read as freely
            self.assertRegex(play("pharaoh", "--seed", "3", "--players", "3", typed=typed + "\n"),
                             refused_by(r"R\d"))
        out = play("pharaoh", "--seed", "3", "--players", "3", typed="  PLAY   7a \n")
        self.assertIn("You laid 7A", out)

    def test_the_list_is_numbered_the_same_way_throughout(self):
        out = play("true-propre", "--seed", "8", typed="talk last-card\n1\n")
        self.assertRegex(out, r"#1  uphold +#2  object")
        self.assertRegex(prompts(out)[1], refused_by("§7.2.3"))
        self.assertIn("(#1 is the move of that number in the list.)", prompts(out)[1])

    def test_help_tells_the_game(self):
        for game in GAMES:
            out = prompts(play(game, "--seed", "1", typed="help\n"))[0]
            self.assertIn(f"docs/{game}.md", out)
            self.assertIn("`rules`", out)
            legal = bylaw("legal", game, typed=bylaw("new", game, "--seed", "1")[1])[1]
            for word in {move.split()[0] for move in legal.splitlines()}:
                self.assertRegex(out, r"(?m)^  (?:.{1,12}, )?%s.*  \S" % re.escape(word))
        self.assertRegex(prompts(play("true-propre", typed="help\n"))[0], r"(?m)^  uphold, object +\S")

    def test_what_a_game_is_about_is_said_of_no_other(self):
        """A small menu has no room for more than the first sentence."""
        said = [re.split(r"(?<=\.)\s", play(game, "--seed", "1").split("\n", 2)[2])[0] for game in GAMES]
        self.assertEqual(len(set(said)), len(GAMES), said)

    def test_signs_of_suits_can_be_typed(self):
        out = play("true-propre", "--seed", "8", "--terse", typed="why 4 3♦\n8 3♣ h\n")
        self.assertIn("4 3D: legal", out)
        self.assertIn("you: 8 3C h", out)
        out = play("pharaoh", "--seed", "3", "--players", "3", typed="play A♣ A♥\n")
        self.assertIn("You laid AA AH", out)   # as the table has it: ♣ acorns

    def test_the_values_are_told_in_words(self):
        """Those that are as always are not shown."""
        position = json.loads(bylaw("new", "true-propre", "--seed", "8")[1])
        shown = {"av": "Attack: 5 cards", "mv": "The turn will go 2 seats on", "rm": "No match is needed"}
        plain = bylaw("show", "-", typed=json.dumps(position))[1]
        self.assertIn("Hand ", plain)
        self.assertNotRegex(plain, r"\b(AV|MV|FC|RM|B|PW) ")
        values = {"av": 5, "mv": 2, "rm": False}
        for name, words in shown.items():
            state = {**position["state"], name: values[name]}
            out = bylaw("show", "-", typed=json.dumps({**position, "state": state}))[1]
            self.assertIn(words, out)
            self.assertEqual(out.replace(words + "\n", ""), plain)

    def test_the_seats_are_those_that_play(self):
        for game in (g for g in GAMES if "Seats, " in play(g, "--seed", "1")):
            for players in (2, 5):
                out = play(game, "--seed", "1", "--players", str(players), "--terse")
                head, rows = re.findall(r"Seats, (.*)\n((?:  [> ] .* cards?.*\n)+)", out)[-1]
                self.assertEqual(len(rows.splitlines()), players, out)
                self.assertNotRegex(head, r"[0-9]")

    def test_commands_and_moves_cut_short(self):
        out = play("pharaoh", "--seed", "3", typed="MOV\nh\nru r6\nRULE r7\nq\ndr\n")
        self.assertIn("  1  draw", out.split("MOV\n")[1].split("> h\n")[0])
        self.assertIn("`h` may be `hint`, `help`.", out)
        for typed in "L s9 now", "l S0 twice":   # a move, and no `log`
            self.assertRegex(play("six-seven", "--seed", "3", typed=typed + "\n"), "That is no move of this game: ")
        self.assertIn("R6  (requires)", out)
        self.assertIn("R7  (requires)", out)
        self.assertIn("That is no move", out.split("> q\n")[1])   # too easily a slip
        self.assertIn("You drew", out)

    def test_a_mistyped_move_is_no_chatter(self):
        for game in GAMES:
            out = play(game, "--seed", "3", typed="play ZZ\n")
            told = "".join(re.findall("That is no move of this game|That cannot be read|not a move", out))
            self.assertIn(told, ("That is no move of this game", "That cannot be read"))   # once
            self.assertNotIn("As words", out)

    def test_a_slip_is_noticed(self):
        self.assertIn("Did you mean `moves`?", play("pharaoh", typed="moevs\n"))
        self.assertNotIn("Did you mean", play("pharaoh", typed="lay\n"))   # no three letters are near others

    def test_numbers_that_are_moves_keep_their_meaning(self):
        out = play("propre", "--seed", "3", typed="3\n#99\n")
        self.assertIn("(#3 is the move of that number.)", out)
        self.assertNotIn("(#8 is", play("true-propre", "--seed", "8", typed="talk last-card\n8\n"))
        self.assertIn("There is no move #99", out)
        self.assertIn("you: 1\n", play("propre", "--seed", "3", "--terse", typed="1\n"))

    def test_words_count_where_the_rules_listen(self):
        out = play("true-propre", "--seed", "8", "--terse", typed="Propreantepenultimate\n")
        self.assertIn("you: say", out)
        out = play("true-propre", "--seed", "8", "--terse", typed='"last card"\n')
        self.assertIn("you: talk last-card", out)
        self.assertIn("Nobody minds", play("pharaoh", typed='"last card"\n'))

    def test_out_of_turn(self):
        out = play("true-propre", "--seed", "8", "--persons", "0,2", "--terse",
                   typed="as 3 say\n2: say\n9: say\nwhy 3: 1\n0: say\n")
        self.assertIn("player 3: say", out)
        self.assertIn("Player 2 is Bruno, a bot (greedy).", out)
        self.assertIn("There is no player 9.", out)
        self.assertIn("That is for player 3 to ask", out)
        out = play("true-propre", "--seed", "8", "--persons", "0,2",
                   typed="3: why 8 3D\n3: table\n")
        self.assertIn("That is for player 3 to ask", out)
        self.assertIn("`table` is for the player at the keyboard", out)
        out = play("pharaoh", "--persons", "all", typed="2: draw\n")
        self.assertRegex(out, refused_by("D8"))

    def test_nothing_is_told_twice(self):
        out = play("six-seven", "--seed", "3", "--persons", "0,1", typed="1\n1\n1\n1\n")
        for line in re.findall(r"(?m)^  player \d+: .*$", out):
            self.assertEqual(out.count(line + "\n"), 1, line)

    def test_hands_of_others_are_not_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = f"{folder}/g"
            out = play("pharaoh", "--seed", "3", "--save", kept, typed="")
            with open(kept) as f:
                hands = json.loads(f.read().splitlines()[1])["state"]["hands"]
            for card in hands[0]:
                self.assertIn(card, out)
            shown = re.search(r"(?m)^Your hand +(.*)$", out).group(1).split()
            self.assertEqual(sorted(word for word in shown if word.isupper()), sorted(hands[0]))


class Seeds(Case):
    """With the seed `new` shows every card: it is told afterwards, or to whoever asks."""
    SEED = "9876543210123456789"

    def test_it_is_told_at_the_end(self):
        for game in GAMES:
            for args, typed in ((["--watch", "--cap", "5"], ""), ([], "#1\nhelp\ntable\nwhy\nrules\n")):
                self.assertNotIn(self.SEED, play(game, "--seed", self.SEED, *args, typed=typed))
        out = play("pharaoh", "--watch", "--seed", self.SEED)
        self.assertIn(self.SEED, out.split("The game is over")[1])
        self.assertNotIn(self.SEED, out.split("The game is over")[0])

    def test_whoever_asks_is_warned(self):
        out = play("pharaoh", "--seed", self.SEED, typed="seed\n")
        self.assertIn("Seed " + self.SEED, out)
        self.assertIn("every card", out)

    def test_an_earlier_save_is_remembered(self):
        with tempfile.TemporaryDirectory() as folder:
            out = play("pharaoh", "--seed", "3", typed=f"draw\nsave {folder}/g\ndraw\n")
            self.assertRegex(out, r"saved last is lost; go on with: \S*bylaw play --resume \S+/g ")

    def test_a_saved_game_has_it(self):
        with tempfile.TemporaryDirectory() as folder:
            play("pharaoh", "--seed", self.SEED, "--save", folder + "/g", typed="draw\n")
            with open(folder + "/g") as f:
                self.assertEqual(json.loads(f.readline())["seed"], self.SEED)


class Undo(Case):
    def test_a_card_that_only_bots_saw(self):
        out = play("propre", "--seed", "3", typed="#3\nundo\n#3\nundo\n")
        self.assertEqual(out.count("Taken back"), 2)
        self.assertIn("0 moves were made", out)

    def test_a_drawn_card_stays(self):
        out = play("pharaoh", "--seed", "3", "--persons", "all", typed="draw\nundo\n")
        self.assertRegex(out, r"That cannot be taken back: `draw`\s+showed")

    def test_what_a_bot_could_play_is_not_told(self):
        """The same answer whether it played or had to draw."""
        said = {}
        for seed in range(30):
            out = play("pharaoh", "--seed", str(seed), "--players", "2", "--terse", typed="2\nundo\n")
            did = re.search(r"Bruno: (draw|play|stand)", out)
            if did and "you: play" in out:
                said[did.group(1)] = out.split("> undo\n")[1].split("you>")[0]
        self.assertIn("draw", said)
        self.assertIn("play", said)
        self.assertEqual(set(said.values()), {"That cannot be taken back: others have moved since. A casual game allows it:\n"
                                              "  `casual` before the deal, in the menu, or --casual.\n"})

    def test_in_a_casual_game_any_move_goes_back(self):
        """A card that was drawn, bots that have moved: back, again and again, and marked."""
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/game.jsonl"
            out = play("pharaoh", "--seed", "3", "--casual", "--save", file,
                       typed="draw\ndraw\nundo\nundo\ndraw\n")
            self.assertIn("Casual", out.split("you>")[0])
            self.assertEqual(out.count("Taken back"), 2)
            self.assertNotIn("cannot be taken back", out)
            out = play("--resume", file, typed="undo\nundo\n")
            self.assertIn("Casual", out.split("you>")[0])
            self.assertEqual(out.count("Taken back"), 1)
            self.assertIn("Nothing has been played yet", out)
            with open(file) as saved:
                self.assertEqual(saved.read().count('{"bylaw":'), 2)
        self.assertNotIn("Casual", play("pharaoh", "--seed", "3"))

    def test_nothing_to_take_back(self):
        self.assertIn("Nothing has been played yet", play("pharaoh", typed="undo\n"))


class Saving(Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = self.folder.name + "/game.jsonl"

    def tearDown(self):
        self.folder.cleanup()

    def test_a_game_goes_on_as_it_would_have(self):
        for game in GAMES:
            whole, parts = f"{self.file}.{game}.whole", f"{self.file}.{game}.parts"
            typed = ["#1"] * 40
            play(game, "--seed", "21", "--players", "3", "--save", whole,
                 typed="\n".join(typed) + "\n")
            play(game, "--seed", "21", "--players", "3", "--save", parts,
                 typed="\n".join(typed[:3]) + "\n")
            for at in (3, 10):
                play("--resume", parts, "--save", parts,
                     typed="\n".join(typed[at:{3: 10, 10: 40}[at]]) + "\n")
            with open(whole) as a, open(parts) as b:
                self.assertEqual(a.read(), b.read(), game)

    def test_games_of_another_program_are_taken_up(self):
        files = [f for f in sorted(EXAMPLES.glob("*.jsonl"))
                 if f.name.rsplit("-", 1)[0] in GAMES]
        self.assertTrue(files)
        for file in files:
            with open(file) as f:
                lines = f.read().splitlines(keepends=True)
            end = json.loads(lines[-1])
            out = play("--resume", file)
            self.assertIn(f"by {end['why']}.\n", out)
            self.assertRegex(out, rf"(?m)^  1\. {seated(out)[end['winner']]}:")
            cut = max(i for i in range(2, 25) if '"t":"move"' in lines[i]) + 1
            with open(self.file, "w") as f:
                f.writelines(lines[:cut])
            made = sum('"t":"move"' in line for line in lines[:cut])
            self.assertIn(f"not finished: {made} moves",
                          play("--resume", self.file, "--persons", "all"))

    def test_what_is_saved_verifies(self):
        play("pharaoh", "--seed", "2", "--watch", "--save", self.file)
        self.assertEqual(bylaw("verify", self.file)[0], 0)

    def test_other_files_are_left_alone(self):
        with open(self.file, "w") as f:
            f.write("mine\n")
        status, _, err = bylaw("play", "pharaoh", "--save", self.file)
        self.assertEqual(status, 2)
        self.assertIn("is there already", err)
        self.assertIn("no saved game", err)
        self.assertIn("is there already", play("pharaoh", typed=f"save {self.file}\n"))
        with open(self.file) as f:
            self.assertEqual(f.read(), "mine\n")

    def test_save_on_demand(self):
        out = play("pharaoh", "--seed", "2", typed=f"draw\nsave {self.file}\n")
        self.assertNotIn("It was not saved", out)
        self.assertIn("draw", play("--resume", self.file, typed="moves\n"))

    def test_the_same_file_again(self):
        out = play("pharaoh", "--seed", "2", typed=f"save {self.file}\ndraw\nsave {self.file}\n")
        self.assertEqual(out.count("Saved; go on later with"), 2)
        out = play("--resume", self.file, typed=f"draw\nsave {self.file}\n")
        self.assertEqual(out.count("Saved; go on later with"), 1)

    def test_how_to_go_on(self):
        who = ["--persons", "0,1", "--bots", "random"]
        again = f"{BYLAW} play --resume {self.file} --save {self.file} " + " ".join(who)
        out = play("pharaoh", *who, typed=f"save {self.file}\n")
        self.assertIn("go on later with: " + again, out)
        self.assertEqual(out.count("--resume"), 1)
        os.remove(self.file)
        self.assertIn("It is saved; go on with: " + again,
                      play("pharaoh", *who, "--save", self.file))
        status, _, err = bylaw("play", "pharaoh", "--save", self.file)
        self.assertEqual(status, 2)
        self.assertIn("--resume", err)
        out = play("pharaoh", typed=f"save {self.file} it's\n")
        self.assertIn(f"--resume '{self.file} it'\\''s' ", out)

    def test_a_game_that_was_looked_at_is_saved_still(self):
        play("pharaoh", "--seed", "2", "--save", self.file, typed="draw\n")
        self.assertIn("It is saved", play("--resume", self.file))
        self.assertIn("saved last is lost", play("--resume", self.file, typed="draw\n"))

    def test_a_capped_game_verifies_and_goes_on(self):
        play("pharaoh", "--seed", "2", "--watch", "--cap", "7", "--save", self.file)
        with open(self.file) as f:
            self.assertEqual(f.read().splitlines()[-1],
                             '{"t":"end","winner":null,"ranking":[],"why":"cap"}')
        self.assertEqual(bylaw("verify", self.file)[0], 0)
        play("--resume", self.file, "--watch", "--save", self.file)
        self.assertEqual(bylaw("verify", self.file)[0], 0)
        with open(self.file) as f:
            self.assertNotIn('"cap"', f.read())

    def test_from_a_position(self):
        with open(self.file, "w") as f:
            f.write(bylaw("new", "pharaoh", "--seed", "3", "--players", "3")[1])
        out = play("pharaoh", "--position", self.file, typed=f"7A\nsave {self.file}.then\n")
        self.assertIn("play 7A", out)
        again = f"{BYLAW} play pharaoh --position {self.file}.then"
        self.assertIn("go on later with: " + again, out)
        out = play("pharaoh", "--position", self.file + ".then", typed="moves\n")
        self.assertNotIn("7A", out)
        for more in (["--players", "3"], ["--preset", "table"], ["--resume", self.file]):
            status, out, err = bylaw("play", "pharaoh", "--position", self.file, *more)
            self.assertEqual((status, out), (2, ""), more)
        self.assertIn("propre", bylaw("play", "propre", "--position", self.file)[2])

    def test_a_running_game_of_the_page(self):
        with open(self.file, "w") as f:
            f.write('{"setup":{"game":"pharaoh","players":2},"you":0,"moves":["AbCd"]}')
        for args in (["play", "--resume"], ["verify"], ["review"], ["show"], ["play", "--position"]):
            status, out, err = bylaw(*args, self.file)
            self.assertEqual((status, out), (2, ""))
            self.assertIn("a running game that the page has saved", err)

    def test_a_position_for_a_saved_game_and_the_other_way_round(self):
        position = bylaw("new", "pharaoh", "--seed", "3")[1]
        play("pharaoh", "--seed", "3", "--watch", "--save", self.file)
        for args in (["play", "--position"], ["show"]):
            status, out, err = bylaw(*args, self.file)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(": a saved game, which `bylaw play --resume` goes on with", err)
        self.assertEqual(bylaw("verify", self.file)[0], 0)
        with open(self.file, "w") as f:
            f.write(position)
        for args in (["play", "--resume"], ["verify"], ["review"]):
            status, out, err = bylaw(*args, self.file)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(": a position, which `bylaw show` draws", err)
        self.assertIn(": eine Stellung, ", bylaw("review", self.file, "--language", "de")[2])

    def test_a_bad_file(self):
        with open(self.file, "w") as f:
            f.write("{}\n")
        for args in (["--resume", self.file], ["--resume", self.file + ".none"]):
            status, out, err = bylaw("play", *args)
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(err.count("\n"), 1)

    def test_the_end_of_input_keeps_the_game(self):
        out = play("pharaoh", "--seed", "2", "--save", self.file, typed="draw\n")
        self.assertIn("It is saved", out)
        self.assertTrue(os.path.exists(self.file))
        self.assertFalse(os.path.exists(self.file + ".new"))


class Signals(Case):
    def bytes_read(self, p):
        with open(f"/proc/{p.pid}/io") as f:
            return int(f.readline().split()[1])

    def test_input_without_end_does_not_keep_a_signal_out(self):
        """Neither one line that never ends, nor lines that never do."""
        for command in ("cat /dev/zero", "yes help", "yes"):
            note("bylaw play pharaoh, from", command)
            source = subprocess.Popen(command.split(), stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL)
            p = subprocess.Popen([BYLAW, "play", "pharaoh", "--seed", "3"], stdin=source.stdout,
                                 stdout=subprocess.DEVNULL)
            source.stdout.close()
            wait_until_caught(p, signal.SIGTERM)
            self.wait(p, lambda: self.bytes_read(p) > 9000)   # in the middle of it
            p.terminate()
            try:
                self.assertEqual(p.wait(timeout=10), 128 + signal.SIGTERM, command)
            finally:
                p.kill()
                source.kill()
                source.wait()


class BadInput(Case):
    def test_bytes_that_are_no_text(self):
        for line in (b"\0\n", b"dra\0w\n", b"\xff\xfe\n", b"\x1b[2J\n", b"\xc2\x9b31m\n"):
            out = play("pharaoh", "--seed", "2", typed=line)
            self.assertIn("That line is not text", out)
            self.assertNotIn("\x1b", out)

    def test_keys_that_are_not_letters(self):
        out = play("pharaoh", "--seed", "2", typed=b"\x1b[A\n\x1b[1;5Cdraw\x1b[D\x1bOB\n")
        self.assertNotIn("not text", out)
        self.assertIn("You drew", out)
        out = play("pharaoh", "--seed", "2", typed=b"raw\x1b[D\x1b[Dd\n")
        self.assertIn("Arrow keys do not move in a line here", out)

    def test_a_line_without_end(self):
        out = play("pharaoh", "--seed", "2", typed=b"a" * 300000)
        self.assertIn("nothing is that long", out)
        out = play("pharaoh", "--seed", "2", typed=b"a" * 300000 + b"\ndraw\n")
        self.assertIn("You drew", out)

    def test_long_words(self):
        for text in ("as " * 5000, "1" * 60000, "#" * 100, "why " * 1000, "rule " + "9" * 5000,
                     "%s%n%d", "as", "as 0", "0:", ":", '"', "save", "rule", "why 99999999999"):
            play("true-propre", "--seed", "2", typed=text + "\n")

    def test_anything_may_be_typed(self):
        chance = random.Random(7)
        pieces = ["as", "0:", "1:", "2 ", "why", "undo", "#1", "#2", "#7", "say", "rule", "\"", "+",
                  "moves", "table", "play", "draw", "7H", "8 ", "3 ", "place", "L s1", "R s0", " ",
                  "§5.1", "%n", "last card", "propreantepenultimate", "card", ">B", "h", "keep", "é",
                  "uphold"]
        for game in GAMES:
            for seed in range(4):
                lines = ["".join(chance.choice(pieces) + chance.choice(["", " "])
                                 for _ in range(chance.randrange(1, 4))) for _ in range(150)]
                lines = [chance.choice([line, "#1", "#2"]) for line in lines]
                status, out, err = bylaw("play", game, "--persons", "0,1", "--seed", str(seed),
                                         typed="\n".join(lines) + "\n")
                self.assertEqual((status, err), (0, ""))
                self.assertRegex(out, "not finished|game is over")

    def test_wrong_calls(self):
        for args in ([], ["chess"], ["pharaoh", "--players", "99"], ["pharaoh", "--persons", "7"],
                     ["pharaoh", "--persons", "0,"], ["pharaoh", "--persons", ""],
                     ["pharaoh", "--bots", "gready"], ["pharaoh", "--bots", "greedy,random"],
                     ["pharaoh", "--watch", "--persons", "0"], ["pharaoh", "--seed", "x"],
                     ["pharaoh", "--pace", "3"], ["pharaoh", "--cap", "3"],
                     ["pharaoh", "--persons", "all", "--bots", "greedy"],
                     ["pharaoh", "--watch", "--casual"], ["--resume", "nosuch"],
                     ["pharaoh", "--position", "nosuch"], ["--position", "nosuch"],
                     ["pharaoh", "--save", "/nosuch/folder/game"], ["pharaoh", "pharaoh"], ["pharaoh", "--set", "x=1"], ["pharaoh", "--save", ""]):
            status, out, err = bylaw("play", *args)
            self.assertEqual((status, out), (2, ""), args)
            self.assertEqual(err.count("\n"), 1, args)
            if "nosuch" in "".join(args[-1:]) and args[0] != "--position":
                self.assertIn("No such file", err, args)

    def test_no_escape_bytes(self):
        for game in GAMES:
            for env in ({"TERM": "xterm-256color"}, {"NO_COLOR": "1", "TERM": "xterm"}):
                out = play(game, "--seed", "2", "--persons", "0,1", env=env,
                           typed="#1\n#1\nhelp\nwhy\nundo\nfoo\n#1\n")
                self.assertNotIn("\x1b", out)
                self.assertNotIn("\r", out)


if __name__ == "__main__":
    unittest.main()
