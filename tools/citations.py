#!/usr/bin/env python3
"""Lists where the rules cite which clause, as a C table.

usage: citations.py OUT.c OUT.d RULES.c...

The rules of a game stand in its folder beside clauses.def, whose rows give each clause
its symbol and id, and in headers of a family that it includes. A function cites a clause by naming its symbol in one of the macros of
src/core/cite.h, or by handing it to a function that does.
"""
import re
import sys
from pathlib import Path

KINDS = {
    "REQUIRE": "CITED_REQUIREMENT",
    "REFUSE": "CITED_REFUSAL",
    "HOLDS": "CITED_DEFINITION",
    "APPLIES": "CITED_EFFECT",
    "SET": "CITED_EFFECT",
}
SYMBOL = re.compile(r"[A-Za-z_]\w*")
# A definition begins in the first column and has its brace there too.
FUNCTION = re.compile(r"^(?!typedef|enum|#)[A-Za-z_][^;{}()=]*?\b(\w+)\([^;{}]*\)\s*\{", re.M)


def clause_ids(folder):
    """By symbol; `enum { OTHER = SYMBOL }` in the rules is another symbol of the same clause."""
    text = (folder / "clauses.def").read_text(encoding="utf-8")
    ids = dict(re.findall(r'^CLAUSE\(\s*(\w+)\s*,\s*"([^"]*)"', text, re.M))
    rules = (folder / "rules.c").read_text(encoding="utf-8")
    ids.update((name, ids[of]) for name, of in re.findall(r"\b([A-Z]\w*) = (\w+)", rules) if of in ids)
    return ids


def without_comments(text):
    """Comments and strings blanked out, so that only code is left."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def first_argument(code, at):
    depth = 0
    for end in range(at, len(code)):
        c = code[end]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                return code[at:end]
            depth -= 1
        elif c == "," and depth == 0:
            return code[at:end]
    return code[at:]


def bodies(code):
    for m in FUNCTION.finditer(code):
        end = code.find("\n}", m.end())
        yield m.group(1), code[m.end():end if end >= 0 else len(code)]


def meant(symbol, argument, ids):
    """A clause by its symbol; `RULE_1 + n` is any of RULE_1, RULE_2 and so on."""
    if symbol in ids and symbol.endswith("_1") and re.search(symbol + r"\s*\+", argument):
        return [other for other in ids if re.fullmatch(re.escape(symbol[:-1]) + r"\d+", other)]
    return [symbol] if symbol in ids else []


def citations(path, ids):
    for function, body in bodies(without_comments(path.read_text(encoding="utf-8"))):
        cited = []
        for m in re.finditer(r"\b(%s)\s*\(" % "|".join(KINDS), body):
            argument = first_argument(body, m.end())
            for symbol in SYMBOL.findall(argument):
                cited += [(other, KINDS[m.group(1)]) for other in meant(symbol, argument, ids)]
        named = {symbol for symbol, _ in cited}
        for symbol in SYMBOL.findall(body):
            if symbol in ids and symbol not in named:
                cited.append((symbol, "CITED_OTHERWISE"))
        for symbol, kind in dict.fromkeys(cited):
            yield ids[symbol], function, kind


def sources(folder):
    """Of the game, and of the family whose rules it shares."""
    own = sorted(p for p in folder.iterdir() if p.suffix in (".c", ".h"))
    shared = {name for p in own
              for name in re.findall(r'^#include "(games/.*-family/.*)"', p.read_text(encoding="utf-8"), re.M)}
    return own + [folder.parent.parent / name for name in sorted(shared)]


def rows_of(folder):
    """One row a citation. A mere mention counts only for a clause that is not cited properly."""
    ids = clause_ids(folder)
    rows = [row for path in sources(folder) for row in citations(path, ids)]
    proper = {clause for clause, _, kind in rows if kind != "CITED_OTHERWISE"}
    return [row for row in dict.fromkeys(rows)
            if row[2] != "CITED_OTHERWISE" or row[0] not in proper]


def main():
    out, depends = Path(sys.argv[1]), Path(sys.argv[2])
    folders = list(dict.fromkeys(Path(p).parent for p in sys.argv[3:]))
    lines, needed = [], []
    for folder in folders:
        needed += [str(p) for p in [folder / "clauses.def", *sources(folder)]]
        lines += ['    {"%s", "%s", "%s", %s},' % (folder.name, *row) for row in rows_of(folder)]
    out.write_text('/* Made by tools/citations.py. */\n#include "citations.h"\n\n'
                   "const struct citation citations[] = {\n" + "\n".join(lines) +
                   "\n    {0, 0, 0, CITED_OTHERWISE},\n};\n", encoding="utf-8")
    depends.write_text("%s: %s\n" % (out, " ".join(needed)), encoding="utf-8")


main()
