"""A new game touches its folder, its tests, its page and one list: nothing else names games.

Sources of the program name no game at all, but in examples of calls. Tests may take one or the other
as an example of what some game has, but list none and compare with none: they ask the registry.
"""
import pathlib
import re
import subprocess
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
GAMES = [row.replace("_", "-") for row in
         re.findall(r"(?m)^GAME\((\w+)\)", (SOURCE / "src/core/games.def").read_text())]

# What is a game's own, wherever it lies: paths with its name in them; and beside those:
OWN = {
    r"src/core/games\.def": "the one list",
    r"(src|tests)/games/": "the games, and their tests",
    r"web/src/(games|words|style)/": "the page of each game, and what it says",
    r"web/src/screens/home\.tsx": "a picture of each game, where there is one",
    r"src/draft/|src/\w+/draft\.[ch]$|tests/web/(draft|wars|workshop)\.mjs|tests/fuzz/fuzz_table\.c":
        "what people write at a table of Predicate Wars",
    r"(src|bench)/(\w+/)?meson\.build": "the files of Predicate Wars' own bot, screens and figures",
    r"src/cli/play\.[ch]$": "--tutorial, which one game has",
    r"tests/fuzz/make-corpus\.py": "seeds for fuzz_table.c",
    r"tests/bots_resample\.c": "what is a fair guess is counted by hand in each game",
    r"tests/lab/|docs/|po/|tests/data/|README\.md|ARCHITECTURE\.md|CONTRIBUTING\.md|CHANGELOG\.md":
        "findings, documents and examples tell of games",
}
NAME = r"(?:%s)" % "|".join(sorted((re.sub("[-_]", "[-_]", g) for g in GAMES), key=len, reverse=True))
NAMED = re.compile(rf"(?<![\w-]){NAME}(?![\w-])")
# An example of a call: `bylaw new NAME`, `bylaw new NAME --seed 7 | bylaw legal NAME`.
CALL = re.compile(rf"\bbylaw ([\w-]+ )+.*{NAME}|play --watch {NAME}|{NAME}(\.c|-bench)?\b.*how fast|{NAME}-bench")
QUOTED = rf"""["'`]({NAME})["'`]"""
COMPARED = re.compile(rf"[!=]==? *{QUOTED}|{QUOTED} *[!=]==?|\bstrcmp\([^)]*{QUOTED}|case {QUOTED}:")
LISTED = re.compile(rf"""{QUOTED}\s*[,:][^"'`()]{{0,20}}\s*(?:\([^)]*\),\s*)?{QUOTED}|"""
                    rf"""\({QUOTED}, [^()]*\),\s*\({QUOTED},""")


def files():
    told = subprocess.run(["git", "ls-files"], cwd=SOURCE, stdout=subprocess.PIPE, text=True)
    if told.returncode != 0:   # not a checkout, but a copy of one
        return [str(p.relative_to(SOURCE)) for top in ("src", "include", "bench", "tools", "tests", "web/src")
                for p in (SOURCE / top).rglob("*") if p.is_file()]
    return told.stdout.splitlines()


def own(path):
    return any(re.match(pattern, path) for pattern in OWN) or NAMED.search(path.replace("/", " "))


class Names(unittest.TestCase):
    def each(self, *tops):
        for path in files():
            if path.startswith(tops) and not own(path) and (SOURCE / path).exists():
                try:
                    yield path, (SOURCE / path).read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    continue

    def test_there_are_games(self):
        self.assertGreater(len(GAMES), 4)

    def test_sources_name_no_game(self):
        found = []
        for path, text in self.each("src/", "include/", "bench/", "tools/", "web/src/"):
            for number, line in enumerate(text.splitlines(), 1):
                if NAMED.search(line) and not CALL.search(line):
                    found.append(f"{path}:{number}: {line.strip()[:100]}")
        self.assertEqual(found, [], "ask the registry instead")

    def test_tests_list_no_games(self):
        found = []
        for path, text in self.each("tests/"):
            for pattern in (COMPARED, LISTED):
                for match in pattern.finditer(text):
                    if len(set(filter(None, match.groups()))) > 1 or pattern is COMPARED:
                        number = text.count("\n", 0, match.start()) + 1
                        found.append(f"{path}:{number}: {' '.join(match[0].split())}")
        self.assertEqual(found, [], "ask the registry instead")

    def test_every_game_has_its_places(self):
        for game in GAMES:
            for path in (f"src/games/{game}/clauses.def", f"docs/{game}.md",
                         f"tests/games/{game}/situations.txt", f"tests/games/{game}/golden.jsonl",
                         f"tests/games/{game}/golden.refused", f"tests/games/{game}/figures.txt"):
                self.assertTrue((SOURCE / path).exists(), path)
        for place in ("src/games", "tests/games"):
            there = {p.name for p in (SOURCE / place).iterdir() if p.is_dir()}
            odd = {name for name in there - set(GAMES) if not name.endswith("-family")}
            self.assertEqual(odd, set(), f"{place}: not in src/core/games.def")


if __name__ == "__main__":
    unittest.main()
