#!/usr/bin/env python3
"""bylaw play predicate-wars: a turn, the editor, the proof assistant and the tutorial."""
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from bylaw import refused_by
from screen import Screen
from terminal import EDITS, Terminal, plain

BYLAW = os.environ["BYLAW"]

# Two persons at one keyboard, so that nothing depends on what a bot likes.
TABLE = ["predicate-wars", "--players", "2", "--persons", "all", "--seed", "2"]
ATTACK = "[ATK]([chosenPlayer](1),20)"
IF_PLAYER = "([PLAYER]([chosenPlayer](1))→" + ATTACK + ")"
# Set-up and the phases up to the first play, which is seat 1's with this seed.
UP_TO_PLAY = [f"edit #0 paper 10 {IF_PLAYER}", "edit #1 rock 0 tT", "done",
              "edit #2 paper 12 [ATK]([chosenPlayer](1),15)", "edit #3 scissors 2 (1>2)", "done",
              "pass", "pass", "pass", "pass", "pass", "pass"]
UP_TO_REFUTE = UP_TO_PLAY + ["play #3 #2", "prove players=0 : => 2"]
UP_TO_PROVE = UP_TO_REFUTE + ["refute : tF by comparison 1 => 7", "play #1 #0"]
UP_TO_PROOFS = UP_TO_PROVE + ["decline", "leave"]
PAID_19 = r"for\s+19\s+proving\s+power"
TERSE = TABLE + ["--terse"]   # moves as they are written


def play(*lines, args=TABLE, env=None):
    """What is shown when these lines are typed over a pipe."""
    done = subprocess.run([BYLAW, "play", *args], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, timeout=60, env={**os.environ, **(env or {})})
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"status {done.returncode}: {done.stderr}\n{done.stdout}")
    return done.stdout


def after(lines, *more, **how):
    """What is shown from the first of `more` on."""
    out = play(*lines, *more, **how)
    return out[out.rindex("> " + more[0] + "\n"):]


def said(card, signs):
    """A card whose statement stands there in words, and then with its signs."""
    return rf"{card}:\s+“[^”]+”,\s+" + re.escape(signs)


class Turns(unittest.TestCase):
    def test_every_phase_says_what_it_is(self):
        out = play(*UP_TO_PROOFS, "pass", "pass", "buy-rule tT", "accept", "pass", "pass")
        for head in ("Set-up.", "Phase I, creation.", "Phase II, editing.", "Phase III, claiming.",
                     "Phase IV, playing.", "Phase IV, proving.", "Phase IV, refuting.",
                     "Phase V, subproofs.", "Phase V, rules.", "Phase V, refuting a rule.",
                     "Phase V, removing rules."):
            self.assertIn(head, out)

    def test_the_number_of_a_card_is_no_move(self):
        out = after([], "#4", "#99", "done")
        self.assertIn("#4 is a card, not a move: `edit #4`", out)
        self.assertIn("#99 is a card, and no move here is about it", out)
        self.assertIn("> done\n  You have finished writing.", out)   # it was still seat 0's turn

    def test_cards_may_be_named_by_their_numbers_alone(self):
        for bare, written in ("play 0 1", "play #0 #1"), ("claim 3", "claim #3"), ("discard  0", "discard #0"):
            for before in ["edit #0 rock 0 tT"], UP_TO_PLAY:
                told = [after(before, line).split("\n", 1)[1] for line in (bare, written)]
                self.assertEqual(told[0], told[1])
        self.assertIn("You played card #3", after(UP_TO_PLAY, "play 3 2"))
        self.assertIn("That is no move of this game: which two cards?", after(UP_TO_PLAY, "play 3"))

    def test_whose_health_it_was(self):
        """An attack on all: everybody's loss is told, each with the seat."""
        three = ["predicate-wars", "--players", "3", "--persons", "all", "--seed", "2"]
        cards = ["edit #0 rock 0 tT", "edit #1 rock 0 (∀(x)([PLAYER](x)→[ATK](x,20)))"]
        lines = cards + ["done"] * 3 + ["pass"] * 9
        shown = play(*lines, "leave", args=three)
        turn = int(re.findall(r"(?m)^> (\d) you", shown)[-2])
        lines += ["leave"] * ((3 - turn) % 3) + ["play #0 #1", "prove : => 2", "accept", "accept"]
        out = play(*lines, args=three)
        reader = int(re.findall(r"(?m)^-- player (\d) --", out)[-1])
        for seat in {1, 2, 3} - {1}:
            who = "you" if seat == reader else rf"Player\s+{seat}"
            self.assertRegex(out, rf"attacked\s+{who}\s+for\s+20,\s+which\s+leaves\s+130\s+health")
        self.assertRegex(out, r"(You|Player\s+1)\s+lost\s+20\s+health;\s+130\s+is\s+left")

    def test_the_whole_table_and_all_moves(self):
        out = after(UP_TO_REFUTE, "table", "moves")
        self.assertIn("Your cards #0 paper, cost 10", out)   # which the turn has no room for
        self.assertIn("Piles      deck", out)
        self.assertIn("[ATK]([chosenPlayer](1),15)", out)
        self.assertIn("claim #2  of player 2: paper, cost 12",
                      after(UP_TO_PLAY[:-1], "moves"))

    def test_help_in_two_columns(self):
        out = after([], "help")
        for line in out.splitlines():
            self.assertLessEqual(len(line), 80)
        self.assertIn("\n  subproofs [SEAT]\n                 your subproofs", out)

    def test_what_is_not_seen_is_not_shown(self):
        out = play(f"edit #0 paper 10 {IF_PLAYER}", "done", "cards", "table", "card #0")
        mine, theirs = out.split("-- player 2 --")
        self.assertIn(IF_PLAYER, mine)
        out = after([f"edit #0 paper 10 {IF_PLAYER}"], "card #0")
        self.assertIn("#0 paper, cost 10, 20 points:", out)
        self.assertIn(f"\n           {IF_PLAYER}\n", out)
        self.assertNotIn(IF_PLAYER, theirs)
        self.assertNotIn("20 points", theirs)
        self.assertIn("#0 paper, cost 10, not seen, with [ATK] [PLAYER] 2 [chosenPlayer]", theirs)

    def test_lines_fit(self):
        out = play(*UP_TO_PROVE, "prove", "help", "rules", "conclusions 2", "cancel", "cards")
        for line in out.splitlines():
            if not re.match(r"player \d>|\w+>", line):   # what was typed stands as it was
                self.assertLessEqual(len(line), 80, line)

    def test_plain_has_words_for_signs(self):
        out = play("edit #0", "P imply Q", "rock", "1", "yes", args=TABLE + ["--plain"])
        self.assertIn("(P imply Q)", out)
        self.assertTrue(out.isascii())

    def test_a_hint_in_the_set_up_is_a_plan(self):
        """In words, and what it says to write is accepted."""
        typed = []
        for _ in range(2):
            out = re.sub(r"\n +", " ", play(*typed, "hint"))
            typed += re.findall(r"Type `(edit #\d+ [^`]*)`\.", out)[-1:]
            self.assertRegex(out, "A plan|of the plan")
        out = play(*typed)
        self.assertNotIn("Refused", out)
        self.assertRegex(out, r"(?m)^> 0 you .* 2$")

    def test_commands_in_the_editor(self):
        """They are no logic."""
        out = play("edit #0", "hint", "quit", "table")
        self.assertIn("A plan", out)
        self.assertIn("Nothing is written.", out)
        self.assertNotIn("Column", out)

    def test_the_wrong_time(self):
        self.assertRegex(play("prove"), refused_by("IV.8"))
        self.assertRegex(play("refute"), refused_by("P."))
        self.assertRegex(play("buy-proof"), refused_by("V.4"))
        self.assertRegex(play("buy-rule"), refused_by("V.5"))
        self.assertRegex(play("done", "done", "edit #0"), refused_by("II.1"))


