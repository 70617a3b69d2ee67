#!/usr/bin/env python3
"""plant-bugs.py [options] PATH... - plants small bugs one at a time and lists those no test notices.

    tools/plant-bugs.py src/core                     some bugs in every file of the folder
    tools/plant-bugs.py --each 20 src/core/fields.c  twenty in this file
    tools/plant-bugs.py --list src/core              only show what would be planted

Each bug is one change of one token or one statement: a comparison turned, an operator exchanged,
a number off by one, a condition denied, a truth returned as its opposite, a statement left out.
The sources are copied into a folder of their own (--work), built there, and every bug is built and
tested there; the checkout is not touched. The tests that are run are those that TESTS names for the
folder, fastest first, up to the first that fails.

A bug that gives the same object files is no bug. One that stands in tests/planted.txt, with the
reason why no test could notice it, is not counted either. What was tried is kept in
WORK/planted.jsonl, and --resume goes on from there. Exits 1 if a bug survived.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import csource

ROOT = csource.ROOT
EQUIVALENT = ROOT / "tests/planted.txt"

# Which tests a file is held by: the first row that its path begins with. NAME stands for the game
# (of a family: all games of it), and a star for anything.
TESTS = [
    (r"src/games/(?P<game>[^/]+)/", ["situations NAME", "golden NAME", "NAME *", "generic NAME",
                                     "perft NAME", "facts", "table", "words at the table", "cli position",
                                     "cli verify", "cli golden", "match", "bots", "observe"]),
    (r"src/logic/", ["logic *", "situations *", "* drafts"]),
    (r"src/base/", ["base", "facts", "cli calls", "cli files", "cli controls", "lab figures", "match"]),
    (r"src/core/(observe|sight)", ["observe", "vectors"]),
    (r"src/core/", ["facts", "table", "step", "match", "situations *", "golden *", "cli position",
                    "cli games", "cli verify", "cli calls", "words", "generic *", "service"]),
    (r"src/play/", ["step", "match", "casual", "lessons", "review", "tell", "golden *", "cli verify", "cli golden", "service",
                    "* match", "* parsed", "* calls", "thief", "cli simulate", "play pipe"]),
    (r"src/bots/(?P<game>[^/]+)/", ["NAME bots*", "bots", "fair guesses"]),
    (r"src/bots/people", ["tell"]),
    (r"src/solve/|src/lab/outcomes", ["solver", "lab of small instances"]),
    (r"src/bots/(judge|learned|net)|src/learn/", ["nets"]),
    (r"src/bots/", ["bots", "fair guesses", "match", "cli simulate", "* bots*"]),
    (r"src/draft/", ["* drafts", "lessons", "service", "* play"]),
    (r"src/service/", ["service"]),
    (r"src/server/(core|make|news|play|seats|table|talk|task)\.", ["server core", "server protocol",
                                                                   "server simulator", "server leaks"]),
    (r"src/lab/mpi", ["lab on many ranks"]),
    (r"src/lab/", ["statistics", "bots", "lab figures", "lab in short", "cli simulate", "cli tournament",
                   "lab of small instances", "lab reports"]),
    (r"src/cli/(?P<game>[^/]+)/", ["NAME calls", "NAME play"]),
    (r"src/cli/play", ["play pipe", "play terminal", "cli controls", "cli files", "* play"]),
    (r"src/cli/logic", ["logic calls", "cli docs"]),
    (r"src/cli/(lab|blocks|progress|runs)", ["cli simulate", "cli tournament", "cli files", "lab in short",
                                              "lab reports", "lab on many ranks"]),
    (r"src/cli/", ["cli *", "play pipe", "play terminal"]),
]
EXCHANGED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
             "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=",
             "++": "--", "--": "++"}
OPPOSITE = {"true": "false", "false": "true", "continue": "break"}
SILENT = re.compile(r"\b(assert|static_assert|_Static_assert|BL_ASSERT|sizeof)\b")


class Bug:
    """One change: in `path`, the text from `start` to `end` becomes `text`."""

    def __init__(self, path, source, start, end, text):
        self.path, self.start, self.end, self.text = path, start, end, text
        first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
        self.line = source.count("\n", 0, start) + 1
        self.was = " ".join(source[first:last].split())
        self.now = " ".join((source[first:start] + text + source[end:last]).split())
        self.name = f"{path}: {self.was} => {self.now}"


def operand_before(token):
    return token.kind in ("id", "num", "chr", "str") or token.text in (")", "]")


def bodies(tokens):
    """The tokens that stand inside a function: between braces after a closing round bracket."""
    i = 0
    while i < len(tokens):
        if tokens[i].kind == "def":
            i = next(k for k in range(i, len(tokens)) if tokens[k].kind == "end")
        elif tokens[i].text == "{":
            end = csource.close_of(tokens, i)
            if i and tokens[i - 1].text == ")":
                yield tokens[i:end + 1]
            i = end
        i += 1


def statements(body):
    """(first, last) of every statement of a body that is a call or an assignment."""
    depth = 0                   # of round brackets: the parts of a for are no statements
    for i, token in enumerate(body[:-1]):
        depth += (token.text == "(") - (token.text == ")")
        if depth or token.text not in ("{", ";", "}") or body[i + 1].kind != "id":
            continue
        end = i + 1
        while end < len(body) and body[end].text not in (";", "{", "}"):
            end = csource.close_of(body, end) + 1 if body[end].text in ("(", "[") else end + 1
        if end >= len(body) or body[end].text != ";":
            continue
        words = body[i + 1:end]
        declares = len(words) > 1 and (words[1].kind == "id" or
                                       words[0].text in ("struct", "const", "static"))
        pointer = len(words) > 2 and words[1].text == "*" and words[2].kind == "id"
        if declares or pointer or words[0].text in ("return", "goto", "break", "continue", "case",
                                                    "default", "if", "for", "while", "switch", "do"):
            continue
        yield words[0], body[end]


def bugs_of(path):
    source = (ROOT / path).read_text()
    found = []
    for body in bodies(csource.tokens(source)):
        for i, t in enumerate(body):
            end = t.at + len(t.text)
            before = body[i - 1] if i else t
            if t.kind == "p" and t.text in EXCHANGED:
                if t.text in "+-" and not operand_before(before):
                    continue
                found.append(Bug(path, source, t.at, end, EXCHANGED[t.text]))
            elif t.kind == "id" and t.text in OPPOSITE:
                found.append(Bug(path, source, t.at, end, OPPOSITE[t.text]))
            elif t.kind == "num" and re.fullmatch(r"\d+u?", t.text):
                n = int(t.text.rstrip("u")) + 1
                found.append(Bug(path, source, t.at, end, str(n) + "u" * t.text.endswith("u")))
            elif t.kind == "id" and t.text in ("if", "while") and body[i + 1].text == "(":
                close = body[csource.close_of(body, i + 1)]
                inside = source[body[i + 1].at:close.at + 1]
                found.append(Bug(path, source, body[i + 1].at, close.at + 1, f"(!{inside})"))
            elif t.text == "!" and t.kind == "p":
                found.append(Bug(path, source, t.at, end, ""))
        for first, last in statements(body):
            found.append(Bug(path, source, first.at, last.at + 1, ";"))
    seen = set()
    return [b for b in found if not SILENT.search(b.was) and not (b.name in seen or seen.add(b.name))]


def chosen(paths, each, seed):
    files = []
    for path in paths:
        path = pathlib.Path(path).resolve()
        inside = sorted(path.rglob("*.[ch]")) if path.is_dir() else [path]
        files += [str(p.relative_to(ROOT)) for p in inside]
    out = []
    for path in files:
        bugs = bugs_of(path)
        # A string as seed: the choice in a file does not hang on the other files.
        pick = random.Random(f"{seed} {path}")
        out += sorted(pick.sample(bugs, min(each or len(bugs), len(bugs))), key=lambda b: b.start)
    return out


def names_for(path):
    """The tests that hold a file, as TESTS names them."""
    for folder, names in TESTS:
        m = re.match(folder, path)
        if m:
            game = re.sub("(.*)-family", r"*\1", m.groupdict().get("game", ""))
            return [n.replace("NAME", game) for n in names]
    return []


def matching(tests, names):
    return [t for t in tests if any(fnmatch.fnmatch(t["name"], n) for n in names)]


class Place:
    """A copy of the sources, built, in which one bug at a time is planted."""

    def __init__(self, folder, options):
        self.root, self.build = folder / "tree", folder / "build"
        self.copy_sources()
        if not (self.build / "build.ninja").exists():
            # No debugging information: a change that means nothing then gives the same objects.
            self.run(["meson", "setup", self.build, self.root, "-Dtests=enabled", "-Ddebug=false",
                      "-Doptimization=1", "-Db_ndebug=false", *options])
        self.run(["ninja", "-C", self.build, "--quiet"])
        listed = subprocess.run(["meson", "introspect", "--tests", self.build], check=True,
                                stdout=subprocess.PIPE, text=True)
        self.tests = json.loads(listed.stdout)
        self.objects = {path: self.digest(path) for path in self.build.rglob("*.o")}

    def copy_sources(self):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                                text=True)
        wanted = {self.root / name: ROOT / name for name in listed.stdout.splitlines()}
        for path in self.root.rglob("*"):
            if path.is_file() and path not in wanted:
                path.unlink()
        # A file that is as it was keeps its time, so that ninja makes only what is new.
        for path, source in wanted.items():
            if not path.exists() or path.read_bytes() != source.read_bytes():
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, path)
                path.chmod(source.stat().st_mode)

    def run(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}")

    @staticmethod
    def digest(path):
        return hashlib.sha256(path.read_bytes()).digest()

    def fails(self, test, limit):
        """How a test fails, in a word; empty: it passes."""
        script = pathlib.Path(test["cmd"][-1])
        stops = script.suffix == ".py" and re.search("unittest|from bylaw import", script.read_text())
        with subprocess.Popen(test["cmd"] + ["-f"] * bool(stops), cwd=test["workdir"] or self.build,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True,
                              env={"PATH": os.environ["PATH"], **test["env"]}) as run:
            try:
                return "" if run.wait(limit) in (0, 77) else "failed"
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)     # and what it has started
                return "too long"

    def measure(self, wanted):
        """How long each wanted test takes without a bug. One that fails without is an end."""
        seconds = {}
        for name in wanted:
            if not matching(self.tests, [name]) and not name.startswith("perft "):
                print(f"there is no test '{name}'", file=sys.stderr)
        for test in matching(self.tests, wanted):
            began = time.monotonic()
            if self.fails(test, 900):
                sys.exit(f"the test '{test['name']}' fails without any bug")
            seconds[test["name"]] = time.monotonic() - began
        return seconds

    def needed(self, tests):
        """What ninja must make for these tests."""
        parts = {(self.build / p).resolve() for t in tests
                 for p in [*t["cmd"], t["env"].get("BYLAW", "")]}
        return sorted(str(p.relative_to(self.build)) for p in parts
                      if p.is_relative_to(self.build) and p.is_file())

    def plant(self, bug, tests, seconds):
        path = self.root / bug.path
        source = path.read_text()
        began = time.time() - 1
        path.write_text(source[:bug.start] + bug.text + source[bug.end:])
        try:
            fresh, other = False, False
            for test in tests:          # each is built when its turn comes: the first are small
                built = subprocess.run(["ninja", "-C", self.build, "--quiet", *self.needed([test])],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                if built.returncode:
                    return "no program", ""
                made = [p for p in self.objects if p.stat().st_mtime > began]
                fresh = fresh or bool(made)
                other = other or any(self.digest(p) != self.objects[p] for p in made)
                how = other and self.fails(test, 10 + 10 * seconds[test["name"]])
                if how:
                    return "caught", f"{test['name']}: {how}"
            # Nothing was made anew: no test that was asked is made of this file.
            return "same program" if fresh and not other else "survived", ""
        finally:
            path.write_text(source)


def known():
    """What stands in tests/planted.txt: the names of bugs that no test could notice."""
    if not EQUIVALENT.exists():
        return set()
    lines = EQUIVALENT.read_text().splitlines()
    return {line for line in lines if line.startswith("src/")}


def report(results):
    by_folder = collections.defaultdict(collections.Counter)
    for path, verdict in results:
        by_folder[str(pathlib.Path(path).parent)][verdict] += 1
    print(f"{'folder':32} {'planted':>8} {'caught':>7} {'survived':>9} {'score':>6} {'no bug':>7}")
    for folder, count in sorted(by_folder.items()):
        real = count["caught"] + count["survived"]
        score = f"{100 * count['caught'] / real:.0f} %" if real else "-"
        idle = count["same program"] + count["no program"] + count["equivalent"]
        print(f"{folder:32} {real:8} {count['caught']:7} {count['survived']:9} {score:>6} {idle:7}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("path", nargs="+", help="folders and files of src")
    p.add_argument("--each", type=int, default=10, help="bugs a file (10; 0: all)")
    p.add_argument("--seed", type=int, default=1, help="which of them (1)")
    p.add_argument("--jobs", type=int, default=1, help="places at once (1)")
    p.add_argument("--work", default=ROOT / "build-planted", type=pathlib.Path, help="where to build")
    p.add_argument("--option", action="append", default=[], help="for meson, as -Db_sanitize=address")
    p.add_argument("--resume", action="store_true", help="do not try again what was tried")
    p.add_argument("--list", action="store_true", help="show the bugs, plant none")
    args = p.parse_args()
    bugs = chosen(args.path, args.each, args.seed)
    if args.list:
        for bug in bugs:
            print(bug.name)
        return 0
    args.work = args.work.resolve()
    places = [Place(args.work / str(k), args.option) for k in range(args.jobs)]
    wanted = {name for bug in bugs for name in names_for(bug.path)}
    print(f"{len(bugs)} bugs; the tests without any first ...", flush=True)
    seconds = places[0].measure(wanted)
    log = args.work / "planted.jsonl"
    done = {}
    if args.resume and log.exists():
        done = {r["bug"]: r for r in map(json.loads, log.read_text().splitlines())}
    free = queue.Queue()
    for place in places:
        free.put(place)
    equivalent, results = known(), []

    def one(bug):
        if bug.name in equivalent:
            return "equivalent", ""
        if bug.name in done:
            return done[bug.name]["verdict"], done[bug.name]["test"]
        place = free.get()
        try:
            tests = matching(place.tests, names_for(bug.path))
            return place.plant(bug, sorted(tests, key=lambda t: seconds[t["name"]]), seconds)
        finally:
            free.put(place)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool, \
            log.open("a" if args.resume else "w") as out:
        for k, (bug, (verdict, test)) in enumerate(zip(bugs, pool.map(one, bugs)), 1):
            results.append((bug.path, verdict))
            out.write(json.dumps({"bug": bug.name, "verdict": verdict, "test": test}) + "\n")
            out.flush()
            if verdict == "survived":
                print(f"{bug.path}:{bug.line}: {bug.was}\n    => {bug.now}", flush=True)
            elif sys.stderr.isatty():
                print(f"\r{k} of {len(bugs)} ", end="", file=sys.stderr)
    report(results)
    return 1 if any(verdict == "survived" for _, verdict in results) else 0


if __name__ == "__main__":
    sys.exit(main())
