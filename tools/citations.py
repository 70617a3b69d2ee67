#!/usr/bin/env python3
"""Lists where the rules cite which clause, as a C table.

usage: citations.py OUT.c RULES.c...

A rules file stands in its game's folder beside clauses.def, whose rows give each
clause its symbol and id. A function cites a clause by naming its symbol in one of the
macros of src/core/cite.h, or by handing it to a function that does.
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
FUNCTION = re.compile(r"^(?!typedef|struct \w+ \{|enum|#)[A-Za-z_][^;{}()=]*?\b(\w+)\(([^;{}]*)\)\s*\{",
                      re.M)


def clause_ids(folder):
    text = (folder / "clauses.def").read_text(encoding="utf-8")
    return dict(re.findall(r'^CLAUSE\(\s*(\w+)\s*,\s*"([^"]*)"', text, re.M))


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


def citations(path):
    ids = clause_ids(path.parent)
    for function, body in bodies(without_comments(path.read_text(encoding="utf-8"))):
        cited = []
        for m in re.finditer(r"\b(%s)\s*\(" % "|".join(KINDS), body):
            for symbol in SYMBOL.findall(first_argument(body, m.end())):
                if symbol in ids:
                    cited.append((symbol, KINDS[m.group(1)]))
        named = {symbol for symbol, _ in cited}
        for symbol in SYMBOL.findall(body):
            if symbol in ids and symbol not in named:
                cited.append((symbol, "CITED_OTHERWISE"))
        for symbol, kind in dict.fromkeys(cited):
            yield ids[symbol], function, kind


def main():
    out, paths = Path(sys.argv[1]), [Path(p) for p in sys.argv[2:]]
    rows = []
    for path in paths:
        if not (path.parent / "clauses.def").is_file():
            continue
        for clause, function, kind in citations(path):
            rows.append('    {"%s", "%s", "%s", %s},' % (path.parent.name, clause, function, kind))
    rows = list(dict.fromkeys(rows))
    out.write_text('/* Made by tools/citations.py. */\n#include "citations.h"\n\n'
                   "const struct citation citations[] = {\n" + "\n".join(rows) +
                   '\n    {0, 0, 0, CITED_OTHERWISE},\n};\n', encoding="utf-8")


main()
