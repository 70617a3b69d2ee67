"""A real server, on a port that the system gives, and people who play whole games on it."""
import asyncio
import json
import os
import random
import re
import select
import signal
import subprocess
import tempfile
from pathlib import Path

from bylaw import PROGRAM
from sockets import WAIT, Line, frame, shake

MANY = [word for name in ("asks_burst", "asks_per_minute", "messages_burst", "messages_per_minute",
                          "connections_of_one", "tables_of_one") for word in ("--limit", f"{name}=1000000")]


class Server:
    """`bylaw serve` in a folder of its own, where its file stays between one and the next."""

    def __init__(self, *options, limits=MANY, before=()):
        self.room = tempfile.TemporaryDirectory()
        self.folder = Path(self.room.name)
        self.site = self.folder / "site"
        self.site.mkdir()
        (self.site / "index.html").write_text("<!doctype html><title>a page</title>")
        self.data = self.folder / "tables.db"
        self.options, self.before, self.port, self.process = [*limits, *options], before, 0, None

    def start(self, *more):
        with open(self.folder / "log", "ab+") as log:
            self.process = subprocess.Popen(
                [*self.before, PROGRAM, "serve", "--listen", f"127.0.0.1:{self.port}", "--site", self.site,
                 *(["--data", self.data] if self.data else []), *self.options, *more],
                stdout=subprocess.PIPE, stderr=log)
        assert select.select([self.process.stdout], [], [], WAIT)[0], "it does not begin"
        said = self.process.stdout.readline().decode()
        assert said.startswith("The tables are set at http"), (said, self.logged()[-3:])
        self.port = int(said.split("/ (")[0].rsplit(":", 1)[1]) if "127.0.0.1" in said else self.port
        return self

    def logged(self):
        lines = (self.folder / "log").read_text().splitlines()
        return [json.loads(line) if line.startswith("{") else line for line in lines]

    def end(self, how):
        self.process.send_signal(how)
        status = self.process.wait(WAIT)
        self.process.stdout.close()
        self.process = None
        return status

    def stop(self):
        status = self.end(signal.SIGTERM)
        assert status == 0, (status, self.logged()[-5:])

    def get(self, path, fields=""):
        with Line(self.port) as line:
            return line.ask(path, fields)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process:
            self.end(signal.SIGKILL)
        self.room.cleanup()


class Gone(Exception):
    """The connection, and with it the server."""


class Elsewhere(Exception):
    """The table is at another server: its port."""


class Talk:
    """A connection that says messages and hears answers and news."""

    def __init__(self, port):
        self.port, self.id, self.news = port, 0, []

    async def open(self):
        try:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            line = Line.__new__(Line)   # only its words
            line.port, said = self.port, []
            line.send, line.head = said.append, lambda: (0, {})
            shake(line)
            self.writer.write(said[0].encode())
            head = await self.reader.readuntil(b"\r\n\r\n")
        except (ConnectionError, asyncio.IncompleteReadError):
            raise Gone from None
        assert head.startswith(b"HTTP/1.1 101 "), head
        await self.ask("hello", v=1)
        return self

    async def hear(self):
        try:
            first, size = await self.reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            data = await self.reader.readexactly(size)
        except (ConnectionError, asyncio.IncompleteReadError):
            raise Gone from None
        if first & 15 == 9:
            self.writer.write(frame(10, data))
            return await self.hear()
        if first & 15 == 8:
            raise Gone
        return json.loads(data)

    async def ask(self, do, **members):
        """The answer, or the error, to one message; news on the way are kept."""
        self.id += 1
        self.writer.write(frame(1, json.dumps({"id": self.id, "do": do, **members}).encode()))
        while True:
            heard = await self.hear()
            if heard.get("id") == self.id:
                return heard
            if "news" in heard:
                self.news.append(heard)

    async def next_news(self):
        return self.news.pop(0) if self.news else await self.hear()

    async def until_gone(self):
        while (news := await self.next_news())["news"] != "gone":
            pass
        return news

    def close(self):
        if hasattr(self, "writer"):
            self.writer.close()