class Editor(unittest.TestCase):
    def test_a_card_step_by_step(self):
        out = play("edit #0", ATTACK, "rock", "5", "yes", "cards 0")
        self.assertIn("10 points; writing it uses 20 of your 100 power; a game effect", out)
        self.assertRegex(out, said("#0 rock, cost 5, 10 points", f"{ATTACK}"))
        self.assertRegex(out, r"> 0 you +100 +80 ")

    def test_a_caret_under_the_place(self):
        out = play("edit #0", "[ATK]([chosenPlayer](1),20")
        self.assertIn("    [ATK]([chosenPlayer](1),20\n" + " " * 30 + "^\nColumn 27:", out)

    @unittest.skipUnless(shutil.which("msgfmt"), "there is no msgfmt to build catalogues with")
    def test_what_cannot_be_read_is_told_in_every_language(self):
        """Whatever the reader of statements finds: none of it is in English elsewhere."""
        told = {
            "de": ["Spalte 5: erwartet wird ), da steht das Ende.",
                   "Spalte 1: diese Funktion nimmt 2 Argumente.", "Spalte 13: erwartet wird die Nummer einer Prämisse, `using` oder das Ende, da steht 'x'."],
            "sk": ["Stĺpec 5: čaká sa ), nasleduje koniec.",
                   "Stĺpec 1: táto funkcia má 2 argumenty.", "Stĺpec 13: čaká sa číslo premisy, `using` alebo koniec, nasleduje 'x'."],
        }
        faults = ["(P∧Q", "[ATK](1)", "(P Q)", "1 2", "P((1 2))", "((1 2)=3)", "P∧Q R", "P∧Q∧R", "P(1", "P(", "∀x P", "∀(P)Q",
                  "∀(01)Q", "P∧∀(x)Q", "[PLAYER]", "[PLAYER](1,2)", "[player](1)", "P(2147483648)", "P_", "P_01",
                  "P_1234567890123456789", "¬" * 600 + "P", "(" * 70, "∧"]
        lines = ["axiom P Q", "tT", "tT by", "tT by x", "tT by truth 01", "tT by truth using", "tT by truth x"]
        for language, those in told.items():
            with self.subTest(language=language):
                how = {"args": TABLE + ["--language", language]}
                out = play("edit #0", *faults, "cancel", *UP_TO_PROOFS, "buy-proof A", *lines, **how)
                out = re.sub(r"\s+", " ", out)
                self.assertEqual([one for one in those if one not in out], [], out)
                self.assertNotRegex(out, r"(?i)\b(expected|found|the|has|have|takes|at most|needed|there)\b")

    def test_nothing_is_lost_on_errors(self):
        out = after(["edit #0"], "[ATK]([chosenPlayer](1,20", "s/(1,/(1),/", "+)", "scissors", "900",
                    "50", "cost 5", "yes", "cards 0")
        self.assertIn("From 0 to 100.", out)
        self.assertRegex(out, said("#0 scissors, cost 5, 10 points", f"{ATTACK}"))

    def test_cancel_keeps_the_draft(self):
        out = play("edit #0", "P or Q", "cancel", "cards 0", "edit #0", "rock", "0", "yes")
        self.assertIn("The draft is kept: `edit #0` takes it up.", out)
        self.assertRegex(out, said("#0 rock, cost 0, 3 points", "(P∨Q)"))

    def test_a_draft_is_for_its_writer_only(self):
        out = play("edit #0", "P and (Q or R)", "cancel", "done", "edit #0")
        self.assertNotIn("Q∨R", out.split("-- player 2 --")[1])

    def test_templates(self):
        out = play("edit #0", "1", "", "20", "cancel", "edit #1", "7", "50", "x", "5", "r", "0", "y")
        self.assertIn("  " + ATTACK + "\n", out)
        self.assertIn("edit #1 rock 0 (∀(x)(([health](x)>50)→[ATK](x,5)))", out)

    def test_a_number_of_the_list_opens_it(self):
        self.assertIn("Card #1 blank", play("2", "cancel"))

    def test_what_one_line_begins(self):
        out = play("edit #1 paper 3", "tT", "yes")
        self.assertRegex(out, said("#1 paper, cost 3, 0 points", "tT"))

    def test_a_refused_line_is_a_draft(self):
        out = play(f"edit #0 rock 500 {ATTACK}", "edit #0", "cost 5", "yes", "cards 0")
        self.assertIn("The draft is kept", out)
        self.assertRegex(out, said("#0 rock, cost 5, 10 points", f"{ATTACK}"))

    def test_a_rule(self):
        out = after(UP_TO_PROOFS + ["pass", "pass"], "buy-rule", "P(x)", "", "yes",
                    "statement", "(∀(x)P(x))", "price", "20", "yes", "accept", "slots")
        self.assertIn("a variable is free", out)
        self.assertRegex(out, refused_by("V.5"))
        self.assertIn("0, price 20: (∀(x)P(x))", out)


    def test_each_card_has_its_draft(self):
        out = play("edit #0", "P or Q", "cancel", "edit #1", "R", "cancel", "edit #0", "cancel",
                   "edit #1", "rock", "1", "yes")
        self.assertIn("(P∨Q)", out.split("> edit #0")[2])
        self.assertRegex(out, said("#1 rock, cost 1, 1 point", "R"))

    def test_nothing_of_an_older_line_leaks(self):
        out = after(["edit #1 rock 500 P"], "edit #1 tT", "paper", "3", "yes", "cards 0")
        self.assertIn("tag: rock, paper, scissors>", out)
        self.assertRegex(out, said("#1 paper, cost 3, 0 points", "tT"))

    def test_only_what_is_mine_is_kept(self):
        self.assertNotIn("kept", play(f"edit #2 rock 5 {ATTACK}"))

    def test_ranges(self):
        out = play("edit #0", "tT", "rock", "101", "100", "cost 200", "cost 7", "yes")
        self.assertEqual(out.count("From 0 to 100."), 2)
        self.assertRegex(out, said("#0 rock, cost 7, 0 points", "tT"))
        rule = after(UP_TO_PROOFS + ["pass", "pass"], "buy-rule", "(∀(x)P(x))", "14", "999", "15",
                     "yes", "accept", "slots")
        self.assertEqual(len(re.findall(r"From 15 to 1\d\d\.", rule)), 2, rule)
        self.assertIn("0, price 15: (∀(x)P(x))", rule)

    def test_the_way_back(self):
        out = play("edit #0", "P", "statement", "Q", "ROCK", "tag", "Scissors", "STATEMENT", "tT", "1",
                   "Tag p", "YES")
        self.assertRegex(out, said("#0 paper, cost 1, 0 points", "tT"))

    def test_help_fits_what_is_asked(self):
        out = after(UP_TO_PROOFS + ["pass", "pass"], "buy-rule", "tT", "1", "help", "cancel")
        self.assertNotIn("tag", out)
        self.assertIn("`statement` or `price`", out)
        self.assertNotIn("[CLAIM]([playerOfChosenCard](1),1)", out)   # nothing for a rule

    def test_a_seat_number_is_no_player(self):
        for statement in ("[ATK](1,20)", "[health](1)>10", "[PLAYER](0)", "[ATK]([randCard](1),2)",
                          "(∀(x)([PLAYER](x)→[ATK](x,[chosenPlayer](1))))"):
            self.assertRegex(play("edit #0", statement), r"; but \[\w+\] (is about|takes)", statement)
        for statement in (ATTACK, "[ATK]([chosenPlayer](1),[health]([randPlayer](1)))", IF_PLAYER,
                          "(∀(x)(([health](x)>20)→[ATK](x,20)))", "(∀(x)(x>0))", "P(1)"):
            self.assertNotIn("; but ", play("edit #0", statement), statement)

    def test_letter_case_of_commands(self):
        out = play("EDIT #1 ROCK 1 tT", "Edit #0", "HELP", "P", "R", "0", "Cancel", "CARDS 0")
        self.assertRegex(out, said("#1 rock, cost 1, 0 points", "tT"))
        self.assertIn("Nothing is written.", out)
        out = after(UP_TO_PROVE, "PROVE", "PLAYERS 1", "BY Eval WITH [PLAYER]([chosenPlayer](1))",
                    "BY MP 2 7", "SUBMIT")
        self.assertRegex(out, PAID_19)

    def test_what_stands_where_a_tag_should(self):
        self.assertIn("stone is no tag; there are rock, paper and scissors", play("edit #1 stone 10 tT"))
        self.assertIn("ten is no power cost", play("edit #1 rock ten tT"))
        self.assertIn("Card #1 blank", play("edit #1 not P and"))   # the beginning of a statement

    def test_brackets_are_asked_for(self):
        for statement in ("P and Q and R", "(P∧Q→R)", "P or Q or"):
            self.assertIn("brackets are needed", play("edit #0", statement).replace("\n", " "))
        self.assertNotIn("brackets are needed", play("edit #0", "P and"))

    def test_what_a_blank_costs_in_phase_two(self):
        out = play(*["done"] * 2, *["pass"] * 2, "edit #0", ATTACK).replace("\n ", "")
        self.assertIn("free to write now; half the power cost that you put on it is taken", out)

    def test_a_narrow_screen(self):
        t = Terminal("predicate-wars", "--tutorial", "--plain", columns=40)
        typed = ["edit #0", "8", "1", "20", "paper", "help", "10", "what", "yes", "edit #1 rock 0 tT",
                 "done", "take", "edit #4 paper 5 tT", "pass", "refute", "help", "search", "use",
                 "submit", "play #1 #0", "prove", "submit", "players 1", "conclusions", "search",
                 "search P", "use", "points", "show", "by univ 3", "by mp 1", "submit", "cancel", "quit"]
        for line in typed:
            shown = plain(t.until_prompt())
            for row in shown.splitlines():
                if not re.search("> |-- more|^. Type:", row):   # what is typed may be longer
                    self.assertLessEqual(len(row), 40, row)
            t.type(line + "\n")
        self.assertEqual(t.end()[1], 0)

    def test_the_list_on_narrow_screens(self):
        for columns in (60, 40):
            t = Terminal("predicate-wars", "--players", "2", "--seed", "2", "--plain", columns=columns)
            t.until("you> ")
            t.type("edit #0\n")
            shown = ""
            if columns == 40:
                shown = t.until("-- more: Enter; stop: q or a command -- ").replace("-- more: Enter; stop: q or a command -- ", "")
                t.type("\n")
            shown += t.until("statement> ")
            for line in plain(shown).splitlines():
                self.assertLessEqual(len(line), columns, line)
            t.type("\x04\x04")
            t.end()


