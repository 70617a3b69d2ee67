#!/usr/bin/env python3
"""Lets a source call libraries that are loaded only when they are wanted.

usage: late.py SOURCE.c OUT.h CC...

libpq and libnats bring thirty more libraries, and a program that starts with them takes five times as
long to start. OUT.h, included behind the headers of the libraries, redirects every call in SOURCE.c
to a pointer, and has a function for each library, `late_pq(why)`, that sets its pointers; false: the
library is not there.
"""
import re
import subprocess
import sys
from pathlib import Path

CALLS = {"pq": r"\bPQ\w+(?=\()", "nats": r"\bnats\w*_\w+(?=\()"}


def soname(library, compiler):
    """What the linker would write down as needed."""
    file = subprocess.run([*compiler, f"-print-file-name=lib{library}.so"], capture_output=True, text=True,
                          check=True).stdout.strip()
    table = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True).stdout
    return re.search(r"SONAME\s+(\S+)", table).group(1)


def main():
    source, out, *compiler = sys.argv[1:]
    text = Path(source).read_text(encoding="utf-8")
    lines = [f"/* late.h - made of {Path(source).name} by tools/late.py. */", "#include <dlfcn.h>", ""]
    for library, pattern in CALLS.items():
        names = sorted(set(re.findall(pattern, text)))
        lines += ["static struct {", *(f"    __typeof__({name}) *{name};" for name in names), f"}} late_{library}_calls;", "",
                  f"static bool late_{library}(struct bl_text *why)", "{",
                  f'    void *library = dlopen("{soname(library, compiler)}", RTLD_NOW | RTLD_LOCAL);',
                  *(f'    if (library && !(*(void **)&late_{library}_calls.{name} = dlsym(library, "{name}")))\n'
                    "        library = NULL;" for name in names),
                  "    if (!library)", "        bl_put(why, dlerror());", "    return library != NULL;", "}", "",
                  *(f"#define {name} (*late_{library}_calls.{name})" for name in names), ""]
    Path(out).write_text("\n".join(lines), encoding="utf-8")


main()
