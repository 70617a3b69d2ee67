"""Predicate Wars through the program: open moves, refusals, chance of every kind."""
import json

from bylaw import Case, EXAMPLES, NO, SOURCE, bylaw, main, new

GAME = "predicate-wars"
SMALL = ("--players", 2, "--set", "deck=8", "--set", "owned=1", "--set", "dealt=2")


def positions(name):
    """What a full transcript tells: the position before each move, and the move's line."""
    lines = [json.loads(x) for x in (EXAMPLES / name).read_text(encoding="utf-8").splitlines()]
    head = {k: lines[0][k] for k in ("game", "players", "options", "rulings")}
    state, pairs = lines[1]["state"], []
    for line in lines[2:]:
        if line["t"] == "move":
            pairs.append(({**head, "state": state}, line))
            state = line["state"]
    return pairs


class PredicateWars(Case):
    def test_options_and_rulings(self):
        position = new(GAME, "--players", 3)
        self.assertEqual(position["options"],
                         {"deck": 128, "owned": 2, "dealt": 8, "health": 150, "power": 100,
                          "potency": 128, "rules": 32, "base_rules": "author"})
        self.assertEqual(position["rulings"],
                         {"logic": "as-written", "evaluation": "yes", "proof-cost": "points"})
        self.assertEqual(new(GAME, "--preset", "table")["rulings"]["logic"], "sound")
        self.wrong(bylaw("new", GAME, "--players", 16, "--set", "dealt=9"), "not enough cards in the deck")
        self.wrong(bylaw("new", GAME, "--players", 16, "--set", "owned=3"), "owned")

    def test_games_that_no_bot_made(self):
        """The games of the examples: refutations, subproofs, rules bought, refuted and dropped;
        with what we cite for each move."""
        for players in (2, 3):
            path = SOURCE / "tests" / "games" / GAME / f"golden-rounds-{players}.jsonl"
            ours = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            theirs = [json.loads(line) for line in
                      (EXAMPLES / f"{GAME}-{players}.jsonl").read_text().splitlines()]
            self.done(bylaw("verify", path))
            self.assertEqual([(e.get("seat"), e.get("move")) for e in ours],
                             [(e.get("seat"), e.get("move")) for e in theirs])
            self.assertEqual(ours[-1], theirs[-1])
            for event in ours:
                self.assertNotEqual(event.get("cites"), [], event)

    def test_any_name_of_a_subproof_is_kept(self):
        """V.4: letters, digits, _ and -; what a byte of its number looks like is nobody's business."""
        at = next(p for p, line in positions("predicate-wars-2.jsonl")
                  if p["state"]["phase"] == "proofs")
        seat = at["state"]["to_move"]
        for name in ("58", "a58", "314", "x_14848", "0", "007", "-", "_", "A" * 32):
            said = self.done(bylaw("apply", GAME, f"buy-proof {name}: axiom (∀(x)P(x))", given=at))
            after = json.loads(said.out)
            self.assertEqual(after["state"]["players"][seat]["subproofs"][-1],
                             {"name": name, "axioms": ["(∀(x)P(x))"], "lemmas": []})
            self.done(bylaw("legal", GAME, given=after))

    def test_long_moves(self):
        """A statement has up to 512 tokens, whatever they are long."""
        start = new(GAME, *SMALL, "--set", "power=100000", "--seed", 1)
        long = "P(" + ",".join(["x_123456789012345678"] * 254) + ")"
        after = self.done(bylaw("apply", GAME, f"edit #0 rock 0 {long}", given=start))
        self.assertEqual(json.loads(after.out)["state"]["cards"][0]["effect"], long)
        self.done(bylaw("explain", GAME, f"edit #0 rock 0 {long}", given=start))

    def test_what_is_wrong_with_a_long_move_is_said(self):
        at = next(p for p, line in positions("predicate-wars-2.jsonl")
                  if p["state"]["phase"] == "proving")
        self.wrong(bylaw("apply", GAME, "prove : " + "; ".join(["tT by truth"] * 257) + " => 1",
                         given=at), "a proof has at most 256 lemmas")
        self.wrong(bylaw("apply", GAME, "prove : " + "(¬tF) by falsehood; " * 60 + "∀ => 1",
                         given=at), "line 61 of the proof")

    def test_legal_and_explain(self):
        for name in ("predicate-wars-2.jsonl", "predicate-wars-3.jsonl"):
            for position, line in positions(name)[::3]:
                self.assertEqual(sorted(self.done(bylaw("legal", GAME, given=position)).lines),
                                 sorted(line["legal"]))
                self.done(bylaw("explain", GAME, line["move"], given=position))

    def test_forms_are_not_moves(self):
        position = new(GAME, *SMALL)
        for form in bylaw("legal", GAME, given=position).lines[:-1]:
            self.assertIn("<", form)
            self.wrong(bylaw("apply", GAME, form, given=position), "statement")

    def test_ill_formed_is_wrong_input(self):
        position = new(GAME, *SMALL)
        self.wrong(bylaw("apply", GAME, "edit #0 rock 4 (P", given=position), "column")
        self.wrong(bylaw("explain", GAME, "edit #0 rock 4 (P", given=position), "column")

    def test_failing_proof_names_line_and_clause(self):
        position, line = next((p, m) for p, m in positions("predicate-wars-2.jsonl")
                              if m["move"].startswith("prove players=1,0 : ["))
        self.done(bylaw("apply", GAME, line["move"], given=position))
        wrong = line["move"].replace("modus-ponens 2 7", "modus-ponens 2 1")
        answer = bylaw("apply", GAME, wrong, given=position)
        self.assertEqual((answer.status, answer.out), (NO, ""))
        self.one_line(answer, "L.P.16", "lemma 2")
        said = bylaw("explain", GAME, wrong, "--json", given=position).json
        self.assertFalse(said["legal"])
        self.assertIn(("L.P.16", False), [(c["id"], c["holds"]) for c in said["clauses"]])

    def test_moves_are_written_in_one_way(self):
        position = new(GAME, *SMALL)
        typed = bylaw("apply", GAME, "edit #00 rock 04   forall(x)(P(x) and not Q(x))",
                      given=position)
        self.wrong(typed, "column")   # not is in brackets of its own
        typed = bylaw("apply", GAME, "edit #00 rock 04   forall(x)(P(x) and (not Q(x)))",
                      given=position)
        card = self.done(typed).json["state"]["cards"][0]
        self.assertEqual((card["effect"], card["cost"]), ("(∀(x)(P(x)∧(¬Q(x))))", 4))

    def test_whole_games(self):
        """Every kind of chance happens, and what was written down can be replayed."""
        seen = set()
        for more in ([], ["--full", "--preset", "table", "--ruling", "proof-cost=both"]):
            text = self.done(bylaw("simulate", GAME, "--games", 6, "--seed", 5, "--cap", 1200,
                                   "--players", "random,greedy,random", "--set", "health=20",
                                   "--set", "deck=14", "--set", "dealt=4", "--transcript", "-",
                                   *more)).out
            for line in map(json.loads, text.splitlines()):
                seen.add(line["what"] if line.get("t") == "chance" else line.get("why"))
            self.assertIn("6 games", self.done(bylaw("verify", "-", given=text)).out)
        self.assertLessEqual({"taker", "first", "rand-players", "rand-cards", "shuffle", "V.1"}, seen)

    def test_transcripts_have_moves_as_they_are_written(self):
        """What can be typed otherwise is no move of a transcript."""
        lines = self.done(bylaw("simulate", GAME, "--games", 1, "--seed", 4, "--cap", 5, "--players",
                                "greedy,greedy", "--transcript", "-")).out.splitlines()
        at = next(i for i, x in enumerate(lines) if '"move":"edit #' in x)
        typed = lines[at].replace("edit #", "edit #0")
        answer = bylaw("verify", "-", given="\n".join([*lines[:at], typed, *lines[at + 1:]]))
        self.assertEqual(answer.status, NO)
        self.one_line(answer, "line %d: move: 'edit #0" % (at + 1), "must be written 'edit #")

    def test_games_of_bots_that_search(self):
        """They can be replayed, and the number of threads makes no difference to them."""
        for preset in ("letter", "table"):
            call = ("simulate", GAME, "--games", 3, "--seed", 5, "--preset", preset, "--cap", 300,
                    "--players", "ismcts:4,greedy,quick,random", "--transcript", "-")
            texts = {self.done(bylaw(*call, "--jobs", jobs)).out for jobs in (1, 2, 3)}
            self.assertEqual(len(texts), 1)
            self.assertIn("3 games", self.done(bylaw("verify", "-", given=texts.pop())).out)

    def test_hints_are_whole_moves(self):
        """A hint can be played as it stands, and the same call gives the same hints."""
        at = next(p for p, line in positions("predicate-wars-2.jsonl")
                  if p["state"]["phase"] == "proving")
        for position in (new(GAME, "--preset", "table"), at):
            hints = bylaw("hint", GAME, "--bot", "ismcts:60", "--json", given=position).json
            self.assertEqual(bylaw("hint", GAME, "--bot", "ismcts:60", "--json",
                                   given=position).json, hints)
            self.assertEqual(hints["visits"], 60)
            for hint in hints["moves"]:
                self.assertNotIn("<", hint["move"])
                self.done(bylaw("explain", GAME, hint["move"], given=position))


if __name__ == "__main__":
    main()
