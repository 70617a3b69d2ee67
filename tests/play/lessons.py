#!/usr/bin/env python3
"""Guided first games at a terminal: what is read stays in view, what is saved goes on, what was learned is
known."""
import os
import re
import signal
import tempfile
import unittest

from bylaw import ALL, BRIEF, GAMES, Case, bylaw
from languages import LANGUAGES
from screen import Screen
from terminal import EDITS, Terminal, plain

STOP = re.compile(r"(?:^|[\n\r])([^\s(|][^\n]*> |-- [^\n]* -- )$")
SUGGESTED = re.compile(r"(?m)^\| (?:Type|Gib ein|Napíš): (.*?)\r?$")
TAUGHT = [game for game in ALL if bylaw("play", game, "--tutorial").status == 0]
# Or, where nobody has one, the card that was turned up.
HAND = re.compile(r"(?m)^(?:Your hand|Your cards|Hand|Flipped|Deine Hand|Für dich auf|Tvoja ruka|Ruka|Otočená) .*$")


class Lessons(Case):
    def stop(self, t, screen):
        """What is shown up to where somebody is waited for; all that a lesson said of it is in view."""
        t.read_until(lambda: STOP.search(plain(t.shown)), "> ", 20)
        shown, t.shown = t.shown, ""
        screen.feed(shown)
        view = screen.lines()
        for line in plain(shown).replace("\r", "").split("\n"):
            if line.startswith("| "):
                self.assertIn(line[:screen.columns].rstrip(), view, "\n".join(view))
        return plain(shown)

    def learn(self, game, language, columns):
        """Does as it is told, to the end of the lesson or of the game."""
        t = Terminal(game, "--tutorial", "--language", language, columns=columns)
        screen, told = Screen(24, columns), True
        while told:
            shown = self.stop(t, screen)
            while shown.endswith(" -- "):
                t.type("\n")
                shown = self.stop(t, screen)
            told = SUGGESTED.findall(shown)
            hand = re.search(HAND, shown)
            if hand and told:
                self.assertIn(hand[0].rstrip(), screen.lines(), "\n".join(screen.lines()))
            if told:
                t.type(told[-1] + "\n")
        os.kill(t.pid, signal.SIGKILL)
        t.end()

    def test_a_lesson_stays_in_view(self):
        for game in TAUGHT:
            for language in ["en", *([] if BRIEF else LANGUAGES)]:
                with self.subTest(game=game, language=language):
                    self.learn(game, language, 40)

    def test_the_first_guide_is_read_in_pages(self):
        for game in ALL:
            with tempfile.TemporaryDirectory() as home:
                t, screen = Terminal(game, columns=40, env={"XDG_STATE_HOME": home}), Screen(24, 40)
                shown = self.stop(t, screen)
                while shown.endswith(" -- "):
                    first = plain(shown).lstrip("\r\n").splitlines()[0].rstrip()
                    self.assertIn(first, screen.lines(), "\n".join(screen.lines()))
                    t.type("\n")
                    shown = self.stop(t, screen)
                os.kill(t.pid, signal.SIGKILL)
                t.end()

    def follow(self, t, most=100):
        """Does what is suggested, so often; gives what is suggested next, None: nothing any more."""
        for n in range(most + 1):
            told = SUGGESTED.findall(plain(t.until_prompt()))
            if not told or n == most:
                return told[-1] if told else None
            t.type(told[-1] + "\n")

    def test_a_saved_lesson_goes_on_from_the_menu(self):
        with tempfile.TemporaryDirectory() as folder:
            t = Terminal("pharaoh", "--tutorial")
            fourth = self.follow(t, 3)
            os.kill(t.pid, signal.SIGKILL)
            t.end()
            t = Terminal("pharaoh", "--tutorial", "--save", "mine", folder=folder)
            self.follow(t, 3)
            t.type("quit\n")
            shown, status = t.end()
            self.assertEqual((status, shown.count("--resume")), (0, 1))
            for typed in f"{len(ALL) + 1}\n", "resume mine\n":
                t = Terminal(folder=folder)
                t.until("game> ")
                t.type(typed)
                shown = plain(t.until_prompt())
                self.assertEqual(SUGGESTED.findall(shown), [fourth])
                t.type("quit\n")
                self.assertIn("--tutorial", t.end()[0])

    def test_a_game_of_the_same_cards_is_no_lesson(self):
        """Only from the menu, where nothing else can be said, it is taken for one."""
        with tempfile.TemporaryDirectory() as folder:
            bylaw("play", "pharaoh", "--tutorial", "--save", folder + "/mine", given=b"1\n")
            t = Terminal("--resume", folder + "/mine")
            self.assertNotIn("| ", plain(t.until("you> ")))
            t.type("quit\n")
            t.end()

    def test_who_has_finished_a_lesson_knows_the_game(self):
        """They are neither told how it is played nor asked whether it is new."""
        with tempfile.TemporaryDirectory() as home:
            env = {"XDG_STATE_HOME": home}
            t = Terminal("six-seven", "--tutorial", env=env)
            self.assertIsNone(self.follow(t))
            t.type("quit\n")
            t.end()
            t = Terminal("six-seven", env=env)
            self.assertNotIn("new to you", plain(t.until("you> ")))
            t.type("quit\n")
            t.end()

    def test_a_lesson_is_followed_by_a_game(self):
        """Enter plays one without suggestions, and as strict as any; `menu` has all of them."""
        t = Terminal("six-seven", "--tutorial")
        self.assertIsNone(self.follow(t))
        t.type("nonsense\n")
        self.assertIn("The lesson is over", plain(t.until_prompt()))
        t.type("\n")
        shown = plain(t.until("you> "))
        self.assertNotIn("| ", shown)
        self.assertNotIn("Casual", shown)
        t.type("menu\n")       # nothing would be lost yet
        self.assertIn("Which game?", plain(t.until("game> ")))
        t.type("pharaoh\n")
        t.until("pharaoh> ")
        t.type("\n")
        t.until("you> ")
        t.type("1\n")
        t.until("you> ")
        t.type("menu\n")       # a game would
        t.until("leave> ")
        t.type("yes\n")
        t.until("game> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_a_move_of_a_lesson_goes_back(self):
        """It is a casual game: the file says so, verifies as far as it goes, and is taken up as one."""
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/mine"
            out = bylaw("play", "pharaoh", "--tutorial", "--save", file, given=b"1\nundo\n").out
            first, again = SUGGESTED.findall(out)[0], SUGGESTED.findall(out)[-1]
            self.assertEqual(first, again, out)
            out = bylaw("play", "--resume", file, "--tutorial", given=b"1\nundo\n").out
            self.assertIn("Casual", out)
            self.assertEqual(SUGGESTED.findall(out)[-1], first, out)
            verified = bylaw("verify", file)
            self.assertIn("stops in the middle of a game", verified.out + verified.err)

    def test_the_first_game_begins_with_how_to_play(self):
        """Once a game and user; not to who wants it terse."""
        for game in GAMES[:2]:
            with tempfile.TemporaryDirectory() as home:
                env = {"XDG_STATE_HOME": "", "HOME": home}
                for args, told in [(["--terse"], False), ([], True), ([], False)]:
                    t = Terminal(game, "--seed", "4", *args, env=env)
                    shown = plain(t.until_prompt())
                    t.type("guide\n")
                    guide = plain(t.until_prompt()).splitlines()[-4]
                    self.assertEqual(guide in shown, told, args)
                    t.type("quit\n")
                    self.assertEqual(t.end()[1], 0)
                with open(f"{home}/.local/state/bylaw/played") as played:
                    self.assertEqual(played.read(), f"{game}\n")

    def test_the_first_game_offers_the_lesson(self):
        """The menu to who has played nothing here yet, and every first game; `lesson` begins it."""
        with tempfile.TemporaryDirectory() as home:
            env = {"XDG_STATE_HOME": home}
            t = Terminal(env=env)
            first = plain(t.until("game> "))
            self.assertIn("New here? `lesson`", first)
            self.assertLessEqual(first.count("\n"), 23)
            t.type("lesson\n")
            self.assertIn("| Type: ", plain(t.until("you> ")))
            t.type("lesson\n")
            t.until("This is it")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)
            t = Terminal("six-seven", env=env)
            self.assertIn("Is it new to you? `lesson`", plain(t.until("-- to the table: Enter -- ")))
            t.type("table\n")      # what is typed is not lost
            t.until("you> table")
            t.until("you> ")
            t.type("1\n")
            t.until("you> ")
            t.type("lesson\n")      # the game that was begun would be lost
            t.until("leave> ")
            t.type("\n")
            t.until("you> ")
            t.type("lesson\n")
            t.until("leave> ")
            t.type("yes\n")
            self.assertIn("| Type: ", plain(t.until("you> ")))
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)
            t = Terminal("six-seven", env=env)
            self.assertNotIn("Is it new", t.until("you> "))
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)
            t = Terminal(env=env)
            self.assertNotIn("New here?", t.until("game> "))
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_how_to_play_fits_one_screen(self):
        for game in GAMES:
            for language in ["en", "de", "sk"]:
                with tempfile.TemporaryDirectory() as home:
                    t = Terminal(game, "--seed", "4", "--language", language, env={"XDG_STATE_HOME": home})
                    t.read_until(lambda: plain(t.shown).endswith(" -- "), "the first screen")
                    first = plain(t.shown)
                    self.assertLessEqual(first.count("\n"), 23, (game, language, first))
                    self.assertIn("`terms`", first)   # whole: what follows the guide is there
                    t.until_prompt()
                t.type("guide\n")
                t.read_until(lambda: re.search(r"(> |-- )$", plain(t.shown)) and
                             plain(t.shown).count("\n") > 3, "guide")
                shown = plain(t.shown)
                self.assertFalse(shown.endswith("-- "), (game, language, shown))   # another page
                self.assertLessEqual(shown.count("\n"), 24, (game, language, shown))
                os.kill(t.pid, signal.SIGTERM)
                t.end()

    @unittest.skipUnless(EDITS, "nothing is drawn anew but by the editor")
    def test_a_lesson_is_drawn_anew(self):
        for game in TAUGHT:
            t = Terminal(game, "--tutorial")
            shown = plain(t.until("you> "))
            told = re.findall(r"(?m)^\| (\w+)", shown)
            for columns in 60, 90:
                t.redrawn(columns, "you>", "| Type: ", "| " + told[0])
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)


if __name__ == "__main__":
    unittest.main()
