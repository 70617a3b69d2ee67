"""bylaw new, show, legal, apply, explain, hint: positions in and out."""
import copy
import json
import os
import random
import re
import signal
import subprocess

from bylaw import (ALL, BRIEF, Case, DONE, GAMES, NO, PROGRAM, WRONG, bylaw, main, new,
                   wait_until_caught)

RARE = 7 if BRIEF else 1


def played(game, *words):
    """A game as (position, move line) pairs: what the position was when the move was made."""
    lines = [json.loads(line) for line in
             bylaw("simulate", game, "--games", 1, "--transcript", "-", "--full", *words).lines]
    head = {k: lines[0][k] for k in ("game", "players", "options", "rulings")}
    state, pairs, chance = lines[1]["state"], [], False
    for line in lines[2:]:
        if line["t"] == "move":
            pairs.append(({**head, "state": state}, line, chance))
            state = line["state"]
        chance = line["t"] == "chance"
    return pairs, {**head, "state": state}


SUITS = {"f": dict(zip("CDHS", ("clubs", "diamonds", "hearts", "spades"))),
         "g": dict(zip("ABHL", ("acorns", "bells", "hearts", "leaves")))}


def in_english(fact):
    """The words of a fact, made from its format and arguments."""
    args = iter(fact["args"])
    last = None   # what chooses: the number inside or before; seats are told to nobody in particular

    def choice(match):
        one, other = match.group(1).split("|")
        letters = re.findall("%(.)", one + other)
        chosen = last if not letters else fact["args"][len(fact["args"]) - args.__length_hint__()]
        seat = (letters or re.findall("%([dp])", fact["format"][:match.start()])[-1:]) == ["p"]
        text = one if chosen == 1 and not seat else other
        if letters and "%" not in text:
            next(args)
        return re.sub("%(.)", word, text)

    def word(match):
        nonlocal last
        letter = match.group(1)
        if letter == "%":
            return "%"
        value = next(args)
        last = value if letter in "dp" else last
        if letter in SUITS:
            return SUITS[letter][value]
        if letter == "t":
            return {True: "true", False: "false"}[value]
        return {"p": "seat %s", "i": "#%s"}.get(letter, "%s") % value

    text = re.sub(r"{([^}]*)}|%(.)", lambda m: choice(m) if m.group(1) else
                  word(re.match("%(.)", m.group(0))), fact["format"])
    return text if next(args, None) is None else "an argument too many"