class Game:
    """Two people on one connection, who play a whole game whatever becomes of the server. What was
    acknowledged is written down: `made`, a list of (seat, move)."""

    def __init__(self, game, seed, **setup):
        self.rng = random.Random(seed)
        self.setup = {"game": game, "players": 2, "bots": [], "open": True, "clock": None, "away": None,
                      "once": f"table{self.rng.getrandbits(64):x}x", **setup}
        self.secrets = [f"{self.rng.getrandbits(128):032x}" for _ in range(2)]
        self.numbers = [f"{self.rng.getrandbits(256):064x}" for _ in range(2)]
        self.table, self.made, self.pending, self.over, self.views = None, [], None, False, {}
        self.v, self.seated, self.here, self.most = 0, False, False, 100000

    async def sure(self, talk, do, **members):
        """What must be done; `again` says that it may come to something later."""
        while True:
            heard = await talk.ask(do, **members)
            if "elsewhere" in heard:
                raise Elsewhere(int(re.fullmatch(r"ws://127\.0\.0\.1:(\d+)/play", heard["elsewhere"])[1]))
            if not heard.get("again"):
                return heard

    async def come(self, talk):
        """To the table and to both seats, made and taken if they are not yet."""
        if not self.seated:
            await self.sit_down(talk)
        self.seated = True
        self.views = {}
        for secret in self.secrets:
            heard = await self.sure(talk, "take", table=self.table, secret=secret, v=self.v,
                                    **{"from": len(self.made)})
        assert heard.get("answer") == {"seats": [0, 1]}, heard

    async def sit_down(self, talk):
        """All of it again where the server was gone before it was done."""
        heard = await self.sure(talk, "make", **self.setup)
        assert "answer" in heard, heard
        assert self.table in (None, heard["answer"]["table"])
        self.table = heard["answer"]["table"]
        for seat in range(2):
            heard = await self.sure(talk, "sit", table=self.table, seat=seat, name=f"Person {seat}",
                                    secret=self.secrets[seat], once=f"sit{seat}")
            assert heard.get("answer") == {"seat": seat}, heard
            heard = await self.sure(talk, "number", table=self.table, seat=seat, number=self.numbers[seat],
                                    once=f"number{seat}")
            assert heard.get("answer") is True, heard

    def take_in(self, news):
        if news["news"] == "gone":   # from this server, to another or for a while
            raise Gone
        if news["news"] == "table" and news["stage"] == "over":
            self.over = True
        self.v = max(self.v, news.get("v", 0))
        if news["news"] == "moves" and news["seat"] >= 0:
            self.views[news["seat"]] = news["view"]
            assert news["count"] <= len(self.made) + (self.pending is not None), "a move that nobody made"

    def choose(self):
        """The next message, if one of us is to move."""
        for seat, view in self.views.items():
            moves = [move["text"] for move in view["legal"] if not move.get("form")]
            if view["count"] == len(self.made) and view["to_move"] == seat and moves:
                return {"table": self.table, "seat": seat, "count": len(self.made),
                        "move": self.rng.choice(moves), "once": f"m{self.rng.getrandbits(64):x}"}
        return None

    async def go_on(self, port, acknowledged=lambda: None):
        """Until the game is over, or has as many moves as it shall have (`most`)."""
        talk = Talk(port)
        try:
            await talk.open()
            await self.come(talk)
            self.here = True
            while not self.over and len(self.made) < self.most:
                self.pending = self.pending or self.choose()
                if not self.pending:
                    self.take_in(await talk.next_news())
                    continue
                heard = await self.sure(talk, "move", **self.pending)
                answer = heard.get("answer", {})
                assert answer.get("answer") == "accepted", (self.pending, heard)
                assert answer["count"] == len(self.made) + 1, (self.pending, heard)
                self.made.append((self.pending["seat"], self.pending["move"]))
                self.pending = None
                acknowledged()
                while talk.news:
                    self.take_in(talk.news.pop(0))
        finally:
            self.here = False
            talk.close()

    async def play(self, server, up, acknowledged=lambda: None):
        port = None
        while not self.over and len(self.made) < self.most:
            await up.wait()
            try:
                await self.go_on(port or server.port, acknowledged)
            except Elsewhere as other:
                port, = other.args
            except Gone:
                port = None
                await asyncio.sleep(0.01)   # somebody else may be first to see that it is up


def moves_of(transcript):
    lines = [json.loads(line) for line in transcript.splitlines()]
    return [(line["seat"], line["move"]) for line in lines if line.get("t") == "move"]


def verified(transcript):
    done = subprocess.run([PROGRAM, "verify", "-"], input=transcript, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=WAIT)
    assert done.returncode == 0, done.stdout.decode()
