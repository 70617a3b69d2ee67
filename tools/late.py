#!/usr/bin/env python3
"""Lets a source call libraries that are loaded only when they are wanted.

usage: late.py SOURCE.c OUT.h CC...

libpq and libnats bring thirty more libraries, and a program that starts with them and with OpenSSL
takes five times as long to start. OUT.h, included behind the headers of the libraries, redirects every call in SOURCE.c
to a pointer, and has a function for each library, `late_pq(why)`, that sets its pointers; false: the
library is not there.
"""
import re
import subprocess
import sys
from pathlib import Path

CALLS = {"pq": r"\bPQ\w+(?=\()", "nats": r"\bnats\w*_\w+(?=\()", "ssl": r"\b(?:SSL|TLS|X509|ERR|BIO)_\w+(?=\()"}
# What is called by way of a macro.
MACROS = {"BIO_get_mem_data": "BIO_ctrl", "BIO_reset": "BIO_ctrl", "SSL_set_tlsext_host_name": "SSL_ctrl",
          "SSL_set_min_proto_version": "SSL_ctrl"}


def soname(library, compiler):
    """What the linker would write down as needed."""
    file = subprocess.run([*compiler, f"-print-file-name=lib{library}.so"], capture_output=True, text=True,
                          check=True).stdout.strip()
    table = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True).stdout
    return re.search(r"SONAME\s+(\S+)", table).group(1)


def main():
    source, out, *compiler = sys.argv[1:]
    text = Path(source).read_text(encoding="utf-8")
    lines = [f"/* {Path(out).name} - made of {Path(source).name} by tools/late.py. */", "#include <dlfcn.h>", ""]
    for library, pattern in CALLS.items():
        names = sorted({MACROS.get(name, name) for name in re.findall(pattern, text)})
        if not names:
            continue
        lines += ["static struct {", *(f"    __typeof__({name}) *{name};" for name in names), f"}} late_{library}_calls;", "",
                  f"static bool late_{library}(struct bl_text *why)", "{",
                  f'    void *library = dlopen("{soname(library, compiler)}", RTLD_NOW | RTLD_LOCAL);',
                  *(f'    if (library && !(*(void **)&late_{library}_calls.{name} = dlsym(library, "{name}")))\n'
                    "        library = NULL;" for name in names),
                  "    if (!library)", "        bl_put(why, dlerror());", "    return library != NULL;", "}", "",
                  *(f"#define {name} (*late_{library}_calls.{name})" for name in names), ""]
    Path(out).write_text("\n".join(lines), encoding="utf-8")


main()
