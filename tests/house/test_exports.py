"""test_exports.py BUILD INCLUDE FORTIFIED - the libraries show what their headers declare, all of it
and nothing else; and library and program are built with what makes a hole harder to use."""
import pathlib
import platform
import re
import subprocess
import sys
import unittest

BUILD, INCLUDE, FORTIFIED = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3] == "yes"
STATIC = BUILD / "src/libbylaw.a"
SHARED = BUILD / "src/libbylaw.so"
PROGRAM = BUILD / "src/cli/bylaw"


def ask(*call, given=None):
    return subprocess.run([str(word) for word in call], input=given, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def declared():
    """The functions and variables of all headers, by what the preprocessor leaves of them."""
    text = "".join(f"#include <bylaw/{path.name}>\n" for path in sorted(INCLUDE.glob("bylaw/*.h")))
    ours, keep = [], False
    for line in ask("cc", "-std=c17", f"-I{INCLUDE}", "-E", "-", given=text).splitlines():
        if line.startswith("# "):
            keep = "/bylaw/" in line
        elif keep and not line.startswith("#"):
            ours.append(line)
    text = "\n".join(ours)
    while re.search(r"\{[^{}]*\}", text):       # bodies: of structs, enums and inline functions
        text = re.sub(r"\{[^{}]*\}", "BODY", text)
    text = re.sub(r"static inline[^;{}]*?BODY", "", text)
    names = set()
    for statement in text.split(";"):
        if "typedef" in statement:
            continue
        while re.search(r"\([^()]*\)", statement):   # what a function takes
            statement = re.sub(r"\([^()]*\)", " TAKES ", statement)
        if "extern" in statement:
            names.update(re.findall(r"(\bbl_\w+)\s*(?:\[[^,]*\])?\s*(?:,|$)", statement))
        elif m := re.search(r"(\bbl_\w+)\s+TAKES", statement):
            names.add(m[1])
    return names


def shown(*how):
    """The defined global names of a library, each with its kind as nm writes it."""
    rows = [line.split() for line in ask("nm", "--defined-only", *how).splitlines()]
    return {row[2]: row[1] for row in rows if len(row) == 3}


class Exports(unittest.TestCase):
    def agree(self, names):
        promised = declared()
        self.assertGreater(len(promised), 100, "the headers were not understood")
        self.assertEqual(sorted(set(names) - promised), [], "shown, but in no header")
        self.assertEqual(sorted(promised - set(names)), [], "in a header, but not shown")

    def test_shared(self):
        self.agree(shown("-D", SHARED))

    def test_static(self):
        self.agree(shown("-g", STATIC))

    def test_name(self):
        """Until 1.0 the soname has two numbers: docs/library.md says what that means."""
        self.assertRegex(ask("readelf", "-d", SHARED), r"SONAME.*\[libbylaw\.so\.(0\.\d+|[1-9]\d*)\]")


class Hardening(unittest.TestCase):
    def each(self):
        for path in (SHARED, PROGRAM):
            with self.subTest(path.name):
                yield path

    def test_relro(self):
        for path in self.each():
            self.assertIn("GNU_RELRO", ask("readelf", "-Wl", path))
            self.assertRegex(ask("readelf", "-d", path), r"FLAGS.*\bBIND_NOW\b|FLAGS_1.*\bNOW\b")

    def test_no_code_on_the_stack(self):
        for path in self.each():
            self.assertRegex(ask("readelf", "-Wl", path), r"GNU_STACK.* RW +0x")

    def test_position_independent(self):
        for path in self.each():
            self.assertRegex(ask("readelf", "-h", path), r"Type:\s+DYN")
        self.assertRegex(ask("readelf", "-d", PROGRAM), r"FLAGS_1.*\bPIE\b")

    def test_stack_protector(self):
        for path in self.each():
            self.assertIn("__stack_chk_fail", ask("nm", "-D", path))

    @unittest.skipUnless(FORTIFIED, "without an optimizer nothing is fortified")
    def test_fortified(self):
        for path in self.each():
            self.assertRegex(ask("nm", "-D", path), r"U __(mem|str|v?s?n?printf|v?fprintf|fread|read)\w*_chk")

    @unittest.skipUnless(platform.machine() == "x86_64", "CET is of x86")
    def test_cet(self):
        """Every function that others can call is a landing place. The mark on the whole file, which
        the linker gives only if the C library's own objects have it, is the system's business."""
        functions = {name for name, kind in shown("-D", SHARED).items() if kind == "T"}
        code = ask("objdump", "-d", "--no-show-raw-insn", SHARED)
        first = dict(re.findall(r"^[0-9a-f]+ <(\w+)>:\n\s*[0-9a-f]+:\s+(\w+)", code, re.M))
        self.assertGreater(len(functions), 100)
        self.assertEqual([name for name in sorted(functions) if first.get(name) != "endbr64"], [])


unittest.main(argv=sys.argv[:1])
