#!/usr/bin/env python3
"""check-layers.py - a folder may include only what the architecture allows it.

Public headers (bylaw/…) are counted to the layer that implements them. Prints each
offence and exits 1 if there is one.
"""
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
    "draft": ["base", "core", "games", "logic"],
    "cli": ["base", "core", "games", "bots", "play", "lab", "logic", "draft"],
    "wasm": ["base", "core", "bots", "play", "draft"],
}
HEADERS = {                    # where each public header belongs
    "rng": "base", "text": "base", "card": "core", "clause": "core", "fact": "core", "catalogue": "base", "json": "core", "rules": "core",
    "notation": "core", "advice": "core", "game": "core",
    "position": "core", "transcript": "core", "bot": "bots", "match": "play", "arena": "lab",
    "stats": "lab", "tournament": "lab",
    "logic": "logic", "logic_why": "logic", "bylaw": "cli",
}
FAMILIES = {("propre", "propre-family"), ("true-propre", "propre-family")}
OWN_BOTS = {"predicate-wars"}  # src/bots/NAME may use src/games/NAME: its advice on playing it
NOT_IN_RULES = ["stdio.h", "stdlib.h", "time.h", "setjmp.h", "jansson.h", "unistd.h", "pthread.h",
                "base/alloc.h", "base/clock.h"]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)

offences = []


def layer_of(name, folder):
    """The layer and, for a game, the folder that an include leads to; None for system headers."""
    if name.startswith("bylaw/"):
        stem = pathlib.Path(name).stem
        if stem not in HEADERS:
            offences.append(f"{name}: not in HEADERS of tools/check-layers.py")
            return None
        return HEADERS[stem], None
    for base in (folder, ROOT / "src"):
        path = (base / name).resolve()
        if path.exists() and ROOT / "src" in path.parents:
            parts = path.relative_to(ROOT / "src").parts
            return parts[0], parts[1] if parts[0] == "games" else None
    return None


for path in sorted((ROOT / "src").rglob("*.[ch]")):
    parts = path.relative_to(ROOT / "src").parts
    layer = parts[0]
    for name in INCLUDE.findall(path.read_text()):
        to = layer_of(name, path.parent)
        if layer == "games" and name in NOT_IN_RULES:
            offences.append(f"{path.relative_to(ROOT)}: {name} has no place in a game")
        if to is None or to[0] == layer and layer != "games":
            continue
        if to[0] == "games" and layer == "games":
            if to[1] != parts[1] and (parts[1], to[1]) not in FAMILIES:
                offences.append(f"{path.relative_to(ROOT)}: uses the game {to[1]}")
        elif layer == "bots" and to[0] == "games" and parts[1] == to[1] and to[1] in OWN_BOTS:
            continue
        elif to[0] not in BELOW[layer]:
            offences.append(f"{path.relative_to(ROOT)}: {layer} may not use {to[0]} ({name})")

print("\n".join(offences) or "every folder uses only what it may")
sys.exit(bool(offences))
