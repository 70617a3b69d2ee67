#!/usr/bin/env python3
"""bylaw join: terminals at a table of a real server, by pipe and by pty."""
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from bylaw import ABOUT, ALL, Case, bylaw

BYLAW = os.environ["BYLAW"]
WAIT = 100   # seconds until something that must happen is given up


class Server:
    """A real server on loopback; it can be killed, and started again on the same port and file."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.start()

    def start(self):
        with open(self.folder + "/log", "ab") as log:
            self.process = subprocess.Popen(
                [BYLAW, "serve", "--site", "none", "--listen", f"127.0.0.1:{self.port}", "--data",
                 self.folder + "/tables.db", "--limit", "messages_per_minute=1000000", "--limit",
                 "messages_burst=100000", "--limit", "asks_per_minute=1000000", "--limit", "asks_burst=1000000"],
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

    def __init__(self, link, name, state, *options, tty=False):
        self.told, self.name, self.moves, self.typed = b"", name, 0, 0
        env = {**os.environ, "XDG_STATE_HOME": state, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        master, slave = pty.openpty() if tty else (None, None)
        self.process = subprocess.Popen(
            [BYLAW, "join", link, "--name", name, *options], env=env, stdin=slave if tty else subprocess.PIPE,
            stdout=slave if tty else subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=tty)
        if tty:
            os.close(slave)
        self.into = master if tty else self.process.stdin.fileno()
        self.out = master if tty else self.process.stdout.fileno()
        self.tty = tty

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
        return len(self.told) > self.typed and self.told.endswith(self.name.encode() + b"> ")

    def answer(self, move=None):
        """What a bot would do; it is asked first."""
        said = self.told.rsplit(b"\n" + self.name.encode() + b"> ", 2)[-2].decode()
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
        status = self.process.wait(WAIT)
        os.close(self.out) if self.tty else self.process.stdout.close()
        return status, self.told.decode()


class Wire:
    """Between a terminal and the server: it can lose what is said, cut it, and change it."""

    def __init__(self, port):
        self.to, self.lines, self.deaf, self.change = port, [], False, lambda data: data
        self.heard = b""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
                far = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                return
            self.lines += [near, far]
            for a, b, back in (near, far, False), (far, near, True):
                threading.Thread(target=self.carry, args=(a, b, back), daemon=True).start()

    def carry(self, a, b, back):
        try:
            while data := a.recv(65536):
                self.heard += data if back else b""
                if not (back and self.deaf):
                    b.sendall(self.change(data) if back else data)
        except OSError:
            pass
        for line in (a, b):
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        for line in self.lines:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.lines = []

    def close(self):
        self.listener.close()
        self.cut()


class Joined(Case):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.server = Server(self.folder)

    def tearDown(self):
        self.server.kill()

    def sit(self, link, name, *options, **how):
        return Terminal(link, name, f"{self.folder}/{name}", *options, **how)

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
                if b"keeps the game" in who.told:
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
                small = ("--set", "owned=4", "--set", "dealt=4", "--set", "deck=20", "--set", "health=5") if "owned" in ABOUT[game]["options"] else ()
                _, ada, bob = self.two(game, *small)
                self.assertGreater(self.finish(ada, bob), 4)
                told = ada.told.decode()
                self.assertIn("The game begins.", told)
                self.assertRegex(told, r"The game is over after \d+ moves, by \S+\n(\S.+\n)+  [1-] ?\.? ")
                self.assertRegex(told, r"(?m)^  [1-]\.? +(Ada|Bob): ")
                self.assertEqual(os.stat(f"{self.folder}/Ada/bylaw/tables").st_mode & 0o077, 0)
                for name in os.listdir(f"{self.folder}/Ada/bylaw/tables"):
                    self.assertEqual(os.stat(f"{self.folder}/Ada/bylaw/tables/{name}").st_mode & 0o777, 0o600)

    def test_the_server_is_killed(self):
        """In the middle, twice, while people wait and while they type: the game goes on as it was."""
        _, ada, bob = self.two("pharaoh")
        for n in 3, 6:
            self.assertFalse(self.play((ada, bob), lambda: ada.moves + bob.moves >= n))
            self.server.kill()
            ada.until("The connection is lost", ada.told.rfind(b"lost") + 1)
            self.server.start()
        self.finish(ada, bob)

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
        first = [json.loads(line) for line in open(f"{self.folder}/Ada.jsonl") if '"t":"move"' in line][:2]
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
        ada.until("Ada> ")
        for typed, told in (("dance", "That is no move of this game: a move is draw"), ("DRAW 7", "no move of this game"),
                            ("99", "no move of this game"), ("play 7A 7A", "no move of this game"),
                            ("stand", "Refused by R"), ("why draw", r"draw: legal\n  D8 +holds"), ("why stand", "stand: refused"),
                            ("hint", "A bot would type `"), ("rule R6", "R6"), ("log", "Nothing has been played"),
                            ("help", "say WORDS"), ("save x", "when it is over"), ("again", "the game is not over"),
                            ("undo", "has not moved"), ("agree", "nothing is to be taken back"), ("tab", "Your hand"),
                            ("link", link), ("say", "What"), ("say Good evening", "Ada: “Good evening”"),
                            ("\x01\x02", "not text"), ("x" * 70000, "nothing is that long"), ("dr", "You drew ")):
            at = len(ada.told)
            ada.type(typed + "\n")
            ada.until(told, at)
        bob.until("Ada: “Good evening”")
        bob.until("Bob> ")
        bob.type("undo\n")
        bob.until("That cannot be: ")
        for who in ada, bob:
            status, told = who.end()
            self.assertEqual(status, 0)
            self.assertIn("Your seat stays yours", told)

    def test_ctrl_c_and_back(self):
        """The seat stays: the same call comes back to it, to the same cards, from a terminal too."""
        link, ada, bob = self.two("pharaoh")
        ada.until("Ada> ")
        hand = re.search(r"Your hand +(.+)", ada.told.decode())[1]
        ada.process.send_signal(signal.SIGINT)
        status, told = ada.end()
        self.assertEqual(status, 130)
        self.assertIn(f"bylaw join '{link}'", told)
        ada = self.sit(link, "Ada", tty=True)
        ada.until(re.escape(hand))
        ada.until("Ada> ")
        at = len(ada.told)
        bob.process.send_signal(signal.SIGINT)
        bob.end()
        ada.type("draw\r")
        ada.until("You drew", at)
        bob = self.sit(link, "Bob")   # whom news come to while Ada has typed half a line
        bob.until("Bob> ")
        ada.type("log cl")
        bob.type("draw\n")
        end = ada.until("Bob drew")
        ada.until("Ada> log cl", end)
        ada.type("auses\r")
        ada.until("R6 +applies|D9 +applies", end)
        ada.type("quit\r")
        ada.until("Your seat stays yours")
        self.assertEqual(ada.end()[0], 0)
        self.assertEqual(bob.end()[0], 0)

    def test_who_has_no_seat(self):
        """Watches; and a table that is not there, a server that is not there, an address that is none."""
        link, ada, bob = self.two("pharaoh")
        ada.until("Ada> ")
        eve = self.sit(link, "Eve", tty=True)
        eve.until("begun without you")
        eve.until("watching> ")
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
                          ("https://cards.example/#/table/aaaaaaaaaaaaaaaa", "there is no TLS"), ("http://", "no address"),
                          ("http://127.0.0.1:1/", "Connection refused")):
            self.wrong(bylaw("join", link), why)

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
        said = bylaw("load", "--connections", "20", "--tables", "4", "--players", "3", "--bot", "greedy", "--seconds", "1")
        self.done(said)
        self.assertRegex(said.out, r"(?m)^connections   20 held, 0 lost; 4 tables of 3 people and a bot, greedy$")
        moves, refused = re.search(r"(?m)^moves +(\d+) durable in .+, (\d+) messages refused$", said.out).groups()
        self.assertGreater(int(moves), 0)
        self.assertEqual(int(refused), 0)
        self.assertRegex(said.out, r"(?m)^latency +p50 [\d.]+ ms, p99 [\d.]+ ms, p99.9 [\d.]+ ms")
        self.assertGreater(int(re.search(r"(?m)^bots +(\d+) decisions a second", said.out).group(1)), 0)
        self.assertRegex(said.out, r"(?m)^server +[\d.]+ cores: [\d.]+ its loop, [\d.]+ its store")
        self.assertRegex(said.out, r"(?m)^memory +[\d.]+ MB empty; -?[\d.]+ KB a connection, -?[\d.]+ KB a table")

    def test_wrong_calls(self):
        for words, why in ((("--game", "poker"), "there is no game"), (("https://cards.example/",), "there is no TLS"),
                           (("http://127.0.0.1:1/",), "127.0.0.1"), (("--connections", "1"), "--connections"), (("--bot", "nobody"), "nobody"),
                           (("--players", "11"), "--players")):
            self.wrong(bylaw("load", *words), why)


if __name__ == "__main__":
    unittest.main()
