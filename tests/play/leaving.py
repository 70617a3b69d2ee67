#!/usr/bin/env python3
"""The ways out of bylaw play at a terminal: quit, Ctrl-D, Ctrl-C, while a bot thinks, and when a game is over."""
import os
import re
import signal
import tempfile
import time
import unittest

from bylaw import Case, bylaw
from terminal import EDITS, Terminal, over, plain


class Leaving(Case):
    def test_the_end_of_input_typed_ahead(self):
        """Whether it comes before the editor has the terminal, while a bot thinks, or after."""
        for wait in (0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2):   # it is the moment that is tried
            for keys in ("\x04", "\x04\x04"):
                t = Terminal("pharaoh", "--seed", "3")
                t.until("you> ")
                t.type("hint\n")   # the bot thinks for a while
                time.sleep(wait)
                t.type(keys)
                shown, status = t.end()
                self.assertEqual(status, 0, (wait, keys, shown))

    def test_interrupt_saves(self):
        with tempfile.TemporaryDirectory() as folder:
            t = Terminal("pharaoh", "--seed", "3", "--save", folder + "/g")
            t.until("you> ")
            t.type("draw\n")
            t.until("you> ")
            t.type("\x03")
            shown, status = t.end()
            self.assertEqual(status, 128 + signal.SIGINT)
            self.assertIn("It is saved", shown)
            with open(folder + "/g") as f:
                self.assertIn('"move":"draw"', f.read())

    def test_an_interrupt_loses_nothing_at_once(self):
        """Ctrl-C clears a line that is half typed; an unsaved game is left by the second one."""
        for args in ([], ["--plain"]):
            t = Terminal("pharaoh", "--seed", "3", *args)
            t.until("you> ")
            t.type("draw\n")
            t.until("you> ")
            if EDITS and not args:
                t.edits()
                t.type("rule R")
                t.until("R")   # the last of them has come
                t.type("\x03")
                t.until("^C")
                t.until("you> ")
            t.type("\x03")
            t.until("Leave the table?")
            t.until("leave> ")
            t.type("\n")
            t.until("you> ")
            t.type("rule R6\n")
            t.until("(requires)")
            t.until("you> ")
            t.type("\x03")
            t.until("leave> ")
            t.type("\x03")
            self.assertEqual(t.end()[1], 128 + signal.SIGINT)

    def test_all_ways_out_are_alike(self):
        """At the table, in a lesson, when the game is over, at the first guide; `quit`, Ctrl-D and Ctrl-C."""
        for keys, left in ("quit\n", 0), ("\x04", 0), ("\x03", 128 + signal.SIGINT):
            for args in ["pharaoh", "--seed", "3"], ["six-seven", "--tutorial"]:
                t = Terminal(*args)
                t.until_prompt()
                t.type(keys)      # nothing is lost yet: nothing is asked, nor told
                shown, status = t.end()
                self.assertEqual((status, "The game" in shown), (left, False), args)
                t = Terminal(*args)
                t.until_prompt()
                t.type("1\n")
                t.until_prompt()
                t.type(keys)
                t.until("Leave the table?")
                t.until("leave> ")
                if EDITS:
                    t.edits()     # before that Ctrl-C is no key, but a signal
                t.type(keys)
                shown, status = t.end()
                self.assertEqual((status, shown.count("was not saved")), (left, 1), args)
            t = over()
            t.until("over> ")
            t.type(keys)
            self.assertEqual(t.end()[1], left)
            with tempfile.TemporaryDirectory() as home:
                t = Terminal("six-seven", env={"XDG_STATE_HOME": home})
                t.until("-- to the table: Enter -- ")
                t.type(keys)
                shown, status = t.end()
                self.assertEqual((status, "The game" in shown), (left, False))

    def test_whoever_gives_up_is_asked(self):
        """Only yes does it, whatever else is pressed, and whatever size the window gets meanwhile."""
        for language, command, asked, yes, over_now in (
                ("en", "resign", "resign> ", "yes", "You gave the game up after 2 moves"),
                ("en", "give up", "resign> ", "y", "You gave the game up after 2 moves"),
                ("de", "aufgeben", "aufgeben> ", "ja", "aufgegeben"), ("sk", "vzdať", "vzdať> ", "áno", "bola vzdaná")):
            t = Terminal("pharaoh", "--players", "2", "--seed", "3", "--language", language)
            t.until_prompt()
            t.type("draw\n")
            t.until_prompt()
            for keys in "\n", "no\n", "2\n", "\x04", "\x03":
                t.type(command + "\n")
                t.until("\n" + asked)
                t.type(keys)
                self.assertNotIn(asked, t.until_prompt())
            t.type(command + "\n")
            t.until("\n" + asked)
            if EDITS:
                t.redrawn(50, asked.strip(), "yes" if language == "en" else yes)
                t.type("x")
                t.until("x")
                t.type("\x03")            # goes as in every line
                t.until("^C")
                t.until("\n" + asked)
            t.type(yes + "\n")
            t.until(over_now)
            t.until_prompt()
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_every_question_withstands_every_key(self):
        """Ctrl-C, Ctrl-D, Tab, a window of another size: the program goes on or ends, and never breaks."""
        pharaoh = "pharaoh", "--seed", "3", "--players", "2"
        wars = "predicate-wars", "--seed", "5", "--players", "2"
        begun = [("you> ", "draw\n"), ("you> ", "")]
        places = {
            (): ([("game> ", "")], [("game> ", "pharaoh\n"), ("pharaoh> ", "")]),
            pharaoh: (begun, begun[:1] + [("you> ", "quit\n"), ("leave> ", "")],
                      begun[:1] + [("you> ", "resign\n"), ("resign> ", "")], [("you> ", "rules\n"), ("command -- ", "")],
                      begun[:1] + [("you> ", "resign\n"), ("resign> ", "yes\n"), ("over> ", "")]),
            (*pharaoh, "--persons", "all"): ([("sit here: ", "")], [("sit here: ", "\n"), ("player 1> ", "draw\n"),
                                                                   ("pass the keyboard", "")]),
            wars: ([("you> ", "")], [("you> ", "edit\n"), ("> ", "")]),
        }
        for args, ways in places.items():
            for way in ways:
                for key in "\x03", "\x04", "\t", "resize":
                    t = Terminal(*args)
                    for prompt, typed in way:
                        t.until(prompt)
                        t.type(typed)
                    if key == "resize":
                        t.resize(24, 50)
                    else:
                        t.type(key)
                    for leave in "\x03", "quit\n", "yes\n", "quit\n", "yes\n":
                        time.sleep(0.03)   # as many as there may be questions to answer
                        try:
                            t.type(leave)
                        except OSError:
                            break   # it has ended
                    self.assertIn(t.end()[1], (0, 128 + signal.SIGINT), (args, way, key))

    def test_how_to_go_on_is_said_once(self):
        with tempfile.TemporaryDirectory() as folder:
            for n, typed in enumerate((["quit\n", "save {}\n"], ["save {}\n", "quit\n"])):
                t = Terminal("pharaoh", "--seed", "3")
                t.until("you> ")
                t.type("draw\n")
                t.until("Your hand")
                t.until("you> ")
                for line in typed:
                    t.type(line.format(f"{folder}/{n}"))
                shown, status = t.end()
                self.assertEqual((status, plain(shown).count("bylaw play --resume")), (0, 1), shown)

    def test_what_a_slip_of_the_finger_says_fits(self):
        for language in ("en", "de", "sk"):
            t = Terminal("pharaoh", "--seed", "3", "--language", language, columns=60)
            t.until_prompt()
            t.type("1\n")
            t.until_prompt()
            t.type("\x04")
            for row in plain(t.until_prompt()).splitlines():
                self.assertLessEqual(len(row), 60, row)
            os.kill(t.pid, signal.SIGTERM)
            t.end()

    def thinking(self, *args):
        """A game in which a bot thinks for ever, and shows that."""
        t = Terminal("pharaoh", "--seed", "3", "--players", "2", "--bots", "ismcts:900000000", *args)
        t.until("you> ")
        t.type("draw\n")
        t.until("thinks …")
        return t

    def test_a_thought_is_stopped(self):
        """Ctrl-C asks; whoever stays has lost nothing, whoever leaves can save first."""
        with tempfile.TemporaryDirectory() as folder:
            t = self.thinking()
            t.type("\x03")
            self.assertNotIn("^CLeave", t.until("Leave the table?"))
            t.until("leave> ")
            t.type("\n")
            t.until("thinks …")
            t.type("\x03")
            t.until("leave> ")
            t.type(f"save {folder}/g\n")
            shown, status = t.end()
            self.assertEqual(status, 0, shown)
            self.assertIn("--resume", shown)
            with open(folder + "/g") as f:
                self.assertIn('"move":"draw"', f.read())

    def test_a_thought_ends_with_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            t = self.thinking("--save", folder + "/g")
            os.kill(t.pid, signal.SIGTERM)
            self.assertEqual(t.end()[1], 128 + signal.SIGTERM)
            with open(folder + "/g") as f:
                self.assertIn('"move":"draw"', f.read())

    def test_a_hint_is_stopped(self):
        """What was found until then is told, and the game goes on."""
        t = Terminal("pharaoh", "--seed", "3", "--players", "2")
        t.until("you> ")
        t.type("hint ismcts:900000000\n")
        t.until("thinks …")
        t.type("\x03")
        self.assertRegex(plain(t.until("you> ")), r"\d+ %  ?(lay|draw) ")
        t.type("draw\n")
        t.until("draw")
        t.until("you> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_an_interrupt_at_the_hand_over(self):
        t = Terminal("pharaoh", "--players", "2", "--persons", "0,1", "--seed", "3")
        t.until("Player 1, press Enter when you sit here: ")
        t.type("\x03")
        t.until("leave> ")
        t.type("\n")
        t.until("Player 1, press Enter when you sit here: ")
        t.type("\n")
        t.until("player 1> ")
        t.type("draw\n")
        t.until("pass the keyboard to player 2: ")
        t.type("\x03")
        self.assertNotIn("hand", plain(t.until("leave> ").split("\x1b[2J")[1]))
        t.type("yes\n")
        self.assertEqual(t.end()[1], 0)

    def test_all_hands_lie_open_at_the_end(self):
        """Whatever everybody has left, as many as are told, in the columns that there are."""
        for columns in 80, 40:
            t = Terminal("pharaoh", "--seed", "3", "--players", "3", columns=columns)
            t.until("you> ")
            t.type("draw\n")
            t.until("you> ")
            t.type("resign\n")
            t.until("resign> ")
            t.type("yes\n")
            t.until("You gave the game up")
            end = plain(t.until("over> "))
            told = re.findall(r"(?:you|[A-Z]\w+): (\d+) cards? left:((?:\s+[7-9XUOKA][ABHL]\b)+)", end)
            self.assertEqual(len(told), 3, end)
            cards = [card for n, hand in told for card in hand.split()]
            self.assertEqual([int(n) for n, _ in told], [len(hand.split()) for _, hand in told])
            self.assertEqual(len(set(cards)), len(cards))
            self.assertLessEqual(max(len(line.rstrip()) for line in end.splitlines()), columns)
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_the_end_of_a_game_in_forty_columns(self):
        t = over(columns=40)
        end = "The game is over" + plain(t.until("over> "))
        self.assertIn("by §8.2.", end.replace("\r\n", " "))
        self.assertLessEqual(max(len(line.rstrip()) for line in end.splitlines()), 40)
        t.type("\n")
        self.assertEqual(t.end()[1], 0)

    def test_a_game_that_is_over(self):
        """It can be looked at again, kept, and followed by another; what is no command does nothing."""
        with tempfile.TemporaryDirectory() as folder:
            t = over()
            self.assertRegex(plain(t.until("over> ")),
                             r"`review` .* `save FILE` keeps it, `again` plays another,\s+`menu` has all games, Enter leaves")
            t.type("help\n")      # says what can be done now
            said = plain(t.until_prompt())
            for word, told in ("review", True), ("again", True), ("save FILE", True), ("Enter", True), ("hint", False):
                self.assertEqual(bool(re.search(rf"(?m)^  {word} ", said)), told, said)
            t.type("rev\n")
            self.assertIn("Who was ahead", plain(t.until_prompt()))
            t.type("log\n")
            self.assertIn("  You ", plain(t.until_prompt()))
            t.type("\n")          # one Enter too many loses nothing
            t.until("Enter again leaves")
            t.until("over> ")
            t.type(f"save {folder}/whole\n")
            t.until(f"bylaw review {folder}/whole")
            t.until("over> ")
            t.type("again\n")
            shown = plain(t.until("you> "))
            self.assertIn("Collect more face cards", shown)
            t.type("1\n")
            t.until("you> ")
            t.type("again\n")
            t.until("when the game is over")
            t.type("quit\n")
            t.until("leave> ")
            t.type(f"save {folder}/whole\n")
            t.until("is there already")
            t.until("leave> ")
            t.type("\n")
            t.until("you> ")
            t.type("quit\n")
            t.until("leave> ")
            t.type(f"save {folder}/part\n")
            self.assertIn("--resume", t.end()[0])
            self.assertEqual(bylaw("verify", folder + "/whole").status, 0)
            self.assertEqual(sorted(os.listdir(folder)), ["part", "whole"])

    def test_moves_typed_ahead_of_the_end(self):
        """They are no names of files."""
        with tempfile.TemporaryDirectory() as folder:
            t = Terminal("six-seven", "--seed", "3", "--players", "2", folder=folder)
            t.until("you> ")
            t.type("1\n" * 60)
            t.until("The game is over: `review`", seconds=60)
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)
            self.assertEqual(os.listdir(folder), [])

    def test_moves_typed_ahead_of_the_question_whether_to_leave(self):
        """They are no names of files either, and no answer."""
        with tempfile.TemporaryDirectory() as folder:
            t = Terminal("pharaoh", "--seed", "3", folder=folder)
            t.until("you> ")
            t.type("draw\n")
            t.until("you> ")
            t.type("quit\n2\nplay 7a\nsave\n")
            for typed in "2", "play 7a", "save":
                t.until("leave> ")
                t.until(f"`{typed}` is no answer here: `yes` leaves the table, Enter goes on")
            t.until("leave> ")
            t.type("\n")
            t.until("you> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)
            self.assertEqual(os.listdir(folder), [])

    def test_a_saved_game_that_is_over(self):
        """Review is offered there too; another game does not touch the file."""
        with tempfile.TemporaryDirectory() as folder:
            t = over("--save", folder + "/g")
            self.assertIn(f"bylaw review {folder}/g", t.until("over> "))
            t.type("review\n")
            said = plain(t.until_prompt())
            self.assertIn("Who was ahead", said)
            self.assertEqual(set(re.findall(r"Move \d+, (.+?):", said)), {"you"})   # nobody else's moves
            with open(folder + "/g") as f:
                whole = f.read()
            t.type("again\n")
            t.until("you> ")
            t.type("1\n")
            t.until("you> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)
            with open(folder + "/g") as f:
                self.assertEqual(f.read(), whole)

    def test_the_last_move_of_a_casual_game_is_taken_back(self):
        t = over("--casual")
        t.until("over> ")
        t.type("undo\n")
        t.until("Taken back")
        t.until("you> ")
        t.type("1\n")
        t.until("The game is over", "you> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_interrupt_while_watching(self):
        t = Terminal("pharaoh", "--watch", "--seed", "3", "--pace", "20000")
        t.until("1. ")
        t.type("\x03")
        self.assertEqual(t.end()[1], 128 + signal.SIGINT)

    def test_menu_left(self):
        for key in ("\x04", "quit\n", "\x03"):
            t = Terminal()
            t.until("game> ")
            t.type(key)
            self.assertEqual(t.end()[1], 128 + signal.SIGINT if key == "\x03" else 0)


if __name__ == "__main__":
    unittest.main()
