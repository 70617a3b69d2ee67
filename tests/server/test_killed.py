"""The real server with games in flight, killed again and again, and on disks that are full or read-only:
no acknowledged move is lost, none counts twice, and every transcript verifies.

    KILLS=200 WHOLE=500 test_killed.py Killed    as `make soak` does it
"""
import asyncio
import contextlib
import json
import os
import random
import resource
import select
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from bylaw import ABOUT, BRIEF, PROGRAM, bylaw, listed
from served import Elsewhere, Game, Server, Talk, moves_of, verified
from services import INITDB, NATS, Nats, Postgres, free_port
from sockets import WAIT

KILLS = int(os.environ.get("KILLS", 5 if BRIEF else 20))
COUNT = 20 if BRIEF else 500                                # games in flight,
WHOLE = int(os.environ.get("WHOLE", 20 if BRIEF else 50))   # and how many of them are played to their end
KINDS = [game for game in ABOUT if listed(game)]

EACH = min(COUNT // 5, COUNT * 50 // KILLS)   # moves between two kills, at least
LONG = 2 * WAIT


def stored(server, table):
    """The moves of a table that are in the file: (seat, move)."""
    with contextlib.closing(sqlite3.connect(server.data)) as db:
        newest_first = db.execute(
            "WITH RECURSIVE log(text, before) AS (SELECT text, before FROM records JOIN tables ON records.id = last "
            "WHERE name = ? UNION ALL SELECT records.text, records.before FROM records JOIN log ON id = log.before) "
            "SELECT text FROM log", (table,)).fetchall()
    records = [json.loads(text) for text, in reversed(newest_first)]
    return [(record["seat"], record["move"]) for record in records if record["t"] == "moved"]


class Crowd:
    """Many games at once, and an event for every so many acknowledged moves."""

    def __init__(self, server, count):
        self.server = server
        self.games = [Game(KINDS[i % len(KINDS)], i) for i in range(count)]
        self.up, self.more = asyncio.Event(), asyncio.Event()
        self.acknowledged, self.wanted = 0, 0
        self.up.set()

    def acknowledge(self):
        self.acknowledged += 1
        if self.acknowledged >= self.wanted:
            self.more.set()

    def all_moves(self):
        return sum(len(game.made) for game in self.games)

    async def until(self, count, everything):
        """So many more moves, or the end of all games; neither is waited for for ever."""
        self.wanted = self.acknowledged + count
        self.more.clear()
        waiting = asyncio.create_task(self.more.wait())
        done, _ = await asyncio.wait({waiting, everything}, return_when=asyncio.FIRST_COMPLETED, timeout=LONG)
        waiting.cancel()
        assert done, "nothing goes on"
        if everything.done():
            everything.result()
        return not everything.done()

    async def begin(self):
        return asyncio.gather(*(game.play(self.server, self.up, self.acknowledge) for game in self.games))

    async def gather(self, everything):
        """Until all whose games go on are at their tables. How many that are."""
        until = time.monotonic() + LONG
        while not everything.done() and not all(game.here or game.over for game in self.games):
            assert time.monotonic() < until, "not all come back"
            await asyncio.sleep(0.01)
        return sum(game.here for game in self.games)


class Killed(unittest.TestCase):
    def check(self, server, games):
        transcripts = []
        for game in games:
            if not game.over:
                self.assertEqual(stored(server, game.table), game.made, game.setup["game"])
                continue
            status, _, transcript = server.get(f"/api/tables/{game.table}/transcript")
            self.assertEqual(status, 200, transcript)
            self.assertEqual(moves_of(transcript), game.made, game.setup["game"])
            transcripts.append(transcript)
        verified(b"".join(transcripts))

    def test_killed(self):
        with Server() as server:
            async def story():
                crowd = Crowd(server, COUNT)
                everything = await crowd.begin()
                kills, longest, began = 0, 0, time.monotonic()
                flying = await crowd.gather(everything)
                while kills < KILLS and await crowd.until(EACH, everything):
                    crowd.up.clear()
                    server.end(signal.SIGKILL)
                    kills += 1
                    began = time.monotonic()
                    server.start()
                    crowd.up.set()
                    flying = await crowd.gather(everything)
                    longest = max(longest, time.monotonic() - began)
                for game in crowd.games[WHOLE:]:
                    game.most = len(game.made) + 1
                await asyncio.wait_for(everything, KILLS * LONG)
                return crowd, kills, flying, longest
            crowd, kills, flying, longest = asyncio.run(story())
            self.assertEqual(kills, KILLS, "the games were over before")
            self.check(server, crowd.games)
            print(f"{kills} times killed, {len(crowd.games)} games in flight, {flying} of them at the end, "
                  f"{crowd.all_moves()} moves; all were back within {longest:.1f} s")
            self.assertGreater(flying, COUNT // 2, "games in flight to the last")
            server.stop()


@unittest.skipUnless(os.environ.get("BYLAW_JUMP"), "nothing goes in front of the library under sanitizers")
class Clocks(Killed):
    test_killed = None

    def test_the_clock_jumps(self):
        """By two years, there and back: nobody's time is up, no bot moves for anybody, and nothing is lost."""
        server = Server()
        offset = server.folder / "offset"
        offset.write_text("0")
        server.before = ["env", f"LD_PRELOAD={os.environ['BYLAW_JUMP']}", f"JUMP={offset}"]

        def year():
            """Of the last record."""
            with contextlib.closing(sqlite3.connect(server.data)) as db:
                text, = db.execute("SELECT text FROM records ORDER BY id DESC LIMIT 1").fetchone()
            return time.gmtime(json.loads(text)["at"] / 1000).tm_year

        async def story():
            game = Game(KINDS[0], 1, clock={"move": 3600}, away="greedy")
            for years in (2, -2, 0):
                offset.write_text(str(years * 366 * 86400))
                while not game.made or year() != time.gmtime(time.time() + years * 366 * 86400).tm_year:
                    self.assertFalse(game.over, "the clock did not jump")
                    game.most = len(game.made) + 1
                    await game.go_on(server.port)
                    await asyncio.sleep(0.2)   # it looks at the clock every second
            game.most = 100000
            await game.go_on(server.port)
            return game
        with server:
            self.check(server, [asyncio.run(asyncio.wait_for(story(), WAIT))])
            server.stop()


class House:
    """Several servers: whoever comes asks one of those that run."""

    def __init__(self, servers):
        self.servers, self.rng = servers, random.Random(1)

    @property
    def port(self):
        return self.rng.choice([server.port for server in self.servers if server.process])

    def get(self, path):
        """From whoever has that table."""
        answers = [server.get(path) for server in self.servers]
        return next((answer for answer in answers if answer[0] == 200), answers[0])


@unittest.skipUnless(INITDB and NATS, "there is no PostgreSQL here, or no nats-server")
class Several(Killed):
    """Two servers on one PostgreSQL: each is killed in turn, then PostgreSQL and NATS under both; and
    one sleeps."""
    test_killed = None

    @classmethod
    def setUpClass(cls):
        cls.postgres, cls.nats = Postgres(), Nats()
        cls.addClassCleanup(cls.postgres.close)
        cls.addClassCleanup(cls.nats.close)

    def setUp(self):
        self.servers = []
        self.postgres.empty()
        for _ in range(2):
            port = free_port()
            server = Server("--store", self.postgres.where(), "--nats", self.nats.where, "--address",
                            f"http://127.0.0.1:{port}")
            server.data, server.port = None, port
            self.servers.append(self.enterContext(server))

    def test_faults(self):
        servers = self.servers

        def restart_postgres():
            self.postgres.stop(signal.SIGQUIT)
            self.postgres.start()

        def restart_nats():
            self.nats.close()
            self.nats.start()

        def restart(server):
            server.end(signal.SIGKILL)
            server.start()

        async def story():
            crowd = Crowd(House(servers), 6 if BRIEF else 12)
            everything = await crowd.begin()
            for fault in (lambda: servers[0].end(signal.SIGKILL), lambda: servers[0].start(), restart_postgres,
                          restart_nats, lambda: restart(servers[1]), lambda: servers[0].stop(),
                          lambda: servers[0].start()):
                self.assertTrue(await crowd.until(3 * len(crowd.games), everything), "the games were over before")
                fault()   # in this thread: what it starts ends with the thread
            await asyncio.wait_for(everything, 3 * WAIT)
            return crowd
        self.check(House(servers), asyncio.run(story()).games)
        for server in servers:
            server.stop()

    def test_a_terminal_goes_on_where_a_server_died(self):
        """It is told to go to who had the table, until the lease is over; then it is served by who it asks.
        (test_takeover.py reckons how long that can take; this says how long it took.)"""
        dies, lives = self.servers

        async def made():
            talk, game = await Talk(dies.port).open(), Game("pharaoh", 1, bots=["greedy", None])
            heard = await game.sure(talk, "make", **game.setup)
            talk.close()
            return heard["answer"]["table"]
        table = asyncio.run(made())
        with tempfile.TemporaryDirectory() as state:
            env = {**os.environ, "XDG_STATE_HOME": state, "LC_ALL": "C.UTF-8"}
            join = subprocess.Popen([PROGRAM, "join", f"http://127.0.0.1:{lives.port}/#/table/{table}", "--name", "Ada"],
                                    env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

            def until(words, told=b""):
                while words not in told:
                    self.assertTrue(select.select([join.stdout], [], [], WAIT)[0], told)
                    told += os.read(join.stdout.fileno(), 65536)
            try:
                until(b"Ada")
                until(b"> ")
                dies.end(signal.SIGKILL)
                began = time.monotonic()
                until(b"The table is there again.")
                print(f"its server killed, a table was there again after {time.monotonic() - began:.1f} s")
            finally:
                join.kill()
                join.communicate()
        lives.stop()

    def test_a_server_that_slept_sends_people_to_who_has_their_table(self):
        """They have only watched, and nobody has made a move there since."""
        sleeper, other = self.servers

        async def story():
            game, watching, playing = Game(KINDS[0], 1, open=False), Talk(sleeper.port), Talk(other.port)
            await game.come(await watching.open())
            await playing.open()
            sleeper.process.send_signal(signal.SIGSTOP)
            while not game.views:
                try:
                    await game.come(playing)
                    game.take_in(await playing.next_news())
                    while not game.choose():
                        game.take_in(await playing.next_news())
                except Elsewhere:   # its time is not up yet
                    await asyncio.sleep(0.05)
            heard = await game.sure(playing, "move", **game.choose())
            self.assertEqual(heard["answer"]["answer"], "accepted")
            sleeper.process.send_signal(signal.SIGCONT)
            self.assertEqual((await watching.until_gone())["elsewhere"], f"ws://127.0.0.1:{other.port}/play")
            watching.close()
            playing.close()
        asyncio.run(asyncio.wait_for(story(), WAIT))
        self.assertIn("taken", [line["event"] for line in sleeper.logged()])


class Disks(Killed):
    test_killed = None

    def test_another_server_takes_the_file_over(self):
        """People are sent there, and whoever asks how it is hears that it is of no use any more."""
        with Server() as first:
            second = Server()
            second.data = first.data

            async def story():
                game, talk = Game(KINDS[0], 1), Talk(first.port)
                await game.come(await talk.open())
                self.enterContext(second)
                self.assertEqual((await talk.until_gone())["elsewhere"], f"ws://127.0.0.1:{second.port}/play")
                heard = await talk.ask("take", table=game.table, secret=game.secrets[0])
                self.assertEqual(heard["elsewhere"], f"ws://127.0.0.1:{second.port}/play")
                talk.close()
                talk = await Talk(second.port).open()
                await game.come(talk)
                talk.close()
            asyncio.run(asyncio.wait_for(story(), WAIT))
            self.assertEqual(first.get("/healthz")[::2], (503, b"another server has the tables\n"))
            self.assertEqual(second.get("/healthz")[0], 200)
            self.assertIn("store-taken-over", [line["event"] for line in first.logged()])
            first.stop()
            second.stop()

    def goes_on_after(self, server, harm, mend):
        """Games play; then the disk is harmed: the server says that it is not well, and acknowledges
        nothing; then it is mended, and all goes on."""
        async def story():
            crowd = Crowd(server, 10)
            everything = await crowd.begin()
            self.assertTrue(await crowd.until(50, everything))
            await asyncio.to_thread(harm)
            while (await asyncio.to_thread(server.get, "/healthz"))[0] != 503:
                self.assertFalse(everything.done())
            await asyncio.to_thread(mend)
            await asyncio.wait_for(everything, WAIT)
            return crowd
        crowd = asyncio.run(story())
        self.check(server, crowd.games)
        server.stop()

    def test_nothing_can_be_written(self):
        """As on a disk that has become read-only under it."""
        with Server() as server:
            usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            self.goes_on_after(server, lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, usual[1])),
                               lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual))

    @unittest.skipUnless(os.geteuid() == 0 and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0,
        "only root can make such disks")
    def test_a_full_disk(self):
        server = Server()
        disk = server.folder / "disk"
        disk.mkdir()
        server.data = disk / "tables.db"
        server.before = ["unshare", "-m", "--propagation", "private", "sh", "-c",
                         f'mount -t tmpfs -o size=16M tmpfs {disk} && exec "$@"', "sh"]

        def there(command):
            subprocess.run(["nsenter", "-t", str(server.process.pid), "-m", "sh", "-c", command],
                           stderr=subprocess.DEVNULL)
        with server:
            self.goes_on_after(server, lambda: there(f"cat /dev/zero >{disk}/more"), lambda: there(f"rm {disk}/more"))

    def test_it_begins_on_a_disk_that_cannot_be_written(self):
        answer = bylaw("serve", "--listen", "127.0.0.1:0", "--site", "none", "--data", "/proc/tables.db")
        self.assertEqual((answer.status, answer.out), (2, ""))
        self.assertIn("/proc/tables.db", answer.err)


if __name__ == "__main__":
    unittest.main()
