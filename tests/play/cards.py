#!/usr/bin/env python3
"""Cards that are typed for a move: in any case and order, alone, with a word, and those that may not be played."""
import json
import re
import tempfile
import unittest

from bylaw import GAMES, refused_by, Case
from pipe import bylaw, play, prompts

PROPRE = [game for game in GAMES if "propre" in game]
EIGHTS = next(game for game in GAMES if game.endswith("eights"))   # suits are asked for behind a card


def prompts_of(out):
    """From the first line that is typed on, in any language."""
    return re.split(r"(?m)^(?=(?:you|du|ty)> )", out, maxsplit=1)[1]


class Cards(Case):
    def test_cards_in_any_case_and_order(self):
        for typed in ("play aa ah", "play AH AA", "ah aa", "A♥ A♣"):
            self.assertIn("You laid AA AH.", play("pharaoh", "--seed", "3", "--players", "3",
                                               typed=typed + "\n"), typed)
        for typed in ("7a", "7A", "p 7a", "PLAY 7a"):
            self.assertIn("You laid 7A.", play("pharaoh", "--seed", "3", "--players", "3",
                                            typed=typed + "\n"), typed)
        for typed in ("10h", "xh", "10♥", "play 10h"):
            self.assertIn("You laid XH.", play("pharaoh", "--seed", "3", "--players", "3",
                                            typed=typed + "\n"), typed)

    def test_cards_and_what_belongs_to_them(self):
        """`play` may be left out before the suit that an over asks for, too, whether it may be played or
        not."""
        position = json.loads(bylaw("new", "pharaoh", "--players", "2", "--seed", "3")[1])
        hands = [["OA", "OB", "9L"], ["8A", "8B", "8L"]]
        pack = [v + s for s in "ABHL" for v in "789XUOKA"]
        with tempfile.TemporaryDirectory() as folder:
            def at(top):
                held = [top] + hands[0] + hands[1]
                position["state"].update(pile=[top], suit=top[1], hands=hands,
                                         stock=[c for c in pack if c not in held])
                with open(folder + "/p", "w") as f:
                    json.dump(position, f)
                return ["pharaoh", "--position", folder + "/p"]
            for typed in "oa ob >h", "OB OA >H", "ob oa >h", "ob oa h", "oa ob h":
                self.assertIn("asked for hearts", play(*at("9B" if typed[1] == "a" else "9A"),
                                                       typed=typed + "\n"), typed)
            out = play(*at("9H"), typed="ob >h\nwhy ob >l\n")
            self.assertRegex(out, refused_by("R1"))
            self.assertIn("play OB >L: refused", out)
            self.assertIn("That is no move of this game", play(*at("9H"), typed="ob and so on\n"))
            self.assertNotIn("Did you mean", play(*at("9H"), typed="ob and so on\n"))

    def test_cards_that_cannot_be_played(self):
        out = play("pharaoh", "--seed", "3", "--players", "3", typed="8b\nwhy 8b\n8b 7a\n")
        self.assertRegex(out, refused_by("R1"))
        self.assertIn("play 8B: refused", out)
        self.assertRegex(out, r"Refused: 8B and 7A are not of one value\.\n  Instead: ")
        self.assertRegex(out, refused_by("D12"))
        out = play("pharaoh", "--seed", "3", "--players", "3", typed="why not 8b\nal al\n7a 7b 7l 7h 8b\n")
        self.assertIn("play 8B: refused", out)
        self.assertIn("That is no move of this game: a card is named twice.", out)
        self.assertIn("That is no move of this game: at most four cards can be played.", out)

    def test_a_card_that_cannot_be_played_in_any_of_several_ways(self):
        """Why, by which clause and what would be allowed: as of the move that it means."""
        pack = [v + s for s in "CDHS" for v in "A23456789TJQK"]
        for game in PROPRE:
            position = json.loads(bylaw("new", game, "--players", "2", "--seed", "7")[1])
            hands = [["QD", "2D", "4H", "5S", "9S", "TH"], ["3C", "4C", "6C"]]
            held = ["QC"] + hands[0] + hands[1]
            position["state"].update(pile=["QC"], av=0, hands=hands, stock=[c for c in pack if c not in held])
            for first, typed, meant, reason in (
                    ("8 QD", "4h", "8 4H", "4H does not go on QD"), ("8 QD", "4♥ h", "8 4H", "4H does not go on QD"),
                    ("8 QD", "10h", "8 TH", "TH does not go on QD"), ("8 QD", "lay 5s", "8 5S", "5S does not go on QD"),
                    ("8 QD", "kh", "8 KH", "KH is not in your hand"), ("3 2D", "5s", "3 5S", "5S does not go on 2D"),
                    ("3 2D", "th", "5 TH +", "TH "), ("3 2D", "9s", "8 9S", "9S does not go on 2D")):
                with self.subTest(game=game, first=first, typed=typed):
                    why = "" if typed.startswith("lay") or typed.endswith(" h") else typed
                    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                        json.dump(position, file)
                        file.flush()
                        typings = [first, typed, meant, "why not " + (why or meant), "why " + meant]
                        out = play("--position", file.name, typed="\n".join(typings) + "\n")
                    told = [part.split("\n", 1)[1] for part in prompts(out)[1:5]]
                    self.assertIn(f"Refused: {reason}", told[0])
                    self.assertRegex(told[0], r"\n  Instead: (?s:.*)\(1\)")
                    self.assertEqual(told[0], told[1])
                    self.assertEqual(told[2], told[3])
                    self.assertTrue(told[2].startswith(meant + ": refused\n"), told[2])

    def test_why_not(self):
        for language, why, why_not in ("en", "why", "why not"), ("de", "warum", "warum nicht"), ("sk", "prečo", "prečo nie"):
            typed = [f"{why} 8b", f"{why_not} 8b", f"{why_not} play 8B", "why not 8b", why_not]
            out = play("pharaoh", "--seed", "3", "--players", "3", "--language", language, typed="\n".join(typed) + "\n")
            told = [part.split("\n", 1)[1] for part in re.split(r"(?m)^(?:you|du|ty)> ?", out)[1:6]]
            self.assertTrue(told[0].startswith("play 8B: "), out)
            self.assertEqual(told[1:4], told[:1] * 3)
            self.assertEqual(told[4].count("\n"), 1)   # nothing was played yet

    def test_why_after_a_refusal(self):
        """`why` alone is about what was refused just now, not about what another player did before it."""
        for why in "why", "why not":
            typed = ["7a", why, "draw", why, "play AA", why, "aa", "undo", "table", why]
            out = play("pharaoh", "--seed", "3", "--players", "2", "--casual", typed="\n".join(typed) + "\n")
            told = [part.split("\n", 1)[1] for part in prompts(out) if part.strip()]
            for refused, explained, move in (0, 1, "7A"), (4, 5, "AA"):
                self.assertTrue(told[refused].startswith("Refused: "), out)
                self.assertTrue(told[explained].startswith(f"play {move}: refused\n"), out)
            self.assertRegex(told[3], r"^(you|Bruno): ")              # a move was made since
            self.assertTrue(told[6].startswith("Refused: "), out)
            self.assertTrue(told[7].startswith("Taken back"), out)
            self.assertEqual(told[9].count("\n"), 1, out)              # what was refused was refused elsewhere

    def test_cards_by_their_names(self):
        """As people say them, in English and in the reader's language."""
        at = [EIGHTS, "--seed", "4035", "--players", "2"]
        for typed in ("9 of hearts", "nine of hearts", "play the 9 of hearts", "NINE HEARTS", "lay 9 of Hearts"):
            self.assertIn("You laid 9H.", play(*at, typed=typed + "\n"), typed)
        for typed in ("8c hearts", "8 of clubs hearts", "play 8C hearts", "eight of clubs > hearts", "8♣ hearts"):
            self.assertIn("You laid 8C and asked for hearts.", play(*at, typed=typed.replace("> ", "") + "\n"), typed)
        self.assertIn("Refused: KH is not in your hand.", play(*at, typed="king of hearts\n"))
        self.assertIn("play KH: refused", play(*at, typed="why not the king of hearts\n"))
        for language, typed, said in (("de", "Herz 9", "Du legst 9H|hast 9H gelegt"), ("de", "Herz neun", "9H"), ("de", "8c Herz", "8C"),
                                      ("sk", "9 srdcia", "9H")):
            out = prompts_of(play(*at, "--language", language, typed=typed + "\n"))
            self.assertRegex(out, rf"^[^\n]*\n  .*({said})", typed)
        self.assertIn("You laid 7A.", play("pharaoh", "--seed", "3", "--players", "3", typed="seven of acorns\n"))
        self.assertIn("You laid XH.", play("pharaoh", "--seed", "3", "--players", "3", typed="10 of hearts\n"))
        self.assertIn("You laid KD.", play("true-propre", "--seed", "149160", "--players", "3", typed="8 king of diamonds\n"))
        for words in "say the king of hearts", '"the king of hearts':   # that is talk
            self.assertNotIn("KH", play("true-propre", "--seed", "149160", "--players", "3", typed=words + "\n"))

    def test_cards_that_may_mean_several_moves(self):
        out = play("propre", "--seed", "3", typed="5h\n")
        self.assertIn("`5h` may be `3 5H`, `8 5H`, `8 5H h`.", out)
        self.assertRegex(out, r"  8 5H h +lay 5H across: it counts as 6H")   # and what that would do

    def test_moves_that_come_to_the_same(self):
        """One of them is meant by its card, and hints tell one."""
        pack = [v + s for s in "CDHS" for v in "A23456789TJQK"]
        for game in PROPRE:
            position = json.loads(bylaw("new", game, "--players", "2", "--seed", "7")[1])
            hands = [["3C", "AC", "8H"], ["3D", "4C", "6C"]]
            held = ["5C"] + hands[0] + hands[1]
            position["state"].update(pile=["5C"], av=0, hands=hands, stock=[c for c in pack if c not in held])
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(position, file)
                file.flush()
                out = play("--position", file.name, typed="moves\nhint\nac\n3c\n")
            moves, hint, ace, three = prompts(out)[:4]
            self.assertEqual(len(re.findall(r" [478] 3C +lay 3C\n", moves)), 2, moves)
            self.assertIn("`3c` may be `4 3C`, `8 3C h`.", three)
            told = re.findall(r"(?m)^ +\d\S*(?: %)?  (\S.*(?:\n {9,}\S.*)*)$", hint)
            self.assertGreater(len(told), 2, hint)
            self.assertEqual(len(told), len(set(told)), hint)

    def test_a_card_that_is_called_like_a_command(self):
        """`as` is the ace of spades where there is one."""
        for typed in "as\n", "A♠\n":
            self.assertRegex(play("true-propre", "--seed", "3", typed=typed), "Refused: AS is not in your hand|may be `")
        self.assertIn("Whose move?", play("pharaoh", typed="as\n"))

    def test_a_game_whose_moves_name_no_cards(self):
        out = play("six-seven", "--seed", "3", typed="7h\nleft s1\n")
        self.assertNotIn("No move with", out)
        self.assertIn("a move is L, R or M and a stack", out)
        self.assertIn("You added ", out)

    def test_a_word_before_cards(self):
        """They are what is offered: "lay 7A"."""
        for typed in "lay 7a\n", "legen 7A\n":
            self.assertIn("You laid 7A", play("pharaoh", "--seed", "3", "--players", "3", typed=typed))


if __name__ == "__main__":
    unittest.main()
