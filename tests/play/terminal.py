#!/usr/bin/env python3
"""bylaw play at a terminal of 80 by 24: colour, the menu, passing the keyboard, Ctrl-C, Ctrl-D."""
import codecs
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import tempfile
import termios
import time
import unittest
from pathlib import Path

from bylaw import ALL, GAMES, Case, bylaw, note
from screen import Screen

BYLAW = os.path.abspath(os.environ["BYLAW"])
EDITS = os.environ.get("BYLAW_EDITS") == "yes"   # built with libedit
AWAY = tempfile.TemporaryDirectory()   # where games are saved that a test ends by typing on
STATE = tempfile.TemporaryDirectory()   # of a user who has played every game before
os.makedirs(f"{STATE.name}/bylaw")
with open(f"{STATE.name}/bylaw/played", "w") as played:
    played.write("".join(f"{game}\n" for game in ALL))


class Terminal:
    """A program that runs at a pseudo-terminal."""

    def __init__(self, *args, env=None, columns=80, folder=None, call=(BYLAW, "play")):
        self.shown = ""
        note(*call, *args, "at a terminal of", columns)
        self.decoder = codecs.getincrementaldecoder("utf-8")()   # a character may come in pieces
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)   # whatever started the test ignored it
            os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": STATE.name})
            os.environ.pop("NO_COLOR", None)
            os.environ.update(env or {})
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.chdir(folder or AWAY.name)
            os.execvp(call[0], [*call, *args])

    def edits(self, seconds=10):
        """Waits until the editor has the terminal: that no longer makes lines of what is typed. What is shown
        meanwhile is taken: a program waits where nobody reads."""
        end = time.time() + seconds
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            if time.time() > end:
                raise AssertionError(f"no editor took the terminal:\n{self.shown}")
            if select.select([self.fd], [], [], 0.005)[0]:
                self.shown += self.decoder.decode(os.read(self.fd, 65536))

    def read_until(self, shows, what, seconds=10):
        """Reads until what is shown is as `shows` asks."""
        end = time.time() + seconds
        while not shows():
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.time()))
            if not ready:
                raise AssertionError(f"{what!r} was not shown:\n{self.shown}")
            try:
                piece = os.read(self.fd, 65536)
            except OSError:
                piece = b""
            if not piece:
                raise AssertionError(f"ended before {what!r}:\n{self.shown}")
            self.shown += self.decoder.decode(piece)

    def until_prompt(self):
        """Reads until a line is asked for: what is shown ends with "> ", in a line that begins in the
        first column. Text that has such a sign in it is no prompt: what is typed then would be
        shown in the middle of it. Pages are turned."""
        before = ""
        while True:
            self.read_until(lambda: re.search(r"(?:^|[\n\r])([^\s(][^\n]*> |-- .* -- )$",
                                              plain(self.shown)), "> ")
            shown, self.shown = before + self.shown, ""
            if not shown.endswith("-- "):
                return shown
            before = shown
            self.type("\n")

    def until(self, *texts, seconds=10):
        """Reads until one of the texts has been shown; gives what was."""
        self.read_until(lambda: any(text in self.shown for text in texts), texts, seconds)
        text = min((t for t in texts if t in self.shown), key=self.shown.index)
        before, self.shown = self.shown.split(text, 1)
        return before + text

    def turn(self):
        """What is shown up to the next turn; None: the game is over."""
        shown = plain(self.until("you> ", "The game is over"))
        return None if shown.endswith("over") else shown

    def read_some(self):
        """What has been shown meanwhile."""
        while select.select([self.fd], [], [], 0)[0]:
            self.shown += self.decoder.decode(os.read(self.fd, 65536))
        some, self.shown = self.shown, ""
        return some

    def on_screen(self, screen, text, seconds=10):
        """Reads until the screen has the text."""
        end = time.time() + seconds
        while text not in "\n".join(screen.lines()):
            if time.time() > end:
                raise AssertionError("\n".join([f"{text!r} is not on the screen:", *screen.lines()]))
            time.sleep(0.01)
            screen.feed(self.read_some())

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def redrawn(self, columns, prompt, *texts, rows=40):
        """Makes the window another size, and waits until all of it is there again."""
        self.edits()
        self.shown = ""
        self.resize(rows, columns)
        self.until("\x1b[2J")
        screen = Screen(rows, columns)
        self.on_screen(screen, prompt)
        drawn = [line for line in screen.lines() if line]
        for text in texts:
            if not any(text in line for line in drawn):
                raise AssertionError("\n".join([f"{text!r} was not drawn anew:", *drawn]))
        return drawn

    def type(self, text):
        os.write(self.fd, text.encode())

    def end(self):
        """Reads to the end; gives what was shown, and the exit status. Whoever is asked leaves, and saves
        nothing."""
        while True:
            for asked, answer in ("\nover> ", "quit\n"), ("\nleave> ", "yes\n"):
                if plain(self.shown).endswith(asked):
                    self.type(answer)
                    self.shown += "\n"
            try:
                piece = os.read(self.fd, 65536)
            except OSError:
                break
            if not piece:
                break
            self.shown += self.decoder.decode(piece)
        os.close(self.fd)
        _, status = os.waitpid(self.pid, 0)
        return self.shown, os.waitstatus_to_exitcode(status)


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