class Assistant(unittest.TestCase):
    def test_a_proof_step_by_step(self):
        out = after(UP_TO_PROVE, "prove", "players 1",
                    "by evaluation with [PLAYER]([chosenPlayer](1))", "by mp 2 7", "points", "submit")
        self.assertIn("   7   [PLAYER]([chosenPlayer](1))  by evaluation, 9", out)
        self.assertIn("   8 * " + ATTACK + "  by modus-ponens 2 7, 10", out)
        self.assertIn("It uses 19 of your 128 proving power: 109 would be left.", out)
        self.assertRegex(out, PAID_19)

    def test_players_have_names(self):
        """As the table calls them; a name may be cut short, but not so that it means two."""
        table = [f"edit #0 paper 10 {IF_PLAYER}", "edit #1 rock 4 tT", "done", "take", "pass", "pass",
                 "refute : tF by comparison 1 => 7", "play #1 #0"]
        out = after(table, "prove", "players Bruno", "players bru, you", "players nobody", args=TUTORIAL)
        self.assertIn("Chosen: players 1 (Bruno);", out)
        self.assertIn("Chosen: players 1 (Bruno), 0 (you);", out)
        self.assertIn("> players nobody\nPlayers by name, or by number", out)
        self.assertIn("Players by name, or by number", after(UP_TO_PROVE, "prove", "players player"))

    def test_a_hint_in_the_assistant(self):
        self.assertIn("A statement with a star", after(UP_TO_PLAY + ["play #3 #2"], "prove", "hint"))
        self.assertIn("looks for a contradiction", after(UP_TO_REFUTE, "refute", "hint"))

    def test_conclusions(self):
        look = ["prove", "players 1", "conclusions"]
        first = re.search(r"\((\d)\)   \[PLAYER\]\(\[chosenPlayer\]\(1\)\) by evaluation, 9\n",
                          after(UP_TO_PROVE, *look)).group(1)
        out = after(UP_TO_PROVE, *look, first, "conclusions 2 7")
        self.assertIn("  (1) * " + ATTACK + " by modus-ponens 2 7, 10\n", out)   # the best is first
        out = after(UP_TO_PROVE, *look, first, "conclusions 2 7", "1", "submit 8")
        self.assertRegex(out, PAID_19)

    def test_a_lemma_that_does_not_follow(self):
        out = after(UP_TO_PROVE, "prove", "players 1",
                    "[PLAYER]([chosenPlayer](1)) by evaluation",
                    "[ATK]([chosenPlayer](1),19) by modus-ponens 2 7", "1", "show")
        self.assertIn("That does not follow by L.P.3", out)
        self.assertIn("the conclusion is not the right part of p1", out)
        self.assertIn("   8 * " + ATTACK, out)
        out = after(UP_TO_PROVE, "prove", "players 1", "[PLAYER]([chosenPlayer](1)) by evaluation",
                    "(∃(x)P(x)) by existential-generalization 7", "1", "show")
        self.assertIn("These follow by that rule", out)
        self.assertIn("   8   (∃(x)[PLAYER](", out)

    def test_a_search_for_nothing(self):
        out = after(UP_TO_PROOFS, "buy-proof", "axiom P", "search")
        self.assertIn("Search for what? `search STATEMENT` or `search contradiction`", out)
        light = [line.replace(IF_PLAYER, "P") for line in UP_TO_PROVE]
        self.assertIn("No game effect stands in these statements", after(light, "prove", "search"))

    def test_a_refused_line_keeps_what_is_right(self):
        out = after(UP_TO_PROVE, "prove players=1 : [PLAYER]([chosenPlayer](1)) by evaluation; "
                    "tF by modus-ponens 2 7 => 8", "prove", "by mp 2 7", "submit")
        self.assertRegex(out, refused_by("L.P.3"))
        self.assertIn("Line 2, statement 8: tF by modus-ponens 2 7", out)
        self.assertRegex(out, PAID_19)

    def test_a_refused_submission_keeps_the_draft(self):
        out = after(UP_TO_PROVE, "prove", "by truth", "submit", "submit 7", "show")
        self.assertIn("No statement is a game effect yet", out)
        self.assertRegex(out, refused_by("X.1"))
        self.assertEqual(out.count("   7   tT  by truth, 0"), 2)

    def test_what_cannot_be_read_is_told_once(self):
        """With the way out; and what is waited for is called by plain words."""
        out = play("edit #0", "P(", "cancel", "quit", args=TABLE)
        self.assertEqual(out.count("expected a term"), 1, out)
        self.assertNotIn("WFO", out)
        self.assertIn("`cancel` leaves", out)

    def test_too_dear(self):
        out = after(UP_TO_PROVE, "prove", "players 1", "search", "use",
                    "by evaluation with [PLAYER]([chosenPlayer](1))", "by mp 2 7", "submit",
                    args=TABLE + ["--set", "potency=19"])
        self.assertIn("Nothing was found for less than 19 points,", out)
        self.assertRegex(out, refused_by("P.8"))
        self.assertIn("the proof uses 19, proving power is 19", out)
        self.assertIn("The draft is as it was.", out)

    def test_a_search_that_finds_nothing_says_what_then(self):
        out = after(UP_TO_PROVE, "prove", "players 1", "search", "use", "submit 8", "refute", "search", "cancel", args=TERSE + ["--set", "potency=30"])
        self.assertIn("`cancel` goes back to the table, where `accept`", " ".join(out.split()))

    def test_a_hint_gives_no_figure_of_what_was_hardly_tried(self):
        """A tenth of what was tried most is too little: it was `0 %` and meant nothing."""
        out = play("edit #0 rock 100 tT", "edit #1 rock 60 tT", "edit #4 scissors 58 [ATK](c,24)", "done", "hint",
                   args=["predicate-wars", "--players", "2", "--seed", "3", "--preset", "table"])
        self.assertRegex(out, r"\n +\d+ %  take a blank card\n +-  take no card \[pass\]\n-: the bot soon gave that up")

    def test_a_search(self):
        out = after(UP_TO_REFUTE, "refute", "search", "use", "submit", args=TERSE)
        self.assertIn("   7   tF by comparison 1", out)
        self.assertIn("refute : tF by comparison 1 => 7", out)
        out = after(UP_TO_PROVE, "prove", "players 1", "search", "use", "submit")
        self.assertIn("Found, for 19 points", out)
        self.assertRegex(out, PAID_19)

    def test_drop_and_cancel(self):
        out = after(UP_TO_PROVE, "prove", "by truth", "by falsehood", "drop 7", "cancel")
        self.assertIn("Dropped; the proof has 6 statements.", out)
        self.assertIn("Nothing is done; `prove` opens this again.", out)

    def test_choices_that_lemmas_rest_on(self):
        out = after(UP_TO_PROVE, "prove", "players 1",
                    "by evaluation with [PLAYER]([chosenPlayer](1))", "players", "players 0",
                    "cards #4 5", "show")
        self.assertIn("Statement 7 would not follow any more", out)
        self.assertIn("Chosen: players 0 (player 1); cards #4 #5.", out)

    def test_a_subproof_is_bought_and_used(self):
        buy = ["buy-proof", "axiom forall(x)(P(x) and Q(x))", "by ui 1 with x", "by simplif 2", "1",
               "by ugr 3 1", "1", "points", "submit first", "subproofs"]
        out = play(*UP_TO_PROOFS, *buy, "pass", args=TERSE)
        self.assertIn("It uses 24 of your", out)   # 5 + 2 + 5 points, twice
        self.assertIn("buy-proof first: axiom (∀(x)(P(x)∧Q(x)));", out)
        again = play(*UP_TO_PROOFS, *buy[:-2], "submit first", "pass", "buy-rule tT", "accept",
                     "pass", "pass", "pass")
        self.assertIn("Phase V, rules", again)

    def test_what_the_letter_allows(self):
        start = [f"edit #2 rock 9 {ATTACK}", "edit #3 rock 0 tT", "done", *["pass"] * 6, "leave",
                 "buy-proof z: axiom (∀(x)(x>0)); (0>0) by universal-instantiation 1; "
                 "tF by comparison 2; (∀(x)tF) by universal-generalization 3; (¬tF) by falsehood; "
                 "(∀(x)(¬tF)) by universal-generalization 5", *["pass"] * 7,
                 "edit #4 rock 0 tT", *["pass"] * 3, "discard #4", "play #3 #2",
                 "prove players=0 : => 2"]
        steps = ["refute", "by ip using z", "by ui 7 with 1", "by comparison 8", "by truth", "points",
                 "submit"]
        out = after(["done"] + start, *steps)
        self.assertIn("You refuted the proof", out)
        self.assertIn("It uses 12 of your 114 proving power", out)
        out = after(["done"] + start, *steps, args=TABLE + ["--preset", "table"])
        self.assertIn("   7   (¬(∀(x)(x>0)))  by indirect-proof using z", out)
        self.assertIn("There is no contradiction yet", out)

    def test_nobody_is_chosen(self):
        others = "(∀(x)((¬(x=[chosenPlayer](1)))→[ATK](x,20)))"
        start = [f"edit #0 rock 9 {others}", "edit #1 rock 0 tT", *UP_TO_PROVE[2:]]
        for whom in "players 0", "0", "player 1":
            out = after(start, "prove", "submit", whom, "accept", args=TERSE)
            self.assertIn("Statement 2 speaks of [chosenPlayer](1), and nobody is chosen", out)
            self.assertRegex(out, r"Whom does it mean\? player 1, player 2; or\s+`nobody`")
            self.assertIn("prove players=0 : => 2", out)
        out = after(start, "prove", "submit 2", "nobody", args=TERSE)
        self.assertIn("player 1: prove : => 2", out)   # whoever means it says it
        for slip in "submit", "submit 2", "", "show":
            out = after(start, "prove", "submit 2", slip, args=TERSE)
            self.assertNotIn("player 1: prove", out)
        self.assertIn("First choose: `players N`", after(start, "prove", "search"))
        self.assertIn("may have to be chosen first", after(UP_TO_PROVE, "prove", "search"))

    def test_the_editor_takes_what_the_table_takes(self):
        """A whole line, `done`, commands; what is refused does not become the draft."""
        whole = "edit #0 rock 60 " + ATTACK
        out = play("edit #0 rock 60 " + ATTACK[:-1], whole, "yes", "cards")
        self.assertIn("You wrote", out)
        for slip in "edit #0 rock 60 nonsense", "edit #1 rock 60 tT", "dance on it":
            out = play("edit #0 rock 60 " + ATTACK[:-1], slip, "+)", "yes")
            self.assertIn("You wrote", out, slip)
        out = play("edit #0", ATTACK, "statement", "done", "rock", "5", "yes")
        self.assertIn("You wrote", out)
        for word, told in ("table", "Piles"), ("rule R.1", "R.1"), ("undo", "`undo` is for the table"):
            self.assertIn(told, play("edit #0", word, "cancel"))
        self.assertIn("There is no statement yet", play("edit #0", "done", "cancel"))

    def test_other_ways_to_type_signs(self):
        for typed in "([PLAYER](x)->P)", "([PLAYER](x) implies P)":
            self.assertIn("([PLAYER](x)→P)", play("edit #0", typed, "rock", "1", "yes"))
            self.assertIn("([PLAYER](x)→P)", play("edit #0 rock 1 " + typed, "cards"))
            self.assertIn("([PLAYER](x)→P)", play("edit #0", "edit #0 rock 1 " + typed, "yes"))
        self.assertIn("the words are not, and, or, imply", play("edit #0", "(P & Q)", "cancel").replace("\n  ", " "))

    def test_whom_a_template_means(self):
        """A number that counts nobody is refused; a player's name means the one who is chosen."""
        out = play("edit #0", "1", "50", "cancel", "cancel")
        self.assertIn("a player's name", out)
        out = play("edit #0", "1", "player 2", "20", "rock", "1", "yes", args=TABLE)
        self.assertIn("A card names nobody", out)
        self.assertIn("[ATK]([chosenPlayer](1),20)", out)

    def test_nothing_is_claimed_by_itself(self):
        """Whoever has claimed a card may want no other, also where there is but one."""
        with tempfile.TemporaryDirectory() as folder:
            play("done", "edit #2 rock 0 tT", "edit #3 rock 0 P", "done", "pass", "pass", "pass", "pass", f"save {folder}/g")
            t = Terminal("--resume", folder + "/g", "--persons", "0")
            t.until("claim #2 ")
            t.until("you> ")
            t.type("claim #2\n")
            self.assertRegex(plain(t.until("you> ")), r"\d  claim #3 ")
            t.type("quit\n")
            t.until("leave> ")
            t.type("yes\n")
            self.assertEqual(t.end()[1], 0)

    def test_what_the_cost_is_for(self):
        self.assertEqual(play("edit #0", "tT", "rock", "x", "5", "yes").count("pays to claim the card:"), 1)

    def test_use_after_another_line(self):
        out = after(UP_TO_PROVE, "prove", "players 1", "search", "by truth", "use", "submit")
        self.assertIn("   8   [PLAYER]([chosenPlayer](1))  by evaluation, 9", out)
        self.assertIn("   9 * " + ATTACK + "  by modus-ponens 2 8, 10", out)
        self.assertRegex(out, PAID_19)

    def test_what_was_found_does_not_outlive_its_time(self):
        out = after(UP_TO_PROVE, "prove", "players 1", "search", "search [ATK](0,3)", "use")
        self.assertIn("Nothing has been found", out)
        out = after(UP_TO_PROVE, "prove", "players 1", "search", "players", "use", "show")
        self.assertIn("does not follow any more", out)
        self.assertNotIn("   7 ", out.split("> use\n")[1])

    def test_short_names_of_rules(self):
        out = after(UP_TO_PROVE, "prove", "(0+y)=(y+0) by ui 4", "tT by TRUTH", "by univ 4",
                    "P by univ 4", "by exi 1")
        self.assertIn("   7   tT  by truth, 0", out)
        self.assertEqual(re.sub(r"\s+", " ", out).count(
            "univ may be universal-instantiation, universal-generalization, "
            "universal-generalization-ref, universal-modus-ponens"), 2)
        out = after(UP_TO_PROVE, "prove", "(∀(y)((0+y)=(y+0))) by ui 4")
        self.assertIn("by universal-instantiation 4", out)

    def test_a_subproof_of_no_use(self):
        out = after(UP_TO_PROOFS, "buy-proof", "axiom P", "by truth", "submit 1", "submit z", "cancel")
        self.assertIn("A subproof is bought whole", out)
        self.assertIn("its axiom is not of the form", out.replace("\n  ", " "))
        self.assertNotIn("You bought a subproof", out)
        self.assertIn("You bought a subproof", after(UP_TO_PROOFS, "buy-proof", "axiom P", "by truth",
                                                     "submit z", "submit z"))
        self.assertIn("  name NAME", after(UP_TO_PROOFS, "buy-proof", "help"))

    def test_what_is_there_already(self):
        out = after(UP_TO_PROOFS, "buy-proof", "axiom forall(x)P(x)", "search forall(y)P(y)", "use")
        self.assertIn("It is there already: statement 1.", out)
        self.assertNotIn("these lines", out)

    def test_a_subproof_is_taken_back(self):
        lines = ["buy-proof", "axiom forall(x)(P(x) and Q(x))", "by ui 1 with x", "submit z"]
        alone = ["predicate-wars", "--players", "2", "--seed", "2", "--persons", "0,1"]
        out = play(*UP_TO_PROOFS, *lines, "undo", "buy-proof", "show", args=alone)
        self.assertIn("(P(x)∧Q(x))  by universal-instantiation 1", out.split("> undo")[1])
        out = play(*UP_TO_PROOFS, *lines, "pass", "pass", "pass", "pass", "pass", "pass", "pass",
                   "pass", "pass", "pass", "pass", "leave", "buy-proof", args=alone)
        self.assertNotIn("by universal", out.split("> buy-proof")[-1])

    def test_seats_that_are_not_there(self):
        self.assertIn("There is no player 9", play("subproofs 9"))
        self.assertIn("There is no player x", play("cards x"))

    def test_unknown_things(self):
        for line in ("by", "by zorn", "by mp", "by mp 1 99", "by mp 1 2 3", "by cp 1",
                     "by cp 1 using z", "by ui 3", "by ui 3 with (", "conclusions 99",
                     "conclusions x", "search (", "drop", "drop 1", "players 9", "players x",
                     "cards #999", "name z", "use", "1", "99999999999", "submit x", "submit 1 2 3",
                     "nonsense", "tT by", " by ", "axiom P", "tT by truth; tT by truth", "clear"):
            out = after(UP_TO_PROVE, "prove", line, "by truth")
            self.assertIn("   7   tT  by truth, 0", out, line)


