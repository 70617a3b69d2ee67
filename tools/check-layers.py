#!/usr/bin/env python3
"""check-layers.py - a folder may include only what the architecture allows it, directly or through
the headers that it includes.

Public headers (bylaw/…) are counted to the layer that implements them. The Python package uses
them, and the door to engines, and nothing else of ours. Prints each offence and exits 1 if there is
one. tools/check-calls.py asks the same of what is linked.
"""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BELOW = {                      # what each layer may use beside itself
    "base": [],
    "logic": ["base"],
    "core": ["base"],
    "games": ["base", "core", "logic"],
    "bots": ["base", "core", "logic"],
    "play": ["base", "core", "bots", "logic"],
    "lab": ["base", "core", "bots", "play", "logic"],
    "driver": ["base", "core"],
    "learn": ["base", "core", "bots", "driver"],
    "solve": ["base", "core", "bots", "play", "lab", "logic"],
    "engine": ["base", "core", "bots"],
    "draft": ["base", "core", "games", "logic"],
    "service": ["base", "core", "bots", "play", "draft", "logic", "games"],
    "server": ["base", "core", "bots", "play", "service"],
    "gpu": ["base", "core", "bots", "play", "lab", "driver"],
    "cli": ["base", "core", "games", "bots", "play", "lab", "learn", "solve", "gpu", "logic", "draft", "service", "server", "engine"],
    "wasm": ["base", "service"],
}
HEADERS = {                    # where each public header belongs
    "api": "base", "rng": "base", "text": "base", "catalogue": "base",
    "card": "core", "clause": "core", "fact": "core", "json": "core", "rules": "core",
    "notation": "core", "fields": "core", "past": "core", "advice": "core", "tell": "core", "game": "core", "observe": "core",
    "position": "core", "lines": "core", "logic": "logic", "logic_why": "logic", "logic_functions": "logic",
    "logic_rules": "logic", "logic_shapes": "logic",
    "bot": "bots", "match": "play", "review": "play",
    "step": "play", "transcript": "play", "service": "service",
    "run": "lab", "dataset": "lab", "vector": "lab", "gpu": "gpu", "stats": "lab", "tournament": "lab", "bylaw": "cli",
}
NOT_IN_GAMES = ["stdio.h", "stdlib.h", "time.h", "setjmp.h", "jansson.h", "unistd.h", "pthread.h",
                "src/base/alloc.h", "src/base/clock.h", "src/base/file.h"]
PYTHON = ROOT / "bindings" / "python" / "src"
DOORS = [ROOT / "src" / "engine" / "engine.h"]   # what it may use beside the public headers
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


@functools.cache
def includes(path):
    """What a file includes itself: paths of ours, names of the system's."""
    found = []
    for name in INCLUDE.findall(path.read_text()):
        ways = [path.parent / name, ROOT / "src" / name, ROOT / "include" / name]
        ours = [way.resolve() for way in ways if way.exists()]
        found.append(ours[0] if ours else name)
    return found


def reached(path):
    """Everything that an include leads to, each with the way there."""
    ways = {path: []}
    todo = [path]
    while todo:
        at = todo.pop()
        for to in includes(at) if isinstance(at, pathlib.Path) else []:
            if to not in ways:
                ways[to] = [*ways[at], to]
                todo.append(to)
    del ways[path]
    return ways


def home(path):
    """The layer of a file of ours, and the folder in it."""
    if ROOT / "include" in path.parents:
        return HEADERS.get(path.stem, "no layer: it is not in HEADERS of tools/check-layers.py"), ""
    parts = path.relative_to(ROOT / "src").parts
    return parts[0], parts[1] if len(parts) > 2 else ""


def allowed(source, target):
    """Whether a layer and folder may use another."""
    (layer, folder), (to, part) = source, target
    if layer == to != "games":
        return True
    if layer == to:
        return part in (folder, "") or part.removesuffix("-family") in folder.split("-")
    if layer == "bots" and folder and to == "games":
        return folder == part   # src/bots/NAME knows the game of that name
    return to in BELOW[layer]


def offences(path):
    source = home(path)
    for to, way in reached(path).items():
        name = to if isinstance(to, str) else str(to.relative_to(ROOT))
        through = "".join(f", through {step.name}" for step in way[:-1])
        if source[0] == "games" and name in NOT_IN_GAMES:
            yield f"{name} has no place in a game{through}"
        elif name is not to and not allowed(source, home(to)):
            yield f"{'/'.join(filter(None, source))} may not use {name}{through}"


def python_offences(path):
    for to, way in reached(path).items():
        ours = isinstance(to, pathlib.Path) and ROOT / "src" in to.parents
        if ours and to not in DOORS and not any(step in DOORS for step in way):
            yield f"the Python package may not use {to.relative_to(ROOT)}"


def main():
    found = [f"{path.relative_to(ROOT)}: {offence}"
             for path in sorted((ROOT / "src").rglob("*.[ch]")) for offence in offences(path)]
    found += [f"{path.relative_to(ROOT)}: {offence}"
              for path in sorted(PYTHON.glob("*.[ch]")) for offence in python_offences(path)]
    print("\n".join(found) or "every folder uses only what it may")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
