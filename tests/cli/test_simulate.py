"""bylaw simulate: what a run gives, whatever runs it."""
import ast
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import tempfile
import termios
import time
import zipfile
from pathlib import Path

from bylaw import ALL, Case, GAMES, PROGRAM, bylaw, main

MEMBERS = ["game", "players", "games", "decisions", "unfinished", "wins", "ends", "moves",
           "wall_seconds", "cpu_seconds"]


def games_in(text):
    """The transcripts of a file, each a list of lines."""
    games = []
    for line in text.splitlines():
        if line.startswith('{"bylaw"'):
            games.append([])
        games[-1].append(line)
    return games


def dataset(path):
    """What a dataset says of itself, and the shapes and bytes of its arrays, which need not numpy: a
    head of text, padded to 64 bytes, and numbers."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            text = archive.read(name)
            size = 10 + struct.unpack("<H", text[8:10])[0]
            assert text[:8] == b"\x93NUMPY\x01\x00" and size % 64 == 0 and text[size - 1:size] == b"\n"
            head = ast.literal_eval(text[10:size].decode())
            assert list(head) == ["descr", "fortran_order", "shape"] and not head["fortran_order"]
            arrays[name.removesuffix(".npy")] = (head["descr"], head["shape"], text[size:])
    return json.loads(arrays.pop("about")[2]), arrays


class Simulate(Case):
    def written_beside(self, path):
        """A transcript comes to its place when it is whole; until then it grows beside it."""
        self.assertFalse(path.exists())
        return any(other.stat().st_size > 0 for other in path.parent.glob(".bylaw-*"))

    def test_json(self):
        for game in GAMES:
            r = self.done(bylaw("simulate", game, "--games", 300, "--seed", 1, "--json")).json
            self.assertEqual(list(r)[:len(MEMBERS)], MEMBERS)
            self.assertEqual((r["game"], r["games"], r["seed"]), (game, 300, "1"))
            self.assertEqual(len(r["wins"]), r["players"])
            self.assertEqual(sum(r["ends"].values()) + r["unfinished"], 300)
            self.assertEqual(list(r["moves"]), ["mean", "p5", "p50", "p95", "max"])
            self.assertAlmostEqual(r["moves"]["mean"], r["decisions"] / 300, places=5)
            self.assertEqual(r["bots"], ["random"] * r["players"])

    def test_figures_are_those_of_the_transcripts(self):
        for game in GAMES:
            text = bylaw("simulate", game, "--games", 101, "--seed", 9, "--transcript", "-").out
            r = bylaw("simulate", game, "--games", 101, "--seed", 9, "--json").json
            lengths, wins, ends = [], [0] * r["players"], {}
            for lines in games_in(text):
                end = json.loads(lines[-1])
                lengths.append(sum(line.startswith('{"t":"move"') for line in lines))
                wins[end["winner"]] += 1
                ends[end["why"]] = ends.get(end["why"], 0) + 1
            lengths.sort()
            self.assertEqual((r["wins"], r["ends"]), (wins, ends))
            self.assertEqual(r["decisions"], sum(lengths))
            # of 101 games the least length that a share p does not exceed is number ceil(101 p)
            self.assertEqual([r["moves"][k] for k in ("p5", "p50", "p95", "max")],
                             [lengths[5], lengths[50], lengths[95], lengths[100]])

    def test_intervals(self):
        """Wilson's: the shares p with |p - hits/n| <= z * sqrt(p (1 - p) / n)."""
        r = bylaw("simulate", "pharaoh", "--games", 777, "--seed", 2, "--json").json
        for hits, (low, high) in zip(r["wins"], r["wins_95"]):
            for p in (low, high):
                z = abs(p - hits / 777) / (p * (1 - p) / 777) ** 0.5
                self.assertAlmostEqual(z, 1.96, places=2)
            self.assertTrue(0 < low < hits / 777 < high < 1)

    def test_jobs_make_no_difference(self):
        for game in GAMES:
            seen = set()
            for jobs in (1, 2, 3, 7, 64):
                r = bylaw("simulate", game, "--games", 501, "--seed", 4, "--jobs", jobs,
                          "--json").json
                self.assertTrue(r.pop("wall_seconds") > 0 and r.pop("cpu_seconds") > 0)
                text = bylaw("simulate", game, "--games", 50, "--seed", 4, "--jobs", jobs,
                             "--transcript", "-").out
                seen.add(json.dumps(r) + text)
            self.assertEqual(len(seen), 1, game)

    def test_each_game_can_be_had_alone(self):
        for game in GAMES:
            text = bylaw("simulate", game, "--games", 5, "--seed", 4, "--players", "greedy,random",
                         "--transcript", "-", "--full").out
            for lines in games_in(text):
                head, start = json.loads(lines[0]), json.loads(lines[1])
                alone = bylaw("simulate", game, "--games", 1, "--seed", head["seed"], "--players",
                              "greedy,random", "--transcript", "-", "--full")
                self.assertEqual(alone.lines, lines)
                dealt = bylaw("new", game, "--seed", head["seed"], "--players", 2).json
                self.assertEqual(dealt["state"], start["state"])
            self.assertEqual(json.loads(games_in(text)[0][0])["seed"], "4")

    def test_random_bots_by_name_or_number(self):
        for game in GAMES:
            one = bylaw("simulate", game, "--seed", 1, "--players", 3, "--json").json
            two = bylaw("simulate", game, "--seed", 1, "--players", "random,random,random",
                        "--json").json
            self.assertEqual(one["games"], 1000)
            self.assertEqual([one[k] for k in MEMBERS[:-2]], [two[k] for k in MEMBERS[:-2]])

    def test_greedy_is_better_than_random(self):
        for game in GAMES:
            r = bylaw("simulate", game, "--seed", 1, "--players", "random,greedy", "--games", 2000,
                      "--json").json
            self.assertGreater(r["wins"][1], r["wins"][0], game)

    def test_cap(self):
        r = bylaw("simulate", "pharaoh", "--games", 20, "--cap", 3, "--seed", 1, "--json").json
        self.assertEqual((r["unfinished"], r["ends"], sum(r["wins"])), (20, {}, 0))
        self.assertEqual(r["moves"], {"mean": 3, "p5": 3, "p50": 3, "p95": 3, "max": 3})
        text = bylaw("simulate", "pharaoh", "--games", 2, "--cap", 3, "--transcript", "-").out
        for lines in games_in(text):
            self.assertEqual(lines[-1], '{"t":"end","winner":null,"ranking":[],"why":"cap"}')
        self.done(bylaw("verify", "-", given=text))

    def test_table(self):
        for game in GAMES:
            out = self.done(bylaw("simulate", game, "--games", 50, "--seed", 3)).out
            for part in ("games/s", "p50", "ended by", "unfinished", "won by", "seed          3"):
                self.assertIn(part, out)
            self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_fresh_seed_is_named(self):
        r = bylaw("simulate", "six-seven", "--games", 50, "--json").json
        again = bylaw("simulate", "six-seven", "--games", 50, "--seed", r["seed"], "--json").json
        self.assertEqual(r["wins"], again["wins"])

    def test_set_up(self):
        r = bylaw("simulate", "pharaoh", "--games", 5, "--preset", "table", "--json").json
        self.assertEqual(r["rulings"]["tuple-match"], "first")

    def test_wrong_calls(self):
        def wrong(*words):
            return bylaw("simulate", "pharaoh", "--games", 1, *words)
        self.wrong(wrong("--players", "gredy,random"), "gredy", "greedy")
        self.wrong(wrong("--players", "random"), "--players", "one bot", "2 to 8")
        self.wrong(wrong("--players", "abc"), "--players", "abc", "2 to 8")
        self.wrong(wrong("--players", "99"), "--players", "2 to 8")
        self.wrong(wrong("--players", ","), "--players")
        self.wrong(wrong("--players", ",".join(["random"] * 40)), "players")
        self.wrong(wrong("--jobs", "0"), "--jobs")
        self.wrong(wrong("--jobs", "100000"), "--jobs")
        self.wrong(wrong("--cap", "0"), "--cap")
        self.wrong(wrong("--games", "0"), "--games")
        self.wrong(wrong("--games", "1e6"), "--games")
        self.wrong(wrong("--full"), "--full")
        self.wrong(wrong("--transcript", "-", "--json"), "--json")
        self.wrong(wrong("--transcript", "/nonexistent/file"), "/nonexistent/file")
        self.wrong(wrong("--dataset", "/nonexistent/file"), "/nonexistent/file")
        self.wrong(wrong("--dataset", "-"), "--dataset", "name a file")
        self.wrong(wrong("--dataset", "x", "--cap", 2**40), "--dataset", "at most 2147483647 moves")
        with tempfile.TemporaryDirectory() as folder:
            for game in set(ALL) - set(GAMES):
                self.wrong(bylaw("simulate", game, "--transcript", "t", "--dataset", "d", cwd=folder),
                           "--dataset", "no numbers")
            self.assertEqual(os.listdir(folder), [])
        answer = wrong("--transcript", "/dev/full")
        self.wrong(answer, "/dev/full")

    def test_interrupted(self):
        """Ctrl-C: what was done so far, whole games only, a prefix of the run."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.jsonl"
            run = subprocess.Popen([PROGRAM, "simulate", "pharaoh", "--games", str(10**9), "--seed",
                                    "1", "--json", "--transcript", path],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.wait(run, lambda: self.written_beside(path))
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=30)
            self.assertEqual((run.returncode, err), (130, b""))
            r = json.loads(out)
            self.assertIs(r["stopped"], True)
            games = games_in(path.read_text())
            self.assertEqual(len(games), r["games"])
            self.done(bylaw("verify", path))
            whole = bylaw("simulate", "pharaoh", "--games", r["games"], "--seed", 1, "--json").json
            self.assertEqual([whole[k] for k in MEMBERS[:-2]], [r[k] for k in MEMBERS[:-2]])

    def test_interrupted_twice(self):
        """A parent that passes Ctrl-C on, as timeout does, makes two of one."""
        with tempfile.TemporaryDirectory() as folder:
            for round in range(8):
                path = Path(folder) / f"games-{round}.jsonl"
                run = subprocess.Popen([PROGRAM, "simulate", "pharaoh", "--games", str(10**9),
                                        "--json", "--transcript", path],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.wait(run, lambda: self.written_beside(path))
                run.send_signal(signal.SIGINT)
                time.sleep(0.0005 * round)
                run.send_signal(signal.SIGINT)
                out, err = run.communicate(timeout=30)
                self.assertEqual((run.returncode, err), (130, b""))
                self.assertEqual(len(games_in(path.read_text())), json.loads(out)["games"])
                self.done(bylaw("verify", path))
                path.unlink()

    def test_dataset(self):
        """Its rows are the moves of the transcripts, by however many threads."""
        with tempfile.TemporaryDirectory() as folder:
            for game in GAMES:
                call = ("simulate", game, "--games", 37, "--seed", 5, "--cap", 40, "--players", "greedy,random")
                files = [Path(folder) / f"{game}-{jobs}.npz" for jobs in (1, 2, 7)]
                for jobs, path in zip((1, 2, 7), files):
                    text = self.done(bylaw(*call, "--jobs", jobs, "--dataset", path, "--transcript", "-")).out
                self.assertEqual(len({path.read_bytes() for path in files}), 1, game)
                about, arrays = dataset(files[0])
                games = [[json.loads(line) for line in lines] for lines in games_in(text)]
                moves = []
                for g, lines in enumerate(games):
                    made = [line for line in lines if line.get("t") == "move"]
                    moves += [(g, k, line["seat"]) for k, line in enumerate(made)]
                rows = len(moves)
                self.assertEqual((about["rows"], about["games"], about["bots"], about["seed"]),
                                 (rows, 37, ["greedy", "random"], "5"))
                self.assertEqual({k: about[k] for k in ("game", "players", "options", "rulings")},
                                 {k: games[0][0][k] for k in ("game", "players", "options", "rulings")})
                for name, form, column in (("game", "q", 0), ("move", "i", 1), ("seat", "b", 2)):
                    self.assertEqual(arrays[name][1], (rows,))
                    self.assertEqual(list(struct.unpack(f"<{rows}{form}", arrays[name][2])),
                                     [move[column] for move in moves], (game, name))
                self.assertEqual([str(seed) for seed in struct.unpack("<37Q", arrays["seeds"][2])],
                                 [lines[0]["seed"] for lines in games])
                winners = [-1 if lines[-1]["winner"] is None else lines[-1]["winner"] for lines in games]
                self.assertEqual(list(struct.unpack("<37b", arrays["winners"][2])), winners)
                self.assertEqual(list(arrays["finished"][2]), [lines[-1]["why"] != "cap" for lines in games])
                bits = arrays["observation"][1][1]
                self.assertEqual((len(about["bits"]), sum(f["bits"] for f in about["fields"])), (bits, bits))
                self.assertEqual(len(arrays["observation"][2]), rows * bits)

    def test_dataset_interrupted(self):
        """What is done so far is a whole dataset."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.npz"
            run = subprocess.Popen([PROGRAM, "simulate", "pharaoh", "--games", str(10**9), "--json",
                                    "--dataset", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.3)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=30)
            self.assertEqual((run.returncode, err, os.listdir(folder)), (130, b"", ["games.npz"]))
            about, arrays = dataset(path)
            r = json.loads(out)
            self.assertEqual((about["games"], about["rows"]), (r["games"], r["decisions"]))
            self.assertEqual(arrays["seeds"][1], (r["games"],))

    def test_bar_on_a_terminal(self):
        reading, writing = os.openpty()
        fcntl.ioctl(writing, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 48, 0, 0))
        run = subprocess.Popen([PROGRAM, "simulate", "true-propre", "--games", "300000", "--jobs",
                                "1"], stdout=subprocess.DEVNULL, stderr=writing)
        os.close(writing)
        shown = ""
        try:
            while piece := os.read(reading, 65536):
                shown += piece.decode()
        except OSError:   # how a terminal says that nobody is left
            pass
        os.close(reading)
        self.assertEqual(run.wait(), 0)
        self.assertRegex(shown, r"\d+/300000 games, \d+/s, .* left")
        for line in re.split(r"\r|\x1b\[K", shown):
            self.assertLess(len(line), 48)
        self.assertTrue(shown.endswith("\r\x1b[K"))


main()
