#!/usr/bin/env python3
"""bylaw join: terminals at a table of a real server, by pipe and by pty."""
import contextlib
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import tempfile
import termios
import threading
import time
import unittest

from bylaw import ABOUT, ALL, Case, bylaw
from screen import Screen

BYLAW = os.environ["BYLAW"]
WAIT = 100   # seconds until something that must happen is given up
SMALL = "--set", "owned=4", "--set", "dealt=4", "--set", "deck=20", "--set", "health=5"


class Server:
    """A real server on loopback; it can be killed, and started again on the same port and file."""

    def __init__(self, folder, *limits):
        self.folder, self.port, self.limits = folder, 0, limits
        self.start()

    def start(self):
        with open(self.folder + "/log", "ab") as log:
            self.process = subprocess.Popen(
                [BYLAW, "serve", "--site", "none", "--listen", f"127.0.0.1:{self.port}", "--data",
                 self.folder + "/tables.db", "--limit", "messages_per_minute=1000000", "--limit",
                 "messages_burst=100000", "--limit", "asks_per_minute=1000000", "--limit", "asks_burst=1000000",
                 *(word for limit in self.limits for word in ("--limit", limit))],
                stdout=subprocess.PIPE, stderr=log, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        status = self.process.wait(WAIT)
        self.process.stdout.close()
        return status

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def make(self, game, *options):
        done = subprocess.run([BYLAW, "join", self.address, "--make", game, *options], capture_output=True,
                              text=True, timeout=WAIT)
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(rf"{self.address}#/table/[a-z2-7]{{16}}\n", done.stdout), done.stdout
        return done.stdout.strip()


class Terminal:
    """Somebody at a table; what is typed goes through a pipe or a terminal, and what is told is read."""

    def __init__(self, link, name, state, *options, tty=False, columns=80, rows=70):
        self.told, self.name, self.moves, self.typed = b"", name, 0, 0
        self.prompt = rf"(?:{name}(?:, your turn| \([^)]+\))?|over|watching[^>]*)> ".encode()
        env = {**os.environ, "XDG_STATE_HOME": state, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        master, slave = pty.openpty() if tty else (None, None)
        if tty:
            termios.tcsetwinsize(master, (rows, columns))
        self.process = subprocess.Popen(
            [BYLAW, "join", link, "--name", name, *options], env=env, stdin=slave if tty else subprocess.PIPE,
            stdout=slave if tty else subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=tty)
        if tty:
            os.close(slave)
        self.into = master if tty else self.process.stdin.fileno()
        self.out = master if tty else self.process.stdout.fileno()
        self.tty, self.ended, self.closed = tty, False, False

    def type(self, text):
        data, self.typed = text.encode(), len(self.told)
        while data:
            data = data[os.write(self.into, data[:4096]):]

    def more(self):
        ready, _, _ = select.select([self.out], [], [], WAIT)
        assert ready, self.told[-3000:].decode(errors="replace")
        try:
            got = os.read(self.out, 65536)
        except OSError:   # a terminal that nobody writes to any more
            got = b""
        self.told += got
        return bool(got)

    def until(self, words, since=0):
        """What was told up to these words, which must come; where they end."""
        pattern = re.compile(words.encode())
        while not (found := pattern.search(self.told, since)):
            assert self.more(), self.told[-3000:].decode(errors="replace")
        return found.end()

    def asked(self):
        """Whether it waits for a line, and none is on its way."""
        return len(self.told) > self.typed and re.search(self.prompt + b"$", self.told) is not None

    def answer(self, move=None):
        """What a bot would do; it is asked first."""
        said = re.split(b"\n" + self.prompt, self.told)[-2].decode()
        hint = re.match(r"hint\n(?:A bot would type|Type) `([^`]+)`", said.replace("\n  ", " "))
        self.moves += bool(move or hint)
        self.type((move or (hint[1] if hint else "hint")) + "\n")

    def end(self):
        """Its exit status, and all that it told."""
        if not self.tty:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        while self.more():
            pass
        self.ended = True
        return self.close(), self.told.decode()

    def close(self):
        """Whether it has ended or not; its exit status."""
        if not self.closed:
            if self.process.poll() is None and not self.ended:
                self.process.kill()
            self.status = self.process.wait(WAIT)
            os.close(self.out) if self.tty else self.process.stdout.close()
            if not self.tty:
                with contextlib.suppress(BrokenPipeError):
                    self.process.stdin.close()
        self.closed = True
        return self.status


class Wire:
    """Between a terminal and the server: it can lose what is said, cut it, and change it."""

    def __init__(self, port):
        self.to, self.lines, self.deaf, self.change = port, [], False, lambda data: data
        self.forth = lambda data: data
        self.heard = b""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.threads = []
        self.start(self.accept)

    def start(self, target, *args):
        self.threads.append(threading.Thread(target=target, args=args, daemon=True))
        self.threads[-1].start()

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            self.lines.append(near)
            try:
                far = socket.create_connection(("127.0.0.1", self.to))
            except OSError:   # the server is not there now
                self.end(near)
                continue
            self.lines.append(far)
            for a, b, back in (near, far, False), (far, near, True):
                self.start(self.carry, a, b, back)

    def carry(self, a, b, back):
        try:
            while data := a.recv(65536):
                self.heard += data if back else b""
                if not (back and self.deaf):
                    b.sendall(self.change(data) if back else self.forth(data))
        except OSError:
            pass
        self.end(a, b)

    def end(self, *lines):
        for line in lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def cut(self):
        self.end(*self.lines)

    def close(self):
        self.end(self.listener)
        self.cut()
        for thread in self.threads:
            thread.join(WAIT)
        for line in (self.listener, *self.lines):
            line.close()


class Joined(Case):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.server = Server(self.folder)
        self.people = []

    def tearDown(self):
        self.server.kill()
        for who in self.people:
            who.close()

    def serve(self, *limits):
        """With other limits."""
        self.server.kill()
        self.server = Server(self.folder, *limits)

    def sit(self, link, name, *options, **how):
        self.people.append(Terminal(link, name, how.pop("state", f"{self.folder}/{name}"), *options, **how))
        return self.people[-1]

    def verified(self, file):
        """How many moves a saved game has; its deal follows from what was pledged."""
        done = subprocess.run([BYLAW, "verify", file], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 deal follows from the secret that was pledged", done.stdout)
        return int(re.search(r"1 game, (\d+) moves, every line holds", done.stdout)[1])

    def play(self, people, until=lambda: False):
        """Everybody does what a bot would do, until the game is over, or something is so; True: it is over."""
        over = set()
        while len(over) < len(people) and not until():
            asked = [who for who in people if who not in over and who.asked()]
            for who in asked:
                if b"`save FILE` keeps" in who.told:
                    over.add(who)
                elif not until():
                    who.answer()
            if asked:
                continue
            ready, _, _ = select.select([who.out for who in people], [], [], WAIT)
            self.assertTrue(ready, [who.told[-1000:] for who in people])
            for who in people:
                if who.out in ready:
                    self.assertTrue(who.more(), who.told[-3000:].decode(errors="replace"))
        return len(over) == len(people)

    def finish(self, *people):
        """All play to the end; the games that they save are the same, and hold. The moves they have."""
        self.assertTrue(self.play(people))
        moves = set()
        for who in people:
            path = f"{self.folder}/{who.name}.jsonl"
            if os.path.exists(path):   # of the game before
                os.remove(path)
            who.type(f"save {path}\n")
            who.until("Saved; look at it again")
            moves.add(self.verified(path))
            status, told = who.end()
            self.assertEqual(status, 0, told[-2000:])
            self.assertIn("The deal was checked", told)
        self.assertEqual(len(moves), 1)
        return moves.pop()

    def two(self, game, *options, wire=None):
        link = self.server.make(game, "--players", "2", *options)
        near = link.replace(f":{self.server.port}/", f":{wire.port}/") if wire else link
        ada = self.sit(near, "Ada")
        ada.until("Somebody is missing")
        bob = self.sit(link, "Bob")
        return link, ada, bob

    def test_whole_games(self):
        """Of each kind, told in sentences, with the table and what is due."""
        for game in ALL:
            with self.subTest(game):
                small = SMALL if "owned" in ABOUT[game]["options"] else ()
                _, ada, bob = self.two(game, *small)
                if small and not self.play((ada, bob), lambda: ada.moves + bob.moves >= 60):
                    continue   # long enough: bots claim each other's cards for many rounds
                self.assertGreater(self.finish(ada, bob), 0)   # some games are soon over
                told = ada.told.decode()
                self.assertIn("The game begins.", told)
                self.assertRegex(told, r"The game is over after \d+ moves, by \S+\n(\S.+\n)+  [1-] ?\.? ")
                self.assertRegex(told, r"(?m)^  [1-]\.? +(Ada|Bob): ")
                self.assertEqual(os.stat(f"{self.folder}/Ada/bylaw/tables").st_mode & 0o077, 0)
                for name in os.listdir(f"{self.folder}/Ada/bylaw/tables"):
                    self.assertEqual(os.stat(f"{self.folder}/Ada/bylaw/tables/{name}").st_mode & 0o777, 0o600)

    def test_the_server_is_killed(self):
        """In the middle, twice, while people wait and while they type: the game goes on as it was."""
        game = next(name for name in ALL if "owned" in ABOUT[name]["options"])   # four cards each are written first
        _, ada, bob = self.two(game, *SMALL)
        for n in 3, 6:
            self.assertFalse(self.play((ada, bob), lambda: ada.moves + bob.moves >= n))
            self.server.kill()
            ada.until("The connection is lost", ada.told.rfind(b"lost") + 1)
            self.server.start()
        # Bots may claim cards from each other for ever there: that it goes on is enough.
        self.assertFalse(self.play((ada, bob), lambda: ada.moves + bob.moves >= 12))

    def test_sent_twice_counts_once(self):
        """The server decides, and its answer is lost: what is sent again is the same move."""
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        link, ada, bob = self.two("pharaoh", wire=wire)
        self.play((ada, bob), ada.asked)
        wire.deaf, wire.heard = True, b""
        ada.answer("draw")
        end = time.monotonic() + WAIT
        while b'"accepted"' not in wire.heard:
            self.assertLess(time.monotonic(), end, wire.heard[-1000:])
            time.sleep(0.01)
        wire.deaf = False
        wire.cut()
        ada.until("The table is there again")
        self.assertEqual(ada.told.count(b"You drew"), 1)
        bob.until("Ada drew")
        self.finish(ada, bob)
        with open(f"{self.folder}/Ada.jsonl") as saved:
            first = [json.loads(line) for line in saved if '"t":"move"' in line][:2]
        self.assertEqual([move["seat"] for move in first if move["move"] == "draw"].count(0), 1)

    def test_a_dealer_who_cheats(self):
        """Another hash than the one that was told before the game is noticed, and the exit status says so."""
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        wire.change = lambda data: re.sub(rb'"hash":"(.)', lambda m: b'"hash":"' + (b"0" if m[1] != b"0" else b"1"), data)
        _, ada, bob = self.two("pharaoh", wire=wire)
        self.play((ada, bob))
        status, told = ada.end()
        self.assertIn("The deal cannot be trusted: its secret is not the one", told.replace("\n", " "))
        self.assertEqual(status, 1)
        self.assertEqual(bob.end()[0], 0)

    def test_what_is_typed(self):
        """Loosely, nonsense, questions, words to the others."""
        link, ada, bob = self.two("pharaoh")
        ada.until("Ada, your turn> ")
        for typed, told in (("dance", "That is no move of this game: a move is draw"), ("DRAW 7", "no move of this game"),
                            ("99", "no move of this game"), ("play 7A 7A", "no move of this game"),
                            ("stand", r"Refused: [^\n]+\n(?:.*\n)*?  R\d: "), ("why draw", r"draw: legal\n  D8 +holds"), ("why stand", "stand: refused"),
                            ("hint", "A bot would type `"), ("rule R6", "R6"), ("log", "Nothing has been played"),
                            ("help", "say WORDS"), ("save x", "when it is over"), ("again", "the game is not over"),
                            ("undo", "there is no move to take back yet"), ("agree", "nothing is to be taken back"), ("tab", "Your hand"),
                            ("link", link), ("say", "What"), ("say Good evening", "Ada: “Good evening”"),
                            ("\x01\x02", "not text"), ("x" * 70000, "nothing is that long"), ("dr", "You drew ")):
            at = len(ada.told)
            ada.type(typed + "\n")
            ada.until(told, at)
        bob.until("Ada: “Good evening”")
        bob.until("Bob, your turn> ")
        bob.type("undo\n")
        bob.until("That cannot be: ")
        for who in ada, bob:
            status, told = who.end()
            self.assertEqual(status, 0)
            self.assertIn("Your seat stays yours", told)

    def test_ctrl_c_and_back(self):
        """The seat stays: the same call comes back to it, to the same cards, from a terminal too."""
        link, ada, bob = self.two("pharaoh")
        ada.until("Ada, your turn> ")
        hand = re.search(r"Your hand +(.+)", ada.told.decode())[1]
        ada.process.send_signal(signal.SIGINT)
        status, told = ada.end()
        self.assertEqual(status, 130)
        self.assertIn(f"bylaw join '{link}'", told)
        ada = self.sit(link, "Ada", tty=True)
        ada.until("[^\\n]*".join(map(re.escape, hand.split())))   # in colours here
        ada.until("Ada, your turn> ")
        at = len(ada.told)
        bob.process.send_signal(signal.SIGINT)
        bob.end()
        ada.type("draw\r")
        ada.until("You drew", at)
        bob = self.sit(link, "Bob")   # whom news come to while Ada has typed half a line
        bob.until("Bob, your turn> ")
        ada.type("log cl")
        bob.type("draw\n")
        end = ada.until("Bob drew")
        ada.until(r"Ada \(Bob to move\)> log cl|Ada, your turn> log cl", end)
        ada.type("auses\r")
        ada.until("R6 +applies|D9 +applies", end)
        ada.type("quit\r")
        ada.until("Your seat stays yours")
        self.assertEqual(ada.end()[0], 0)
        self.assertEqual(bob.end()[0], 0)

    def test_who_has_no_seat(self):
        """Watches; and a table that is not there, a server that is not there, an address that is none."""
        link, ada, bob = self.two("pharaoh")
        ada.until("Ada, your turn> ")
        eve = self.sit(link, "Eve", tty=True)
        eve.until("begun without you")
        eve.until(r"watching \(Ada to move\)> ")
        self.assertNotIn(b"Your hand", eve.told)
        eve.type("draw\r")
        eve.until("You watch")
        ada.type("draw\n")
        eve.until("Ada drew")
        eve.type("quit\r")
        self.assertEqual(eve.end()[0], 0)
        for who in ada, bob:
            who.end()
        for link, why in ((self.server.address + "#/table/aaaaaaaaaaaaaaaa", "there is no such table"),
                          (self.server.address + "#/table/aaaa", "the name of a table has 16"),
                          ("aaaaaaaaaaaaaaaa", "name of a table alone"), ("http://", "no address"),
                          ("http://127.0.0.1:1/", "Connection refused")):
            self.wrong(bylaw("join", link), why)

    def secret(self, name):
        folder = f"{self.folder}/{name}/bylaw/tables"
        with open(f"{folder}/{os.listdir(folder)[0]}") as kept:
            return json.load(kept)["secret"]

    def test_quiet(self):
        """Pings are a sign of life; without any the connection is renewed."""
        self.serve("silence_ms=3000")
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        _, ada, bob = self.two("pharaoh", wire=wire)
        ada.until("Ada, your turn> ")
        end = time.monotonic() + WAIT
        while wire.heard.count(b"\x89\x00") < 3:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        ada.type("hint\n")
        ada.until("A bot would")
        self.assertNotIn(b"connection is lost", ada.told)   # turns can be
        wire.deaf = True
        ada.until("The connection is lost")
        wire.deaf = False
        ada.until("The table is there again")

    def test_who_sits_where(self):
        """It is told by itself, at a terminal: the seat, the name, whose turn it is."""
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link, "Ada", tty=True)
        ada.until("You sit here as Ada, seat 1 of 2")
        ada.until("Somebody is missing")
        ada.until("Ada> ")
        bob = self.sit(link, "Bob", tty=True)
        bob.until("You sit here as Bob, seat 2 of 2")
        ada.until("Bob sits down")
        ada.until("The game begins")
        ada.until("Ada, your turn> ")
        bob.until(r"Bob \(Ada to move\)> ")
        self.assertNotIn(b"missing", bob.told)
        for who in ada, bob:
            self.assertNotIn(b"watching", who.told)
        eve = self.sit(link, "Eve", state=f"{self.folder}/Bob")
        eve.until("begun without you: you can watch")
        eve.until(re.escape(f"Bob sits here from this machine, and plays on with:\n  {BYLAW} join '{link}' --seat 1\n"))
        eve = self.sit(link, "Eve", "--seat", "1", state=f"{self.folder}/Bob")
        eve.until("You sit here as Bob, seat 2 of 2")
        eve.until("Your name here stays the one that you sat down with; Eve")
        self.wrong(bylaw("join", link, "--seat", "2"), "there is no seat 2 here: --seat takes 0 or 1")

    def test_two_at_one_machine(self):
        """Each keeps a seat of their own: by name, by what is printed to come back with, and in the next game."""
        link = self.server.make("pharaoh", "--players", "2")
        here = f"{self.folder}/here"
        ada = self.sit(link, "Ada", state=here)
        ada.until("You sit here as Ada, seat 1 of 2\\.")
        late = self.sit(link, "Late", "--seat", "0", state=f"{self.folder}/late")
        late.until(r"Seat 1 \(--seat 0\) is taken: you watch")
        ben = self.sit(link, "Ben", state=here)
        ben.until(r"You sit here as Ben, seat 2 of 2 \(--seat 1\)")
        ada.until("The game begins")
        ben.until(r"The game begins")
        ben.process.send_signal(signal.SIGINT)
        _, told = ben.end()
        options = re.search(r"bylaw join '(.+)'(.*)\n", told)
        self.assertEqual(options.groups(), (link, " --seat 1"))
        ben = self.sit(link, "Ben", *options[2].split(), state=here)
        ben.until("You sit here as Ben, seat 2 of 2")
        ben.process.send_signal(signal.SIGINT)
        ben.end()
        ben = self.sit(link, "Ben", state=here)
        ben.until("You sit here as Ben, seat 2 of 2")
        self.play((ada, ben))
        for who in ada, ben:
            who.type("again\n")
            who.until(f"You sit here as {who.name}, seat [12] of 2", who.typed)
            who.typed = len(who.told)
        for who in ada, ben:
            who.until(f"{who.name}(, your turn| \\(\\w+ to move\\))> |The game begins", who.typed)

    def test_pages(self):
        """What is longer than the screen stops; q ends it, and nothing more of it comes."""
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link, "Ada", tty=True, rows=12)
        ada.until("Ada> ")
        ada.type("help\r")
        at = ada.until("-- more: Enter; stop: q or a command -- $", ada.typed)
        ada.type("q\r")
        ada.until("Ada> $", ada.typed)
        self.assertNotIn(b"the seat stays yours", ada.told[at:])
        ada.type("help\r")
        for _ in range(2):
            ada.until("-- more: Enter; stop: q or a command -- $", ada.typed)
            ada.type("\r")
        ada.until("the seat stays yours", ada.typed)
        ada.until("Ada> $", ada.typed)

    @unittest.skipUnless(os.environ.get("BYLAW_EDITS") == "yes", "lines are read as the terminal gives them")
    def test_tab(self):
        """Commands, what follows them, and moves are completed as in `bylaw play`."""
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link, "Ada", tty=True, columns=200)
        ada.until("missing")
        self.sit(link, "Bob")
        ada.until("Ada, your turn> $")
        for typed, becomes in {"ter": "terms ", "rule m1": "rule M1 ", "log c": "log clauses ", "why dr": "why draw ",
                               f"save {self.folder}/lo": f"save {self.folder}/log "}.items():
            ada.type("\x15" + typed + "\t|")
            shown = []
            while not any(becomes + "|" in line for line in shown):   # what does not come fails there
                ada.more()
                screen = Screen(70, 200)
                screen.feed(ada.told[ada.typed:].decode(errors="replace"))
                shown = screen.lines()
        ada.type("\x15quit\r")

    def test_leave_before_the_game(self):
        """The seat is free again; a name that somebody has is refused at once."""
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link, "Ada", tty=True)
        ada.until("You sit here as Ada, seat 1 of 2")
        ada.until("Ada> ")
        self.one_line(bylaw("join", link, "--name", "Ada", env={**os.environ, "XDG_STATE_HOME": self.folder + "/x"}), "another --name")
        ada.type("leave\r")
        ada.until("your seat is free again")
        self.assertEqual(ada.end()[0], 0)
        bob = self.sit(link, "Bob")
        bob.until("You sit here as Bob, seat 1 of 2")

    def test_gone_and_back(self):
        """Who quits is told what becomes of the seat, the others too; who returns, what was done meanwhile."""
        self.serve("away_ms=200")
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link, "Ada", tty=True)
        ada.until("missing")
        bob = self.sit(link, "Bob", tty=True)
        ada.until("your turn> ")
        ada.type("quit\r")
        ada.until("a bot plays for you, until you come back")
        ada.end()
        at = bob.until("Ada has gone")
        bob.until("Ada is away: a bot plays on", at)
        bob.until("Bob, your turn> ", at)
        ada = self.sit(link, "Ada", tty=True)
        at = ada.until(r"While you were gone, \d+ moves? (was|were) made for you:")
        ada.until("Your hand", at)
        ada.until(r"Ada \(Bob to move\)> ", at)
        bob.until("Ada is back")
        ada.type("leave\r")
        at = bob.until("Ada is away", bob.told.rfind(b"is back"))
        ada.until("A bot plays for you now", ada.typed)
        ada.type("stand\r")
        ada.until("`back` takes your seat again", ada.typed)
        ada.type("back\r")
        ada.until("You are back", ada.typed)
        bob.until("Ada is back", at)

    def test_a_long_log(self):
        """A server tells few moves at once: all of them come."""
        self.serve("events=2")
        _, ada, bob = self.two("pharaoh")
        self.play((ada, bob))
        logs = []
        for who in ada, bob:
            who.type("log\n")
            who.until("over> $", who.typed)
            logs.append(re.sub("(?m)^log$|over> ", "", who.told[who.typed:].decode()).count("\n  "))
        self.assertGreaterEqual(min(logs), ada.moves + bob.moves)

    def test_give_up(self):
        """For good, after a question: the seat is a bot's, who had it watches, the other one plays on."""
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link, "Ada", tty=True)
        ada.until("You sit here as Ada")
        ada.type("give up\r")
        ada.until("The game has not begun", ada.typed)
        bob = self.sit(link, "Bob")
        ada.until("The game begins")
        for answer, told in ("no", "You play on"), ("", "You play on"), ("yes", "You have given up: a bot has your seat"):
            ada.type("give up\r")
            ada.until("Do you give up\\?", ada.typed)
            ada.type(answer + "\r")
            ada.until(told, ada.typed)
        at = len(ada.told)
        bob.until("Ada has given up: a bot has the seat from now on")
        ada.type("back\r")
        ada.until("You watch: that is for those who sit here", at)
        ada.type("table\r")
        ada.until(r"Ada \(gave up\)", at)
        self.finish(bob)
        ada.until("over> ", at)
        self.assertNotIn(b"You win", ada.told[at:])
        ada.type("\r")
        ada.end()
        again = self.sit(link, "Ada", tty=True)   # nothing is left of the seat here
        again.until("over> ")
        self.assertNotIn(b"You sit here", again.told)

    def test_no_connection(self):
        """What is typed meanwhile does not freeze the prompt, is told, and counts once."""
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        link = self.server.make("pharaoh", "--players", "2")
        ada = self.sit(link.replace(f":{self.server.port}/", f":{wire.port}/"), "Ada", tty=True)
        ada.until("missing")
        bob = self.sit(link, "Bob")
        ada.until("your turn> ")
        self.server.kill()
        ada.until("The connection is lost")
        ada.until(r"Ada \(no connection\)> ")
        ada.type("draw\r")
        at = ada.until("There is no connection now. It is sent when there is one", ada.typed)
        ada.until(r"Ada \(no connection\)> ", at)
        ada.type("draw\r")
        ada.until("on its way already", ada.typed)
        self.server.start()
        at = ada.until("The table is there again")
        ada.until("You drew", at)
        bob.until("Ada drew")
        wire.deaf = True
        ada.type("say Where are you?\r")
        at = ada.until("No answer has come yet", ada.typed)
        ada.until("> $", at)
        wire.deaf = False
        wire.cut()
        ada.until("again", at)
        bob.until("Where are you")
        self.assertEqual(ada.told.count(b"You drew"), 1)

    def test_undo(self):
        """By consent, whatever was drawn, at a table that is made and sat down at in one call; no is told to both."""
        ada = self.sit(self.server.address, "Ada", "--make", "pharaoh", "--players", "2", tty=True)
        ada.until("You sit here as Ada")
        link = re.search(r"http\S+", ada.told.decode())[0]
        bob = self.sit(link, "Bob", tty=True)
        ada.until("your turn> ")
        ada.type("draw\r")
        bob.until("Bob, your turn> ")
        ada.type("undo\r")
        for yes, word in (("no", "Ada wanted a move back, but somebody does not agree"), ("agree", "Taken back")):
            bob.until("would like to take the last move back", bob.typed)
            bob.type(yes + "\r")
            bob.until(word, bob.typed)
            ada.until("Your move stands: somebody does not agree" if yes == "no" else "Taken back")
            if yes == "no":
                ada.type("undo\r")

    def test_another_device(self):
        """The link that the page makes for it moves the seat, once; a path stays in the address."""
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        paths = []

        def forth(data):
            paths.extend(re.findall(rb"GET (\S+) HTTP", data))
            return data.replace(b"GET /cards/play ", b"GET /play ")
        wire.forth = forth
        link, ada, bob = self.two("pharaoh")
        ada.until("your turn> ")
        near = link.replace(f":{self.server.port}/", f":{wire.port}/cards/")
        phone = self.sit(f"{near}/{self.secret('Ada')}", "Phone", tty=True)
        phone.until("You sit here as Ada, seat 1 of 2")
        phone.until("Your hand")
        phone.until("Ada, your turn> ")
        ada.until("Your seat has moved to another device")
        phone.type("draw\r")
        phone.until("You drew")
        self.assertEqual(paths, [b"/cards/play"])
        secret = self.secret("Phone")
        phone.type("device\r")
        phone.until(re.escape(near + "/" + secret))
        phone.type("quit\r")
        phone.end()
        ada.until("Ada drew")
        again = self.sit(near, "Ada", state=f"{self.folder}/Phone")
        again.until("You sit here as Ada")
        self.wrong(bylaw("join", f"{link}/{self.secret('Ada')}", env={**os.environ, "XDG_STATE_HOME": self.folder + "/x"}), "good once")
        self.assertNotEqual(secret, self.secret("Ada"))

    def test_as_at_home(self):
        """The table is as wide as this screen; cards are written with the help that `bylaw play` has."""
        game = next(name for name in ALL if "owned" in ABOUT[name]["options"])
        link = self.server.make(game, "--players", "2", *SMALL)
        ada = self.sit(link, "Ada", tty=True, columns=40)
        ada.until("missing")
        bob = self.sit(link, "Bob", tty=True)
        ada.until("your turn> ")
        shown = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", ada.told.decode())
        self.assertLessEqual(max(len(line) for line in shown.splitlines() if "://" not in line), 40, shown)
        for typed, told in (("edit #0", "statement> $"), ("1", "WHO"), ("", r"N \("), ("3", "tag"), ("rock", "power cost"),
                            ("2", "write it"), ("yes", "Ada, your turn> $"), ("card #0", "ATK"), ("edit #99", "Which card"),
                            ("prove", "not the time for `prove`"), ("help", "subproofs")):
            ada.type(typed + "\r")
            ada.until(told, ada.typed)
        bob.until("Ada wrote")

    def test_again(self):
        """From a terminal, against a bot: whose turn it is shows by itself there, too."""
        ada = self.sit(self.server.address, "Ada", "--make", "pharaoh", "--players", "2", "--bots", ",greedy", tty=True)
        while not ada.told.endswith(b"over> "):
            at = ada.until("(?:your turn|over)> $", ada.typed)
            if ada.told.endswith(b"your turn> "):
                ada.type("hint\r")
                at = ada.until("type `[^`]+`", ada.typed)
                move = re.findall(rb"type `([^`]+)`", ada.told[ada.typed:at])[-1].decode()
                ada.until("> $", at)
                ada.type(" ".join(move.split()) + "\r")
        ada.until("Enter leaves")
        ada.type("again\r")
        ada.until("You sit here as Ada", ada.typed)
        ada.until("The game begins", ada.typed)
        ada.until(r"Ada(, your turn| \(\w+ to move\))> $", ada.typed)
        self.assertNotIn(b"watching", ada.told)

    def test_the_end(self):
        """All is told: who won, what everybody held, where it was lost."""
        link, ada, bob = self.two("pharaoh")
        ada.until("your turn> ")
        eve = self.sit(link, "Eve")
        eve.until("begun without you")
        self.assertTrue(self.play((ada, bob)))
        eve.until("too late to know")
        told = ada.told.decode() + bob.told.decode()
        self.assertRegex(told, r"(Ada|Bob|you): \d+ cards? left:( \w\w)+")
        ada.type("review\n")
        ada.until("Who was ahead|ahead", ada.typed)
        ada.until("over> $", ada.typed)
        ada.type("table\n")
        ada.until("Top ", ada.typed)
        self.finish(ada, bob)

    def test_elsewhere(self):
        """The table is at another server; when that dies, the first one is asked again."""
        first, other = Wire(self.server.port), Wire(self.server.port)
        self.addCleanup(first.close)

        def change(data):
            if b'"id":1' not in data:
                return data
            text = b'{"id":1,"error":"elsewhere","elsewhere":"http://127.0.0.1:%d/"}' % other.port
            return bytes((0x81, len(text))) + text
        first.change = change
        link, ada, _ = self.two("pharaoh", wire=first)
        ada.until("your turn> ")
        self.assertTrue(other.heard)
        first.change = lambda data: data
        other.close()
        at = ada.until("The connection is lost")
        ada.until("The table is there again", at)

    def test_lobby_and_again(self):
        """An open table is listed; after a game the same people play another."""
        self.assertIn("No table is open", bylaw("join", self.server.address).out)
        link, ada, bob = self.two("pharaoh", "--open")
        self.play((ada, bob))
        for who in ada, bob:
            at = len(who.told)
            who.type("again\n")
            who.until("Pharaoh", at)
        for who in ada, bob:
            who.until("The game begins", who.told.rfind(b"Pharaoh"))
            who.moves, who.typed, who.told = 0, 0, who.told[who.told.rfind(b"The game begins"):]
        self.finish(ada, bob)

    def test_make(self):
        for words, why in ((("--make", "poker"), "there is no game"), (("--make", "pharaoh", "--players", "99"), "players"),
                           (("--name", "Ada"), "is for a table"), (("--players", "2"), "goes with --make")):
            self.wrong(bylaw("join", self.server.address, *words), why)
        link = self.server.make("pharaoh", "--players", "3", "--bots", ",greedy,random", "--open")
        self.assertIn(link, bylaw("join", self.server.address).out)
        ada = self.sit(link, "Ada")
        self.finish(ada)


