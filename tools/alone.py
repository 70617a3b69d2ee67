#!/usr/bin/env python3
"""alone.py COMMAND... - runs a program that alone hears Ctrl-C: make would complain of it. Whoever leaves that way has
done nothing wrong. Ctrl-Z stops all of it."""
import os
import signal
import sys

if not os.isatty(0):
    os.execvp(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGTTOU, signal.SIG_IGN)   # the terminal is given away and taken back from behind
program = os.fork()
if program == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    _, how = os.waitpid(program, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(how):
        break
    os.killpg(0, signal.SIGSTOP)   # make too, until somebody goes on
    os.tcsetpgrp(0, program)
    os.killpg(program, signal.SIGCONT)
status = os.waitstatus_to_exitcode(how)
sys.exit(0 if status in (130, -signal.SIGINT) else status if status >= 0 else 128 - status)
