"""The engine protocol from both ends: the conversation in the document, examples in three languages,
engines that fail in every way, and that none outlives us."""
import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from bylaw import ABOUT, DONE, PROGRAM, SOURCE, WRONG, bylaw, new

GAME = "pharaoh"
WAIT = 30
EXAMPLES = SOURCE / "examples" / "engines"
THUMBS = {"C": os.environ["BYLAW_THUMB"], "Python": f"{sys.executable} {EXAMPLES / 'thumb.py'}",
          "JavaScript": f"node {EXAMPLES / 'thumb.mjs'}" if shutil.which("node") else None}
THUMBS = {language: "cmd:" + command for language, command in THUMBS.items() if command}
OURS = f"cmd:{shlex.quote(PROGRAM)} engine "


def bad(how, *more, terms="ms=100:grace=100:"):
    return f"cmd:{terms}{os.environ['BYLAW_BAD_ENGINE']} {how} {' '.join(map(str, more))}".rstrip()


def until(happens):
    end = time.monotonic() + WAIT
    while not happens():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


def lives(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


class Engine:
    """`bylaw engine`, spoken to line by line."""

    def __init__(self, *words):
        self.process = subprocess.Popen([PROGRAM, "engine", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def send(self, line):
        self.process.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        self.process.stdin.flush()

    def hear(self):
        return json.loads(self.process.stdout.readline())

    def begin(self, game=GAME):
        """A position that is due, as an engine is told of it."""
        position = new(game, "--players", 2, "--seed", 3)
        self.send({"t": "newgame", **{k: position[k] for k in ("game", "players", "options", "rulings")},
                   "seat": position["state"]["to_move"]})
        self.send({"t": "position", "state": position["state"]})

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(WAIT)
        self.process.stdout.close()
        return status


class Speaking(unittest.TestCase):
    def test_the_conversation_in_the_document(self):
        text = (SOURCE / "docs" / "engine-protocol.md").read_text()
        block = re.search(r"^```text bylaw engine (.*)\n((?:[<>] .*\n)+)```", text, re.M)
        lines = [(line[0], line[2:]) for line in block[2].splitlines()]
        self.assertEqual({json.loads(line)["t"] for way, line in lines if way == ">"},
                         {"hello", "newgame", "position", "go", "stop", "bye", "dance"})
        engine = Engine(*block[1].split())
        for way, line in lines:
            if way == ">":
                engine.send(line)
            else:
                self.assertEqual(engine.process.stdout.readline(), line + "\n")
        self.assertEqual(engine.process.wait(WAIT), DONE)   # after `bye`, with its input open
        self.assertEqual(engine.process.stdout.read(), "")
        engine.end()

    def test_all_that_is_sent_is_in_the_document(self):
        """Every message that an engine heard, with its members in the order of the document; and all of those."""
        text = (SOURCE / "docs" / "engine-protocol.md").read_text()
        told = {kind: re.findall(r'"(\w+)":', line)
                for line, kind in re.findall(r'^(?:We send )?`(\{"t":"(\w+)".*?\})`[:.]', text, re.M)}
        told["newgame"].append("state")   # with `views`
        heard = {}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "heard"
            for engine in (f"cmd:iterations=20:tee -a {file} | {shlex.quote(PROGRAM)} engine ismcts:20",
                           f"cmd:ms=50:grace=50:tee -a {file} | {os.environ['BYLAW_BAD_ENGINE']} hang"):
                bylaw("tournament", GAME, engine, "random", "--players", 2, "--deals", 1, "--jobs", 1)
            for line in file.read_text().splitlines():
                message = json.loads(line)
                names = heard.setdefault(message["t"], [])
                names[:] = list(message) if len(message) > len(names) else names
                self.assertEqual([name for name in told[message["t"]] if name in message], list(message))
                for move in message.get("since", []):
                    self.assertLessEqual(set(move), {"seat", "move", "state"})
        self.assertEqual(heard, told)

    def test_nonsense_is_answered_and_survived(self):
        engine = Engine("greedy")
        for line in ("x", "[]", "{}", '{"t":1}', '{"t":"dance"}', '{"t":"hello"}', '{"t":"hello","bylaw":2}',
                     '{"t":"newgame","game":"chess"}', '{"t":"newgame","game":"%s","players":99}' % GAME,
                     '{"t":"position"}', '{"t":"go","id":1}', '{"t":"go"}', "\0", "é\udc80".encode(
                         "utf-8", "surrogateescape").decode("latin-1"), "[" * 5000):
            engine.send(line)
            self.assertEqual(engine.hear()["t"], "error", line)
        engine.begin()
        engine.send({"t": "position", "state": {"to_move": 0}})
        self.assertIn("state", engine.hear()["text"])
        engine.send({"t": "go", "id": 2})   # the position before is gone
        self.assertEqual(engine.hear()["t"], "error")
        engine.begin()
        engine.send({"t": "go", "id": 3, "seed": "1", "opinions": True})
        self.assertEqual(engine.hear()["id"], 3)
        self.assertEqual(engine.end(), DONE)

    def test_stop_ends_a_thought_and_so_does_the_end(self):
        engine = Engine("ismcts:900000000")
        engine.begin()
        engine.send({"t": "go", "id": 1, "opinions": True})
        engine.send({"t": "stop"})
        self.assertEqual(engine.hear()["t"], "bestmove")
        engine.send({"t": "go", "id": 2, "ms": 1})
        self.assertEqual(engine.hear()["id"], 2)
        engine.send({"t": "go", "id": 3, "iterations": 10})
        self.assertEqual(engine.hear()["id"], 3)
        engine.send({"t": "go", "id": 4})
        self.assertEqual(engine.end(), DONE)   # the input ends while it thinks

    def test_a_past_that_leads_elsewhere_is_given_up(self):
        """Who is told of a position alone goes by that, whatever it was told of the game before."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "heard"
            bylaw("simulate", GAME, "--games", 1, "--seed", 1, "--cap", 60, "--jobs", 1, "--players",
                  f"cmd:tee {file} | {shlex.quote(PROGRAM)} engine ismcts:20,random")
            heard = [message for message in map(json.loads, file.read_text().splitlines()) if message["t"] in ("newgame", "position")]
        del heard[9]["since"]
        answers = []
        for told in (heard[:10], [{key: heard[0][key] for key in heard[0] if key != "state"}, heard[9]]):
            engine = Engine("ismcts:200")
            for message in [*told, {"t": "go", "id": 1, "seed": "1", "opinions": True}]:
                engine.send(message)
            answers.append(engine.hear())
            engine.end()
        self.assertEqual(*answers)
        self.assertIn(answers[0]["move"], heard[9]["legal"])

    def test_who_may_speak(self):
        self.assertEqual(bylaw("engine", "cheat").status, WRONG)
        self.assertEqual(bylaw("engine", "nobody").status, WRONG)
        engine = Engine("greedy", "--game", GAME)
        engine.send({"t": "hello", "bylaw": 1})
        self.assertEqual(engine.hear()["games"], [GAME])
        engine.end()


class Playing(unittest.TestCase):
    def test_a_bot_behind_the_protocol_plays_the_same_games(self):
        """To the byte: what it is told is all that the bot goes by, and what it recalls is in it too."""
        for game in ABOUT:
            bot = "greedy" if "<" in bylaw("legal", game, given=new(game, "--seed", 1)).out else "ismcts:30"
            games = []
            for name in (bot, OURS + bot):
                with tempfile.NamedTemporaryFile() as file:
                    done = bylaw("simulate", game, "--players", f"{name},{name},random"[:None if ABOUT[game]["players"][1] > 2 else -7],
                                 "--games", 1, "--cap", 120, "--seed", 11, "--transcript", file.name, "--jobs", 1)
                    self.assertEqual((done.status, done.err), (DONE, ""), game)
                    games.append(Path(file.name).read_text())
            self.assertEqual(*games, game)

    def test_the_examples(self):
        """Each better than random, without a fault, and what they play verifies."""
        for game in (GAME, "six-seven"):
            seats = [*THUMBS.values(), "random"]
            done = bylaw("tournament", game, *seats, "--players", 4, "--deals", 8, "--seed", 1, "--json")
            self.assertEqual((done.status, done.err), (DONE, ""))
            self.assertFalse([b for b in done.json["bots"] if "faults" in b or "refused" in b])
            if game == GAME:
                self.assertTrue(all(b["score"] > 0.4 for b in done.json["bots"][:-1]), done.out)
            with tempfile.NamedTemporaryFile() as file:
                bylaw("simulate", game, "--players", ",".join(seats), "--games", 2, "--transcript", file.name, "--full")
                self.assertEqual(bylaw("verify", file.name).status, DONE)

    def test_the_examples_say_so_where_every_move_wants_words(self):
        lines = [{"t": "position", "state": {}, "since": [], "legal": ["claim <words>"], "actions": [None]},
                 {"t": "go", "id": 1, "ms": 100, "opinions": True, "seed": "1"}]
        for language, engine in THUMBS.items():
            done = subprocess.run(shlex.split(engine[len("cmd:"):]), text=True, stdout=subprocess.PIPE, timeout=WAIT,
                                  input="".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
            self.assertEqual((done.returncode, json.loads(done.stdout)["t"]), (0, "error"), language)

    def test_hints(self):
        position = new(GAME, "--seed", 7)
        moves = bylaw("legal", GAME, "--json", given=position).json["moves"]
        for engine in [*THUMBS.values(), OURS + "ismcts:50"]:
            told = bylaw("hint", GAME, "--bot", engine, "--json", given=position).json["moves"]
            self.assertEqual(sorted(m["move"] for m in told), sorted(moves))
            self.assertGreater(told[0]["value"], 0)
            self.assertEqual(told[1:], sorted(told[1:], key=lambda m: -m["value"]))

    def test_no_hint_of_one_that_fails(self):
        """What random has chosen in its place is not told as what it thinks; the same at the table."""
        hello = r'{\"t\":\"hello\",\"bylaw\":1,\"name\":\"x\"}'
        position = new(GAME, "--seed", 7)
        for does, told in (("exit 3", "it has ended"), ("sleep 9", "200 ms"), ("echo what", "not JSON"),
                           ("yes | tr -d '\\n'", "megabyte"), ("echo '{\"t\":\"bestmove\",\"id\":1,\"move\":\"x\"}'", "'x'")):
            engine = f'cmd:ms=100:grace=100:read x; echo "{hello}"; read x; {does}'
            if "tr" in does:
                engine = engine.replace("grace=100", "grace=9000")
            for json_too in ((), ("--json",)):
                done = bylaw("hint", GAME, "--bot", engine, *json_too, given=position)
                self.assertEqual((done.status, done.out), (WRONG, ""), does)
                self.assertIn(told, done.err)
                self.assertIn("gave no hint", done.err)
            done = bylaw("play", GAME, "--plain", "--seed", 7, "--players", 2, given=f"hint {engine}\nquit\nquit\n")
            self.assertIn("gives no hints", " ".join(done.out.split()))
            self.assertNotIn("Your chance", done.out)

    def test_opinions_on_very_many_moves(self):
        position = new(GAME, "--players", 2, "--seed", 1)
        state = position["state"]
        cards = [*state["pile"], *state["stock"], *state["hands"][0], *state["hands"][1]]
        rest = [card for card in cards if card[0] != "U"]   # on an under any card may go
        state.update(pile=["UA", "UB", "UH", "UL"], stock=[], hands=[rest[1:], rest[:1]], suit="L", a=0, cnt=1)
        state["to_move"] = 0
        moves = bylaw("legal", GAME, given=position).out.splitlines()
        self.assertGreater(len(moves), 256)
        for engine in THUMBS.values():
            done = bylaw("hint", GAME, "--bot", engine, "--json", given=position)
            self.assertEqual((done.status, done.err), (DONE, ""))
            self.assertEqual(sorted(m["move"] for m in done.json["moves"]), sorted(moves))

    def test_at_the_table(self):
        done = bylaw("play", GAME, "--watch", "--plain", "--players", 2, "--seed", 1, "--bots",
                     f"\"{THUMBS['C']}\",greedy".replace('"cmd:', 'cmd:"'))
        self.assertEqual(done.status, DONE, done.err)
        self.assertIn("Thumb (C)", done.out)

    def test_one_process_a_seat_for_all_games(self):
        with tempfile.TemporaryDirectory() as folder:
            started = Path(folder) / "started"
            done = bylaw("tournament", GAME, bad("good", started), "random", "--players", 2, "--deals", 2, "--jobs", 1)
            self.assertEqual((done.status, done.err), (DONE, ""))
            self.assertEqual(len(started.read_text().splitlines()), 1)

    def test_names_and_settings(self):
        for name, why in (("cmd:", "no command"), ("cmd:ms=0:true", "ms"), ("cmd:true", "hello"),
                          ("cmd:start=50:sleep 9", "50 ms"), ("cmd:echo hello", "not JSON"),
                          ("cmd:depth=3:" + os.environ["BYLAW_THUMB"], "no option 'depth'"),
                          ("cmd:echo '{\"t\":\"hello\",\"bylaw\":2,\"name\":\"x\"}'", "bylaw")):
            done = bylaw("tournament", GAME, name, "random")
            self.assertEqual((done.status, done.out), (WRONG, ""))
            self.assertIn(why, done.err)
            self.assertEqual(len(done.err.splitlines()), 1)
        other = "cmd:sh -c 'read x; echo {\\\"t\\\":\\\"hello\\\",\\\"bylaw\\\":1,\\\"name\\\":\\\"x\\\",\\\"games\\\":[]}; cat'"
        done = bylaw("tournament", GAME, other, "random", "--deals", 1)
        self.assertIn("does not play", done.err)
        self.assertEqual(done.status, DONE)
        done = bylaw("play", GAME, "--plain", "--seed", 7, given=f"hint {other}\nquit\n")
        self.assertIn("gives no hints: ", " ".join(done.out.split()))
        done = bylaw("hint", GAME, "--bot", other, given=new(GAME, "--seed", 7))
        self.assertIn("greedy plays in its place", done.err)
        self.assertEqual(done.status, DONE)


class Failing(unittest.TestCase):
    def test_every_fault_is_told_counted_and_punished(self):
        for how, told in (("crash", "something is broken"), ("end", "it has ended"), ("hang", "200 ms"),
                          ("illegal", "not legal"), ("nonsense", "castle"), ("garbage", "not JSON"),
                          ("wrong-id", "no question"), ("error", "I do not like this"), ("long", "megabyte"),
                          ("flood", "lines"), ("drip", "200 ms"), ("chat", "200 ms"), ("quit", "it has ended"),
                          ("stop", "200 ms"), ("close", "it has ended")):
            with self.subTest(how):
                terms = "ms=9000:" if how == "flood" else "ms=100:grace=100:"
                done = bylaw("tournament", GAME, bad(how, terms=terms), "greedy", "--players", 2, "--deals", 1, "--seed", 2,
                             "--jobs", 2, "--json")
                self.assertEqual(done.status, DONE, done.err)
                wrong, right = done.json["bots"]
                self.assertIn(told, done.err)
                self.assertIn("lost to random", done.err)
                self.assertEqual(done.json["unfinished"], 0)
                self.assertEqual((wrong["faults"], wrong["forfeits"]), (6, 2))   # three in each game
                self.assertEqual((wrong["score"], right["score"], right["wins"]), (0, 1, 2))

    def test_who_has_lost_the_thread_is_ended(self):
        """An answer to another question ends the process, a move that is not legal does not."""
        for how, ended in (("wrong-id", 6), ("illegal", 0)):
            with self.subTest(how), tempfile.TemporaryDirectory() as folder:
                started = Path(folder) / "started"
                done = bylaw("tournament", GAME, bad(how, started), "greedy", "--players", 2, "--deals", 1, "--seed", 2,
                             "--jobs", 1, "--json")
                self.assertEqual(done.json["bots"][0]["faults"], 6)
                self.assertIn(len(started.read_text().splitlines()), range(max(ended, 1), ended + 2))
                until(lambda: not any(map(lives, started.read_text().split())))

    def test_one_that_ends_between_games_is_started_again(self):
        done = bylaw("tournament", GAME, bad("one-game", terms="ms=5000:"), "greedy", "--players", 2, "--deals", 2, "--seed", 2,
                     "--jobs", 1, "--json")
        one = done.json["bots"][0]
        self.assertEqual((done.status, done.json["unfinished"], one["forfeits"]), (DONE, 0, 0), done.err)
        self.assertIn(one["faults"], (1, 2, 3))   # once in each game but the first, unless that is its last choice there

    def test_it_has_no_files_of_ours(self):
        """Nor is it without input where we have none."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "files"
            engine = f"cmd:for f in /proc/$$/fd/*; do echo $f; done > {file}; {bad('good')[len('cmd:ms=100:grace=100:'):]}"
            done = subprocess.run(["sh", "-c", 'exec "$@" <&- 9<.', "sh", PROGRAM, "simulate", GAME, "--players", engine + ",random",
                                   "--games", "1", "--json"], text=True, timeout=WAIT, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (DONE, ""))
            open_files = {int(name.rsplit("/", 1)[1]) for name in file.read_text().split()}
            self.assertLessEqual({0, 1, 2}, open_files)
            self.assertNotIn(9, open_files)

    def test_one_that_stops_its_keeper_again_and_again(self):
        with tempfile.TemporaryDirectory() as folder:
            started = Path(folder) / "started"
            done = bylaw("simulate", GAME, "--players", bad("stop-again", started, terms="ms=50:grace=50:faults=1:") + ",greedy",
                         "--games", 1, "--seed", 2, "--json")
            self.assertEqual((done.status, done.json["forfeits"][0]), (DONE, 1))
            until(lambda: not any(map(lives, started.read_text().split())))

    def test_the_rule_is_named(self):
        done = bylaw("tournament", GAME, bad("illegal", terms="faults=2:"), "random", "--players", 2, "--deals", 1, "--seed", 2)
        self.assertRegex(done.out.replace("\n", " "), r"faults: 4 times .*lost to random, and 2 games were forfeited")
        done = bylaw("simulate", GAME, "--players", bad("illegal", terms="faults=1:") + ",random", "--games", 5, "--json").json
        self.assertEqual(done["faults"][0], done["forfeits"][0])
        self.assertGreater(done["faults"][0], 0)

    def test_a_lab_counts_them(self):
        with tempfile.TemporaryDirectory() as folder:
            done = bylaw("lab", GAME, "--games", 2, "--players", bad("illegal") + ",random", "--out", f"{folder}/lab")
        self.assertEqual(done.status, DONE)
        self.assertRegex(done.err, r"lab: [1-9]\d* times a program made no legal move")

    def test_more_faults_are_counted_than_told(self):
        done = bylaw("tournament", GAME, bad("illegal", terms="faults=1000:"), "random", "--players", 2,
                     "--deals", 20, "--json")
        self.assertGreater(done.json["bots"][0]["faults"], 100)
        self.assertNotIn("forfeit", done.err)
        self.assertLess(len(done.err.splitlines()), 30)

    def test_one_that_fails_is_not_weighed(self):
        """What random has chosen in its place is not told as what it would lose."""
        call = ["solve", GAME, "--position", SOURCE / "docs/instances/pharaoh-six-cards.json", "--horizon", 6,
                "--iterations", 2, "--against", bad("illegal") + ",greedy"]
        failed, weighed = bylaw(*call, "--json").json["against"]
        self.assertEqual((set(failed), failed["faults"]), ({"bot", "asked", "faults"}, 1))
        self.assertIn("loses", weighed)
        done = bylaw(*call)
        self.assertIn("not legal", done.err)
        self.assertIn("is not weighed", done.out)

    @contextlib.contextmanager
    def a_long_game(self, how):
        """A tournament that goes on for ever, with the processes that its engine has."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "started"
            process = subprocess.Popen([PROGRAM, "tournament", GAME, bad(how, file, terms="ms=60000:"), "random",
                                        "--players", "2", "--deals", "1000000", "--jobs", "1"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: file.exists() and len(file.read_text().split()) >= 2)
            pids = [int(pid) for pid in file.read_text().split()]
            self.assertTrue(all(map(lives, pids)))
            yield process
            until(lambda: not any(map(lives, pids)))
            process.wait(WAIT)

    def test_none_outlives_us(self):
        """Not even when we are killed, nor one that hangs and ignores signals, nor what it has started."""
        for how, deaths in (("good", (signal.SIGKILL,)), ("hang", (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)),
                            ("stop", (signal.SIGKILL,))):
            for death in deaths:
                with self.subTest(how, death=death), self.a_long_game(how) as process:
                    process.send_signal(death)
                    self.assertIn(process.wait(WAIT), (-death, 128 + death))


@unittest.skipUnless(os.environ.get("BYLAW_SERVED"), "built without a server")
class Serving(unittest.TestCase):
    def test_engines_at_tables_of_the_server(self):
        """By a name of the configuration, never by a command; one that fails is told in the log."""
        import served
        import sockets
        with served.Server("--engine", "thumb=" + THUMBS["C"], "--engine", "worse=" + bad("illegal"),
                           "--metrics", "127.0.0.1:0") as server:
            asyncio.run(asyncio.wait_for(self.play(served, server.port), WAIT))
            told = [line["text"] for line in server.logged() if line["event"] == "engine"]
            self.assertTrue(told)
            self.assertTrue(all("not legal" in text for text in told))
            with sockets.Line(next(line["metrics"] for line in server.logged() if "metrics" in line)) as line:
                counted = re.search(r"^bylaw_engine_faults_total (\d+)$", line.ask("/metrics")[2].decode(), re.M)
            self.assertGreaterEqual(int(counted[1]), len(told))

    async def play(self, served, port):
        talk = await served.Talk(port).open()
        self.assertEqual((await talk.ask("hello", v=1))["answer"]["engines"], ["thumb", "worse"])
        setup = {"game": GAME, "players": 3, "open": True, "clock": None, "away": None, "once": "atablewithengines"}
        for name in ("cmd:true", THUMBS["C"][:32], "nobody"):
            self.assertIn("no such bot", (await talk.ask("make", bots=[None, name], **setup))["error"], name)
        made = await talk.ask("make", bots=[None, "thumb", "worse"], **setup)
        self.assertIn("answer", made)
        table = made["answer"]["table"]
        secret = "5" * 32
        await talk.ask("sit", table=table, seat=0, name="Ada", secret=secret, once="sit")
        await talk.ask("number", table=table, seat=0, number="7" * 64, once="number")
        await talk.ask("take", table=table, secret=secret, v=0, **{"from": 0})
        count, moves = -1, 0
        while moves < 8:
            news = await talk.next_news()
            if news["news"] == "table" and news["stage"] == "over":
                break
            view = news.get("view", {})
            if news["news"] != "moves" or view.get("to_move") != 0 or view["count"] <= count or not view["legal"]:
                continue
            count, moves = view["count"], moves + 1
            heard = await talk.ask("move", table=table, seat=0, count=count, move=view["legal"][0]["text"],
                                   once=f"move{count}")
            self.assertEqual(heard["answer"]["answer"], "accepted", heard)
        self.assertGreater(count, 5)
        talk.close()


if __name__ == "__main__":
    unittest.main()
