"""The real server: what it hands out, a game from its first move to its transcript, its log, its end."""
import asyncio
import re
import signal
import time
import unittest
from pathlib import Path

from bylaw import ABOUT, bylaw, listed
from served import Game, Server, Talk, moves_of, verified
from sockets import WAIT, Ended, Line, WebSocket

GAMES = [game for game in ABOUT if listed(game)]
SERVE = (Path(__file__).parents[2] / "web" / "serve.mjs").read_text()


def run(*people):
    """What people do, each a coroutine, until all are done."""
    async def all_of_them():
        return await asyncio.wait_for(asyncio.gather(*people), 100)
    return asyncio.run(all_of_them())


async def up():
    event = asyncio.Event()
    event.set()
    return event


class Served(unittest.TestCase):
    def play(self, server, *games):
        async def one(game):
            await game.play(server, await up())
        run(*map(one, games))

    def test_the_page(self):
        with Server() as server:
            status, fields, body = server.get("/")
            self.assertEqual((status, body), (200, (server.site / "index.html").read_bytes()))
            self.assertEqual(fields["content-type"], "text/html; charset=utf-8")
            policy = "".join(re.findall(r'"([^"]*)"', re.search(r"const POLICY = ((.|\n)*?);\n", SERVE)[1]))
            self.assertEqual(fields["content-security-policy"], policy, "as web/serve.mjs has it")
            self.assertEqual(server.get("/", f"If-None-Match: {fields['etag']}\r\n")[0], 304)
            for path in ("/tables.db", "/../tables.db", "/%2e%2e/tables.db", "/..%2ftables.db", "/etc/passwd",
                         "/metrics", "/api", "/api/tables/../lobby", "/play/"):
                self.assertEqual(server.get(path)[0], 404, path)
            self.assertEqual(server.get("/play")[0], 426)
            server.stop()

    def test_the_limits_are_documented(self):
        told = re.sub(r"\n {28,}", " ", bylaw("serve", "--help").out.split("\nLimits:\n")[1])
        rows = [f"| `{name}` | {usual} | {text} |" for name, usual, text in re.findall(r"  (\w+)=(\d+) +(.*)", told)]
        self.assertGreater(len(rows), 20)
        document = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
        self.assertEqual(re.findall(r"(?m)^\| `\w+` \| \d+ \| .*", document), rows)

    def test_a_game_to_its_end(self):
        """Every game that bots need not write for, each with two people, all at once."""
        with Server() as server:
            games = [Game(game, i) for i, game in enumerate(GAMES)]

            async def before_the_end(game):
                talk = await Talk(server.port).open()
                await game.come(talk)
                talk.close()
            run(*map(before_the_end, games))
            for game in games:
                status, _, body = server.get(f"/api/tables/{game.table}/transcript")
                self.assertEqual(status, 404)
                self.assertNotIn(b"state", body)
            lobby = server.get("/api/lobby")[2].decode()
            self.assertIn(games[0].table, lobby)
            self.play(server, *games)
            for game in games:
                status, fields, transcript = server.get(f"/api/tables/{game.table}/transcript")
                self.assertEqual((status, fields["content-type"]), (200, "application/x-ndjson; charset=utf-8"))
                self.assertEqual(moves_of(transcript), game.made)
                verified(transcript)
            server.stop()

    def test_a_transcript_that_is_at_another_server(self):
        """Another has taken the file over: who asks is told where to go."""
        with Server() as first, Server() as second:
            game = Game(GAMES[0], 2)
            self.play(first, game)
            second.end(signal.SIGKILL)
            second.data = first.data
            second.start()
            path = f"/api/tables/{game.table}/transcript"
            # The first still has it in memory, until it looks at the file again.
            end = time.monotonic() + 60
            while (got := first.get(path))[0] == 200 and time.monotonic() < end:
                time.sleep(0.1)
            self.assertEqual((got[0], got[1]["location"]), (307, f"http://127.0.0.1:{second.port}{path}"))
            status, _, body = second.get(got[1]["location"].split(str(second.port))[1])
            self.assertEqual(status, 200)
            verified(body)

    def test_a_setup_is_refused_in_ones_own_language(self):
        async def make(talk, **wish):
            return (await talk.ask("make", **{**Game("propre", 1).setup, **wish}))["error"]

        async def ask(server, language):
            talk = await Talk(server.port).open()
            await talk.ask("hello", v=1, language=language)
            told = [await make(talk, players=99), await make(talk, options={"hand": 50}), await make(talk, options={"hand": 0})]
            talk.close()
            return told
        with Server() as server:
            told = {language: run(ask(server, language))[0] for language in ("en", "de", "sk")}
            server.stop()
        self.assertEqual(told["en"][0], "players: must be from 2 to 10")
        self.assertIn("not enough cards", told["en"][1])
        self.assertEqual(told["en"][2], "options.hand: must be from 1 to 104")
        self.assertEqual(told["de"][0], "players: erlaubt ist 2 bis 10")
        for i in range(3):
            self.assertEqual(len({said[i] for said in told.values()}), 3, told)

    def test_bots(self):
        """A table with a person and bots: the bots move by themselves, and the game ends."""
        with Server("--limit", "think_ms=200") as server:
            # Nobody can win here before everybody has moved, whatever is dealt.
            game = Game("pharaoh", 1, players=3, bots=[None, "greedy", "ismcts:100000000"], away="greedy")

            async def watch():
                talk = await Talk(server.port).open()
                heard = await talk.ask("make", **game.setup)
                table = heard["answer"]["table"]
                await talk.ask("sit", table=table, seat=0, name="Ada", secret=game.secrets[0], once="a")
                await talk.ask("number", table=table, seat=0, number=game.numbers[0], once="b")
                await talk.ask("leave", table=table, seat=0, once="c")   # a bot plays on
                while True:
                    news = await talk.next_news()
                    if news.get("news") == "table" and news["stage"] == "over":
                        return table
            table, = run(watch())
            transcript = server.get(f"/api/tables/{table}/transcript")[2]
            verified(transcript)
            self.assertEqual({seat for seat, _ in moves_of(transcript)}, {0, 1, 2})
            server.stop()

    def test_the_log_has_no_secrets(self):
        with Server("--metrics", "127.0.0.1:0") as server:
            game = Game(GAMES[0], 3)
            self.play(server, game)
            with Line(next(line["metrics"] for line in server.logged() if "metrics" in line)) as line:
                figures = line.ask("/metrics")[2].decode()
                self.assertEqual(line.ask("/healthz")[0], 200)
                self.assertEqual(line.ask("/")[0], 404)
            for row in figures.splitlines():
                self.assertRegex(row, r"^(# (HELP|TYPE) bylaw_[a-z_]+ .+|bylaw_[a-z_]+ [0-9.]+)$")
            self.assertIn(f"\nbylaw_moves_total {len(game.made)}\n", figures)
            server.stop()
            text = (server.folder / "log").read_text()
            self.assertEqual([line["event"] for line in server.logged()], ["listening", "waiting", "running", "over", "draining", "stopped"])
            for secret in (game.table, *game.secrets, *game.numbers, "Person", game.setup["once"]):
                self.assertNotIn(secret, text + figures)

    def test_time_goes_by_while_people_talk(self):
        """However quickly messages follow each other, what is to happen by itself happens."""
        with Server() as server, WebSocket(server.port) as ws:
            ws.say('{"id":0,"do":"hello","v":1}')
            ws.say('{"id":1,"do":"lobby","on":true}')
            ws.say('{"id":2,"do":"make","game":"%s","players":2,"bots":[],"open":true,"clock":null,'
                   '"away":null,"once":"cccccccccccccccc"}' % GAMES[0])
            told, until = False, time.monotonic() + WAIT
            while not told and time.monotonic() < until:
                ws.say('{"id":3,"do":"hello","v":1}')
                heard = ""
                while '"id":3' not in heard:
                    heard = ws.hear()
                    told |= '"news":"lobby"' in heard
            self.assertTrue(told)
            server.stop()

    def test_it_is_told_to_stop(self):
        """SIGTERM and SIGINT: everybody is told, what was decided is there afterwards."""
        for how in (signal.SIGTERM, signal.SIGINT):
            with Server() as server:
                game = Game(GAMES[0], 5)
                game.most = 5
                self.play(server, game)
                game.most = 100000
                with WebSocket(server.port) as ws, Line(server.port) as asked, Line(server.port):
                    self.assertEqual(asked.ask("/healthz")[0], 200)
                    ws.say('{"id":0,"do":"hello","v":1}')
                    self.assertIn('"answer"', ws.hear())
                    server.process.send_signal(how)
                    self.assertIn("drain", ws.hear())
                    with self.assertRaises(Ended) as end:
                        ws.hear()
                    self.assertEqual(end.exception.code, 1001)
                self.assertEqual(server.end(0), 0)   # by itself
                with self.assertRaises(ConnectionRefusedError):
                    Line(server.port)
                server.start()
                self.play(server, game)
                self.assertEqual(moves_of(server.get(f"/api/tables/{game.table}/transcript")[2]), game.made)
                server.stop()

    def test_limits_of_the_core(self):
        """Messages of a connection, and tables of an address; others do not notice."""
        with Server(limits=["--limit", "messages_burst=20", "--limit", "messages_per_minute=1",
                            "--limit", "tables_of_one=2", "--limit", "message_bytes=2000"]) as server:
            with WebSocket(server.port, source="127.0.0.2") as other:
                with WebSocket(server.port) as ws:
                    for i in range(30):
                        ws.say('{"id":%d,"do":"hello","v":1}' % i)
                    self.assertEqual(ws.ending(), 1008)
                with WebSocket(server.port) as ws:
                    ws.say('{"id":0,"do":"hello","v":1,"language":"%s"}' % ("x" * 2000))
                    self.assertEqual(ws.ending(), 1009)
                with WebSocket(server.port) as ws:
                    ws.say('{"id":0,"do":"hello","v":1}')
                    made = []
                    for i in range(3):
                        ws.say('{"id":1,"do":"make","game":"%s","players":2,"bots":[],"open":true,"clock":null,'
                               '"away":null,"once":"aaaaaaaaaaaaaaaa%d"}' % (GAMES[0], i))
                    while len(made) < 3:
                        heard = ws.hear()
                        made += [heard] if '"id":1' in heard else []
                    self.assertEqual(sum("error" in text for text in made), 1, made)
                other.say('{"id":0,"do":"hello","v":1}')
                self.assertIn("answer", other.hear())
                other.say('{"id":1,"do":"make","game":"%s","players":2,"bots":[],"open":true,"clock":null,'
                          '"away":null,"once":"bbbbbbbbbbbbbbbb"}' % GAMES[0])
                self.assertIn("answer", other.hear())
            server.stop()

    def test_calls_that_are_wrong(self):
        with Server() as server:
            for words, said in [(["--listen", "nowhere"], "ADDRESS:PORT"), (["--limit", "x=1"], "no such limit"),
                                (["--limit", "tables"], "no such limit"), (["--site", "/nowhere"], "/nowhere"),
                                (["--address", "cards.example"], "--address"),
                                (["--data", "/nowhere/x.db"], "/nowhere"), (["--data", "x", "--store", "y"], "--store"),
                                (["--listen", f"127.0.0.1:{server.port}"], "in use")]:
                answer = bylaw("serve", "--listen", "127.0.0.1:0", "--site", server.site, *words)
                self.assertEqual((answer.status, answer.out), (2, ""), words)
                self.assertIn(said, answer.err)
            server.stop()


if __name__ == "__main__":
    unittest.main()
