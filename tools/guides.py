#!/usr/bin/env python3
"""guides.py - puts what a game's guide.def says into its document, docs/NAME.md, between two marks.

    tools/guides.py update     writes it there
    tools/guides.py check      exits 1 unless it stands there; one of the tests
"""
import sys

import csource

BEGIN, END = "<!-- from guide.def -->\n", "<!-- end of guide.def -->\n"


def rows(name):
    """(kind, texts) of a game's guide; of a family's, those of the version that the game is."""
    folder = csource.ROOT / "src/games" / name
    path, version = folder / "guide.def", None
    if not path.exists():
        path = next(folder.parent.glob(f"{name.split('-')[-1]}-family")) / "guide.def"
        version = "FIRST" if "_first_guide" in (folder / "rules.c").read_text() else "SECOND"
    for call, args in csource.calls(csource.tokens(path.read_text()),
                                    {"GOAL", "LINE", "MOVE", "TERM", "FIRST", "SECOND"}):
        kind, of = (call.text, None) if csource.literal(args[0]) else (args.pop(0)[0].text, call.text)
        if of in (None, version):
            yield kind, [csource.literal(part) for part in args]


def rendered(name):
    out, last = "", ""
    for kind, texts in rows(name):
        if kind != last:
            out += {"MOVE": "\n| move | |\n|---|---|\n", "TERM": "\n| on the table | |\n|---|---|\n"}.get(kind, "")
        if kind == "MOVE":
            out += f"| `{texts[0]}` | {texts[1]} |\n"
        elif kind == "TERM":
            out += f"| {texts[1]} (`{texts[0]}`) | {texts[2]} |\n"
        else:
            out += f"\n{texts[0]}\n"
        last = kind
    return BEGIN + out + "\n" + END


def main():
    command, bad = sys.argv[1:], 0
    if command not in (["update"], ["check"]):
        raise SystemExit(__doc__)
    for line in (csource.ROOT / "src/core/games.def").read_text().splitlines():
        if not line.startswith("GAME("):
            continue
        name = line[5:].split(")")[0].replace("_", "-")
        path = csource.ROOT / "docs" / f"{name}.md"
        text = path.read_text()
        start, stop = text.find(BEGIN), text.find(END)
        if start < 0 or stop < start:
            raise SystemExit(f"{path.name}: it lacks the marks for its guide, {BEGIN.strip()} and {END.strip()}")
        new = text[:start] + rendered(name) + text[stop + len(END):]
        if command == ["update"]:
            path.write_text(new)
        elif new != text:
            print(f"{path.name} does not say what guide.def says: tools/guides.py update")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