TUTORIAL = ["predicate-wars", "--tutorial"]


class Tutorial(unittest.TestCase):
    def follow(self, *args, instead=()):
        """Types what is suggested, until nothing is; `instead` has other things to type for some
        suggestions, each used once."""
        instead = list(instead)
        p = subprocess.Popen([BYLAW, "play", *TUTORIAL, *args], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
        shown, new = "", ""
        while True:
            got = os.read(p.stdout.fileno(), 65536).decode()
            if not got:
                break
            shown, new = shown + got, new + got
            if not new.endswith("> "):
                continue
            types = re.findall(r"(?m)^\| Type: (.*)$", new)
            new = ""
            other = [i for i, (suggestion, _) in enumerate(instead)
                     if types and re.fullmatch(suggestion, types[-1])]
            if not types:
                p.stdin.close()
                continue
            typed = instead.pop(other[0])[1] if other else types[-1]
            p.stdin.write((typed + "\n").encode())
            p.stdin.flush()
        p.stdout.close()
        self.assertEqual(p.wait(), 0)
        self.assertEqual(instead, [], "suggested")
        self.assertIn("The lesson ends here", shown)
        self.assertNotIn("Refused", shown)
        for line in re.findall(r"(?m)^\| Type: (.*)$", shown):
            self.assertTrue(line.isascii(), line)   # it can be typed
        return shown

    def test_to_its_end(self):
        for args in ((), ("--plain",), ("--preset", "table")):
            out = self.follow(*args)
            self.assertRegex(out, r"for\s+20,\s+which\s+leaves\s+80\s+health")
            self.assertNotIn("your own way", out)
            for done in ("claim #", "You bought a subproof", "using z", "You proposed the rule", "You refuted"):
                self.assertIn(done, out if "--plain" not in args else out.replace("forall", "("))
            for line in out.splitlines():
                self.assertLessEqual(len(line), 110, line)

    def test_other_words_for_the_same(self):
        out = self.follow(instead=[("8", "[PLAYER]([chosenPlayer](1)) imply " + ATTACK), ("paper", "p"),
                                   ("by evaluation.*", "by eval with [PLAYER]([chosenPlayer](1))"),
                                   ("conclusions.*", "by mp 2 7"), ("submit 8", "submit")])
        self.assertRegex(out, r"for\s+20,\s+which\s+leaves\s+80\s+health")
        out = self.follow(instead=[("1", ""), ("by evaluation.*", "search")])
        self.assertRegex(out, r"for\s+20,\s+which\s+leaves\s+80\s+health")
        self.assertNotIn("your own way", out)

    def test_what_did_not_happen_is_not_said(self):
        out = self.follow(instead=[("refute", "accept")])
        self.assertIn("You accepted the proof, and lost 15 health.", out)
        self.assertNotIn("the attack did not happen", out)

    def test_undo(self):
        out = self.follow(instead=[("claim.*", "undo"), ("refute", "undo"), ("prove", "undo"), ("buy-rule.*", "undo")])
        self.assertNotIn("have moved since", out)
        self.assertIn("Bruno played card #3", out)
        self.assertRegex(out, r"for\s+20,\s+which\s+leaves\s+80\s+health")

    def test_skip_anywhere(self):
        out = play("skip", "skip", args=TUTORIAL)
        self.assertIn("There is no suggestion to leave out.", out)
        out = play("edit #0", "skip", "skip", "P", "r", "skip", "skip", "1", "skip", "yes",
                   args=TUTORIAL)
        self.assertRegex(out, said("#0 rock, cost 1, 1 point", "P"))

    def test_another_way(self):
        out = play("skip", "done", "pass", "pass", "pass", "accept", "leave", "pass", "pass", "accept",
                   "pass", "pass", "pass", "pass", "accept", "leave", args=TUTORIAL)
        self.assertIn("The lesson ends here", out)
        self.assertEqual(out.count("You have gone your own way"), 1)

    def test_it_goes_on_after_a_pause(self):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/game.jsonl"
            out = play("edit #0 paper 10 " + IF_PLAYER, "quit", args=TUTORIAL + ["--save", file])
            self.assertIn(f"--resume {file} --save {file} --tutorial", out)
            out = play("quit", args=["--resume", file, "--tutorial"])
            self.assertIn("| Type: edit #1 rock 60 tT", out)

    def test_calls(self):
        for args in (["pharaoh", "--tutorial", "--players", "3"], ["predicate-wars", "--tutorial", "--seed", "3"],
                     ["predicate-wars", "--tutorial", "--players", "3"]):
            done = subprocess.run([BYLAW, "play", *args], capture_output=True, text=True, input="")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr.count("\n"), 1)


