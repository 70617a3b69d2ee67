#!/usr/bin/env python3
"""check-formats.py - what formats of facts are given, checked by the compiler.

    tools/check-formats.py BUILD-FOLDER

The letters of include/bylaw/fact.h are not printf's, so no compiler knows them. This makes a copy of
the sources in which they are ("%F" and "%p" become "%d", "%w" becomes "%s"), in which every function
that takes such a format says so, and has it compiled as far as the check of formats goes: the number
and the types of what is given, everywhere. Exits 1 if something is wrong, or if anything that is
wrong in tests/house/wrong-formats.c is not found.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import csource
import formats

ROOT = csource.ROOT
WRONG = ROOT / "tests/house/wrong-formats.c"
FLAGS = ["-fsyntax-only", "-Werror=format", "-Werror=format-extra-args",
         "-Wno-format-zero-length", "-fdiagnostics-color=never"]


def as_printf(literal):
    """The same string literal with printf's letters."""
    def letter(m):
        return m.group()[:-1] + formats.AS_PRINTF.get(m.group(2), "d") if m.group(2) else m.group()
    return f'"{formats.LETTER.sub(letter, literal[1:-1])}"'


def changes(path, toks, places, faults):
    """(from, to, text) of all that is written otherwise in the copy of a file."""
    for i, t in enumerate(toks):
        if t.kind == "id" and t.text in places and i + 1 < len(toks) and toks[i + 1].text == "(":
            inside = toks[i + 2:csource.close_of(toks, i + 1)]
            if inside and inside[-1].text == "...":
                n = places[t.text] + 1
                yield t.at, t.at, f"__attribute__((format(printf, {n}, {n + 1}))) "
    for use in formats.uses(path, toks, places, faults):
        unknown = set(formats.letters(use.format)) - set(formats.LETTERS + formats.MORE.get(use.call.text, ""))
        if unknown:
            faults.append(f"{use.where()}: no letter of a format: %{' %'.join(sorted(unknown))}")
        if len(formats.letters(use.format)) > len(use.args):
            faults.append(f"{use.where()}: more letters than arguments: {use.format}")
        for t in use.tokens:
            if t.kind == "str":
                yield t.at, t.at + len(t.text), as_printf(t.text)
    for _, args in csource.calls(toks, {formats.MARK}):
        for t in args[0]:
            if t.kind == "str":
                yield t.at, t.at + len(t.text), as_printf(t.text)


def copy(sources, places, to, faults):
    for path, text, toks in sources:
        for start, end, new in sorted(set(changes(path, toks, places, faults)), reverse=True):
            text = text[:start] + new + text[end:]
        there = to / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text)


def commands(build, paths, to):
    """{file: how it is compiled, with the paths of the copy}; what is compiled twice, as traced."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(os.path.normpath(build / entry["file"]))
        if source not in paths or (source in found and "-DBL_TRACED" not in entry["command"]):
            continue
        out, skip = [], False
        for a in shlex.split(entry["command"]):
            if skip or a in ("-o", "-MF", "-MQ"):
                skip = not skip
                continue
            if a in ("-MD", "-c") or a.startswith(("-W", "-fsanitize", "-O")):
                continue
            prefix = "-I" if a.startswith("-I") else ""
            place = pathlib.Path(os.path.normpath(build / a[len(prefix):]))
            if (prefix or a == entry["file"]) and place.is_relative_to(ROOT) and not place.is_relative_to(build):
                a = prefix + str(to / place.relative_to(ROOT))
            out.append(a)
        found[source] = [a for a in out if a != "ccache"] + FLAGS
    return found


def missed(said):
    """What is wrong in WRONG, but not told, or told, but not wrong."""
    told = {int(n) for n in re.findall(rf"{WRONG.name}:(\d+)(?::\d+: error|: )", said)}
    wrong = {n for n, line in enumerate(WRONG.read_text().splitlines(), 1) if "/* wrong" in line and n > 1}
    return [f"{WRONG.relative_to(ROOT)}:{n}: {'not found' if n in wrong else 'nothing is wrong here'}"
            for n in sorted(told ^ wrong)]


def compiled(command, build, to):
    done = subprocess.run(command, cwd=build, capture_output=True, text=True)
    return done.returncode, done.stderr.replace(str(to) + "/", "")


def main():
    build, faults, planted = pathlib.Path(sys.argv[1]).resolve(), [], []
    sources = [(p, p.read_text(), csource.tokens(p.read_text())) for p in csource.files("include", "src")]
    places = formats.functions([toks for _, _, toks in sources])
    wrong = [(WRONG, WRONG.read_text(), csource.tokens(WRONG.read_text()))]
    with tempfile.TemporaryDirectory() as folder:
        to = pathlib.Path(folder)
        copy(sources, places, to, faults)
        copy(wrong, formats.functions([toks for _, _, toks in sources + wrong]), to, planted)
        names = set(places)
        todo = commands(build, {p for p, _, toks in sources if any(t.text in names for t in toks)}, to)
        fact = ROOT / "src/core/fact.c"
        todo[WRONG] = [str(to / WRONG.relative_to(ROOT)) if a == str(to / fact.relative_to(ROOT)) else a
                       for a in todo[fact]] + ["-DBL_TRACED"]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for path, (code, said) in zip(todo, pool.map(lambda c: compiled(c, build, to), todo.values())):
                if path == WRONG:
                    faults += missed("\n".join(planted + [said]))
                elif code:
                    faults.append(said.strip())
    print("\n".join(dict.fromkeys(faults)) or f"{len(todo)} files")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
