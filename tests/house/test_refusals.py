"""What the server refuses to people is said by the page in each of its languages."""
import pathlib
import re
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
SERVER = "\n".join(p.read_text() for p in sorted((SOURCE / "src/server").glob("*.c")))
PAGE = (SOURCE / "web/src/friends/words.ts").read_text()

# Said to programs: no person who uses the page meets it.
UNMET = {
    "v: this server speaks version 1": "the page speaks it",
    "once: a table takes 16 letters and digits at least, by chance": "the page makes it so",
    "come to the table first: watch or take": "the page does",
    "too many secrets": "one for each seat",
    "this connection is at too many tables": "the page is at one",
    "no seat at this table has that secret": "the page says that its link is worth nothing",
    "this seat has sent its number": "the page has sent it",
    "this table is on its way": "asked again by the page itself",
    "this server takes no more tables": "asked again by the page itself",
    "one such question after another": "asked again by the page itself",
    "so much cannot be told at once": "asked again by the page itself",
    "there is no such table": "the page has a screen for it",
    "this table is at another server": "the page goes there",
}
# What is said of a member of a message comes after its name.
OF_MEMBERS = [f"{member}: {told}" for member in ("name", "words")
              for told in ("must be letters and signs on one line", "has at most {0} characters")]

OF_BOTS = ["there is no such bot for this"]   # after whichever of them it is


def refused():
    """The sentences of the server itself; what the rules refuse is in the catalogues."""
    said = re.findall(r'(?:talk_refuse\(k, |give_up_loading\(core, t, )\s*"([^"]+)"', SERVER)
    assert len(said) > 25, said
    for told in OF_MEMBERS + OF_BOTS:
        assert '"%s"' % told.split(": ")[-1].replace("{0}", "%d") in SERVER, told
    return set(said + OF_MEMBERS + OF_BOTS)


class Refusals(unittest.TestCase):
    def test_each_is_said_in_every_language(self):
        said = {row[1]: row[2] for row in re.finditer(r"(?m)^  '([^']+)': \[(.+)\],$", PAGE)}
        self.assertEqual(refused() - set(UNMET), set(said), "refusals in web/src/friends/words.ts")
        self.assertEqual(set(UNMET) - refused(), set(), "not said any more")
        for words in said.values():
            self.assertEqual(len(re.findall(r"'[^']+'|\w\w\.\w+", words)), 3, words)


if __name__ == "__main__":
    unittest.main()
