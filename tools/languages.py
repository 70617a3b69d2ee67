#!/usr/bin/env python3
"""languages.py - the catalogues as a table in C, to be part of the program.

    tools/languages.py OUT.c LINGUAS [LANGUAGE/LC_MESSAGES/bylaw.mo …]

A language of LINGUAS that has no catalogue, since there is no msgfmt, is in the table without one."""
import pathlib
import sys

out, linguas, catalogues = sys.argv[1], sys.argv[2], {pathlib.Path(p).parts[-3]: p for p in sys.argv[3:]}
lines, rows = ["#include \"cli/cli.h\""], ["{\"en\", NULL, 0}"]
for name in pathlib.Path(linguas).read_text().split():
    if name in catalogues:
        content = pathlib.Path(catalogues[name]).read_bytes()
        lines += [f"static const unsigned char {name}[] = {{"]
        lines += [",".join(map(str, content[at:at + 24])) + "," for at in range(0, len(content), 24)]
        lines += ["};"]
    rows.append(f"{{\"{name}\", {name}, sizeof {name}}}" if name in catalogues else f"{{\"{name}\", NULL, 0}}")
lines += ["const struct cli_language cli_languages[] = {", *(f"    {row}," for row in rows), "    {NULL, NULL, 0},", "};"]
pathlib.Path(out).write_text("\n".join(lines) + "\n")