class New(Case):
    def test_shape(self):
        for game in GAMES:
            position = new(game, "--seed", 1)
            self.assertEqual(list(position), ["game", "players", "options", "rulings", "state"])
            self.assertEqual(position["game"], game)
            self.assertEqual(position["state"]["to_move"], 0)

    def test_written_compact_on_one_line(self):
        for game in GAMES:
            out = bylaw("new", game, "--seed", 1).out
            self.assertEqual(out, json.dumps(json.loads(out), separators=(",", ":"),
                                             ensure_ascii=False) + "\n")

    def test_seeds(self):
        for game in GAMES:
            ten = bylaw("new", game, "--seed", "10").out
            self.assertEqual(ten, bylaw("new", game, "--seed=0xA").out)
            self.assertNotEqual(ten, bylaw("new", game, "--seed", "11").out)
            self.assertNotEqual(bylaw("new", game).out, bylaw("new", game).out)
            self.done(bylaw("new", game, "--seed", 2**64 - 1))

    def test_wrong_seeds(self):
        for seed in ("", "x", "-1", "1.5", "0x", str(2**64), "0x1" + "0" * 16, "1 "):
            self.wrong(bylaw("new", "pharaoh", "--seed", seed), "--seed")

    def test_players(self):
        self.assertEqual(len(new("pharaoh", "--players", 8)["state"]["hands"]), 8)
        for players in (0, 1, 9, -1, "x", 10**30):
            self.wrong(bylaw("new", "pharaoh", "--players", players), "players")

    def test_options_and_rulings(self):
        position = new("propre", "--set", "hand=5", "--set", "dealer=1", "--preset", "table",
                       "--ruling", "empty-option-2=as-written")
        self.assertEqual(position["options"], {"decks": 1, "hand": 5, "dealer": 1})
        self.assertEqual(position["rulings"], {"match-after-play": "restored",
                                               "empty-option-2": "as-written"})
        # The seat after the dealer, one further for a ten, one back for a Jack.
        moved = {"T": 3, "J": 1}.get(position["state"]["pile"][0][0], 2)
        self.assertEqual(position["state"]["active"], moved)

    def test_ruling_wins_over_preset_in_any_order(self):
        position = new("pharaoh", "--ruling", "tuple-match=as-written", "--preset", "table")
        self.assertEqual(position["rulings"]["tuple-match"], "as-written")

    def test_both_presets_of_a_game_without_rulings(self):
        for preset in ("letter", "table"):
            self.done(bylaw("new", "six-seven", "--preset", preset))

    def test_wrong_options(self):
        self.wrong(bylaw("new", "propre", "--set", "hand"), "--set", "hand")
        self.wrong(bylaw("new", "propre", "--set", "=5"), "--set")
        self.wrong(bylaw("new", "propre", "--set", "hand=0"), "hand")
        self.wrong(bylaw("new", "propre", "--set", "hand=99999999999999999999"), "hand")
        self.wrong(bylaw("new", "propre", "--set", "cards=5"), "cards", "hand")
        self.wrong(bylaw("new", "six-seven", "--set", "hand=5"), "hand")
        self.wrong(bylaw("new", "propre", "--players", 10, "--set", "decks=1"), "propre")
        self.wrong(bylaw("new", "propre", "--ruling", "match-after-play=no"), "match-after-play")
        self.wrong(bylaw("new", "propre", "--ruling", "nonsense=no"), "nonsense")
        self.wrong(bylaw("new", "propre", "--preset", "mine"), "mine", "letter")


