"""`bylaw logic` as people and scripts meet it."""
import resource
import signal
import subprocess
import tempfile

from bylaw import BRIEF, Case, DONE, NO, PROGRAM, WRONG, bylaw, main, wait_until_caught

BASE = """axiom (∀(x)(∀(y)(([NUMBER](x)∧[NUMBER](y))→[NUMBER]((x+y)))))
axiom (∀(x)(∀(y)((x+y)=(y+x))))
axiom (∀(x)(∀(y)(∀(z)(((x+y)+z)=(x+(y+z))))))
axiom (∀(x)([NUMBER](x)→((x+0)=x)))
"""
INDIRECT = """subproof z {
    axiom (∀(x)(x>0))
    (0>0) by universal-instantiation 1
    tF by comparison 2
    (∀(x)tF) by universal-generalization 3
    (¬tF) by falsehood
    (∀(x)(¬tF)) by universal-generalization 5
}
"""


PLAYED = "(¬[NUMBER]([randPlayer](1)))"


def seconds_used():
    """By the programs called so far: what others do on the machine does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Parse(Case):
    def shows(self, text, canonical, kind, points, closed, deterministic):
        answer = self.done(bylaw("logic", "parse", text, "--json"))
        self.assertEqual(answer.json, {"ok": True, "kind": kind, "canonical": canonical,
                                       "points": points, "closed": closed,
                                       "deterministic": deterministic}, text)
        again = bylaw("logic", "parse", canonical, "--json").json
        self.assertEqual(again["canonical"], canonical)
        words = bylaw("logic", "parse", text, "--ascii").lines[0]
        self.assertTrue(words.isascii())
        self.assertEqual(bylaw("logic", "parse", words, "--json").json["canonical"], canonical)

    def refuses(self, text, column):
        answer = bylaw("logic", "parse", text, "--json")
        self.assertEqual(answer.status, WRONG)
        self.assertEqual((answer.json["ok"], answer.json["column"]), (False, column), answer.out)
        shown = bylaw("logic", "parse", text)
        self.assertEqual((shown.status, shown.out), (WRONG, ""))
        self.assertIn("column %d: " % column, shown.err.splitlines()[0])

    def test_statements(self):
        self.shows("PandQ", "(P∧Q)", "wff", 3, True, False)
        self.shows(" ( P  imply(notQ) ) ", "(P→(¬Q))", "wff", 4, True, False)
        self.shows("∀(x)(∃(y_3)P(x,y_3))", "(∀(x)(∃(y_3)P(x,y_3)))", "wff", 11, True, False)
        self.shows("[ATK]([chosenPlayer](1),5)", "[ATK]([chosenPlayer](1),5)", "wff", 10, True, True)
        self.shows("tT", "tT", "wff", 0, True, True)
        self.shows("not tF", "(¬tF)", "wff", 1, True, True)
        self.shows("x+1", "(x+1)", "wfo", 3, False, False)
        self.shows("7", "7", "wfo", 1, True, True)
        self.shows("f()", "f()", "wfo", 1, True, False)
        self.shows("P_12(f_0(x),3)", "P_12(f_0(x),3)", "wff", 6, False, False)
        self.shows("(f/2)=(cc/c)", "((f/2)=(cc/c))", "wff", 7, False, False)
        self.shows("(ff/2)>(7%2)", "((ff/2)>(7%2))", "wff", 7, False, False)
        self.shows("([health](1)>3)∧(¬[CARD](2))", "(([health](1)>3)∧(¬[CARD](2)))", "wff", 14,
                   True, True)
        self.shows("(∀(x)tT)", "(∀(x)tT)", "wff", 3, True, False)
        self.shows("2147483647=0", "(2147483647=0)", "wff", 3, True, True)
        self.shows("x_999999999999999999=x", "(x_999999999999999999=x)", "wff", 4, False, False)

    def test_faults(self):
        for text, column in [
                ("", 1), ("(", 2), ("(P)", 3), ("P∧", 3), ("P∧Q∧R", 4), ("(P∧(x+y))", 6),
                ("P∧x", 3), ("x=P", 3), ("[ATK](x)", 1), ("[health]", 9), ("[nothing](x)", 1),
                ("007=x", 1), ("2147483648", 1), ("x_1234567890123456789", 1), ("x_01", 1),
                ("x_", 3), ("(∀(P)Q)", 4), ("(∀(1)Q)", 4), ("(∀x)Q", 3), ("P∧¬Q", 3), ("P(Q)", 3),
                ("P(x,)", 5), ("P(x", 4), ("(P∧Q", 5), ("P)", 2), ("p∧q", 2), ("∀∃", 2), ("é", 1)]:
            self.refuses(text, column)

    def test_limits(self):
        deep = "P"
        for _ in range(64):
            deep = "(¬%s)" % deep
        self.done(bylaw("logic", "parse", deep))
        self.done(bylaw("logic", "parse", deep[1:-1]))
        self.refuses("(¬%s)" % deep, 2 * 64 + 1)
        self.refuses("¬%s" % deep, 2 * 63 + 2)
        self.done(bylaw("logic", "parse", "P(" + ",".join(["x"] * 255) + ")"))       # 512 symbols
        self.refuses("P(" + ",".join(["x"] * 256) + ")", 513)
        self.assertEqual(bylaw("logic", "parse", "(" * 100000).status, WRONG)

    def test_wrong_calls(self):
        self.assertEqual(bylaw("logic", "parse", "P", "--logic", "foo").status, WRONG)
        self.assertEqual(bylaw("logic", "search", "-", "extra", "--goal", "P").status, WRONG)

    def test_many_quantifiers_still_open(self):
        """An open quantifier is shorter than a closed one: more of them fit than of those."""
        for closed, still_open in ((32, 55), (32, 63), (38, 63)):
            names = iter(range(200))
            opening = lambda n: "".join("(∀(x_%d)" % next(names) for _ in range(n))
            text = opening(closed) + "P" + ")" * closed + "∧" + opening(still_open) + "P" + ")" * still_open
            answer = bylaw("logic", "parse", text, "--json")
            self.assertEqual(answer.status, WRONG, answer.err)
            self.assertGreater(answer.json["column"], 1)
            self.assertIn("512" if still_open == 63 else "", answer.json["why"])


class Check(Case):
    def test_json(self):
        ok = bylaw("logic", "check", "-", "--json", given="axiom P∧Q\nP by simplification 1\n")
        self.assertEqual((ok.status, ok.out), (DONE, '{"ok":true,"points":1,"lemmas":1}\n'))
        no = bylaw("logic", "check", "-", "--json", given="axiom P\n\nQ by modus-ponens 1 1\n")
        self.assertEqual((no.status, no.json["ok"], no.json["line"], no.json["clause"]),
                         (NO, False, 3, "L.P.3"))
        bad = bylaw("logic", "check", "-", "--json", given="axiom P∧\n")
        self.assertEqual((bad.status, bad.json["line"], bad.json["column"]), (WRONG, 1, 9))

    def test_text(self):
        no = bylaw("logic", "check", "-", given="axiom P\nQ by modus-ponens 1 1\n")
        self.assertEqual(no.status, NO)
        self.assertTrue(no.out.startswith("line 2: L.P.3 modus-ponens: "), no.out)
        self.assertEqual(bylaw("logic", "check", "-").status, DONE)
        self.assertEqual(bylaw("logic", "check", "no-such-file").status, WRONG)
        self.assertEqual(bylaw("logic", "check", "-", "--logic", "fuzzy").status, WRONG)

    def test_options_of_others(self):
        """What has no effect is no part of the call."""
        for option in (["--using", "-"], ["--with", "x"], ["--goal", "P"], ["--contradiction"],
                       ["--ascii"]):
            answer = bylaw("logic", "check", "-", *option, given="axiom P\n")
            self.assertEqual((answer.status, answer.out), (WRONG, ""))
            self.assertIn("takes no " + option[0], answer.err)

    def test_must_not_crash(self):
        """Files that ask for trouble: an answer, and soon."""
        blocks = "".join("subproof s%d {\n" % i for i in range(17))
        for text, status in [
                (b"\x00", WRONG), (b"\xff\xfe", WRONG), (b"axiom \xe2\x88", WRONG), (b"}" * 1000, WRONG),
                (b"subproof", WRONG), (b"subproof a{", WRONG), (blocks.encode(), WRONG),
                (b"axiom " + b"(" * 100000, WRONG), (b"axiom P" + b" " * 100000, DONE),
                (b"tT by truth\n" * 256, DONE), (b"tT by truth\n" * 257, WRONG),
                (b"axiom P\n" * 5000, DONE), (b"#" * 100000, DONE), (b"\r\n\r\n", DONE),
                (b"tT by truth 99999999999999999999", NO), (b"tT by truth using " + b"a" * 33, WRONG),
                (b"subproof a {\n}\n" * 2, WRONG),
                ("".join("subproof s%d {\n}\n" % i for i in range(256)).encode(), DONE),
                ("".join("subproof s%d {\n}\n" % i for i in range(257)).encode(), WRONG),
                (b"axiom P(" + b"f(" * 70 + b")" * 71, WRONG),
                (b"axiom x_" + b"9" * 100000 + b"=1", WRONG), (b"axiom " + b"9" * 100000 + b"=1", WRONG)]:
            begin = seconds_used()
            for logic in ("as-written", "sound"):
                answer = bylaw("logic", "check", "-", "--logic", logic, given=text)
                self.assertEqual(answer.status, status, (text[:60], answer.out, answer.err[:200]))
            self.assertLess(seconds_used() - begin, 2)


class Infer(Case):
    def gives(self, conclusions, *words):
        answer = self.done(bylaw("logic", "infer", *words))
        self.assertEqual(answer.lines, conclusions)

    def test_conclusions(self):
        self.gives(["((¬P)→(¬Q))", "(P→(¬Q))", "(P→Q)"], "implication", "¬P", "¬Q")
        self.gives(["(∃(z)P(f(y),z))"], "universal-instantiation", "∀(x)(∃(y)P(x,y))",
                   "--with", "f(y)")
        self.gives(["(∀(y)P(x,y))", "(∀(z)P(x,y))"], "universal-generalization", "P(x,y)",
                   "--context", "Q(x)")
        self.gives(["P(x)"], "existential-instantiation", "∃(x)P(x)")
        self.gives(["P(z,x(z,y),y)"], "existential-instantiation", "∃(x)P(z,x,y)",
                   "--logic", "sound")
        self.gives(["P"], "simplification", "P∧P")
        self.gives(["(P(2,(1+1))∧(1>2))", "(P((1+1),2)∧(1>2))"], "operator",
                   "P((1+1),(1+1))∧(1>2)")
        self.gives(["(P((1+1))∧tF)"], "comparison", "P((1+1))∧(1>2)")
        self.gives(["([health](x)=[health](y))"], "substitution-eq", "x=y", "--with", "[health]")
        self.gives(["tT"], "truth")
        self.gives(["((∀(x)P(x))∧(∀(y)P(y)))"], "conjunction", "∀(x)P(x)", "∀(y)P(y)")
        self.gives(["(∃(x)Q(x))"], "existential-modus-ponens", "∃(x)P(x)", "P(y)→Q(y)")
        self.gives(["([health](1)=20)"], "evaluation", "--with", "[health](1)",
                   "--value", "[health](1)=20")

    def test_subproof(self):
        with tempfile.NamedTemporaryFile("w", suffix=".proof", encoding="utf-8") as file:
            file.write("axiom (∀(x)(P(x)∧Q(x)))\nP(x)∧Q(x) by universal-instantiation 1\n"
                       "P(x) by simplification 2\n(∀(x)P(x)) by universal-generalization-ref 3 1\n")
            file.flush()
            self.gives(["(∀(x)R(x))"], "conditional-proof", "∀(z)(R(z)∧S(z))", "--using", file.name)
            self.assertEqual(bylaw("logic", "infer", "conditional-proof", "∀(z)(R(z)∧R(z))",
                                   "--using", file.name).status, NO)

    def test_nothing(self):
        self.assertEqual(bylaw("logic", "infer", "modus-ponens", "P", "Q").status, NO)
        for words in (["magic", "P"], ["modus-ponens", "P"], ["universal-instantiation", "∀(x)P(x)"],
                      ["modus-ponens", "P∧", "Q"], ["conditional-proof", "∀(x)P(x)"]):
            self.assertEqual(bylaw("logic", "infer", *words).status, WRONG, words)
        self.wrong(bylaw("logic", "infer", "magic", "P"), "logic infer: there is no rule 'magic'")


class Refusals(Case):
    """Each rule names the condition that is not met."""
    LEFT = ("axiom (∀(x)(P(x)∧Q(x)))\n(P(x)∧Q(x)) by universal-instantiation 1\n"
            "P(x) by simplification 2\n")

    def refuses(self, why, *words, using=None, logics=("as-written", "sound")):
        for logic in logics:
            with tempfile.NamedTemporaryFile("w", suffix=".proof", encoding="utf-8") as file:
                file.write(using or "")
                file.flush()
                more = ["--logic", logic] + (["--using", file.name] if using else [])
                answer = bylaw("logic", "infer", *words, *more)
                self.assertEqual(answer.status, NO, (words, answer.out, answer.err))
                self.assertIn(why, answer.out, words)
                self.assertIn(" %s: " % words[0], answer.out)
                told = bylaw("logic", "infer", *words, *more, "--json")
                self.assertEqual((told.status, told.json["ok"]), (NO, False))
                self.assertIn(why, told.json["why"])

    def test_connectives(self):
        self.refuses("p2 is not of the form (¬B)", "explication", "P", "Q")
        self.refuses("p1 is not of the form (A→B)", "modus-ponens", "P", "Q")
        self.refuses("p2 is not the left part of p1", "modus-ponens", "P→Q", "R")
        self.refuses("p1 is not of the form (A∧B)", "simplification", "P∨Q")
        self.refuses("p1 is not of the form (¬A)", "falsy-and", "P")
        self.refuses("p1 is not of the form (¬A)", "falsy-and", "P", "--with", "Q")
        self.refuses("p1 is not of the form (¬A)", "falsy-or", "P", "¬Q")
        self.refuses("p2 is not of the form (¬B)", "falsy-or", "¬P", "Q")

    def test_quantifiers(self):
        self.refuses("p1 is not of the form (∀(x)A)", "universal-instantiation", "∃(x)P(x)",
                     "--with", "1")
        self.refuses("p1 is not of the form (∀(x)A)", "substitution", "P(x)", "--with", "1")
        self.refuses("free in another statement", "universal-generalization", "P(x)", "--with",
                     "x", "--context", "Q(x)", logics=["as-written"])
        self.refuses("not a pure variable", "universal-generalization", "P(f(x))", "--with", "f(x)")
        self.refuses("p2 is not of the form (∀(x)B)", "universal-generalization-ref", "P(x)", "Q(x)")
        self.refuses("not the letter of p2", "universal-generalization-ref", "P(y)", "∀(x)Q(x)",
                     "--with", "y", logics=["as-written"])
        self.refuses("p1 is not of the form (∃(x)A)", "existential-instantiation", "∀(x)P(x)")
        self.refuses("witness function occurs elsewhere", "existential-instantiation", "∃(x)P(x)",
                     "--context", "Q(x())", logics=["sound"])
        self.refuses("not a pure variable", "existential-generalization", "P(1)", "--with", "1")
        self.refuses("p1 is not of the form (∀(x)(A→B))", "universal-modus-ponens", "∀(x)P(x)",
                     "P(1)")
        self.refuses("p2 is not p1's left part", "universal-modus-ponens", "∀(x)(P(x)→Q(x))",
                     "Q(1)")
        self.refuses("p1 is not of the form (∃(x)A)", "existential-modus-ponens", "P(x)",
                     "P(x)→Q(x)")
        self.refuses("p2 is not of the form (A→B)", "existential-modus-ponens", "∃(x)P(x)", "Q(x)")
        self.refuses("p2's left part is not p1's body", "existential-modus-ponens", "∃(x)P(x)",
                     "Q(y)→R(y)")
        self.refuses("what stands for the variable is not a pure variable",
                     "existential-modus-ponens", "∃(x)P(x)", "P(1)→Q(1)", logics=["sound"])
        self.refuses("the variable is free in p1", "existential-modus-ponens", "∃(x)R(x,y)",
                     "R(y,y)→Q(y)", logics=["sound"])

    def test_subproofs(self):
        proof = self.LEFT + "(∀(x)P(x)) by universal-generalization-ref 3 1\n"
        self.refuses("p1 is not of the form (∀(x)A)", "conditional-proof", "P", using=proof)
        self.refuses("p1 is not the subproof's axiom", "conditional-proof", "∀(z)(R(z)∧R(z))",
                     using=proof)
        self.refuses("no lemma of the form (∀(x)B)", "conditional-proof", "∀(z)(R(z)∧S(z))",
                     using=self.LEFT)
        self.refuses("no two lemmas", "indirect-proof", using=proof)
        for words in (["conditional-proof", "∀(x)P(x)"], ["indirect-proof"]):
            self.refuses("exactly one axiom", *words, using="axiom P\naxiom Q\n")
            self.refuses("axiom is not of the form (∀(x)A)", *words, using="axiom P\n")
            self.refuses("axiom is not closed", *words, using="axiom (∀(x)R(x,y))\n",
                         logics=["sound"])
        self.refuses("witness function introduced inside", "conditional-proof", "∀(x)(∃(y)R(x,y))",
                     using="axiom (∀(x)(∃(y)R(x,y)))\n(∃(y)R(x,y)) by universal-instantiation 1\n"
                           "R(x,y(x)) by existential-instantiation 2\n"
                           "(∀(x)R(x,y(x))) by universal-generalization 3\n", logics=["sound"])
        contradiction = INDIRECT.split("{", 1)[1].rsplit("}", 1)[0]
        self.refuses("what is denied is not of the form", "indirect-proof", "--with", "P",
                     using=contradiction)
        self.refuses("what the conclusion denies is not the subproof's axiom", "indirect-proof",
                     "--with", "(∀(y)(y<0))", using=contradiction)

    def test_equality_and_numbers(self):
        self.refuses("p1 is not of the form (x=y)", "symmetry", "x>y")
        self.refuses("p1 is not of the form (x=y)", "transitivity", "P", "x=y")
        self.refuses("p2 is not of the form (y=z)", "transitivity", "x=y", "P")
        self.refuses("right side of p1 is not the left side of p2", "transitivity", "x=y", "x=z")
        self.refuses("p1 is not of the form (x=y)", "substitution-eq", "P", "--with", "f")
        self.refuses("no operation on two numbers", "operator", "P((x+1))")
        for text in ("P((1/0))", "P((1%0))", "P((1-2))", "P((2147483647+1))"):
            self.refuses("the operation has no result", "operator", text)
        self.refuses("no comparison of two numbers", "comparison", "(x>1)∧(1=1)")
        self.refuses("there is no game to evaluate in", "evaluation", "[PLAYER](1)")
        self.refuses("there is no game to evaluate in", "evaluation", "--with", "[PLAYER](1)")
        value = ["--value", "[PLAYER](1)"]
        self.refuses("nothing in p1 has a value", "evaluation", "[PLAYER](2)", *value)
        self.refuses("no ground game function that has a value", "evaluation", "--with",
                     "[PLAYER](2)", *value)

    def test_limits(self):
        deep = "P(x)"
        for _ in range(62):
            deep = "(¬%s)" % deep
        self.refuses("more than 512 symbols or 64 open brackets", "universal-instantiation",
                     "∀(x)%s" % deep, "--with", "f(f(f(1)))")

    def test_wrong_calls(self):
        for words in (
                ["simplification", "P∧Q", "--with", "x"], ["universal-instantiation", "∀(x)P(x)",
                "--with", "P"], ["addition", "P", "--with", "x"], ["addition", "P"],
                ["identity"], ["substitution-eq", "x=y"], ["evaluation", "P", "Q"],
                ["simplification", "P∧Q", "--using", "-"], ["simplification", "P∧Q", "--goal", "P"],
                ["simplification", "P∧Q", "--time", "3"]):
            answer = bylaw("logic", "infer", *words, given="")
            self.assertEqual((answer.status, answer.out), (WRONG, ""), words)


class Search(Case):
    def finds(self, axioms, points, *words):
        """A proof of at most that many points, that check accepts; in under a second, unless the build is slow."""
        begin = seconds_used()
        found = self.done(bylaw("logic", "search", "-", *words, given=axioms + BASE))
        if not BRIEF:
            self.assertLess(seconds_used() - begin, 1)
        same = [w for i, w in enumerate(words) if w in ("--logic", "--value") or
                (i and words[i - 1] in ("--logic", "--value"))]
        checked = bylaw("logic", "check", "-", "--json", *same, given=found.out)
        self.assertEqual(checked.status, DONE, found.out + checked.out)
        self.assertLessEqual(checked.json["points"], points)
        again = bylaw("logic", "search", "-", *words, given=axioms + BASE)
        self.assertEqual(again.out, found.out)
        return found

    def test_attack(self):
        self.finds("axiom ∀(x)([PLAYER](x)→[ATK](x,4))\n", 19, "--goal",
                   "[ATK]([chosenPlayer](1),4)", "--value", "[PLAYER]([chosenPlayer](1))")

    def test_chain(self):
        axioms = "axiom A(1)\n" + "".join("axiom ∀(x)(%s(x)→%s(x))\n" % pair for pair in
                                           zip("ABCDE", "BCDEF"))
        self.finds(axioms, 10, "--goal", "F(1)")
        self.finds(axioms, 10, "--goal", "F(1)", "--logic", "sound", "--steps", "5000")
        self.assertEqual(bylaw("logic", "search", "-", "--goal", "F(1)", "--budget", "9",
                               given=axioms).status, NO)

    def test_evaluation(self):
        self.finds("axiom ∀(x)(([health](x)>10)→[ATK](x,5))\n", 57, "--goal",
                   "[ATK]([chosenPlayer](1),5)", "--value", "[health]([chosenPlayer](1))=20")

    def test_forbidden(self):
        self.finds("axiom [ATK]([randPlayer](1),9)∧tT\naxiom ∀(x)(∀(y)(¬[ATK](x,y)))\n", 35,
                   "--contradiction")

    def test_two_lines(self):
        found = self.finds("axiom ∃(x)P(x)\naxiom ∃(x)(¬P(x))\n", 5, "--contradiction")
        self.assertEqual(found.out.count(" by "), 2)

    def test_anything(self):
        self.finds(INDIRECT + "axiom P\n", 12, "--contradiction")

    def test_one_instance_therefore_all(self):
        """By the letter, whatever the axioms: among the base rules of a game, too, and with none at all."""
        opposites = ([PLAYED, "[NUMBER](0)", 44], ["[PLAYER]([chosenPlayer](1))", "(¬[PLAYER](0))", 48])
        for axioms in ("", "axiom tT\n", "axiom tT\naxiom [ATK]([chosenPlayer](1),20)\n", "axiom [ATK](x,20)\n",
                       "axiom (∀(x)(([health](x)>120)→[ATK](x,20)))\naxiom (∃(y)P(y))\n"):
            for one, other, points in opposites:
                values = ["--value", one, "--value", other]
                found = self.finds(axioms, points, "--contradiction", "--steps", "1000", *values)
                self.assertIn("# points %d," % points, found.out)
        values = ["--value", PLAYED, "--value", "[NUMBER](0)"]
        self.assertIn("# points 44,", bylaw("logic", "search", "-", "--contradiction", *values, given="").out)
        self.assertEqual(bylaw("logic", "search", "-", "--contradiction", "--steps", "1000", "--budget", "43", *values,
                               given="axiom tT\n" + BASE).status, NO)

    def test_introductions(self):
        self.finds("axiom P\naxiom ¬Q\n", 40, "--goal", "(¬(Q∧R))∧((P∨R)∧(Q→P))")
        self.finds("axiom ∀(x)(P(x)∧Q(x))\n", 12, "--goal", "∀(y)Q(y)")
        self.finds("axiom ∀(x)(P(x)∧Q(x))\n", 12, "--goal", "∀(y)Q(y)", "--logic", "sound")

    def test_harder(self):
        self.finds("axiom P(1)\naxiom Q(2)\naxiom ∀(x)(∀(y)((P(x)∧Q(y))→R(x,y)))\n", 20,
                   "--goal", "R(1,2)")
        self.finds("axiom ∃(x)P(x)\naxiom ∀(x)(P(x)→Q(x))\n", 10, "--goal", "∃(x)Q(x)",
                   "--logic", "sound")
        self.finds("axiom ∀(x)(∃(y)R(x,y))\naxiom ∀(x)(∀(y)(R(x,y)→R(y,x)))\n", 38, "--goal",
                   "∀(x)(∃(y)R(y,x))", "--logic", "sound")
        self.finds("axiom ∀(x)((((2*3)+[health](x))>10)→[ATK](x,(3+4)))\n", 89, "--goal",
                   "[ATK](2,7)", "--value", "[health](2)=5")
        self.finds("", 12, "--goal", "(2+1)=3")
        self.finds("axiom (P→Q)\naxiom (Q→(R∧S))\naxiom P\naxiom (¬S)\n", 5, "--contradiction")

    def test_nothing(self):
        nothing = bylaw("logic", "search", "-", "--contradiction", "--logic", "sound",
                        given="axiom ∃(x)P(x)\naxiom ∃(x)(¬P(x))\n" + BASE)
        self.assertEqual(nothing.status, NO)
        self.assertIn("no contradiction exists", nothing.out)
        self.assertIn("2 elements", nothing.out)
        lost = bylaw("logic", "search", "-", "--goal", "Q", "--time", "0.5", given=BASE)
        self.assertEqual(lost.status, NO)
        self.assertIn("nothing found", lost.out)
        self.wrong(bylaw("logic", "search", "-", given=BASE), "--goal or --contradiction")
        self.wrong(bylaw("logic", "search", "-", "--goal", "P", "--contradiction", given=BASE),
                   "not both")

    def test_words_for_symbols(self):
        """--ascii holds for the subproofs too, and the whole can be read again."""
        found = self.done(bylaw("logic", "search", "-", "--contradiction", "--ascii",
                                given=INDIRECT + "axiom P\n"))
        self.assertTrue(found.out.isascii(), found.out)
        self.assertIn("subproof z {", found.out)
        self.done(bylaw("logic", "check", "-", given=found.out))

    def test_says_where_it_gave_up(self):
        chain = "axiom P(0)\naxiom ∀(x)(P(x)→P((x+1)))\n"
        for words, why in ((["--steps", "50"], "within the steps given"),
                           (["--budget", "9"], "within 9 points"),
                           (["--time", "0"], "in the time given")):
            answer = bylaw("logic", "search", "-", "--goal", "Q", *words, given=chain)
            self.assertEqual(answer.status, NO)
            self.assertIn(why, answer.out)
            told = bylaw("logic", "search", "-", "--goal", "Q", *words, "--json", given=chain)
            self.assertEqual((told.status, told.json["ok"]), (NO, False))

    def test_least_is_proved(self):
        """What is asked of a card needs a line more each: the least is found and said to be that, and
        with a point less there is nothing, by all that the search knows."""
        for asked, points in (("([health](x)>90)", 68), ("(([health](x)+5)>90)", 86),
                              ("(([health](x)*2)>90)", 86), ("([health](x)>[power](x))", 98),
                              ("(([health](x)>90)∧([power](x)>90))", 127)):
            axioms = "axiom (∀(x)(%s→[ATK](x,20)))\naxiom (∀(x)(¬[ATK](x,20)))\n" % asked
            words = ["--contradiction", "--logic", "sound", "--value", "[health]([randPlayer](1))=100"]
            if "power" in asked:
                words += ["--value", "[power]([randPlayer](1))=95"]
            found = self.finds(axioms, points, *words)
            self.assertIn("# points %d," % points, found.out)
            self.assertIn("# no cheaper one is made up of the inferences that the search knows", found.out)
            less = bylaw("logic", "search", "-", *words, "--budget", str(points - 1), given=axioms)
            self.assertEqual((less.status, less.out),
                             (NO, "nothing found within %d points, by all that the search knows to try\n"
                              % (points - 1)))

    def test_goal_in_many_steps(self):
        """Thirty conjunctions deep, each one lemma."""
        goal = "P"
        for _ in range(30):
            goal = "(P∧%s)" % goal
        self.finds("axiom P\n", 960, "--goal", goal)

    def test_says_which_limit_it_met(self):
        """Fourteen atoms with the variable are two more than a universal statement is looked through for."""
        body = "P_0(x)"
        for i in range(1, 14):
            body = "(P_%d(x)∧%s)" % (i, body)
        axioms = "axiom (∀(x)%s)\n" % body
        why = "nothing found within 900 points; it met a limit: 12 atoms of one universal statement"
        answer = bylaw("logic", "search", "-", "--goal", "Q", "--budget", "900", given=axioms)
        self.assertEqual((answer.status, answer.out), (NO, why + "\n"))
        told = bylaw("logic", "search", "-", "--goal", "Q", "--budget", "900", "--json", given=axioms)
        self.assertEqual((told.status, told.json), (NO, {"ok": False, "why": why}))
        found = self.done(bylaw("logic", "search", "-", "--goal", "P_13(1)", given=axioms))
        self.assertIn("# a cheaper one may exist; it met a limit: 12 atoms of one universal statement",
                      found.out)

    def test_interrupted(self):
        """Ctrl-C gives what was found so far, or says that nothing was."""
        long = "axiom ∀(x)(∀(y)((x+y)=(y+x)))\naxiom ∀(x)(∀(y)(∀(z)(((x+y)+z)=(x+(y+z)))))\n"
        with subprocess.Popen([PROGRAM, "logic", "search", "-", "--goal", "c()=d()", "--time",
                               "60", "--budget", "100000"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, encoding="utf-8") as search:
            search.stdin.write(long)
            search.stdin.close()
            wait_until_caught(search, signal.SIGINT)
            search.send_signal(signal.SIGINT)
            self.assertEqual(search.stdout.read(), "stopped: nothing found until then\n")
            self.assertEqual(search.wait(), NO)


main()
