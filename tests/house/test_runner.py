"""tools/test.sh says what is true: what failed, what is flaky, and what that comes to."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent

# A meson that knows what its tests come to: NAME=RESULT,RESULT… in the file `plan`, one for each time.
MESON = """#!/usr/bin/env python3
import json, os, pathlib, sys
if sys.argv[1] == "setup":
    sys.exit()
folder = pathlib.Path(sys.argv[sys.argv.index("-C") + 1])
(folder / "meson-logs").mkdir(parents=True, exist_ok=True)
ran, path = [], folder / "ran"
times = json.loads(path.read_text()) if path.exists() else {}
rows = [line.strip().split("|") for line in open("plan")]
asked = [name for _, name, _ in rows if name in sys.argv]
for configuration, name, results in rows:
    if configuration != folder.name or (asked and name not in asked):
        continue
    results = results.split(",")
    n = times[name] = times.get(name, -1) + 1
    ran.append({"name": "bylaw:house / " + name, "result": results[min(n, len(results) - 1)]})
path.write_text(json.dumps(times))
if any(r["result"] == "DIES" for r in ran):   # meson itself, before it has a log
    sys.exit(1)
(folder / "meson-logs/testlog.json").write_text("".join(json.dumps(r) + "\\n" for r in ran))
sys.exit(any(r["result"] == "FAIL" for r in ran))
"""
PAGE = "#!/bin/sh\nprintf '%s\\n' \"ok      one\" '{}' 'web: 7 passed, {} failed'\n"


class Runner(unittest.TestCase):
    def run_it(self, *plan, names=None, page=("== all", 0), stale=None):
        names = names or sorted({row.split("|")[0].removeprefix("build-") for row in plan}, reverse=True)
        with tempfile.TemporaryDirectory() as folder:
            at = pathlib.Path(folder)
            for name, text in (("bin/meson", MESON), ("bin/ninja", "#!/bin/sh\n"),
                               ("tests/web/run.sh", PAGE.format(*page)), ("plan", "\n".join(plan))):
                (at / name).parent.mkdir(parents=True, exist_ok=True)
                (at / name).write_text(text)
                (at / name).chmod(0o755)
            if stale:   # the log of a run before this one
                (at / stale / "meson-logs").mkdir(parents=True)
                (at / stale / "meson-logs/testlog.json").write_text('{"name": "a", "result": "OK"}\n')
            (at / "tools").mkdir()
            for script in ("build.sh", "progress.sh", "test.sh"):
                shutil.copy(SOURCE / "tools" / script, at / "tools" / script)
            done = subprocess.run(["sh", at / "tools/test.sh", *names], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  env={**os.environ, "PATH": f"{at}/bin:{os.environ['PATH']}"})
            lines = done.stdout.splitlines()
            return done.returncode, lines[-1], [x for x in lines if x.startswith("flaky")]

    def test_all_is_well(self):
        self.assertEqual(self.run_it("build-gcc|a b|OK", "build-gcc|c|EXPECTEDFAIL", "build-clang|a b|OK"),
                         (0, "3 passed, 0 failed", []))

    def test_what_fails_twice_failed(self):
        self.assertEqual(self.run_it("build-gcc|a b|FAIL", "build-clang|a b|OK"),
                         (1, "1 passed, 1 failed", []))
        self.assertEqual(self.run_it("build-gcc|a b|TIMEOUT", "build-gcc|c|OK"),
                         (1, "1 passed, 1 failed", []))

    def test_one_that_is_flaky_is_named(self):
        self.assertEqual(self.run_it("build-gcc|a b|FAIL,OK", "build-gcc|c|OK", "build-clang|a b|OK"),
                         (0, "3 passed, 0 failed", ["flaky: 1: gcc: a b"]))

    def test_two_fail_the_run(self):
        both = "flaky: 2: gcc: a b, gcc: c"
        self.assertEqual(self.run_it("build-gcc|a b|FAIL,OK", "build-gcc|c|TIMEOUT,OK",
                                     "build-clang|d|OK"), (1, "1 passed, 2 failed", [both]))
        both = "flaky: 2: gcc: a b, clang: a b"
        self.assertEqual(self.run_it("build-gcc|a b|FAIL,OK", "build-clang|a b|FAIL,OK"),
                         (1, "0 passed, 2 failed", [both]))

    def test_flaky_and_failed(self):
        self.assertEqual(self.run_it("build-gcc|a b|FAIL,OK", "build-gcc|c|FAIL", "build-gcc|d|OK"),
                         (1, "2 passed, 1 failed", ["flaky: 1: gcc: a b"]))

    def test_nothing_is_not_enough(self):
        self.assertEqual(self.run_it("build-gcc|a b|OK", names=("gcc", "clang")),
                         (1, "1 passed, 1 failed", []))

    def test_an_old_log_does_not_count(self):
        self.assertEqual(self.run_it("build-gcc|a|DIES", stale="build-gcc"),
                         (1, "0 passed, 1 failed", []))
        self.assertEqual(self.run_it("build-gcc|a|FAIL,DIES", "build-gcc|c|OK"),
                         (1, "1 passed, 1 failed", []))

    def test_many_are_not_run_again(self):
        self.assertEqual(self.run_it(*(f"build-gcc|test {i}|FAIL,OK" for i in range(4))),
                         (1, "0 passed, 4 failed", []))

    def test_what_is_skipped_is_counted(self):
        self.assertEqual(self.run_it("build-gcc|a b|SKIP", "build-gcc|c|OK"),
                         (0, "1 passed, 0 failed, 1 skipped", []))
        self.assertEqual(self.run_it("build-gcc|a b|SKIP", "build-gcc|c|FAIL,OK"),
                         (0, "1 passed, 0 failed, 1 skipped", ["flaky: 1: gcc: c"]))

    def test_the_page(self):
        every = ("gcc", "web")
        self.assertEqual(self.run_it("build-gcc|a|OK", names=every), (0, "8 passed, 0 failed", []))
        self.assertEqual(self.run_it("build-gcc|a|OK", names=every, page=("== all", 2)),
                         (1, "8 passed, 2 failed", []))
        self.assertEqual(self.run_it("build-gcc|a|FAIL,OK", names=every, page=("web flaky: the end", 0)),
                         (1, "6 passed, 2 failed", ["flaky: 2: gcc: a, web: the end"]))
        self.assertEqual(self.run_it("build-gcc|a|OK", names=every, page=("web flaky: the end", "no")),
                         (1, "1 passed, 1 failed", []))


if __name__ == "__main__":
    unittest.main()