class Moves(Case):
    def test_legal(self):
        for game in GAMES:
            pairs, last = played(game, "--seed", 5)
            for position, line, _ in pairs[::7 * RARE]:
                answer = self.done(bylaw("legal", game, given=position))
                self.assertEqual(answer.lines, line["legal"])
                as_json = bylaw("legal", game, "--json", given=position)
                self.assertEqual(as_json.json, {"to_move": position["state"]["to_move"],
                                                "moves": line["legal"]})
            self.assertEqual(self.done(bylaw("legal", game, given=last)).out, "")
            self.assertEqual(bylaw("legal", game, "--json", given=last).json,
                             {"to_move": None, "moves": []})

    def check_facts(self, clause):
        """Each fact is its format with its arguments; a clause without facts has no such member."""
        self.assertNotEqual(clause.get("facts"), [])
        for fact in clause.get("facts", []):
            self.assertEqual(list(fact), ["text", "format", "args"])
            self.assertEqual(in_english(fact), fact["text"])

    def test_facts_of_a_refusal(self):
        position = new("true-propre", "--seed", 7)
        answer = bylaw("explain", "true-propre", "8 7C", "--json", given=position)
        self.assertEqual(answer.json["clauses"][0]["facts"],
                         [{"text": "an attack of 2 is going on (AV must be 0)",
                           "format": "an attack of %d is going on (AV must be 0)", "args": [2]}])

    def test_apply_and_explain_what_is_legal(self):
        for game in GAMES:
            pairs, _ = played(game, "--seed", 6)
            for position, line, chance in pairs[::5 * RARE]:
                after = self.done(bylaw("apply", game, line["move"], given=position)).json
                if not chance:
                    self.assertEqual(after, {**position, "state": line["state"]})
                answer = self.done(bylaw("explain", game, line["move"], "--json", given=position))
                self.assertEqual(list(answer.json), ["legal", "clauses"])
                self.assertIs(answer.json["legal"], True)
                ids = []
                for c in answer.json["clauses"]:
                    self.assertEqual(list(c), ["id", "text", "holds"] + ["facts"] * ("facts" in c))
                    self.assertIs(c["holds"], True)
                    self.check_facts(c)
                    ids.append(c["id"])
                self.assertEqual(ids, line["cites"])
                text = self.done(bylaw("explain", game, line["move"], given=position))
                self.assertTrue(text.lines[0].startswith("legal: "))
                self.assertEqual([x.split()[0] for x in text.lines[1:]], ids)

    def test_refused(self):
        for game in GAMES:
            everything = set()
            pairs, last = played(game, "--seed", 7)
            for _, line, _ in pairs:
                everything.update(line["legal"])
            refused = 0
            for position, line, _ in pairs[::9 * RARE]:
                for move in random.Random(1).sample(sorted(everything), 4):
                    if move in line["legal"]:
                        continue
                    answer = bylaw("explain", game, move, "--json", given=position)
                    self.assertEqual((answer.status, answer.err), (NO, ""), (move, answer.err))
                    first = answer.json["clauses"][0]
                    self.assertIs(answer.json["legal"], False)
                    self.assertIs(first["holds"], False)
                    self.check_facts(first)
                    text = bylaw("explain", game, move, given=position)
                    self.assertEqual(text.status, NO)
                    self.assertTrue(text.lines[0].startswith("refused: "))
                    self.assertTrue(text.lines[1].startswith(first["id"] + " "))
                    applied = bylaw("apply", game, move, given=position)
                    self.assertEqual((applied.status, applied.out), (NO, ""))
                    self.one_line(applied, "refused by " + first["id"] + ":", first["text"][:40])
                    refused += 1
            self.assertGreater(refused, 5 if not BRIEF else 0)
            move = pairs[-1][1]["move"]
            self.assertEqual(bylaw("explain", game, move, given=last).status, NO)

    def test_letter_case_is_hinted_at(self):
        position = bylaw("new", "pharaoh", "--players", 2, "--seed", 7).out
        self.wrong(bylaw("apply", "pharaoh", "PLAY", "KB", given=position), "did you mean 'play KB'")
        self.wrong(bylaw("explain", "pharaoh", "play kl", given=position), "did you mean 'play KL'")
        position = bylaw("new", "propre", "--seed", 7).out
        self.wrong(bylaw("apply", "propre", "8 th H", given=position), "did you mean '8 TH h'")
        self.assertNotIn("did you mean", bylaw("apply", "propre", "9 TH", given=position).err)

    def test_wrong_seat(self):
        position = new("pharaoh", "--seed", 1)
        answer = bylaw("apply", "pharaoh", "draw", "--seat", 1, given=position)
        self.assertEqual(answer.status, NO)
        self.one_line(answer, "refused by D8")
        for seat in (4, -1, "x", 10**20):
            self.wrong(bylaw("apply", "pharaoh", "draw", "--seat", seat, given=position), "--seat")

    def test_out_of_turn_where_the_rules_allow_it(self):
        position = new("true-propre", "--seed", 1)
        after = self.done(bylaw("apply", "true-propre", "say", "--seat", 2, given=position)).json
        self.assertEqual(after["state"]["said"], [False, False, True, False])

    def test_not_in_the_notation(self):
        for game in GAMES:
            position = new(game, "--seed", 1)
            for move in ("nonsense", "", " ", "play", "3", "L", "M s", "3 1H", "play ZZ",
                         "x" * 5000, "L s99999999999999", "é", "play 7H 7H 7H 7H 7H 7H 7H 7H"):
                for command in ("apply", "explain"):
                    self.wrong(bylaw(command, game, move, given=position), "move")

    def test_words_need_no_quotes(self):
        position = new("pharaoh", "--seed", 1)
        move = next(m for m in bylaw("legal", "pharaoh", given=position).lines if " " in m)
        self.assertEqual(bylaw("apply", "pharaoh", *move.split(), given=position).out,
                         bylaw("apply", "pharaoh", move, given=position).out)

    def test_shuffles_follow_the_seed(self):
        pairs, _ = played("pharaoh", "--seed", 1)
        position, line, _ = next(p for p in pairs if p[2])
        one = bylaw("apply", "pharaoh", line["move"], "--seed", 1, given=position).out
        self.assertEqual(one, bylaw("apply", "pharaoh", line["move"], "--seed", 1,
                                    given=position).out)
        self.assertNotEqual(one, bylaw("apply", "pharaoh", line["move"], "--seed", 2,
                                       given=position).out)


