#!/usr/bin/env python3
"""bylaw play, review and show in German and Slovak: all that is told, and nothing left in English."""
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from bylaw import ALL, GAMES, SOURCE, Case, bylaw
from terminal import Terminal, plain

LANGUAGES = (SOURCE / "po/LINGUAS").read_text().split()
# Words that English cannot do without, and that mean nothing in German or Slovak.
ENGLISH = set("the of and you your is are with that this it from has have were which who what not or be".split())
# All that a person may ask for at a table.
COMMANDS = ["help", "guide", "terms", "table", "moves", "why", "rules", "log", "log clauses", "log what", "terse",
            "full", "undo", "as", "as 9 x", "save", "seed", "skip", "review", "again", "xyzzy", "mves", "9999",
            "rule", "rule nowhere", "language fr", "hint random", '"hello', "why 1", "1", "why", "log clauses"]
NO_SETTING = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "", "LC_CTYPE": "C.UTF-8"}


def locale(value, name="LC_MESSAGES"):
    return {**NO_SETTING, name: value}


def english(shown):
    """The lines that have English words in them, but for what is typed, words of logic, and names with
    hyphens."""
    typed = r"`[^`]*`|„last card“|^[^ ]*> .*|forall,? exists,? not,? and,? or,? imply|\w+-\w+"
    spoken = [re.sub(typed, "", line) for line in plain(shown).splitlines()]
    return [line for line in spoken if ENGLISH & set(re.findall(r"[^\W\d_]+", line))]


def play(*words, typed, env=None):
    answer = bylaw("play", *words, given=typed, env={**os.environ, **(env or {})})
    assert answer.status == 0 and answer.err == "", (answer.status, answer.err)
    return answer.out


