#!/usr/bin/env python3
"""test_po.py - every key has its translation, and what could be wrong with one is found."""
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import po

OF_WARS = re.compile(r"predicate-wars|src/draft/")

def faults_of(keys, change):
    """What is found when German is changed so."""
    with tempfile.TemporaryDirectory() as folder:
        text = (po.PO / "de.po").read_text()
        changed = change(text)
        assert changed != text
        (pathlib.Path(folder) / "de.po").write_text(changed)
        faults = []
        po.check(keys, faults, pathlib.Path(folder))
        return "\n".join(faults)


class Catalogues(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.unseen = []
        cls.keys = po.collect(cls.unseen)

    def test_every_language_is_whole(self):
        faults = []
        po.check(self.keys, faults)
        po.all_unsaid(self.keys, faults)
        self.assertEqual(self.unseen + faults, [], "tools/po.py update, and translate what is empty")

    def test_languages_are_those_that_are_built(self):
        self.assertEqual((po.PO / "LINGUAS").read_text().split(), [p.stem for p in sorted(po.PO.glob("*.po"))])

    def test_all_kinds_of_keys_are_found(self):
        for key in ["An eight fits on everything.", "Pharaoh", "yes", "cards dealt to each player", "six-six", "hearts",
                    "it is {your turn|the turn of %p}", "%F does not match %F", "potency", "attack (AV)", "seat", "%w: %d to %d",
                    "the rule takes no subproof", "draw what is due: one card, or what the sevens ask"]:
            self.assertIn(key, self.keys)

    def test_facts_say_what_letters_of_documents_mean(self):
        """A letter stands at most in brackets, for those who look it up in the clause."""
        for key, entry in self.keys.items():
            if entry["format"] and any("/games/" in place for place in entry["places"]):
                bare = re.sub(r"\([^)]*\)", "", key)
                self.assertNotRegex(bare, r"\b(AV|MV|CW|FC|RM|PW|RS|cnt|TOP|a is|seat \d)\b", key)

    def test_a_verb_does_not_go_by_a_number(self):
        """After %d a choice is by that number: "{have|has}" would be told to you as "has"."""
        for key in self.keys:
            self.assertNotRegex(key, r"%d[^%{}]*\{(have|are|were|do)\|(has|is|was|does)\}")

    def test_cost_is_a_card_s_and_nothing_else_s(self):
        """In Predicate Wars: what is paid for a proof, a subproof or for writing is used, a rule has a price."""
        cost = {"en": r"\bcosts?\b", "de": r"[Kk]ost(en|et)\b", "sk": r"\bsto(jí|ja) (%d|\{\d|dvoj|nič|dôkaz|potenc)"}
        other = {"en": r"proving power|potency|\b(sub)?proofs?\b|\blines?\b|refut|\brules?\b|\bwrit(e|ing)\b.*\bcosts\b",
                 "de": r"[Bb]eweis|Potenz|Zeile|Regel|[Ww]iderleg|[Ss]chreiben.*\bkostet\b",
                 "sk": r"dôkaz|potenci|riad(k|ok)|pravidl|vyvr|\b[Nn]apísať|\bpísan"}
        price = {"en": (r"\bprices?\b", r"\bcards?\b"), "de": (r"\bPreis", r"\bKarten?\b"), "sk": (r"(?!)", "")}
        said = {"en": [key for key, entry in self.keys.items() if any(OF_WARS.search(p) for p in entry["places"])]}
        for language in ("de", "sk"):
            entries, _ = po.read(po.PO / f"{language}.po")
            said[language] = [entries[key] for key in said["en"]]
        wrong = []
        for language, sentences in said.items():
            page = (po.PO.parent / f"web/src/words/{language}.ts").read_text()
            page = page[page.index("\n  lesson: {"):page.index("\n  rules: {")]
            for text in sentences + re.findall(r"'([^'\n]*)'", page):
                for one in re.split(r"[.;:?!]", text.replace("proof-cost", "")):
                    if re.search(cost[language], one) and re.search(other[language], one) or \
                            re.search(price[language][0], one) and re.search(price[language][1], one):
                        wrong.append(one)
        self.assertEqual(wrong, [])

    def test_what_is_said_in_english_only_is_found(self):
        said = [('bl_put(out, "Nobody wins.\\n");', []),
                ('bl_put(out, "Nobody " "cheats.");', ["Nobody cheats."]),
                ('const char *text = why ? "a new word" : NULL;', ["a new word"]),
                ('cli_wrong("--seat: there is none", 2); f("it is here");', ["it is here"]),
                ('bl_putf(out, "%s> %d `save FILE`", a, b); text_is(line, "quit");', [])]
        for source, found in said:
            with self.subTest(source=source):
                self.assertEqual([text for _, text in po.unsaid(po.csource.tokens(source), self.keys)], found)

    def test_what_is_wrong_is_found(self):
        old = 'msgid "the first is %p"\nmsgstr "zuerst ist %p"'
        for new, told in [('msgid "the first is %p"\nmsgstr ""', "not translated: the first is"),
                          ("", "not translated: the first is"),
                          (old + '\n\nmsgid "gone"\nmsgstr "weg"', "not in the sources any more: gone"),
                          ("#, fuzzy\n" + old, "fuzzy"),
                          (old.replace("ist %p", "ist %d"), "other letters"),
                          (old.replace("ist %p", "ist jemand"), "other letters"),
                          (old.replace("ist %p", "ist %p %p"), "other letters"),
                          (old.replace("ist %p", "ist %p von 7"), "other figures"),
                          (old.replace("zuerst", "{zuerst|am Ende}"), "nothing chooses in {zuerst|am Ende}"),
                          (old.replace("ist %p", "{bist du|ist %p|sind}"), "3 to choose from"),
                          (old.replace("ist %p", "ist %p}"), "1 to choose from in }"),
                          (old + '\n\nmsgid "open"\nmsgstr "offen', "end-of-line")]:   # what msgfmt finds
            with self.subTest(new=new):
                self.assertIn(told, faults_of(self.keys, lambda text: text.replace(old, new)))


if __name__ == "__main__":
    unittest.main()