class Show(Case):
    @staticmethod
    def show(position, *words):
        return bylaw("show", "-", *words, given=json.dumps(position))

    @staticmethod
    def dealt_otherwise(position, kept):
        """The same to those seats: what the others hold and what lies face down is moved on by one."""
        state = position["state"]
        others = [s for s in range(position["players"]) if s not in kept]
        hidden = [card for s in others for card in state["hands"][s]] + state["stock"]
        hidden = hidden[1:] + hidden[:1]
        hands = list(state["hands"])
        for s in others:
            hands[s], hidden = sorted(hidden[:len(hands[s])]), hidden[len(hands[s]):]
        return {**position, "state": {**state, "hands": hands, "stock": hidden}}

    def test_a_seat_sees_what_it_may(self):
        """The table is another one only for those whose own cards are others."""
        seen = 0
        for game in GAMES:
            for position, _, _ in played(game, "--seed", 4)[0][::9]:
                if not {"hands", "stock"} <= set(position["state"]):
                    continue
                seats = range(position["players"])
                tables = [self.done(self.show(position, "--seat", s)).out for s in seats]
                nobody = self.done(self.show(position, "--seat", "none")).out
                self.assertEqual(self.done(self.show(position)).out, tables[position["state"]["to_move"]])
                for s in seats:
                    other = self.dealt_otherwise(position, [s])
                    self.assertEqual(self.done(self.show(other, "--seat", s)).out, tables[s])
                    hand = position["state"]["hands"][s]
                    for card in hand:
                        self.assertIn(card, tables[s])
                    if hand:
                        self.assertNotEqual(tables[s], nobody)
                self.assertEqual(self.done(self.show(self.dealt_otherwise(position, []), "--seat",
                                                     "none")).out, nobody)
                seen += 1
        self.assertGreater(seen, 12)

    def test_every_game_from_a_file_and_at_its_end(self):
        for game in GAMES:
            pairs, end = played(game, "--seed", 2)
            for position in pairs[0][0], end:
                file = self.at / "p.json"
                file.write_text(json.dumps(position))
                table = self.done(bylaw("show", file)).out
                self.assertEqual(table, self.show(position).out)
                self.assertGreater(len(table.splitlines()), 2)
                self.assertTrue(table.endswith("\n") and not table.endswith("\n\n"), table)
                self.assertLessEqual(max(map(len, table.splitlines())), 80)

    def test_what_cannot_be_shown(self):
        position = new("pharaoh", "--players", 3, "--seed", 1)
        self.wrong(bylaw("show"), "show")
        self.wrong(bylaw("show", "/nowhere"), "/nowhere")
        self.wrong(bylaw("show", "-", given=""), "standard input")
        self.wrong(bylaw("show", "-", given="no JSON\n"), "line 1", "not JSON")
        self.wrong(self.show({**position, "game": "chess"}), "chess")
        self.wrong(self.show({**position, "players": 9}), "players")
        self.wrong(self.show({**position, "state": {}}), "state")
        for seat in "3", "-1", "all", "":
            self.wrong(self.show(position, "--seat", seat), "--seat")


