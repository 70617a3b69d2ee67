#!/usr/bin/env python3
"""How long `bylaw serve` takes to start on a file of tables: until it answers, and knows of all that go on.

    bench/start.py PROGRAM FILE TABLES

Fails where that takes 2 seconds or more."""
import re
import socket
import subprocess
import sys
import time
import urllib.request

AIM = 2
program, data, tables = sys.argv[1], sys.argv[2], int(sys.argv[3])
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    metrics = f"127.0.0.1:{free.getsockname()[1]}"


def known():
    with urllib.request.urlopen(f"http://{metrics}/metrics") as page:
        return int(re.search(r"(?m)^bylaw_tables_known (\d+)", page.read().decode())[1])


began = time.monotonic()
server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--metrics", metrics, "--site", "none",
                           "--data", data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
try:
    server.stdout.readline()   # it says where it is
    answers = time.monotonic() - began
    while known() < tables:
        time.sleep(0.002)
    knows = time.monotonic() - began
finally:
    server.terminate()
    server.wait()
print(f"bylaw serve: answers after {answers:.3f} s, knows all {tables} tables that go on after {knows:.3f} s")
sys.exit(knows >= AIM)