@unittest.skipUnless(shutil.which("msgfmt"), "there is no msgfmt to build catalogues with")
class Languages(Case):
    def test_rulings_are_translated(self):
        """What a clause says to a move, in each way: it holds, refuses, fails, applies."""
        marks = {"de": ["gilt", "verweigert", "gilt nicht", "wirkt"],
                 "sk": ["platí", "odmieta", "neplatí", "účinkuje"]}
        for language, words in marks.items():
            cards = [f"why play {value}{suit}\n" for value in "789XUOKA" for suit in "ABHL"]
            out = play("pharaoh", "--seed", "1", "--language", language, typed="".join(cards) + "quit\n")
            told = re.findall(r"(?m)^  [RMD]\d+ +(\S+(?: \S+)?)  +\S", out)
            self.assertEqual(set(told), set(words), out)

    def test_words_of_an_offer_are_a_move(self):
        """As the reader's language has them: what is offered can be typed."""
        for language, draws, told in [("de", "ziehen", "gezogen"), ("sk", "potiahnuť", "ťaháš")]:
            out = play("pharaoh", "--seed", "1", "--language", language, typed=f"{draws}\nkarte\n")
            self.assertIn(told, out.split(f"> {draws}", 1)[1].lower())
        out = play("pharaoh", "--seed", "1", "--language", "en", typed="the\nthe next\nplayer\n")
        self.assertEqual(out.count("That is no move of this game"), 3, out)

    def test_moves_and_commands_in_the_reader_s_words(self):
        """`XH legen` is what the list says; `hilfe` is `help`."""
        at = "pharaoh", "--seed", "3", "--players", "3", "--language"
        out = play(*at, "de", typed="tipp\nhilfe\nmoves\n8B legen\nXH legen\nregeln\n")
        said = re.split("(?m)^du> ", out)
        self.assertIn("Welchen Platz du mit jedem Zug erwarten kannst", said[1])
        self.assertIn("diese Liste", said[2])
        self.assertRegex(said[3], r"play XH +XH legen")
        self.assertIn("Verweigert", said[4])
        self.assertIn("Du hast XH gelegt", said[5])
        self.assertIn("M1", said[6])
        out = play(*at, "sk", typed="pomoc\nrada\nhilfe\n")
        self.assertIn("tento zoznam", out)
        self.assertIn("Aké miesto môžeš čakať", out)
        self.assertIn("`help`", out.split("> hilfe")[1])

    def test_seats_share_a_line_where_they_fit(self):
        self.assertIn("Karten     du: 5 <   Bruno: 5   Tessa: 5   Rufus: 5",
                      play("pharaoh", "--seed", "3", "--language", "de", typed=""))

    def test_suits_are_written_as_they_are_called(self):
        """In German bells are Schellen: `8s`; the letters of the notation stay, and the hand names the suits."""
        for language, typed, hand in [("de", "8s", "Schellen 8B"), ("de", "8b", "Schellen 8B"),
                                      ("sk", "8g", "guľa 8B"), ("sk", "kž", "žaluď KA")]:
            out = play("pharaoh", "--seed", "21", "--language", language, typed=f"why play {typed}\n")
            self.assertIn(hand, out)
            self.assertRegex(out, rf"play {hand[-2:]}:")
        self.assertIn("play OH >B", play("pharaoh", "--seed", "21", "--language", "de", typed="why play oh >s\n"))

    def whole_game(self, env, you, end, over, told):
        """Plays Enter, Enter, and the first card that goes; nothing is told in English on the way."""
        t = Terminal("--seed", "5", env=env, columns=100)
        shown = t.until_prompt()
        for typed in ["help", "", "help", "opponents", ""]:
            t.type(typed + "\n")
            shown += t.until_prompt()
        turn = shown
        while over not in turn:
            t.edits()   # what is typed sooner is echoed amid what is told
            t.type("2\n" if re.search(r"(?m) 2  play", plain(turn)) else "1\n")
            turn = t.until(f"{you}> ", over)
            shown += turn
        for _ in range(2):   # the first Enter may be one too many: the game is not saved
            shown += t.until(f"{end}> ")
            t.type("\n")
        rest, status = t.end()
        self.assertEqual(status, 0)
        self.assertEqual(english(shown + rest), [])
        for words in told:
            self.assertIn(words, plain(shown + rest))

    def test_a_game_in_german(self):
        self.whole_game(locale("de_AT.UTF-8"), "du", "Ende", "Das Spiel ist aus",
                        ["Welches Spiel?", "Enter teilt aus.", "Du darfst", "Deine Hand", "Bea hat", "gewinnt",
                         "gelegt.", "teilt dieses Spiel noch einmal aus"])

    def test_a_game_in_slovak(self):
        self.whole_game(locale("sk", "LANG"), "ty", "koniec", "Hra sa skončila",
                        ["Ktorá hra?", "Enter rozdá.", "Tvoja ruka", "Bea", "rozdá túto hru znova"])

    def test_every_command_of_every_game(self):
        for game in ALL:
            for language in LANGUAGES:
                with self.subTest(game=game, language=language):
                    out = play(game, "--seed", 3, "--language", language, typed="\n".join(COMMANDS))
                    self.assertEqual(english(out), [])
                    self.assertEqual([line for line in out.splitlines() if len(line) > 80 and "> " not in line], [])

    def test_english_would_be_seen(self):
        for game in ALL:
            self.assertGreater(len(english(play(game, "--seed", 3, typed="\n".join(COMMANDS)))), 60)

    def test_every_lesson(self):
        for game in ALL:
            if bylaw("play", game, "--tutorial").status != 0:
                continue   # it has none
            for language in LANGUAGES:
                with self.subTest(game=game, language=language):
                    out = play(game, "--tutorial", "--language", language, typed="\n".join(["1", "#1"] * 12))
                    self.assertEqual(english(out), [])

    def test_programs_read_english(self):
        for game in ALL:
            env = {"LC_ALL": "de_DE.UTF-8", "LANG": "sk_SK.UTF-8"}
            typed = "help\n1\nlog clauses\n"
            self.assertEqual(play(game, "--seed", 3, typed=typed, env=env), play(game, "--seed", 3, typed=typed))
            self.assertEqual(play(game, "--seed", 3, "--language", "en", typed=typed), play(game, "--seed", 3, typed=typed))

    def test_the_locale(self):
        for env, asked in [(locale("sk_SK.UTF-8", "LC_ALL"), "Ktor"), (locale("deu"), "Which game?"),
                           ({**locale("de"), "LANG": "sk"}, "Welches Spiel?"), (locale("fr_FR.UTF-8"), "Which game?"),
                           ({**locale("sk"), "LC_ALL": "C.UTF-8"}, "Which game?"), (NO_SETTING, "Which game?")]:
            t = Terminal(env=env)
            self.assertIn(asked, t.until("> "))
            t.type("quit\n")
            t.end()

    def test_a_terminal_without_utf_8(self):
        t = Terminal("--language", "de", "--seed", "1", GAMES[0], env={"LC_ALL": "C"})
        shown = t.until_prompt()
        for typed in "terms", "guide":
            t.type(typed + "\n")
            shown += t.until_prompt()
        self.assertEqual(re.findall(r"[^\x00-\x7f]|[a-z]\?[a-z]", plain(shown)), [])
        self.assertIn("fuer", shown)
        t.type("quit\n")
        t.end()

    def test_a_refused_call_is_told_in_the_language_that_it_asks_for(self):
        """Wherever in the call that stands."""
        for call, told in ((["--seed", "x"], {"en": "'x' is not a decimal", "de": "'x' ist keine Zahl", "sk": "'x' nie je 64-bitové"}),
                           (["--persons", "9"], {"en": "is not a list of seats", "de": "keine Liste von Plätzen", "sk": "nie je zoznam miest"}),
                           (["--players", "99"], {"en": "a whole number from 2 to 8", "de": "ganze Zahl von 2 bis 8", "sk": "celé číslo od 2 do 8"}),
                           (["--nosuch"], {"en": "there is no option", "de": "gibt es nicht", "sk": "neexistuje"}),
                           (["--seed"], {"en": "needs a value", "de": "braucht einen Wert", "sk": "potrebuje hodnotu"}),
                           (["one"], {"en": "one word too many", "de": "ein Wort zu viel", "sk": "je navyše"}),
                           (["--pace", "1"], {"en": "it needs --watch", "de": "dazu gehört --watch", "sk": "patrí k tomu --watch"}),
                           (["--bots", "greedy,random"], {"en": "give one for all", "de": "nenne einen", "sk": "uveď jedného"})):
            for language in ("en", *LANGUAGES):
                for words in (["--language", language, *call], [f"--language={language}", *call], [*call, "--language", language]):
                    if words[1:] == ["--language", language] and call == ["--seed"]:
                        continue   # that is the value
                    self.wrong(bylaw("play", "pharaoh", *words), told[language])

    def test_unknown_languages(self):
        for command in (["play", GAMES[0]], ["review", "x"], ["show", "x"], ["rules", GAMES[0]], ["explain", GAMES[0], "x"]):
            answer = bylaw(*command, "--language", "fr")
            self.assertEqual((answer.status, answer.out), (2, ""))
            self.assertIn("'fr'", answer.err)
            self.assertIn(", ".join(["en", *LANGUAGES]), answer.err)

    def test_another_language_on_the_way(self):
        out = play(GAMES[0], "--seed", 3, typed="language de\nseed\nlanguage SK\nseed\nlanguage en\nseed\nlanguage x\n")
        said = [out.index(words) for words in ["Von hier an auf Deutsch.", "Startwert", "Odteraz po slovensky.", "Semienko",
                                               "From here on in English.", "Whoever has it", "Not that one: "]]
        self.assertEqual(said, sorted(said))
        t = Terminal(env=NO_SETTING)
        t.until_prompt()
        t.type("language sk\n")
        self.assertIn("Ktorá hra?", t.until_prompt())
        t.type("quit\n")
        t.end()

    def test_answers(self):
        for language, prompt, stays, leaves in [("de", "gehen", ["n", "nein", "no", ""], ["j", "JA", "yes", "y"]),
                                                ("sk", "odísť", ["n", "nie", ""], ["a", "áno", "ano", "yes"])]:
            for leave in leaves:
                t = Terminal(GAMES[0], "--language", language, "--seed", "1")
                t.until_prompt()
                t.type("#1\n1\n")
                t.until_prompt()
                for answer in [*stays, leave]:
                    t.type("quit\n")
                    t.until(f"{prompt}> ")
                    t.type(answer + "\n")
                    if answer != leave:
                        t.until_prompt()
                self.assertEqual(t.end()[1], 0, leave)

    def test_the_call_that_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(Path(folder) / "game.jsonl")
            out = play(GAMES[0], "--seed", 3, "--language", "sk", typed=f"#1\nsave {file}\n")
            self.assertIn(f"--resume {file} --save {file} --language sk", out)
            out = play(GAMES[0], "--seed", 3, typed=f"#1\nlanguage sk\nsave {file}.2\n")   # asked for on the way
            self.assertIn(f"--resume {file}.2 --save {file}.2 --language sk", out)

    def test_show_review_hint_rules_and_explain(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.jsonl"
            for game in GAMES:
                dealt = bylaw("new", game, "--seed", 7).out
                bylaw("simulate", game, "--games", 1, "--seed", 8, "--transcript", file)
                for language in LANGUAGES:
                    with self.subTest(game=game, language=language):
                        self.assertEqual(english(bylaw("show", "-", "--language", language, given=dealt).out), [])
                        out = bylaw("review", file, "--language", language, "--budget", 50).out
                        self.assertEqual(english(out), [])
                        self.assertNotIn("Who was ahead", out)
                        self.assertEqual(english(bylaw("rules", game, "--language", language).out), [])
                        for bot in [], ["--bot", "ismcts:60"]:
                            out = bylaw("hint", game, "--language", language, *bot, given=dealt).out
                            self.assertEqual(english(out), [])
                            self.assertNotIn("looked at", out)
                        move = bylaw("legal", game, given=dealt).lines[0]
                        out = bylaw("explain", game, "--language", language, "--", move, given=dealt).out
                        self.assertEqual(english(out), [])
                file.unlink()


if __name__ == "__main__":
    unittest.main()
