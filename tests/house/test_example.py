"""The worked example of CONTRIBUTING.md is true: its pieces stand in the sources, word for word,
and the files of the story are all that speak of its game."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = re.compile(r"crazy.eights", re.I)
FOLDERS = ("src/games/crazy-eights", "tests/games/crazy-eights")
# What the last step names beside files that are quoted, and what explains or keeps the story.
TOUCHED = {"docs/crazy-eights.md", "web/src/games/crazy-eights.tsx", "po/de.po", "po/sk.po", "README.md", "docs/cli.md", "docs/formats.md", "docs/speed.md", "docs/bots.md", "src/bots/weights/list", "src/bots/weights/crazy-eights-2.net", "src/bots/weights/crazy-eights-4.net", "docs/instances/solve/crazy-eights-six-cards.json",
           "docs/findings/crazy-eights.md",
           "CHANGELOG.md", "src/core/games.def", "CONTRIBUTING.md", "tests/house/test_example.py"}
# Texts that mention the family of games by that name, and the game on somebody else's server.
ANCESTRY = {"docs/propre.md", "docs/true-propre.md", "bench/others/eights.mjs", "bench/others/load.mjs", "bench/others/run.sh"}
PASSED_OVER = re.compile(r"(^|/)(\.git|\.ci|build[^/]*|node_modules|__pycache__|docs/images|lab-[^/]*)(/|$)")


def story():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.search(r"^### A worked example.*?(?=^## )", text, re.M | re.S).group()


def misquoted(text):
    for path, piece in re.findall(r"^```\w+ (\S+)\n(.*?)^```", text, re.M | re.S):
        if piece not in (ROOT / path).read_text(encoding="utf-8"):
            yield f"CONTRIBUTING.md: this does not stand in {path}:\n{piece}"


def unnamed(text):
    for path in sorted(TOUCHED - {"CONTRIBUTING.md", "tests/house/test_example.py", "po/de.po", "po/sk.po"}):
        if path not in text:
            yield f"CONTRIBUTING.md: the story does not name {path}"


def strangers():
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if PASSED_OVER.search(name) or not path.is_file() or name.startswith(FOLDERS):
            continue
        speaks = GAME.search(name) or GAME.search(path.read_bytes().decode("utf-8", "ignore"))
        if speaks and name not in TOUCHED | ANCESTRY:
            yield f"{name} speaks of Crazy Eights, and is not in the story of CONTRIBUTING.md"


text = story()
faults = [*misquoted(text), *unnamed(text), *strangers()]
if len(re.findall(r"^```\w+ \S+$", text, re.M)) < 5:
    faults.append("CONTRIBUTING.md: the story quotes less than five pieces")
print("\n".join(faults) or "the story is true")
sys.exit(bool(faults))
