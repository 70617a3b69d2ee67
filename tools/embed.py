#!/usr/bin/env python3
"""embed.py NAME HEADER FILE… - files as texts in C, by what they are called without their endings:
`static const struct { const char *name, *text; } NAME[]` in a header; the last row is empty."""
import json
import pathlib
import sys

name, header, *files = sys.argv[1:]
with open(header, "w", encoding="utf-8") as out:
    out.write('#pragma GCC diagnostic ignored "-Woverlength-strings"\n')
    out.write(f"static const struct {{ const char *name, *text; }} {name}[] = {{\n")
    for path in map(pathlib.Path, files):
        out.write(f'{{"{path.stem}",\n')
        out.writelines(json.dumps(line) + "\n" for line in path.read_text(encoding="utf-8").splitlines(True))
        out.write("},\n")
    out.write("{0}};\n")
