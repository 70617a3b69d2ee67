"""bylaw lab: reports that can be relied on, whatever played them and however often it stopped."""
import json
import math
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree as xml

from bylaw import Case, GAMES, PROGRAM, bylaw, crafted, main, read_terminal, seal


LADDER = ["--ladder", "random,greedy,ismcts:100"]   # where nothing else is asked for: master thinks long


class Lab(Case):
    def lab(self, game, *words, out="r"):
        """Runs the lab and gives its JSON report."""
        ladder = LADDER if "--ladder" not in words and words[:2] != ("--games", 0) and game in GAMES else []
        answer = self.done(bylaw("lab", game, "--out", self.at / out, *ladder, *words))
        self.assertFalse((self.at / (out + ".part")).exists())
        return json.loads((self.at / (out + ".json")).read_text()), answer

    def files(self, out="r"):
        return [(self.at / (out + ending)).read_bytes() for ending in (".html", ".json")]

    # ---- what is written ----

    def test_page(self):
        """Well-formed, with nothing in it that leads elsewhere."""
        for game in GAMES:
            compare = [] if game == "six-seven" else ["--compare", "rulings"]
            r, _ = self.lab(game, "--games", 15, "--playouts", 4, "--explore", "--states", 500,
                            *compare)
            page = (self.at / "r.html").read_text(encoding="utf-8")
            root = xml.fromstring(page.replace("<!DOCTYPE html>", ""))
            self.assertEqual(root.tag, "html")
            for word in ("http", "src=", "href=", "url(", "@import", "<script", "<link"):
                self.assertNotIn(word, page)
            self.assertIn("prefers-color-scheme", page)
            self.assertIn('name="viewport"', page)
            self.assertGreaterEqual(len(list(root.iter("svg"))), 6)
            self.look_at_charts(root)
            words = " ".join("".join(root.itertext()).split())
            for clause in bylaw("rules", game, "--json").json:
                self.assertIn(clause["id"], words)
            self.assertEqual(len(r["settings"][0]["coverage"]["clauses"]),
                             len(bylaw("rules", game, "--json").json))

    def look_at_charts(self, root):
        """Each says what its bars are, has a scale to read them by, and tells what other colours and the
        whiskers mean."""
        for chart in root.iter("figure"):
            words = [" ".join(text.itertext()).strip() for text in chart.iter("text")]
            marks = {part.get("class") for part in chart.iter() if part.get("class")}
            title = "".join(chart.find("figcaption").itertext())
            self.assertTrue(any(w.startswith("share of the ") for w in words), title)
            self.assertIn("axis", marks, title)
            self.assertTrue({"moves", "legal moves", "points", "changes"} & set(words) or "whisker" in marks, title)
            scale = ["".join(t.itertext()) for t in chart.iter("text") if "mark" in t.get("class", "").split()]
            self.assertEqual(scale[:1], ["0\u00a0%" if "\u00a0" in scale[0] else "0 %"], title)
            self.assertGreaterEqual(len(set(scale)), 3, title)
            self.assertLessEqual(len(set(scale)), 6, title)
            legends = [r for r in chart.iter("rect") if r.get("class") == "bar marked" and r.get("width") == "10"]
            self.assertEqual("bar marked" in marks, bool(legends), title)
            if "whisker" in marks:
                self.assertTrue(any("its interval of 95" in w for w in words), title)
                self.assertTrue(any(w.startswith("equal: ") for w in words), title)

    def test_little_is_told_of_few_deals(self):
        """Of fewer than 20 deals no interval is told but those of shares: it would promise too much. So
        nothing is called clear, and what is told by drawing deals again is left out."""
        for games, told in (1, False), (19, False), (20, True):
            r, said = self.lab("pharaoh", "--games", games, "--playouts", 2, "--ladder", "random,greedy",
                               "--compare", "stack-sevens=as-written")
            figures, words = r["settings"][0]["figures"], " ".join(said.out.split())
            for mean in (figures["moves"], figures["gain_of_best_move"], figures["lead_changes"],
                         figures["settled_after"], r["differences"][0]["moves"]):
                self.assertEqual((mean["low"] is not None, mean["high"] is not None), (told, told))
            self.assertEqual(figures["shuffle_explains"]["n"] > 0, told)
            self.assertEqual("the shuffle as a whole explains" in words, told)
            self.assertEqual(bool(re.search(r"moves on average \(", words)), told)
            self.assertEqual("Of so few deals nothing else can be said." in words, not told)
            page = (self.at / "r.html").read_text()
            self.assertEqual('<tr class="clear">' in page, told and "It changes" in words)

    def test_command_gives_the_report_again(self):
        r, _ = self.lab("propre", "--games", 12, "--playouts", 3, "--players", 3, "--compare",
                        "hand=5,match-after-play=restored", "--explore", "--tail", 3, "--states",
                        300)
        words = r["command"].split()
        self.assertEqual(words[:3], ["bylaw", "lab", "propre"])
        self.done(bylaw(*words[1:], "--out", self.at / "again"))
        self.assertEqual(self.files(), self.files("again"))

    def test_json_on_standard_output(self):
        r, answer = self.lab("pharaoh", "--games", 5, "--playouts", 2, "--json")
        self.assertEqual(answer.json, r)

    def test_findings(self):
        _, answer = self.lab("pharaoh", "--games", 10, "--playouts", 2, "--compare", "rulings",
                             "--findings", "-")
        self.assertTrue(answer.out.startswith("# Pharaoh: findings\n"))
        for part in ("## Does it end?", "## Is it fair?", "## What is dead?", "--seed 1",
                     "- `tuple-match=first`:"):
            self.assertIn(part, answer.out)

    def test_one_deal_is_one(self):
        for games, findings, page in ((1, "What 1 deal tells ", ">1 deal, played under "),
                                      (2, "What 2 deals tell ", ">2 deals, each played under ")):
            _, answer = self.lab("pharaoh", "--games", games, "--playouts", 2, "--findings", "-")
            self.assertIn(findings, answer.out)
            self.assertIn(page, "".join(f.read_text() for f in self.at.rglob("*.html")))
            self.assertNotRegex(answer.out, r"\b1 (deals|games|moves|positions)\b")

    # ---- figures ----

    def test_games_are_those_of_simulate(self):
        for game in GAMES:
            bots = "greedy,random,greedy"
            r, _ = self.lab(game, "--games", 40, "--seed", 5, "--players", bots, "--playouts", 0)
            f = r["settings"][0]["figures"]
            s = bylaw("simulate", game, "--games", 40, "--seed", 5, "--players", bots,
                      "--json").json
            self.assertEqual([w["hits"] for w in f["wins"]], s["wins"])
            self.assertEqual(f["ends"], s["ends"])
            self.assertAlmostEqual(f["moves"]["mean"], s["moves"]["mean"], places=5)
            self.assertEqual([f["moves_" + k] for k in ("p5", "p50", "p95", "max")],
                             [s["moves"][k] for k in ("p5", "p50", "p95", "max")])
            self.assertEqual(sum(f["moves_bins"]), 40)
            self.assertEqual(sum(f["decisions_by_legal_moves"]), s["decisions"])

    def test_games_whose_moves_are_written(self):
        """Bots write them in the lab as they do elsewhere."""
        bots = "greedy,greedy,greedy,greedy"
        words = ["predicate-wars", "--games", 2, "--seed", 5, "--players", bots, "--cap", 1000,
                 "--preset", "table"]
        r, _ = self.lab(*words, "--playouts", 0, "--ask", 5)
        self.assertEqual([s["bot"] for s in r["settings"][0]["figures"]["ladder"]], ["greedy", "ismcts:100"])
        f, s = r["settings"][0]["figures"], bylaw("simulate", *words, "--json").json
        self.assertEqual([w["hits"] for w in f["wins"]], s["wins"])
        self.assertEqual(f["ends"], s["ends"])
        self.assertEqual(s["unfinished"], 0)
        self.assertAlmostEqual(f["moves"]["mean"], s["moves"]["mean"], places=5)

    def test_branching(self):
        """Legal moves, counted from a transcript."""
        for game in GAMES:
            r, _ = self.lab(game, "--games", 1, "--seed", 3, "--players", 2, "--playouts", 0)
            text = bylaw("simulate", game, "--games", 1, "--seed", 3, "--players", "greedy,greedy",
                         "--transcript", "-", "--full").out
            counts = [len(json.loads(line)["legal"]) for line in text.splitlines()
                      if line.startswith('{"t":"move"')]
            f = r["settings"][0]["figures"]
            self.assertAlmostEqual(f["legal_moves"]["mean"], sum(counts) / len(counts), places=5)
            self.assertEqual(f["legal_moves_max"], max(counts))
            self.assertEqual(f["one_legal_move"]["hits"], counts.count(1))

    def test_coverage_is_that_of_the_transcripts(self):
        """Without questions, an effect is applied as often as moves cite it; the second game of a
        deal is the first again when all bots are the same. The deal may cite it once more."""
        for game in GAMES:
            r, _ = self.lab(game, "--games", 3, "--seed", 11, "--players", 2, "--ladder", "greedy,greedy",
                            "--playouts", 0, "--ask", 0)
            text = bylaw("simulate", game, "--games", 3, "--seed", 11, "--players",
                         "greedy,greedy", "--transcript", "-").out
            cites, moves = {}, 0
            for line in text.splitlines():
                event = json.loads(line)
                moves += event.get("t") == "move"
                for clause in event.get("cites", []):
                    cites[clause] = cites.get(clause, 0) + 1
            coverage = r["settings"][0]["coverage"]
            self.assertEqual((coverage["moves"], coverage["questions"]), (2 * moves, 0))
            for c in coverage["clauses"]:
                n = 2 * cites.get(c["id"], 0)
                self.assertLessEqual(n, c["held"] + c["applied"], c["id"])
                self.assertLessEqual(c["consulted"], 2 * moves + 6)
                if c["kind"] == "effects":
                    self.assertIn(c["applied"], (n, n + 6), c["id"])
                if n:
                    self.assertIn(c["reach"], ("reached", "dead"))

    def test_refusals_come_from_questions(self):
        r, _ = self.lab("six-seven", "--games", 20, "--playouts", 0, "--ask", 30)
        coverage = r["settings"][0]["coverage"]
        self.assertGreater(coverage["refusals"], 0.9 * coverage["questions"])
        refused = {c["id"] for c in coverage["clauses"]
                   if c["kind"] == "requires" and c["refused"]}
        self.assertTrue({"§2.1", "§4.2", "§3.3"} <= refused)

    def test_words_lead_to_votes(self):
        """Clauses that only words said at the table reach."""
        r, _ = self.lab("propre", "--games", 100, "--playouts", 0, "--seed", 2)
        unseen = [c["id"] for c in r["settings"][0]["coverage"]["clauses"]
                  if c["reach"] == "not in this sample"]
        self.assertEqual(unseen, [])

    def test_dead_clauses_have_their_reason(self):
        r, _ = self.lab("true-propre", "--games", 2, "--playouts", 0)
        dead = {c["id"]: c["dead"] for c in r["settings"][0]["coverage"]["clauses"] if "dead" in c}
        self.assertIn("§3.2.1.1", dead)
        self.assertTrue(all(dead.values()))

    def test_unfinished(self):
        r, answer = self.lab("pharaoh", "--games", 10, "--cap", 5, "--playouts", 2)
        f = r["settings"][0]["figures"]
        self.assertEqual(f["unfinished"]["games"], 10)
        self.assertIn("10 of 10 games did not end within 5 moves", " ".join(answer.out.split()))

    def test_skill(self):
        r = self.done(bylaw("lab", "pharaoh", "--games", 60, "--playouts", 0, "--json", "--out", self.at / "r")).json
        f = r["settings"][0]["figures"]
        first = f["ladder"][0]
        self.assertEqual([(step["bot"], step["among"], step["wins"]["of"]) for step in f["ladder"]],
                         [("greedy", "random", 60), ("master", "greedy", 6)])
        share = first["wins"]["share"]
        self.assertGreater(first["wins"]["low"], 0.4)
        self.assertAlmostEqual(first["elo"], 400 * math.log10(share * 3 / (1 - share)), places=3)
        r, said = self.lab("pharaoh", "--games", 200, "--playouts", 0, "--ladder", "random,random")
        step, = r["settings"][0]["figures"]["ladder"]
        self.assertTrue(step["wins"]["low"] < 0.25 < step["wins"]["high"])
        self.assertIn("one random among random wins", " ".join(said.out.split()))

    def test_what_changes_no_deal_is_untested(self):
        """A ruling about what never comes up is not shown to be harmless."""
        r, said = self.lab("pharaoh", "--games", 3, "--playouts", 0, "--compare", "players=4")
        self.assertEqual(r["differences"][0]["differ"], 0)
        self.assertIn("it is untested here", " ".join(said.out.split()))

    # ---- comparing ----

    def test_compare_with_itself(self):
        r, _ = self.lab("true-propre", "--games", 20, "--playouts", 4, "--compare",
                        "match-after-play=as-written")
        d = r["differences"][0]
        self.assertIs(d["paired"], True)
        self.assertEqual((d["deals"], d["differ"], d["other_winner"]["hits"]), (20, 0, 0))
        self.assertEqual((d["moves"]["low"], d["moves"]["high"]), (0, 0))
        self.assertEqual(r["settings"][0]["figures"], r["settings"][1]["figures"])

    def test_differences_are_paired(self):
        """The mean difference is that of two labs; its interval is that of the differences."""
        words = ["--games", 50, "--playouts", 0]
        r, _ = self.lab("true-propre", *words, "--compare", "match-after-play=restored")
        alone, _ = self.lab("true-propre", *words, "--ruling", "match-after-play=restored")
        self.assertEqual(r["settings"][1]["figures"], alone["settings"][0]["figures"])
        lengths = []
        for ruling in ("as-written", "restored"):
            text = bylaw("simulate", "true-propre", "--games", 50, "--seed", 1, "--ruling",
                         "match-after-play=" + ruling, "--players", "greedy,greedy,greedy,greedy",
                         "--transcript", "-").out
            lengths.append([g.count('{"t":"move"') for g in text.split('{"bylaw"')[1:]])
        d = [b - a for a, b in zip(*lengths)]
        mean = sum(d) / 50
        error = 1.959964 * (sum((x - mean) ** 2 for x in d) / 49 / 50) ** 0.5
        moves = r["differences"][0]["moves"]
        self.assertAlmostEqual(moves["mean"], mean, places=5)
        self.assertAlmostEqual(moves["low"], mean - error, places=4)
        self.assertAlmostEqual(moves["high"], mean + error, places=4)

    def test_players_are_compared_as_two_samples(self):
        words = ["--games", 60, "--playouts", 4]
        r, answer = self.lab("propre", *words, "--compare", "players=3")
        alone, _ = self.lab("propre", *words, "--players", 3, out="alone")
        here, there = (s["figures"] for s in r["settings"])
        self.assertEqual(there, alone["settings"][0]["figures"])
        d = r["differences"][0]
        self.assertIs(d["paired"], False)
        self.assertFalse({"differ", "other_winner", "lone_wins", "wins"} & set(d))
        a, b = here["moves"], there["moves"]
        error = ((a["high"] - a["mean"]) ** 2 + (b["high"] - b["mean"]) ** 2) ** 0.5
        self.assertAlmostEqual(d["moves"]["mean"], b["mean"] - a["mean"], places=5)
        self.assertAlmostEqual(d["moves"]["high"] - d["moves"]["mean"], error, places=4)
        self.assertIn("compares two samples", " ".join(answer.out.split()))
        page = xml.fromstring((self.at / "r.html").read_text().replace("<!DOCTYPE html>", ""))
        rows = ["".join(row.itertext()) for row in page.iter("tr")]
        self.assertEqual(sum(row.startswith("Seat 3 wins") for row in rows), 1)
        again = r["command"].split()
        self.done(bylaw(*again[1:], "--out", self.at / "again"))
        self.assertEqual(self.files(), self.files("again"))

    # ---- exploring ----

    def test_explore_counts(self):
        """Against a search through `legal` and `apply`."""
        r, _ = self.lab("six-seven", "--games", 0, "--players", 2, "--explore", "--tail", 2)
        e = r["explored"]
        self.assertTrue(e["exhaustive"])
        text = bylaw("simulate", "six-seven", "--games", 1, "--seed", 1, "--players", 2,
                     "--transcript", "-", "--full").out.splitlines()
        head = json.loads(text[0])
        before = json.loads(text[-4])["state"]   # two moves and the end follow
        position = {k: head[k] for k in ("game", "players", "options", "rulings")}
        start = json.dumps({**position, "state": before})
        seen, todo, edges, over, depth = {start}, [start], 0, 0, 0
        while todo:
            following = []
            for p in todo:
                moves = bylaw("legal", "six-seven", given=p).lines
                over += not moves
                for move in moves:
                    q = json.dumps(bylaw("apply", "six-seven", move, given=p).json)
                    edges += 1
                    if q not in seen:
                        seen.add(q)
                        following.append(q)
            todo = following
            depth += bool(todo)
        self.assertEqual((e["positions"], e["moves"], e["over"], e["longest_play"]),
                         (len(seen), edges, over, depth))
        self.assertEqual((e["without_legal_move"], e["position_can_come_again"]), (0, False))

    def test_explore_says_when_it_is_not_finished(self):
        r, answer = self.lab("pharaoh", "--games", 0, "--explore", "--states", 300)
        e = r["explored"]
        self.assertEqual((e["search"], e["exhaustive"], e["longest_play"]),
                         ("too many positions", False, None))
        self.assertGreaterEqual(e["complete_to"], 1)
        self.assertIn("did not finish", answer.out)

    def test_what_players_write_is_not_explored(self):
        self.wrong(bylaw("lab", "predicate-wars", "--games", 0, "--explore", "--out",
                         self.at / "w"), "--explore")
        self.assertFalse((self.at / "w.json").exists())

    def test_explore_position(self):
        position = bylaw("new", "propre", "--players", 2, "--seed", 4).out
        path = self.at / "p.json"
        path.write_text(position)
        r, _ = self.lab("propre", "--games", 0, "--explore", "--position", path, "--states", 100)
        self.assertEqual(r["explored"]["from"], "the position given")
        for words in ["--position", path], ["--players", 2], ["--tail", 2, "--cap", 500]:
            r, _ = self.lab("propre", "--games", 0, "--explore", *words, "--states", 100)
            self.done(bylaw(*r["command"].split()[1:], "--out", self.at / "again"))
            self.assertEqual(self.files(), self.files("again"))

    # ---- the same whatever plays it ----

    def test_jobs_make_no_difference(self):
        for game in GAMES:
            seen = set()
            for jobs in (1, 2, 7):
                self.lab(game, "--games", 33, "--playouts", 3, "--jobs", jobs)
                seen.add(tuple(self.files()))
            self.assertEqual(len(seen), 1, game)

    def interrupted(self, *words, signals=1):
        """A run that was told to stop when it had some blocks."""
        call = [PROGRAM, "lab", "pharaoh", "--out", self.at / "r", *LADDER, *map(str, words)]
        run = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        part = self.at / "r.part"
        self.wait(run, lambda: part.exists() and part.read_bytes().count(b"\n") >= 4)
        for _ in range(signals):
            run.send_signal(signal.SIGINT)
            time.sleep(0.001)
        out, err = run.communicate(timeout=30)
        self.assertEqual((run.returncode, err), (130, b""))
        return out.decode()

    def test_interrupted_twice(self):
        """A parent that passes Ctrl-C on, as timeout does, makes two of one."""
        for _ in range(4):
            said = self.interrupted("--games", 4000, "--jobs", 2, "--playouts", 4, signals=2)
            self.assertIn("--resume goes on", said)
            r = json.loads((self.at / "r.json").read_text())
            self.assertTrue(0 < r["games_done"] < 4000)
            for path in self.at.iterdir():
                path.unlink()

    def test_interrupted_and_resumed(self):
        words = ["--games", 400, "--jobs", 2, "--compare", "rulings"]
        self.assertIn("--resume goes on", self.interrupted(*words))
        r = json.loads((self.at / "r.json").read_text())
        self.assertIs(r["stopped"], True)
        self.assertTrue(0 < r["games_done"] < 400)
        self.assertEqual(r["settings"][0]["figures"]["games"], r["games_done"])
        self.assertIn("Stopped early", (self.at / "r.html").read_text())
        part = self.at / "r.part"
        whole = part.read_bytes()
        part.write_bytes(whole[:-100])   # as if the power had failed
        self.done(bylaw("lab", "pharaoh", "--out", self.at / "r", "--resume", *LADDER, *words))
        self.assertFalse(part.exists())
        self.lab("pharaoh", *words, out="once")
        self.assertEqual(self.files(), self.files("once"))

    def test_crafted_checkpoint(self):
        """Whole lines that no block gives: numbers of a file are never indexes unlooked at."""
        words = ["--games", 4000, "--jobs", 1, "--playouts", 2, "--ask", 1]
        self.interrupted(*words)
        part = self.at / "r.part"
        for text in crafted(part, [10**15, -10**7, 2**63]):
            part.write_text(text)
            self.wrong(bylaw("lab", "pharaoh", "--out", self.at / "r", "--resume", *LADDER, *words),
                       f"{part}: line 2: ")

    def test_crafted_counts(self):
        """What blocks count is added up over all blocks: a number that is too large for that is
        refused, and so is a clause that comes up again and again."""
        call = ["--games", 4000, "--jobs", 1, "--playouts", 2, "--ask", 1]
        self.interrupted(*call)
        part = self.at / "r.part"
        plan, line, *_ = part.read_text().splitlines()
        words = line.split()[:-1]

        def refused(words):
            """The name of what does not fit."""
            part.write_text(f"{plan}\n{seal(' '.join(map(str, words)))}\n")
            answer = bylaw("lab", "pharaoh", "--out", self.at / "r", "--resume", *LADDER, *call)
            self.wrong(answer, f"{part}: line 2: ")
            return answer.err.split(": line 2: ")[1].split(":")[0]

        def changed(at, number):
            return refused(words[:at] + [number] + words[at + 1:])

        low, high = 2, len(words) - 1   # the last game's row is before the sums, clauses are behind
        found = None
        for _ in range(64):
            if found == "sums":
                break
            at = (low + high) // 2
            found = changed(at, 2**44 + 1)
            low, high = (low, at) if found in ("clause", "coverage") else (at, high)
        self.assertEqual(found, "sums")
        for number in (-1, 2**62, 2**63 - 1):
            self.assertEqual(changed(at, number), "sums")
        self.assertEqual(changed(len(words) - 2, 2**44 + 1), "coverage")

        last, most = words[-7:-1], [2**44] * 5   # a clause and its five counts, before the 0
        self.assertEqual(refused(words[:-1] + last + ["0"]), "clause")
        self.assertEqual(refused(words[:-1] + [1, *most, 0]), "clause")
        self.assertEqual(refused(words[:-1] + [last[0], *most] * 6000 + [0]), "clause")

    def test_resume_of_another_call(self):
        self.interrupted("--games", 400)
        self.wrong(bylaw("lab", "pharaoh", "--out", self.at / "r", "--resume", *LADDER, "--games", 500),
                   "r.part", "another call")
        self.wrong(bylaw("lab", "pharaoh", "--out", self.at / "no", "--resume"), "no.part")

    def test_bar_on_a_terminal(self):
        reading, writing = os.openpty()
        run = subprocess.Popen([PROGRAM, "lab", "pharaoh", *LADDER, "--games", "300", "--out",
                                self.at / "r"], stdout=subprocess.DEVNULL, stderr=writing)
        os.close(writing)
        shown = read_terminal(reading)
        self.assertEqual(run.wait(), 0)
        self.assertRegex(shown, r"\d+/300 games, \d+/s, .* left")
        self.assertTrue(shown.endswith("\r\x1b[K"))

    def test_wrong_calls(self):
        def wrong(*words):
            return bylaw("lab", "pharaoh", "--out", self.at / "r", *words)
        self.wrong(wrong("--games", 0), "--games")
        self.wrong(wrong("--compare", "nonsense"), "--compare", "nonsense")
        self.wrong(wrong("--compare", "players=1"), "--compare", "players")
        self.wrong(wrong("--compare", "players=many"), "--compare", "players")
        self.wrong(wrong("--compare", "nonsense=1"), "--compare", "nonsense")
        self.wrong(wrong("--compare", "tuple-match=nonsense"), "--compare", "nonsense")
        self.wrong(wrong("--ladder", "random,gredy"), "--ladder", "greedy")
        self.wrong(wrong("--ladder", "greedy"), "--ladder", "two to 4")
        self.wrong(wrong("--tail", 3, "--games", 1), "--explore")
        self.wrong(wrong("--explore", "--games", 0, "--position", "/nonexistent"), "/nonexistent")
        self.wrong(bylaw("lab", "six-seven", "--compare", "rulings"), "rulings")
        for ignored in (["--ladder", "random,greedy"], ["--playout-bot", "greedy"],
                        ["--playouts", 3], ["--ask", 3], ["--compare", "rulings"], ["--jobs", 2],
                        ["--resume"], ["--players", "greedy,greedy"], ["--cap", 100]):
            self.wrong(wrong("--games", 0, "--explore", *ignored), ignored[0] + ":", "--games 0")
        for ignored in ("--players", 3), ("--seed", 4), ("--ruling", "tuple-match=first"), ("--preset", "table"):
            self.wrong(wrong("--games", 0, "--explore", "--position", "p", *ignored),
                       ignored[0] + ":", "--position")
        self.wrong(wrong("--playouts", 0, "--playout-bot", "greedy"), "--playout-bot:", "--playouts 0")
        self.wrong(wrong("--json", "--findings", "-"), "--findings:", "--json")
        self.wrong(bylaw("lab", "pharaoh", "--games", 1, "--out", "/nonexistent/r"),
                   "/nonexistent/r.part")
        self.assertEqual(list(self.at.iterdir()), [])


main()
