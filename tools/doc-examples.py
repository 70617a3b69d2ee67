#!/usr/bin/env python3
"""Puts into a document what the program says now.

usage: doc-examples.py BYLAW DOCUMENT.md...

An example is a line `$ command` in a ```console block; what follows it is what the command
says, with … for what is left out. Examples that are still right stay as they are; the others
get the new text, cut short after 150 columns. The commands run one after another, in a folder
of their own.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = re.compile(r"^\$ ([^\n]*)\n((?:(?!\$ |```).*\n)*)", re.M)


def said(command, folder, program):
    path = os.path.dirname(os.path.abspath(program)) + ":" + os.environ["PATH"]
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, cwd=folder,
                          stderr=subprocess.STDOUT, env={**os.environ, "PATH": path})
    return done.stdout.decode()


def renewed(m, folder, program):
    command, shown = m.groups()
    text = said(command, folder, program)
    pattern = ".*".join(map(re.escape, shown.split("…")))
    if re.fullmatch(pattern, text, re.S):
        return m.group()
    lines = [line if len(line) <= 160 else line[:150] + "…" for line in text.splitlines()]
    if shown.endswith("\n…\n"):
        lines = lines[:shown.count("\n") - 1] + ["…"]
    lines = [re.sub(r"^(games +\d+), .*", r"\1…", line) for line in lines]
    return "".join("%s\n" % line for line in ["$ " + command, *lines])


def main():
    program = sys.argv[1]
    for path in map(Path, sys.argv[2:]):
        with tempfile.TemporaryDirectory() as folder:
            old = path.read_text(encoding="utf-8")
            new = re.sub(r"^```console\n.*?^```", lambda block: EXAMPLE.sub(
                lambda m: renewed(m, folder, program), block.group()), old, flags=re.M | re.S)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(path)


main()
