"""bylaw verify: accepts what is right, and nothing else."""
import json
import random
import re
import tempfile
from pathlib import Path

from bylaw import ALL, BRIEF, Case, EXAMPLES, GAMES, NO, WRONG, bylaw, main

BATCH = 50


def written(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def made(game, *words):
    return bylaw("simulate", game, "--transcript", "-", *words).out.splitlines()


def others(value, chance):
    """Values that differ from one in a state or an event."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        return [value + 1, value - 1, str(value)]
    if value is None:
        return [0, False]
    if isinstance(value, str):
        return [value + "x", ""]
    if isinstance(value, list):
        changed = [value + [value[0] if value else 0]]
        if value:
            changed += [value[1:], value[:-1]]
        if len(value) > 1 and value[0] != value[-1]:
            changed.append([value[-1]] + value[1:-1] + [value[0]])
        if value:
            i = chance.randrange(len(value))
            changed += [value[:i] + [o] + value[i + 1:] for o in others(value[i], chance)]
        return changed
    changed = [{**value, "more": 1}]
    for name in value:
        changed.append({k: v for k, v in value.items() if k != name})
        changed += [{**value, name: o} for o in others(value[name], chance)
                    if name != "legal" or sorted(o) != sorted(value[name])]   # a set
    return changed


class Verify(Case):
    def test_a_place_is_named_once(self):
        for answer in (bylaw("verify", "-", given="# no JSON\n"),
                       bylaw("play", "--resume", "/dev/stdin", given="# no JSON\n")):
            self.wrong(answer, "line 1, column 1: not JSON")
            self.assertEqual(answer.err.count("line"), 1, answer.err)

    def test_the_same_game_twice_is_no_casual_game(self):
        """A game before which a course of it stands that was left is one."""
        for game in GAMES:
            one = made(game, "--games", "1", "--seed", "5")
            left = made(game, "--games", "1", "--seed", "5", "--cap", "4")
            more = sum('"t":"move"' in line for line in one) - 4
            for lines, taken in (one + one, None), (one * 3, None), (left + one, 0), (one + left, more):
                out = bylaw("verify", "-", given="\n".join(lines) + "\n").out
                self.assertIn("every line holds", out)
                self.assertEqual(re.findall(r"casual: (\d+) move", out),
                                 [] if taken is None else [str(taken)])

    def refused(self, files, names):
        """Every file is refused with one line that names a line of it."""
        if BRIEF:
            files, names = files[::4], names[::4]
        with tempfile.TemporaryDirectory() as folder:
            for at in range(0, len(files), BATCH):
                paths = []
                for i, lines in enumerate(files[at:at + BATCH]):
                    paths.append(Path(folder) / ("%d.jsonl" % i))
                    paths[-1].write_text("\n".join(lines) + "\n" if lines else "")
                answer = bylaw("verify", *paths)
                self.assertIn(answer.status, (NO, WRONG))
                said = answer.err.splitlines()
                for path, name in zip(paths, names[at:at + BATCH]):
                    place = r"bylaw: %s: line \d+: ." % re.escape(str(path))
                    self.assertTrue(any(re.match(place, x) for x in said), name)
                self.assertEqual(len(said), len(paths))

    def test_examples(self):
        paths = sorted(EXAMPLES.glob("*.jsonl"))
        for path in paths:
            head = json.loads(path.read_text().splitlines()[0])
            if head["game"] in ALL:
                answer = self.done(bylaw("verify", path))
                self.assertRegex(answer.out, r"1 game, \d+ moves, every line holds\n\Z")
        self.assertTrue(paths)

    def test_own(self):
        for game in GAMES:
            for words in ([], ["--full"], ["--players", "2"], ["--players", "greedy,random,greedy"],
                          ["--preset", "table", "--full"], ["--cap", "5", "--full"]):
                lines = made(game, "--games", 5, "--seed", 2, *words)
                answer = self.done(bylaw("verify", "-", given="\n".join(lines) + "\n"))
                self.assertIn("5 games", answer.out)
                self.done(bylaw("verify", "-", given="\n".join(lines)))

    def test_members_in_any_order_and_spaces(self):
        for game in GAMES:
            lines = [json.loads(x) for x in made(game, "--games", 1, "--full", "--seed", 3)]
            given = "\n".join(json.dumps(dict(reversed(list(x.items())))) for x in lines)
            self.done(bylaw("verify", "-", given=given))

    def test_legal_is_a_set(self):
        for game in GAMES:
            lines = [json.loads(x) for x in made(game, "--games", 1, "--full", "--seed", 3)]
            for line in lines:
                line.get("legal", []).reverse()
            self.done(bylaw("verify", "-", given="\n".join(map(written, lines))))

    def test_without_cites_states_or_legal_moves(self):
        for game in GAMES:
            for name, value in (("cites", []), ("state", None), ("legal", None)):
                lines = [json.loads(x) for x in made(game, "--games", 1, "--full", "--seed", 3)]
                for line in lines:
                    if line.get("t") == "move":
                        line.pop(name)
                        if value is not None:
                            line[name] = value
                self.done(bylaw("verify", "-", given="\n".join(map(written, lines))))

    def test_any_line_taken_out_doubled_or_moved(self):
        for game in GAMES:
            lines = made(game, "--games", 1, "--full", "--seed", 11, "--players", 2)[:120]
            files, names = [], []
            for i in range(len(lines)):
                files += [lines[:i] + lines[i + 1:], lines[:i] + [lines[i]] + lines[i:]]
                names += ["%s without %d" % (game, i + 1), "%s with two %d" % (game, i + 1)]
                if i + 1 < len(lines):
                    files.append(lines[:i] + [lines[i + 1], lines[i]] + lines[i + 2:])
                    names.append("%s with %d and %d swapped" % (game, i + 1, i + 2))
            self.refused(files, names)

    def test_examples_without_a_line(self):
        for path in sorted(EXAMPLES.glob("*-2.jsonl")):
            lines = path.read_text().splitlines()
            if json.loads(lines[0])["game"] in ALL:
                step = max(1, len(lines) // 60)
                self.refused([lines[:i] + lines[i + 1:] for i in range(0, len(lines), step)],
                             ["%s %d" % (path.name, i) for i in range(0, len(lines), step)])

    def test_anything_changed(self):
        chance = random.Random(1)
        for game in GAMES:
            lines = made(game, "--games", 1, "--full", "--seed", 12)
            chosen = [1, 2, 3, len(lines) // 2, len(lines) - 2, len(lines) - 1]
            chosen += [i for i, x in enumerate(lines) if '"t":"chance"' in x][:1]
            files, names = [], []
            for i in chosen:
                for changed in others(json.loads(lines[i]), chance):
                    files.append(lines[:i] + [written(changed)] + lines[i + 1:])
                    names.append("%s line %d: %s" % (game, i + 1, written(changed)[:300]))
            self.refused(files, names)

    def test_changed_chance_in_a_short_transcript(self):
        """Without states to compare, what chance gave is held to the cards that there were."""
        chance, tried = random.Random(2), 0
        for game in GAMES:
            lines = made(game, "--games", 20, "--seed", 12)
            at = next((i for i, x in enumerate(lines) if '"t":"chance"' in x), None)
            if at is None:
                continue
            first = max(i for i in range(at) if '"bylaw"' in lines[i])
            tried += 1
            event = json.loads(lines[at])
            member = [m for m in event if m not in ("t", "what")][0]
            changed = others(event[member], chance)
            if isinstance(event[member], list) and len(event[member]) > 1:
                changed.append([event[member][0]] * len(event[member]))   # eighteen 7H
            files = [lines[first:at] + [written({**event, member: c})] for c in changed
                     if not isinstance(c, list) or not isinstance(event[member], list)
                     or sorted(map(str, c)) != sorted(map(str, event[member]))]
            cap = '{"t":"end","winner":null,"ranking":[],"why":"cap"}'
            rest = lines[at + 1:next(i for i in range(at, len(lines)) if '"t":"end"' in lines[i]) + 1]
            self.refused([f + rest for f in files], [game + " " + f[-1][:200] for f in files])
            self.refused([f + rest[:1] + [cap] for f in files], [game + " " + f[-1][:200] for f in files])
        self.assertGreater(tried, 1)

    def test_chance_without_its_move_and_a_move_without_its_chance(self):
        tried = 0
        for game in GAMES:
            lines = made(game, "--games", 20, "--seed", 12)
            at = next((i for i, x in enumerate(lines) if '"t":"chance"' in x), None)
            if at is None or '"t":"chance"' in lines[at + 1]:
                continue
            tried += 1
            first = max(i for i in range(at) if '"bylaw"' in lines[i])
            cap = '{"t":"end","winner":null,"ranking":[],"why":"cap"}'
            answer = bylaw("verify", "-", given="\n".join(lines[first:at] + [lines[at + 1], cap]))
            self.assertEqual(answer.status, NO, (game, answer))
            self.one_line(answer, "line %d: this move causes a " % (at - first + 1))
            answer = bylaw("verify", "-", given="\n".join(lines[first:at + 1] + [cap]))
            self.assertEqual(answer.status, NO, (game, answer))
            self.one_line(answer, "line %d: no move follows this chance line" % (at - first + 1))
        self.assertGreater(tried, 1)

    def test_a_start_that_no_deal_gives(self):
        """Two cards on the pile, where a game begins with one."""
        tried = 0
        for game in GAMES:
            lines = made(game, "--games", 1, "--seed", 12)
            start = json.loads(lines[1])
            state = start["state"]
            if "pile" not in state or "stock" not in state:
                continue
            tried += 1
            state["pile"].insert(0, state["stock"].pop())
            if "played" in state:
                state["played"] += 1
            cap = '{"t":"end","winner":null,"ranking":[],"why":"cap"}'
            answer = bylaw("verify", "-", given="\n".join([lines[0], written(start), cap]))
            self.assertEqual(answer.status, NO, (game, answer))
            self.one_line(answer, "line 2")
        self.assertGreater(tried, 1)

    def test_a_changed_header(self):
        for game in GAMES:
            lines = made(game, "--games", 1, "--full", "--seed", 12)
            head = json.loads(lines[0])
            changed = [{k: v for k, v in head.items() if k != name} for name in head]
            changed += [{**head, "more": 1}, {**head, "bylaw": 2}, {**head, "game": "chess"},
                        {**head, "players": head["players"] + 1}, {**head, "players": 1},
                        {**head, "seed": 12}, {**head, "seed": "x"}, {**head, "options": {"x": 1}},
                        {**head, "rulings": {"x": "y"}}]
            for name, value in head["options"].items():
                changed.append({**head, "options": {**head["options"], name: value + 1}})
            self.refused([[written(c)] + lines[1:] for c in changed], [written(c) for c in changed])

    def test_names_the_line_and_the_member(self):
        lines = made("pharaoh", "--games", 1, "--full", "--seed", 12)
        bad = json.loads(lines[5])
        bad["state"]["hands"][1] = bad["state"]["hands"][1][1:]
        answer = bylaw("verify", "-", given="\n".join(lines[:5] + [written(bad)] + lines[6:]))
        self.assertEqual(answer.status, NO)
        self.one_line(answer, "standard input: line 6: state.hands[1]")

    def test_says_what_differs(self):
        """A list that is too short or too long, a member that is missing, in lines and in states."""
        lines = made("pharaoh", "--games", 1, "--full", "--seed", 12)

        def told(at, change, *parts):
            line = json.loads(lines[at])
            change(line)
            answer = bylaw("verify", "-", given="\n".join([*lines[:at], written(line), *lines[at + 1:]]))
            self.assertIn(answer.status, (NO, WRONG))
            self.one_line(answer, "line %d: " % (at + 1), *parts)

        right = json.loads(lines[5])["state"]["pile"]
        told(5, lambda x: x["state"]["pile"].pop(),
             "state.pile: %d items, but %d are right" % (len(right) - 1, len(right)))
        told(5, lambda x: x["state"]["pile"].append("7H"),
             "state.pile: %d items, but %d are right" % (len(right) + 1, len(right)))
        told(5, lambda x: x["state"].pop("suit"), "state.suit: missing")
        told(5, lambda x: x.update(t=5), "line 6: t: ")

    def test_refusals_name_the_clause(self):
        lines = made("pharaoh", "--games", 1, "--seed", 12)
        bad = {**json.loads(lines[2]), "move": "stand"}
        answer = bylaw("verify", "-", given="\n".join(lines[:2] + [written(bad)] + lines[3:]))
        self.assertEqual(answer.status, NO)
        self.one_line(answer, "line 3", "R7")

    def test_cap_only_when_not_over(self):
        for game in GAMES:
            lines = made(game, "--games", 1, "--seed", 12)
            cap = '{"t":"end","winner":null,"ranking":[],"why":"cap"}'
            answer = bylaw("verify", "-", given="\n".join(lines[:-1] + [cap]))
            self.assertEqual(answer.status, NO)
            self.done(bylaw("verify", "-", given="\n".join(lines[:-2] + [cap])))

    def test_moves_out_of_turn(self):
        """Saying the word and table talk are open to every seat, and the vote follows."""
        head, start = made("true-propre", "--games", 1, "--seed", 1, "--players", 3)[:2]
        moves = [(2, "say"), (1, "talk last-card"), (2, "uphold"), (0, "uphold"), (1, "object"),
                 (0, "1")]
        cap = '{"t":"end","winner":null,"ranking":[],"why":"cap"}'
        lines = [head, start]
        for seat, move in moves:
            lines.append(written({"t": "move", "seat": seat, "move": move, "cites": []}))
        self.done(bylaw("verify", "-", given="\n".join(lines + [cap])))
        lines[3] = lines[3].replace('"seat":1', '"seat":0')   # then seat 1 would vote first
        answer = bylaw("verify", "-", given="\n".join(lines + [cap]))
        self.assertEqual(answer.status, NO)
        self.one_line(answer, "line 5", "§7.2.3")

    def test_several_games(self):
        two = made("pharaoh", "--games", 1, "--seed", 1) + made("six-seven", "--games", 1)
        self.assertIn("2 games", self.done(bylaw("verify", "-", given="\n".join(two))).out)
        missing = two[:-1] + two
        answer = bylaw("verify", "-", given="\n".join(missing))
        self.assertEqual(answer.status, NO)
        self.one_line(answer, "line %d" % len(two))

    def test_several_files(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad = Path(folder) / "good", Path(folder) / "bad"
            good.write_text("\n".join(made("six-seven", "--games", 1)))
            bad.write_text("nonsense")
            answer = bylaw("verify", good, bad, good, Path(folder) / "none")
            self.assertEqual((answer.status, len(answer.lines)), (WRONG, 2))
            self.assertEqual(len(answer.err.splitlines()), 2)

    def test_unreadable(self):
        line = made("pharaoh", "--games", 1, "--seed", 1)
        for given in (b"", b"\n", b"nonsense\n", b"{}\n", b"[]\n", b"null", b"\0\n", b'{"bylaw":1}',
                      b"{\"bylaw\":1\0}", b"\xff\xff\xff\n", b"[" * 200000, b"9" * 1000,
                      "\n".join(line[:3] + [""] + line[3:]).encode(),
                      "\n".join(line[:3] + ["nonsense"] + line[3:]).encode(),
                      "\n".join(line)[:-20].encode(), "\n".join(line[:9]).encode(),
                      b"x" * (65 << 20)):
            self.wrong(bylaw("verify", "-", given=given), "standard input: line ")
        self.wrong(bylaw("verify", "/nonexistent/file"), "/nonexistent/file")
        self.wrong(bylaw("verify", "/"), "/")

    def test_cut_anywhere(self):
        whole = "\n".join(made("six-seven", "--games", 1, "--seed", 1)).encode()
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for i, size in enumerate(range(0, len(whole), len(whole) // 200)):
                paths.append(Path(folder) / str(i))
                paths[-1].write_bytes(whole[:size])
            answer = bylaw("verify", *paths)
            self.assertEqual((answer.status, answer.out), (WRONG, ""))
            self.assertEqual(len(answer.err.splitlines()), len(paths))


main()
