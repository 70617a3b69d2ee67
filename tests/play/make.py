#!/usr/bin/env python3
"""make play: how far the build is, and the way out."""
import os
import signal
import subprocess
import unittest
from pathlib import Path

from bylaw import SOURCE, Case
from screen import Screen
from terminal import BYLAW, Terminal, plain

PROGRESS = str(SOURCE / "tools/progress.sh")
# What ninja says of forty steps, and a compiler of the third.
NINJA = """echo "ninja: Entering directory \\`build'"
for i in $(seq 40); do
    echo "@$i/40 Compiling C object src/cli/bylaw.p/file_$i.c.o"
    [ $i -ne 3 ] || echo "file.c:3: warning: odd"
done
exit 7"""


class Make(Case):
    def test_a_pipe_is_told_by_tenths(self):
        done = subprocess.run([PROGRESS, "building", "sh", "-c", NINJA], capture_output=True, text=True)
        self.assertEqual(done.returncode, 7)
        self.assertEqual(done.stdout, "file.c:3: warning: odd\n")
        self.assertEqual(done.stderr.splitlines(), [f"building: {n} of 40" for n in range(4, 41, 4)])

    def test_a_few_steps_are_told_to_no_pipe(self):
        call = [PROGRESS, "building", "sh", "-c", "echo '@1/2 one'; echo '@2/2 two'"]
        done = subprocess.run(call, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_terminal_has_one_line_that_changes(self):
        t = Terminal("building", "sh", "-c", NINJA, call=[PROGRESS], columns=30)
        shown, status = t.end()
        self.assertEqual(status, 7)
        self.assertEqual(plain(shown).count("\n"), 1)   # after the warning
        self.assertIn("building: 12 of 40, file_12.c", shown)
        screen = Screen(24, 30)
        screen.feed(shown)
        self.assertEqual(screen.lines(), ["file.c:3: warning: odd"])

    def test_what_is_installed(self):
        """By what apt-get says of itself."""
        said = "echo 'dlstatus:1:20.5:Retrieving file 1 of 2'; echo 'pmstatus:libx:60.0:Unpacking libx (amd64)'"
        shown, _ = Terminal("installing", "sh", "-c", said, call=[PROGRESS]).end()
        for words in "installing: 20 of 100, Retrieving file 1 of 2", "installing: 60 of 100, Unpacking libx (amd64)":
            self.assertIn(words, plain(shown))

    def play(self):
        t = Terminal("-o", "all", f"BUILD={Path(BYLAW).parent.parent.parent}", "play", call=["make"],
                     folder=SOURCE, env={"MAKEFLAGS": "", "MAKELEVEL": ""})
        t.until("game> ")
        t.edits()
        return t

    def left_quietly(self, t):
        t.type("\x03")
        shown, status = t.end()
        self.assertEqual((plain(shown).replace("^C", "").strip(), status), ("", 0))

    def test_ctrl_c_ends_quietly(self):
        self.left_quietly(self.play())

    def test_ctrl_z_stops_all_of_it(self):
        t = self.play()
        t.type("\x1a")
        self.assertTrue(os.WIFSTOPPED(os.waitpid(t.pid, os.WUNTRACED)[1]))
        os.killpg(t.pid, signal.SIGCONT)
        t.until("game> ")
        t.edits()
        self.left_quietly(t)


if __name__ == "__main__":
    unittest.main()