class Hint(Case):
    def test_a_hint_says_why_a_higher_score_is_not_first(self):
        seen = set()
        for game in ALL:
            answer = self.done(bylaw("hint", game, "--bot", "ismcts:60", given=new(game, "--seed", 1)))
            scores = [float(line.split()[0]) for line in answer.lines if line[:2] in ("0.", "1.")]
            told = "may be chance" in " ".join(answer.lines)
            if abs(max(scores) - scores[0]) > 0.0005:   # what is shown is rounded
                self.assertTrue(told)
            seen.add(told)
        self.assertEqual(seen, {False, True})

    def test_broken_off_it_tells_what_was_found(self):
        """Ctrl-C is a question about the best so far."""
        for words in [], ["--json"]:
            run = subprocess.Popen([PROGRAM, "hint", "pharaoh", "--bot", "ismcts:900000000", *words],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
            run.stdin.write(bylaw("new", "pharaoh", "--seed", 7).out)
            run.stdin.close()
            wait_until_caught(run, signal.SIGINT)
            self.wait(run, lambda: self.thought(run) > 0.1)
            run.send_signal(signal.SIGINT)
            out, err = run.stdout.read(), run.stderr.read()
            run.stdout.close()
            run.stderr.close()
            self.assertEqual((run.wait(), err), (130, ""))
            legal = bylaw("legal", "pharaoh", given=bylaw("new", "pharaoh", "--seed", 7).out).lines
            if words:
                found = [(m["move"], m["visits"]) for m in json.loads(out)["moves"]]
            else:
                table = out.partition("\nWhy the first:")[0]
                rows = [line.split(None, 2) for line in table.splitlines()[1:]]
                found = [(move, int(looked)) for _, looked, move in rows]
            self.assertEqual(sorted(move for move, _ in found), sorted(legal))
            self.assertGreater(sum(visits for _, visits in found), 0)
            self.assertEqual(max(found, key=lambda m: m[1]), found[0])

    @staticmethod
    def thought(run):
        """Seconds of processor time."""
        with open(f"/proc/{run.pid}/stat") as f:
            return int(f.read().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")


class WrongPositions(Case):
    def test_not_json(self):
        for given in (b"", b"{", b"[]", b"null", b"1", b"{}{}", b'{"a":1,"a":2}', b"\0", b"{\0}",
                      b"\xff\xfe", b'"\\u0000"', b"[" * 100000, b"1e999", b"9" * 400,
                      b'{"game":"pharaoh"}'):
            for command in (["legal"], ["apply", "draw"], ["explain", "draw"]):
                answer = bylaw(command[0], "pharaoh", *command[1:], given=given)
                self.wrong(answer, "standard input")

    def test_huge(self):
        self.wrong(bylaw("legal", "pharaoh", given=b" " * (17 << 20)), "standard input")
        self.wrong(bylaw("legal", "pharaoh", given=b'{"game":"' + b"x" * (1 << 20) + b'"}'),
                   "standard input")

    def test_members_of_the_position(self):
        for game in GAMES:
            good = new(game, "--seed", 3)
            for name in good:
                bad = {k: v for k, v in good.items() if k != name}
                self.wrong(bylaw("legal", game, given=bad), name)
            self.wrong(bylaw("legal", game, given={**good, "more": 1}), "more")
            for name in good["state"]:
                bad = copy.deepcopy(good)
                del bad["state"][name]
                self.wrong(bylaw("legal", game, given=bad), name)
            bad = copy.deepcopy(good)
            bad["state"]["more"] = 1
            self.wrong(bylaw("legal", game, given=bad), "more")
            for players in (0, -1, 99, 1 << 40, "4", 2.0, None):
                self.wrong(bylaw("legal", game, given={**good, "players": players}), "players")
        self.wrong(bylaw("legal", "pharaoh", given=new("propre")), "propre")

    def test_options_that_do_not_fit(self):
        """4 * 26 + 1 cards are more than a pack has, whatever the state says."""
        position = new("propre", "--players", 4)
        position["options"]["hand"] = 26
        self.wrong(bylaw("legal", "propre", given=json.dumps(position)), "options", "not enough cards")
        position["options"].update(hand=7, dealer=4)
        self.wrong(bylaw("legal", "propre", given=json.dumps(position)), "options", "no such seat")

    def test_unknown_cards(self):
        for game in GAMES:
            text = bylaw("new", game, "--seed", 3).out
            for card in ("1H", "ZZ", "", "7", "7HH", "??"):
                for name in ("stock", "numbers", "pile"):
                    bad = json.loads(text)
                    if name in bad["state"] and bad["state"][name]:
                        bad["state"][name][0] = card
                        self.wrong(bylaw("legal", game, given=bad), "state.")

    def test_a_card_twice(self):
        for game in GAMES:
            state = new(game, "--seed", 3)["state"]
            piles = [name for name, value in state.items() if isinstance(value, list) and
                     len(value) > 1 and all(isinstance(card, str) for card in value)]
            self.assertTrue(piles)
            for name in piles:
                bad = new(game, "--seed", 3)
                bad["state"][name][0] = bad["state"][name][1]
                self.wrong(bylaw("legal", game, given=bad), "state")

    def test_numbers_twice_or_out_of_order_and_records_too_many(self):
        """What Predicate Wars writes as numbers of cards and seats, and its lists of records."""
        pairs, _ = played("predicate-wars", "--seed", 8, "--cap", 60)
        good = next(p for p, _, _ in pairs if any(c and len(c["seen"]) > 1 for c in p["state"]["cards"]))
        self.done(bylaw("legal", "predicate-wars", given=good))
        card = next(i for i, c in enumerate(good["state"]["cards"]) if c and len(c["seen"]) > 1)
        sets = [("players", 0, "hand"), ("cards", card, "seen")]
        records = [("players",), ("cards",), ("rules",), ("pending", "edited")]
        twice, turned = "is there twice", "must be in ascending order"

        def refused(path, change, message):
            bad = copy.deepcopy(good)
            at = bad["state"]
            for step in path:
                at = at[step]
            change(at)
            self.wrong(bylaw("legal", "predicate-wars", given=bad), path[-1], message)

        for path in sets:
            refused(path, list.reverse, turned)
        for path in sets + [("deck",)]:
            refused(path, lambda ids: ids.insert(1, ids[0]), twice)
            refused(path, lambda ids: ids.append(ids[-1]), twice)
        refused(("dead",), lambda ids: ids.extend([1, 1]), twice)
        for path in records:
            count = len(good["state"][path[0]] if len(path) == 1 else good["state"]["pending"]["edited"])
            refused(path, list.pop, f"there must be {count} of them")
            refused(path, lambda some: some.append(None), "" if path[-1] == "rules" else
                    f"there must be {count} of them")

    def test_anything_changed_is_refused_or_a_position(self):
        """Whatever is put in the place of whatever: an answer, never a crash."""
        others = [None, True, -1, 0, 3, 255, 256, 1 << 31, 1 << 62, 1.5, "", "7H", "x" * 300, [],
                  [[]], {}, ["7H"] * 600]
        chance = random.Random(2)

        def places(value, path=()):
            yield path
            if isinstance(value, dict):
                for k in value:
                    yield from places(value[k], path + (k,))
            elif isinstance(value, list):
                for i in range(min(len(value), 3)):
                    yield from places(value[i], path + (i,))

        for game in GAMES:
            pairs, last = played(game, "--seed", 8)
            for good in (pairs[0][0], pairs[len(pairs) // 2][0], last):
                for path in list(places(good))[::RARE]:
                    bad = copy.deepcopy(good)
                    at, other = bad, chance.choice(others)
                    for step in path[:-1]:
                        at = at[step]
                    if path:
                        at[path[-1]] = other
                    else:
                        bad = other
                    answer = bylaw("legal", game, given=json.dumps(bad))
                    self.assertIn(answer.status, (DONE, WRONG), (path, other))
                    if answer.status == WRONG:
                        self.one_line(answer, "standard input: ")


main()