def over(*args, columns=80):
    """A game of Six-Seven that was played to its end."""
    t = Terminal("six-seven", "--seed", "3", "--players", "2", *args, columns=columns)
    while t.turn():
        t.type("1\n")
    return t


class AtATerminal(Case):
    def test_menu(self):
        t = Terminal()
        shown = plain(t.until("game> "))
        for words in ("Pharaoh: 2 to 8 players, about 5 minutes.", "first one out wins"):
            self.assertIn(words, shown)
        t.type("chess\n")
        t.until("There is no game `chess`")
        t.until("game> ")
        t.type("help\n")
        t.until("lesson NAME")
        t.until("game> ")
        t.type("SIX\n")
        t.until("six-seven> ")
        t.type("\n")
        self.assertIn("Six-Seven", plain(t.until("you> ")))
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_enter_enter_plays(self):
        t = Terminal()
        t.until("game> ")
        t.type("\n")
        t.until("> ")
        t.type("\n")
        t.until("you> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_the_menu_knows_names_and_strengths(self):
        t = Terminal()
        t.until("game> ")
        t.type("pharoh\n")   # nearly
        self.assertRegex(plain(t.until("pharaoh> ")), r"you against \w+, \w+ and \w+\. Each of them plays for fun")   # as on the page
        t.type("opponents\n")
        self.assertIn("slips now and then (casual)", t.until("pharaoh> "))
        t.type("Vera\n")
        t.until("you against Vera,")
        t.until("pharaoh> ")
        t.type("players 2\n")
        t.until("you against Vera, who thinks ahead")
        t.until("pharaoh> ")
        t.type("players 99\n")
        t.until("From 2 to 8.")
        t.until("pharaoh> ")
        t.type("back\n")
        t.until("game> ")
        t.type("pred\n")
        plan = t.until("predicate-wars> ")
        self.assertIn("better game", plan)
        self.assertIn("`lesson`", plan)
        t.type("lesson\n")
        self.assertIn("| Type: ", plain(t.until("you> ")))
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_the_menu_goes_on_with_saved_games(self):
        with tempfile.TemporaryDirectory() as folder:
            bylaw("play", "six-seven", "--seed", "3", "--save", folder + "/mine.jsonl", given=b"1\n")
            bylaw("play", "pharaoh", "--watch", "--save", folder + "/over.jsonl")
            t = Terminal(folder=folder)
            shown = plain(t.until("game> "))
            self.assertIn("7  go on with mine.jsonl (Six-Seven)", shown)
            self.assertNotIn("over.jsonl", shown)
            t.type("7\n")
            t.until("you> ")
            t.type("quit\n")
            self.assertIn("--resume mine.jsonl", t.end()[0])
            # What cannot be gone on with is said, and the menu stays.
            Path(folder, "torn.jsonl").write_bytes(Path(folder, "mine.jsonl").read_bytes()[:300])
            Path(folder, "place.json").write_text(bylaw("new", "pharaoh", "--seed", 1).out)
            t = Terminal(folder=folder)
            t.until("game> ")
            for file, told in ("nosuch", "nosuch: No such file or directory."), ("place.json", "place.json: a position, "), \
                    ("torn.jsonl", "torn.jsonl: line "), (".", "directory"), ("-", "Which file?"):
                t.type(f"resume {file}\n")
                self.assertIn(told, plain(t.until_prompt()))
            t.type("resume mine.jsonl\n")
            t.until("you> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_the_menu_lists_the_nine_latest(self):
        with tempfile.TemporaryDirectory() as folder:
            bylaw("play", "six-seven", "--seed", "3", "--save", folder + "/g00", given=b"1\n")
            for i in range(1, 24):
                shutil.copy(folder + "/g00", f"{folder}/g{i:02}")
            for i in range(24):     # in no order of their names
                at = 1_000_000_000 + 7 * i % 24
                os.utime(f"{folder}/g{i:02}", (at, at))
            t = Terminal(folder=folder)
            shown = re.findall(r"go on with (g\d\d)", plain(t.until("game> ")))
            self.assertEqual(shown, sorted((f"g{i:02}" for i in range(24)), key=lambda g: -(7 * int(g[1:]) % 24))[:9])
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_the_menu_says_what_it_does_not_know(self):
        """And which rulings are on, and what differs; also in the reader's own words."""
        t = Terminal()
        t.until("game> ")
        t.type("pharaoh\n")
        t.until("pharaoh> ")
        for typed, told in (("opponents search", "Nobody here is called `search`"), ("opponents vera selma", "one name, for all"),
                            ("rulings", r"On now: `letter`.*tuple-match as-written +which card of a tuple must fit.*"
                                        r"`as-written`\s+\(letter\),\s+`first`\s+\(table\)"),
                            ("rulings table", "better game"), ("rulings", "On now: `table`")):
            t.type(typed + "\n")
            self.assertRegex(plain(t.until("pharaoh> ")).replace("\r\n", " "), told)
        t.type("language de\n")
        t.until("pharaoh> ")
        t.type("rulings\n")          # what is typed, and what it says
        self.assertRegex(plain(t.until("pharaoh> ")).replace("\r\n", " "),
                         r"`as-written`\s+wie\s+es\s+dasteht\s+\(letter\),\s+`first`\s+die\s+erste\s+\(table\)")
        t.type("gegner Vera\n")
        t.until("Vera")
        t.until("pharaoh> ")
        t.type("hilfe\n")
        self.assertIn("players N", plain(t.until("pharaoh> ")))
        t.type("ende\n")
        self.assertEqual(t.end()[1], 0)

    def test_the_menu_begins_with_the_shortest_game(self):
        """As on the page, with the same opponents; Enter takes the first."""
        t = Terminal()
        shown = plain(t.until("game> "))
        minutes = [int(n) for n in re.findall(r"about (\d+) minutes", shown)]
        self.assertEqual((minutes, len(minutes)), (sorted(minutes), len(ALL)))
        t.type("1\n")
        plan = plain(t.until("pharaoh> "))
        t.type("opponents\n")
        listed = plain(t.until("pharaoh> "))
        them = re.search(r"Each of them (.*?)\.", plan.replace("\r\n", " "))[1]
        self.assertIn(them + " (casual)", " ".join(listed.split()))
        t.type("\n")
        self.assertIn("(casual)", plain(t.until("you> ")))
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_the_menu_sets_options_rulings_and_the_seed(self):
        """What is set is said, and dealt; what cannot be is told, and `back` forgets all of it."""
        with tempfile.TemporaryDirectory() as folder:
            bylaw("play", "six-seven", "--seed", "3", "--save", folder + "/mine.jsonl", given=b"1\n")
            t = Terminal(folder=folder)
            t.until("game> ")
            t.type("pred\n")
            t.until("predicate-wars> ")
            for typed, told in (("options", r"health 100 +health at the start.*base_rules author"), ("health 50", "Set: `health 50`"),
                                ("health x", "`health` is from 1 to 1000000"), ("health=60", "Set: `health 60`"), ("options", "health 60"),
                                ("base_rules foo", "other values; `options`"), ("logic foo", "other values; `rulings`"),
                                ("proof-cost lines", "Set: `health 60`, `proof-cost lines`"), ("rulings", "rulings of your own"),
                                ("seed five", "'five' is not"), ("seed 5", "Set: `health 60`, `proof-cost lines`, `seed 5`"),
                                ("health", "Set: `proof-cost lines`, `seed 5`"), ("rulings table", "Set: `seed 5`"),
                                ("help", "NAME VALUE .*seed N "), ("health 70", "Set: `seed 5`, `health 70`")):
                t.type(typed + "\n")
                self.assertRegex(plain(t.until_prompt()).replace("\r\n", " "), told, typed)
            t.type("\n")
            self.assertRegex(plain(t.until("you> ")), r"0 you +70 ")
            t.type("menu\n")
            t.until("game> ")
            t.type("propre\n")
            t.until("propre> ")
            for typed, told in ("players 7", "you against"), ("hand 20", "not enough cards"), ("hand 7", "Set: `hand 7`"):
                t.type(typed + "\n")
                self.assertIn(told, plain(t.until("propre> ")).replace("\r\n", " "))
            t.type("back\n")
            t.until("game> ")
            t.type("7\n")         # what was set does not bear on a saved game
            t.until("you> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    @unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
    def test_tab_in_the_reader_s_words(self):
        """What is understood is completed: in the menu, at the table, after whose move it is."""
        t = Terminal("--language", "de")
        t.until("Spiel> ")
        def completes(prompt, tries):
            for typed, becomes in tries.items():
                t.edits()
                screen = Screen()
                screen.feed(prompt)
                t.type("\x15" + typed + "\t|")
                t.on_screen(screen, "> " + becomes + "|")
            t.type("\x15")
        completes("Spiel> ", {"lek": "lektion ", "lektion pha": "lektion pharaoh ", "hil": "hilfe ", "pred": "predicate-wars "})
        t.type("pharaoh\n")
        t.until("pharaoh> ")
        completes("pharaoh> ", {"geg": "gegner ", "auslegungen ta": "auslegungen table ", "tuple-match f": "tuple-match first "})
        t.type("startzahl 3\nspieler 3\n\n")
        t.until("du> ")
        completes("du> ", {"hil": "hilfe ", "lek": "lektion ", "as 1 dr": "as 1 draw ", "1: dr": "1: draw ", "regel m1": "regel M1 "})
        for typed, told in ("hilf", "diese Liste"), ("tip", "Zug erwarten"), ("rege r1", "R1"):
            t.type(typed + "\n")
            while told not in plain(t.until_prompt()):   # the prompt of the line that was emptied comes before
                pass
        t.type("ende\n")
        self.assertEqual(t.end()[1], 0)

    @unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
    def test_tab_in_the_menu(self):
        t = Terminal()
        t.until("game> ")
        t.type("pharaoh\n")
        t.until("pharaoh> ")
        for typed, becomes in {"opponents Tes": "opponents Tessa ", "opponents rand": "opponents random ",
                               "language s": "language sk ", "rulings ta": "rulings table ", "stack-sevens y": "stack-sevens yes "}.items():
            t.edits()
            screen = Screen()
            screen.feed("pharaoh> ")
            t.type("\x15" + typed + "\t|")
            t.on_screen(screen, "> " + becomes + "|")
        t.type("\x15quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_names_of_saved_games(self):
        """However long they are, and without an order to the terminal."""
        names = "\x1b[31mred\x1b]0;x\x07", "a" * 150
        for name, way in ((n, w) for n in names for w in ([], ["--plain"])):
            with tempfile.TemporaryDirectory() as folder:
                bylaw("play", "six-seven", "--seed", "3", "--save", folder + "/" + name, given=b"1\n")
                t = Terminal(*way, folder=folder, columns=200)
                shown = t.until("game> ")
                self.assertNotIn("\x1b[31mred", shown)
                self.assertNotIn("\x07", shown)
                self.assertIn("aaaaa" if name[0] == "a" else "red", shown)
                t.type("7\n")
                t.until("you> ")
                t.type("quit\n")
                said, status = t.end()
                self.assertEqual(status, 0)
                self.assertNotIn("\x07", said)
                self.assertEqual(os.listdir(folder), [name])

    def test_colour_and_signs(self):
        t = Terminal("true-propre", "--seed", "8")
        shown = t.until("you> ")
        self.assertIn("\x1b[", shown)
        self.assertRegex(shown, "[♣♦♥♠]")
        t.type("\x04")
        t.end()

    def test_plain(self):
        for args, env, signs in ((["--plain"], {}, False), ([], {"NO_COLOR": "1"}, True),
                                 ([], {"TERM": "dumb"}, True),
                                 ([], {"LC_ALL": "C", "NO_COLOR": "1"}, False)):
            t = Terminal("true-propre", "--seed", "8", *args, env=env)
            shown = t.until("you> ")
            self.assertNotIn("\x1b", shown)
            self.assertEqual(bool(re.search("[♣♦♥♠]", shown)), signs, (args, env))
            t.type("\x04")
            t.end()

    def test_a_turn_fits_the_screen(self):
        for game in GAMES:
            t = Terminal(game, "--seed", "4")
            screen = t.turn()
            for _ in range(12):
                table = screen.split("\r\n\r\n", 1)[-1]
                self.assertLessEqual(table.count("\n"), 23, screen)
                for line in screen.splitlines():
                    self.assertLessEqual(len(line), 80, line)
                t.type("#1\n")
                screen = t.turn()
                if not screen:
                    break
            else:
                t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_a_narrow_screen(self):
        for game in GAMES:
            t = Terminal(game, "--seed", "4", "--players", "4", "--plain", columns=40)
            screen = t.turn()
            t.type("help\n")
            for _ in range(25):
                for line in screen.replace("-- more: Enter; stop: q or a command -- ", "").splitlines():
                    self.assertLessEqual(len(line), 40, screen)
                t.type("\n#2\n#1\n")
                screen = t.turn()
                if not screen:
                    break
            else:
                t.type("\nquit\n")
            self.assertEqual(t.end()[1], 0)

    def test_a_locale_without_utf_8(self):
        t = Terminal("true-propre", "--seed", "8", env={"LC_ALL": "C"})
        t.until("you> ")
        t.type("help\nq\nwhy 1\nq\nrule 5.1.2\nq\n1\nquit\n")
        shown, status = t.end()
        self.assertEqual(status, 0)
        self.assertTrue(shown.isascii(), shown)
        self.assertIn("5.1.2", shown)

    def test_a_locale_that_is_not_installed(self):
        for name, signs in [("xx_XX.UTF-8", True), ("xx_XX.utf8", True), ("xx_XX", False)]:
            t = Terminal("pharaoh", "--seed", "3", "--language", "de", env={"LC_ALL": name})
            shown = t.until("> ")
            t.type("quit\n")
            t.end()
            self.assertEqual(not shown.isascii(), signs, shown)

    def test_statements_without_utf_8_can_be_typed(self):
        """What a hint says to type is legal as it is shown."""
        t = Terminal("predicate-wars", "--seed", "5", "--players", "2", env={"LC_ALL": "C"})
        t.until("> ")
        written = 0
        for _ in range(14):
            start = len(t.shown)
            t.type("hint\n")
            t.read_until(lambda: "`" in t.shown[start:] and t.shown.rstrip().endswith(">"), "a hint", 60)
            move = re.search(r"`([^`]+)`", plain(t.shown[start:])).group(1)
            move = " ".join(move.split())
            written += " imply " in move or "not " in move
            self.assertNotIn("?", move)
            start = len(t.shown)
            t.type(move + "\n")
            t.read_until(lambda: t.shown[start:].rstrip().endswith(">"), "a prompt", 60)
            self.assertNotIn("Column", t.shown[start:])
            if written == 2:
                break
        self.assertEqual(written, 2)
        t.type("quit\n")
        t.end()

    def test_the_keyboard_is_passed_on(self):
        t = Terminal("pharaoh", "--players", "3", "--persons", "0,2", "--seed", "3")
        t.until("Player 1, press Enter when you sit here: ")
        t.type("\n")
        first = plain(t.until("player 1> "))
        hand = re.findall(r"\b[7-9XUOKA][ABHL]\b", re.search(r"Your hand +(.*)", first).group(1))
        t.type("draw\n")
        t.until("pass the keyboard to player 3: ")
        t.type("\n")
        t.until("\x1b[2J\x1b[3J\x1b[H")
        between = t.until("Player 3, press Enter when you sit here: ")
        self.assertNotIn("hand", between)
        t.type("\n")
        second = plain(t.until("player 3> "))
        self.assertIn("Player 1 drew a card", second)
        other = re.findall(r"\b[7-9XUOKA][ABHL]\b", re.search(r"Your hand +(.*)", second).group(1))
        self.assertTrue(hand and other)
        self.assertFalse(set(hand) & set(other))
        t.type("\x04")
        t.until("leave> ")
        t.type("\x04")
        shown, status = t.end()
        self.assertIn("not finished", shown)
        self.assertEqual(status, 0)

    def quiet(self, t):
        """What is shown though nobody types: up to where the program waits for what is typed."""
        end = time.time() + 10
        while True:
            with open(f"/proc/{t.pid}/stat") as f:
                if f.read().rpartition(")")[2].split()[0] == "S":
                    return plain(t.read_some())
            self.assertLess(time.time(), end, "the program does not wait")
            time.sleep(0.01)

    def test_enter_typed_ahead_shows_nobodys_cards(self):
        """Twice, three times, a moment later, or with the move: the next person has to press it."""
        for args, tries in ([], ((0,), (0.15,), (0.15, 0.3, 0.3))), (["--plain"], ((0, 0),)):
            for pauses in tries:
                t = Terminal("pharaoh", "--players", "2", "--persons", "0,1", "--seed", "3", *args)
                t.until("Player 1, press Enter when you sit here: ")
                t.type("\n")
                t.until("player 1> ")
                t.type("draw\n")
                t.until("pass the keyboard to player 2: ")
                t.type("\n")
                for pause in pauses:
                    time.sleep(pause)   # it is the moment that is tried
                    t.type("\n")
                t.until("Player 2, press Enter when you sit here: ")
                self.assertNotIn("hand", self.quiet(t), (args, pauses))
                t.type("\n")
                self.assertIn("Your hand", t.until("player 2> "))
                t.type("draw\n\n\n\n")
                t.until("Player 1, press Enter when you sit here: ")
                self.assertNotIn("hand", self.quiet(t), args)
                t.type("\n")
                t.until("player 1> ")
                t.type("quit\n")
                self.assertEqual(t.end()[1], 0)

    def test_cards_leave_a_screen_that_cannot_be_cleared(self):
        """They scroll off it, and it is not said that they are gone."""
        for args, env in ((["--plain"], {}), ([], {"TERM": "dumb"})):
            t = Terminal("pharaoh", "--players", "2", "--persons", "0,1", "--seed", "3", *args,
                         env=env)
            screen = Screen()
            screen.feed(t.until("Player 1, press Enter when you sit here: "))
            t.type("\n")
            screen.feed(t.until("player 1> "))
            t.type("draw\n")
            asked = t.until("pass the keyboard to player 2: ")
            screen.feed(asked)
            self.assertIn("Your hand", "\n".join(screen.lines()))
            self.assertNotIn("hides", asked)
            self.assertIn("scrolling back", asked)
            t.type("\n")
            screen.feed(t.until("Player 2, press Enter when you sit here: "))
            self.assertEqual([line for line in screen.lines() if line],
                             ["Player 2, press Enter when you sit here:"])
            t.type("\n")
            t.until("player 2> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_a_position_from_a_pipe_leaves_the_terminal_to_the_player(self):
        t = Terminal(call=("/bin/sh", "-c", f"'{BYLAW}' new pharaoh --seed 4 | '{BYLAW}' play --position -"))
        t.until("you> ")
        t.type("draw\n")
        self.assertIn("You drew ", plain(t.until("you> ")))
        t.type("\x04")   # lines are edited, and what was moved is asked after
        self.assertIn("Leave the table?", plain(t.until("leave> ")))
        t.type("yes\n")
        self.assertEqual(t.end()[1], 0)

    def test_a_hand_of_one_card_is_laid_at_once(self):
        """By option 2; the last of several cards follows by itself too."""
        for size in 1, 2:
            deal = json.loads(bylaw("new", "true-propre", "--players", "2", "--seed", "8", "--set", "dealer=1").out)
            hand = deal["state"]["hands"][0]
            deal["state"]["stock"] += hand[size:]
            del hand[size:]
            with tempfile.NamedTemporaryFile("w") as f:
                json.dump(deal, f)
                f.flush()
                t = Terminal("true-propre", "--position", f.name)
                t.until("you> ")
                for typed in ["2\n", "#1\n"][:size]:
                    t.type(typed)
                    shown = plain(t.until("you> "))
                self.assertEqual(shown.count("You laid "), size, shown)
                self.assertIn("You drew ", shown)
                t.type("quit\n")
                t.end()

    def test_nothing_to_hide(self):
        t = Terminal("six-seven", "--persons", "all", "--seed", "3")
        t.until("player 1> ")
        t.type("1\n")
        self.assertNotIn("Enter", t.until("player 2> "))
        t.type("quit\n")
        t.end()

    def test_the_ways_of_a_card_stand_behind_its_name(self):
        """Once each: a 3 or 7 defends nothing where nobody attacks, and an Ace of its own suit is just laid."""
        t = Terminal("propre", "--seed", "94314", "--players", "3")
        shown = plain(t.until("you> "))
        self.assertNotRegex(shown, "as a defence|and name")
        for card, ways in (("A♣", ["just lay it", "counts as diamonds", "counts as hearts", "counts as spades"]),
                           ("4♦", ["just lay it", "across: counts as 7♦"])):
            line = re.search(rf"  {card}((?:\s+#\d+ [^#]*?)+)\r?\n(?=  \S)", shown)
            self.assertEqual(re.findall(r"#\d+ ([^#]*?)\s*(?=#|$)", line[1]), ways, shown)
        t.type(f"#{re.search(r'#([0-9]+) across: counts as 7♦', shown)[1]}\n")
        self.assertIn("You laid 4♦ across: it counts as 7♦.", plain(t.until("you> ")))
        t.type("quit\n")
        t.end()

    def test_arrow_keys(self):
        """Up brings the last line back where lines can be edited; elsewhere keys do nothing."""
        for args, env in (([], {}), (["--plain"], {}), ([], {"TERM": "dumb"})):
            t = Terminal("pharaoh", "--seed", "3", *args, env=env)
            t.until("you> ")
            t.type("rule R6\n")
            t.until("you> ")
            t.type("\x1b[A\n")
            t.until("\n")
            shown = t.until("you> ")
            self.assertNotIn("not text", shown)
            if not args and not env and EDITS:
                self.assertIn("R6", shown)
            t.type("\x1b[Brule R7\n")
            self.assertIn("R7", t.until("you> "))
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    @unittest.skipUnless(EDITS, "nothing is drawn anew but by the editor")
    def test_a_turn_is_drawn_anew_in_a_window_of_another_size(self):
        """On an empty screen, in its columns, with what was typed; and that is still the line."""
        for game in GAMES:
            t = Terminal(game, "--seed", "5")
            t.until("you> ")
            t.edits()
            t.type("rul")
            t.read_until(lambda: plain(t.shown).replace("\r", "").endswith("rul"), "rul")
            for columns in 44, 120, 80:
                screen = Screen(24, columns)
                t.shown = ""
                t.resize(24, columns)
                t.until("\x1b[2J")
                screen.feed("\x1b[2J")
                t.on_screen(screen, "you> rul")
                drawn = [line for line in screen.lines() if line]
                self.assertGreater(len(drawn), 5)
                self.assertEqual(drawn[-1], "you> rul")
            t.type("es\n")
            t.until("-- more: Enter; stop: q or a command -- ")
            t.type("q\n")
            t.until("you> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    @unittest.skipUnless(EDITS, "nothing is drawn anew but by the editor")
    def test_every_prompt_is_drawn_anew(self):
        """The menu, a lesson with its suggestion, the questions: in the columns that there are now."""
        t = Terminal()
        t.until("game> ")
        t.redrawn(60, "game>", "Which game?", "Pharaoh: 2 to 8 players")
        t.type("pharaoh\n")
        t.until("pharaoh> ")
        t.redrawn(44, "pharaoh>", "you against Bea", "Enter deals")
        t.type("\n")
        t.until("you> ")
        t.type("draw\n")
        t.until("Your hand")
        t.until("you> ")
        moves = re.findall(r"Bea \w+", "\n".join(t.redrawn(80, "you>", "Your hand", "Bea ")))
        self.assertTrue(moves)   # what the others did stands there again
        t.type("quit\n")
        t.until("leave> ")
        t.redrawn(50, "leave>", "Leave the table?", "Your hand")
        t.type("yes\n")
        self.assertEqual(t.end()[1], 0)
        t = over()
        t.until("over> ")
        t.redrawn(50, "over>", "The game is over", "`review` looks")
        t.type("\n")
        self.assertEqual(t.end()[1], 0)

    def test_another_size(self):
        """What is shown after the window got narrower fits into it."""
        t = Terminal("true-propre", "--seed", "5")
        t.until("you> ")
        t.resize(24, 50)
        t.type("table\n")
        t.until("Seats")
        shown = "Seats" + plain(t.until("Hand  ") + t.until("you> "))
        self.assertLessEqual(max(len(line.rstrip()) for line in shown.splitlines()), 50)
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    @unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
    def test_a_key_that_is_not_the_end_of_input(self):
        """Ctrl-Space sends the byte that a Ctrl-D typed ahead can turn into."""
        t = Terminal("pharaoh", "--seed", "3")
        t.until("you> ")
        t.edits()
        t.type("\x00r")
        t.until("r")
        t.type("ule R6\n")
        self.assertIn("R6", t.until("you> "))
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_suspended(self):
        for args in ([], ["--plain"]):
            t = Terminal("pharaoh", "--seed", "3", *args)
            t.until("you> ")
            os.kill(t.pid, signal.SIGSTOP)
            os.waitpid(t.pid, os.WUNTRACED)
            os.kill(t.pid, signal.SIGCONT)
            t.until("you> ")
            t.type("quit\n")
            self.assertEqual(t.end()[1], 0)

    def test_lines_are_not_recalled_by_the_next_person(self):
        t = Terminal("pharaoh", "--players", "2", "--persons", "0,1", "--seed", "3")
        t.until("Player 1, press Enter when you sit here: ")
        t.type("\n")
        t.until("player 1> ")
        t.type("why play KH\n")
        t.until("player 1> ")
        t.type("draw\n")
        t.until("pass the keyboard to player 2: ")
        t.type("\n")
        t.until("Player 2, press Enter when you sit here: ")
        t.type("\n")
        t.until("player 2> ")
        t.type("\x1b[A\x1b[A\nquit\n")
        shown, _ = t.end()
        self.assertNotIn("KH", shown.split("not finished")[0])

    @unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
    def test_tab_completes(self):
        folder = tempfile.mkdtemp()
        open(folder + "/game.jsonl", "w").close()
        self.completes("pharaoh", {"mo": "moves ", "rule m1": "rule M1 ", "play x": "play XH ", "lay x": "lay XH ",
                                   "why play 7": "why play 7A ", "why 7": "why 7A ", "hint is": "hint ismcts ",
                                   "7": "7A ", "language d": "language de ",
                                   f"save {folder}/ga": f"save {folder}/game.jsonl "})

    @unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
    def test_tab_completes_answers(self):
        """Where a question stands, its answers, in the reader's words too, and nothing that is none."""
        folder = tempfile.mkdtemp()
        open(folder + "/game.jsonl", "w").close()
        def completes(t, prompt, tries):
            for typed, becomes in tries.items():
                t.edits()
                screen = Screen()
                screen.feed(prompt)
                t.type("\x15" + typed + "\t|")
                t.on_screen(screen, "> " + becomes + "|")
            t.type("\x15")
        for language, leave, resign, answers, save in (
                ("en", "leave", "resign", {"y": "yes ", "n": "no ", "mo": "mo"}, "save"),
                ("de", "gehen", "aufgeben", {"j": "ja ", "y": "yes ", "mo": "mo"}, "speichern")):
            t = Terminal("pharaoh", "--seed", "3", "--players", "2", "--language", language)
            t.until_prompt()
            t.type("draw\n")
            t.until_prompt()
            t.type("resign\n")
            t.until(resign + "> ")
            completes(t, resign + "> ", answers)
            t.type("\n")
            t.until_prompt()
            t.type("quit\n")
            t.until(leave + "> ")
            completes(t, leave + "> ", {**answers, save[:3]: save + " ", f"{save} {folder}/ga": f"{save} {folder}/game.jsonl "})
            t.type(f"{save} {folder}/{language}.jsonl\n")
            self.assertEqual(t.end()[1], 0)
            self.assertIn(f"{language}.jsonl", os.listdir(folder))

    def test_words_that_are_no_move_yet(self):
        """Those that several moves begin with show these, with their numbers; others say what is to be typed."""
        t = Terminal("propre", "--seed", "2", "--players", "3", "--language", "en")
        t.until("you> ")
        t.type("moves\n")
        numbers = set(re.findall(r"(?m)^ +(#\d+) .*attack with", plain(t.until("you> "))))
        self.assertEqual(len(numbers), 2)
        t.type("attack\n")
        shown = plain(t.until("you> "))
        self.assertIn("`attack` may be several moves", shown)
        self.assertEqual(set(re.findall(r"(?m)^ +(#\d+) .*attack with", shown)), numbers, shown)
        t.type("qwertz\n")
        shown = " ".join(plain(t.until("you> ")).split())
        self.assertIn("That is no move of this game: type the number of one, as `#1`, or its words in the list.", shown)
        t.type("8\n")   # of how a move is written
        self.assertIn("8 CARD [h]", plain(t.until("you> ")))
        t.type("quit\n")
        t.end()

    @unittest.skipUnless(EDITS, "lines are read as the terminal gives them")
    def test_tab_completes_a_clause_with_its_sign(self):
        self.completes("true-propre", {"rule 2.1b": "rule 2.1b ", "rule §2.1b": "rule §2.1b "})

    def completes(self, game, tries):
        t = Terminal(game, "--seed", "3", "--players", "3")
        t.until("you> ")
        for typed, becomes in tries.items():
            t.edits()
            screen = Screen()
            screen.feed("you> ")
            t.type("\x15" + typed + "\t|")
            t.on_screen(screen, "> " + becomes + "|")
        t.type("\x15quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_a_command_at_the_pager(self):
        """What is typed where a page ends is not lost."""
        t = Terminal("true-propre", "--seed", "5")
        t.until("you> ")
        t.type("rules\n")
        t.until("-- more: Enter; stop: q or a command -- ")
        t.type("rule 1.1.1\n")
        t.until("rule 1.1.1")
        t.until("active player")
        t.until("you> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)

    def test_pages(self):
        t = Terminal("true-propre", "--seed", "3")
        t.until("you> ")
        t.type("rules\n")
        page = t.until("-- more: Enter; stop: q or a command -- ")
        self.assertLessEqual(page.count("\n"), 24)
        t.type("\n")
        t.until("-- more: Enter; stop: q or a command -- ")
        t.type("q\n")
        t.until("you> ")
        t.type("quit\n")
        self.assertEqual(t.end()[1], 0)


if __name__ == "__main__":
    unittest.main()
