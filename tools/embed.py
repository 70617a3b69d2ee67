#!/usr/bin/env python3
"""embed.py NAME FILE HEADER - a file as a text in C: `static const char NAME[]` in a header."""
import json
import sys

name, path, header = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    lines = ["    " + json.dumps(line) for line in file]
with open(header, "w", encoding="utf-8") as out:
    out.write(f"static const char {name}[] =\n" + "\n".join(lines) + ";\n")