class Load(Case):
    def test_figures(self):
        """Of a server that is started for it: moves come through, and nobody is cut off."""
        said = bylaw("load", "--connections", "20", "--tables", "4", "--players", "3", "--bot", "ismcts:3000", "--seconds", "1")
        self.done(said)
        self.assertRegex(said.out, r"(?m)^connections   20 held, 0 lost; 4 tables of 3 people and a bot, ismcts:3000$")
        moves, refused = re.search(r"(?m)^moves +(\d+) durable in .+, (\d+) messages refused$", said.out).groups()
        self.assertGreater(int(moves), 0)
        self.assertEqual(int(refused), 0)
        self.assertRegex(said.out, r"(?m)^latency +p50 [\d.]+ ms, p99 [\d.]+ ms, p99.9 [\d.]+ ms")
        decisions, cores = re.search(r"(?m)^bots +(\d+) decisions a second.*; ([\d.]+) cores for thinking", said.out).groups()
        self.assertGreater(int(decisions), 0)
        self.assertGreater(float(cores), 0)
        self.assertRegex(said.out, r"(?m)^server +[\d.]+ cores: [\d.]+ its loop, [\d.]+ its store")
        self.assertRegex(said.out, r"(?m)^memory +[\d.]+ MB empty; -?[\d.]+ KB a connection, -?[\d.]+ KB a table")

    def test_wrong_calls(self):
        for words, why in ((("--game", "poker"), "there is no game"), (("aaaaaaaaaaaaaaaa",), "name of a table alone"),
                           (("http://127.0.0.1:1/",), "127.0.0.1"), (("--connections", "1"), "--connections"), (("--bot", "nobody"), "nobody"),
                           (("--players", "11"), "--players")):
            self.wrong(bylaw("load", *words), why)


if __name__ == "__main__":
    unittest.main()
