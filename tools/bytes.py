#!/usr/bin/env python3
"""bytes.py - what a command writes into a file as an array of bytes in C, with a 0 behind it.

    tools/bytes.py NAME OUT.c [COMMAND … that writes into the file named after it; without one: nothing]"""
import pathlib
import subprocess
import sys
import tempfile

name, out, command = sys.argv[1], sys.argv[2], sys.argv[3:]
content = b""
if command:
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "made"
        subprocess.run([*command, str(made)], check=True)
        content = made.read_bytes()
content += b"\0"
lines = [f"extern const unsigned char {name}[];", f"const unsigned char {name}[] = {{"]
lines += [",".join(map(str, content[at:at + 24])) + "," for at in range(0, len(content), 24)]
pathlib.Path(out).write_text("\n".join([*lines, "};"]) + "\n")