class Ends(unittest.TestCase):
    def test_the_end_of_input_anywhere(self):
        typed = ["edit #0", "7", "30", "5", "rock", "3", "yes", *UP_TO_PROVE[1:], "prove", "players 1",
                 "by evaluation with [PLAYER]([chosenPlayer](1))", "search", "use", "submit",
                 "accept", "leave", "buy-proof", "axiom P", "by addition 1 with Q", "submit z"]
        for n in range(len(typed) + 1):
            out = play(*typed[:n])
            self.assertIn("The game is not finished", out)

    def test_anything_may_be_typed(self):
        pieces = ["edit", "#0", "#1", "prove", "refute", "tT", "by", "truth", "1", "2", "cancel", "(",
                  "∀", "submit", "=>", ":", ";", "players", "axiom", "search", "yes", "rock", "s/a/b/",
                  "+", "done", "pass", "%n", "drop", "use", "é", "with", "using", "buy-rule", "P"]
        state = 12345
        for start in (UP_TO_PROVE, UP_TO_REFUTE, UP_TO_PROOFS, []):
            lines = []
            for _ in range(60):
                words = []
                for _ in range(3):
                    state = (state * 1103515245 + 12345) % 2**31
                    words.append(pieces[state // 65536 % len(pieces)])
                lines.append(" ".join(words[:1 + state // 7 % 3]))
            self.assertIn("not finished", play(*start, *lines))

    def test_a_saved_game_is_right(self):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/game.jsonl"
            play(*UP_TO_PROVE, "prove", "players 1", "search", "use", "submit", "accept",
                 args=TABLE + ["--save", file])
            out = play("cards", args=["--resume", file, "--persons", "all"])
            self.assertRegex(out, r"> 1 you +80 ")

    def test_interrupts_at_a_terminal(self):
        t = Terminal("predicate-wars", "--tutorial")
        t.until("you> ")
        t.type("edit #0\n")
        t.until("statement> ")
        t.type("P and Q\n")
        t.until("scissors> ")
        t.type("\x03")
        t.until("The draft is kept")
        t.until("you> ")
        t.type("edit #0\n")
        t.until("(P∧Q)")
        t.until("scissors> ")
        t.type("\x04")
        t.until("The draft is kept")
        t.until("you> ")
        t.type("\x03")
        self.assertEqual(t.end()[1], 130)

    def test_a_search_is_stopped(self):
        t = Terminal("predicate-wars", "--tutorial")
        for line in UP_TO_PLAY[:3] + ["take", "pass", "pass", "refute : tF by comparison 1 => 7",
                                      "play #1 #0"]:
            t.until("you> ")
            t.type(line + "\n")
        t.until("you> ")
        t.type("prove\n")
        t.until("prove> ")
        t.type("search ((x+y)+(z+u))=((u+z)+(y+x))\n")
        t.until("Searching, for at most 5 seconds; Ctrl-C stops it.")
        t.type("\x03")
        t.until("Stopped.")
        t.until("prove> ")
        t.type("by truth\n")
        t.until("7   tT")
        t.until("prove> ")
        t.type("\x04")
        t.until("you> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)


@unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
class WhileTyping(unittest.TestCase):
    """What stands on the screen after some keys, without Enter."""

    def editor(self, columns=80, *args):
        deal = () if "--tutorial" in args else ("--players", "2", "--seed", "2")
        self.t = Terminal("predicate-wars", *deal, *args, columns=columns)
        self.screen = Screen(24, columns)
        self.screen.feed(self.t.until("you> "))
        self.type("edit #0\n", "statement> ")
        return self.t

    def type(self, keys, until):
        """Types keys; `until` is the end of what is then on the screen."""
        self.t.type(keys)
        end = time.time() + 10
        while not self.there(until):
            self.assertLess(time.time(), end, "\n".join([repr(until)] + self.screen.lines()))
            time.sleep(0.02)
            self.screen.feed(self.t.read_some())
        return self.screen.lines()

    def there(self, until):
        return "\n".join(self.screen.lines()).endswith(until.rstrip())

    def finish(self):
        self.t.type("\x15cancel\nquit\n")
        self.assertEqual(self.t.end()[1], 0)

    def test_points_and_charge(self):
        for columns in (80, 60):
            self.editor(columns)
            lines = self.type("P", "statement> P")
            self.assertEqual(lines[-2], "ok, 1 point, uses 2 of 100; no game effect")
            lines = self.type(" an", "statement> P an")
            self.assertTrue(lines[-2].startswith("so far good; "), lines[-2])
            lines = self.type("d (Q or R)", "statement> P and (Q or R)")
            self.assertEqual(lines[-2], "ok, 5 points, uses 10 of 100; no game effect")
            lines = self.type("\x7f", "statement> P and (Q or R")
            self.assertTrue(lines[-2].startswith("so far good; expected )"), lines[-2])
            lines = self.type("))", "statement> P and (Q or R))")
            self.assertTrue(lines[-2].startswith("column 15: "), lines[-2])
            lines = self.type("\x15[ATK](1,20)", "statement> [ATK](1,20)")
            self.assertTrue(lines[-2].startswith("ok, 6 points, uses 12 of 100; but"), lines[-2])
            self.finish()

    def test_a_long_statement(self):
        for columns in (80, 60):
            self.editor(columns)
            long = "(" * 20 + "P" + "".join(f" and Q_{i})" for i in range(20))
            typed = "statement> " + long
            shown = "\n".join(typed[i:i + columns].rstrip() for i in range(0, len(typed), columns))
            lines = self.type(long, shown)
            self.assertIn("ok, 61 points, uses 122 of 100: too much; no game effect", lines)
            typed = typed.replace("> ", "> (")
            shown = "\n".join(typed[i:i + columns].rstrip() for i in range(0, len(typed), columns))
            lines = self.type("\x01(", shown)
            self.assertTrue(any(line.startswith("so far good; ") for line in lines), lines)
            self.finish()

    def test_in_the_middle(self):
        self.editor()
        self.type("P and R", "P and R")
        lines = self.type("\x1b[D\x1b[D(", "statement> P and( R")
        self.assertFalse(lines[-2].startswith("ok"), lines[-2])
        lines = self.type("\x1b[D\x04", "statement> P and R")
        self.assertTrue(lines[-2].startswith("ok, 3 points"), lines[-2])
        self.finish()

    def test_signs_can_be_typed(self):
        self.editor()
        lines = self.type("∀(x)(P(x)→¬Q(x))", "statement> ∀(x)(P(x)→¬Q(x))")
        self.assertFalse(lines[-2].startswith("ok"), lines[-2])   # the brackets around ¬
        lines = self.type("\x15∀(x)(P(x)→(¬Q(x)))", "statement> ∀(x)(P(x)→(¬Q(x)))")
        self.assertTrue(lines[-2].startswith("ok, 9 points"), lines[-2])
        self.finish()

    def test_tab(self):
        self.editor()
        lines = self.type("[A\t", "statement> [A")
        self.assertEqual(lines[-2], "[ATK] [ADDPOWER]")
        lines = self.type("T\t", "statement> [ATK](")
        lines = self.type("[ch\t", "statement> [ATK]([chosen")
        self.assertEqual(lines[-2], "[chosenPlayer] [chosenCard]")
        self.type("P\t1),20)", "statement> [ATK]([chosenPlayer](1),20)")
        self.type("\x15forall\t(x)(P(x) imp\t(no\tQ(x)))", "statement> ∀(x)(P(x) →(¬Q(x)))")
        self.type("\n", "scissors> ")
        self.type("sc\t", "scissors> scissors")
        self.finish()

    def test_tab_in_the_assistant(self):
        """Its commands, and the rules after `by`; in a statement names and signs as everywhere."""
        self.t = Terminal("predicate-wars", "--tutorial")
        for line in UP_TO_PLAY[:3] + ["take", "pass", "pass", "refute : tF by comparison 1 => 7", "play #1 #0",
                                      "prove"]:
            self.t.until("you> ")
            self.t.type(line + "\n")
        self.screen = Screen(24, 80)
        self.screen.feed(self.t.until("prove> "))
        self.t.edits()
        for typed, becomes in {"conc": "conclusions", "sub": "submit", "by compar": "by comparison",
                               "(P and Q) by conj": "(P and Q) by conjunction", "search [AT": "search [ATK](",
                               "search no": "search ¬"}.items():
            self.type("\x15" + typed + "\t", "prove> " + becomes)
        self.t.type("\x15cancel\nquit\n")
        self.assertEqual(self.t.end()[1], 0)

    def test_on_one_line(self):
        self.editor()
        self.type("cancel\n", "you> ")
        lines = self.type("edit #1 rock 5 [ATK]([ch\tP\t", "> edit #1 rock 5 [ATK]([chosenPlayer](")
        self.assertTrue(lines[-2].startswith("so far good; "), lines[-2])
        lines = self.type("1),20)", "> edit #1 rock 5 [ATK]([chosenPlayer](1),20)")
        self.assertEqual(lines[-2], "ok, 10 points, uses 20 of 100; a game effect")
        lines = self.type("\x15help", "you> help")
        self.assertNotIn("ok", lines[-2])
        self.t.type("\x15quit\n")
        self.assertEqual(self.t.end()[1], 0)

    def test_what_stood_above_the_line_is_said_once(self):
        """What the row above the line tells while it is typed goes with Enter: it is told in full then."""
        self.editor()
        self.type("P and and", "statement> P and and")
        self.type("\n", "statement> ")
        self.assertEqual(sum("olumn 7" in line for line in self.screen.lines()), 1, self.screen.lines())
        self.type("P and Q\n", "scissors> ")
        self.assertEqual(sum("3 points" in line for line in self.screen.lines()), 1, self.screen.lines())
        self.finish()

    def test_the_editor_is_drawn_anew(self):
        t = self.editor(80, "--tutorial")
        templates = "[ATK](WHO,N)"
        t.redrawn(100, "statement>", "Type a statement", templates, "| Type: ")
        t.type("P and Q\n")
        t.until("scissors> ")
        t.redrawn(60, "scissors>", "The draft:", "(P∧Q)", "3 points")
        t.type("rock\n")
        t.until("power cost, 0..")
        t.redrawn(80, "power cost, 0..", "The draft:", "(P∧Q)")
        t.type("5\n")
        t.until("write it?")
        t.redrawn(70, "write it?", "(P∧Q)", "edit #0 rock 5 (P∧Q)")
        t.type("cancel\nquit\n")
        self.assertEqual(t.end()[1], 0)

    def test_the_assistant_is_drawn_anew(self):
        t = Terminal("predicate-wars", "--tutorial")
        for line in UP_TO_PLAY[:3] + ["take", "pass", "pass", "refute : tF by comparison 1 => 7", "play #1 #0",
                                      "prove"]:
            t.until("you> ")
            t.type(line + "\n")
        t.until("prove> ")
        t.type("by truth\n")
        t.until("7   tT")
        t.until("prove> ")
        for columns in 60, 100:
            t.redrawn(columns, "prove>", "The proof.", "7   tT", "It uses")
        t.type("cancel\nquit\n")
        self.assertEqual(t.end()[1], 0)

    def test_nothing_of_it_without_an_editor(self):
        for args, env in ((["--plain"], {}), ([], {"TERM": "dumb"})):
            t = Terminal("predicate-wars", "--players", "2", "--seed", "2", *args, env=env)
            t.until("you> ")
            t.type("edit #0\n")
            t.until("statement> ")
            t.type("P and Q\n")
            shown = t.until("scissors> ")
            self.assertIn("3 points; writing it uses 6 of your 100 power", shown)
            self.assertNotIn("ok, 3", shown)
            t.type("cancel\nquit\n")
            self.assertEqual(t.end()[1], 0)


class Screens(unittest.TestCase):
    def test_a_turn_fits_the_screen(self):
        t = Terminal("predicate-wars", "--seed", "4")
        for move in ("edit #0 rock 3 tT", "done", "take", "pass", "pass", "leave"):
            screen = plain(t.until("you> "))
            table = screen.split("\r\n\r\n", 1)[-1]
            self.assertLessEqual(table.count("\n"), 23, screen)
            for line in screen.splitlines():
                self.assertLessEqual(len(line), 80, line)
            t.type(move + "\n")
        t.until("you> ")
        t.type("quit\n")
        t.end()


if __name__ == "__main__":
    unittest.main()
