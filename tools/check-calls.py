#!/usr/bin/env python3
"""check-calls.py BUILD - asks the object files what include lines cannot tell.

A folder refers only to what is defined in folders that it may use. And what the rules of a game can
reach, through whatever functions of ours, allocates nothing, does no input or output, jumps nowhere
and keeps nothing from one call to the next. Functions that the rules are given as pointers (a
buffer's `grow`, for one) are the business of whoever gives them. Prints each offence and exits 1 if
there is one.
"""
import collections
import importlib.util
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("layers", HERE / "check-layers.py")
layers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(layers)

# What rules may use of the C library and the compiler's own: nothing that allocates or speaks.
# A failed assertion is a bug, and may say so.
PURE = re.compile(r"mem(cpy|set|move|cmp|chr)$|str(len|n?cmp|r?chr|c?spn|pbrk)$|bcmp$|__assert_fail$|"
                  r"__(popcount|ctz|clz|u?div|u?mod|mul)\w*$|__stack_chk_fail$|__mem\w+_chk$|_GLOBAL_")
# To be mended: functions that the rules reach and that allocate, in places that are known. One that
# is no longer reached must go from this list.
KNOWN = {
}

SYMBOL = re.compile(r"^([0-9a-f]+) (.{7}) (\S+)\t([0-9a-f]+) (?:\.hidden )?(\S+)$")
PLACE = re.compile(r"<([^>+]+)(?:\+0x[0-9a-f]+)?>$")


def source_of(path):
    """src/librules.a.p/games_NAME_rules.c.o is games/NAME/rules.c: as meson names them."""
    folder, library, name = path.parts[-3:]
    name = name.removesuffix(".o").replace("_", "/")
    return name if folder == "src" else f"{folder}/{name}"


class Object:
    """One object file: its symbols, and which of them refer to which names."""

    def __init__(self, path):
        self.path = path
        self.source = source_of(path)
        self.places = collections.defaultdict(list)   # by section: (from, to, name)
        self.defined, self.shared, self.kept = set(), set(), set()
        self.uses = collections.defaultdict(set)
        self.read_symbols()
        self.read_code()
        self.read_data()

    def ask(self, *how):
        return subprocess.run(["objdump", *how, str(self.path)], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.splitlines()

    def read_symbols(self):
        for line in self.ask("-t"):
            m = SYMBOL.match(line)
            if not m or m[3] in ("*UND*", "*ABS*") or "d" in m[2]:
                continue
            at, size, name = int(m[1], 16), int(m[4], 16), m[5]
            self.defined.add(name)
            if "g" in m[2]:
                self.shared.add(name)
            self.places[m[3]].append((at, at + max(size, 1), name))
            if re.match(r"\.(t?data|t?bss)(\.(?!rel\.ro)|$)", m[3]):
                self.kept.add(name)

    def at(self, section, offset):
        return next((n for a, b, n in self.places.get(section, []) if a <= offset < b), None)

    def target(self, name, offset):
        """What a relocation leads to: a symbol, or a place in a section of this file."""
        if name not in self.places:
            return name
        # Relative ones point four bytes short.
        return self.at(name, offset + 4) or self.at(name, offset)

    def read_code(self):
        here = None
        for line in self.ask("-dr", "--no-show-raw-insn"):
            if line.endswith(">:"):
                here = line.split("<")[1][:-2]
                continue
            m = re.search(r"\bR_\w+\s+([^\s+-]+)([+-]0x[0-9a-f]+)?$", line)
            if m:
                self.refer(here, self.target(m[1], int(m[2] or "0", 16)))
            elif (m := PLACE.search(line)):
                self.refer(here, m[1])

    def read_data(self):
        section = None
        for line in self.ask("-r"):
            if line.startswith("RELOCATION RECORDS FOR ["):
                section = line.split("[")[1][:-2]
            m = re.match(r"([0-9a-f]{16}) R_\w+\s+([^\s+-]+)([+-]0x[0-9a-f]+)?$", line)
            if m and section and section.startswith(".data"):
                offset = int(m[3] or "0", 16)
                to = self.at(m[2], offset) if m[2] in self.places else m[2]
                self.refer(self.at(section, int(m[1], 16)), to)

    def refer(self, source, target):
        if source and target and source != target:
            self.uses[source].add(target)


def read_all(build):
    objects = [Object(path) for path in sorted(build.glob("src/**/*.a.p/*.o"))
               if "libbylaw" not in str(path)]
    if not objects:
        sys.exit(f"check-calls.py: no object files in {build}/src")
    return objects


def link_offences(objects):
    """A folder refers to what is defined in a folder that it may not use."""
    where = {name: o for o in objects for name in o.shared}
    for o in objects:
        for source, names in o.uses.items():
            for name in names - o.defined:
                to = where.get(name)
                if to and not layers.allowed(home(o), home(to)) and not named(o, to):
                    yield f"{o.source}: {source} uses {name} of {to.source}"


def named(o, to):
    """The references against the map: the registry's to the games of its list, and a game's table to
    its own bot, and to lessons that need what is written at a table."""
    (layer, folder), (other, part) = home(o), home(to)
    return o.source == "core/registry.c" and other == "games" or \
        layer == "games" and (other == "bots" and folder == part or to.source == "draft/lessons.c")


def home(o):
    return layers.home(layers.ROOT / "src" / o.source)


def rules_offences(objects):
    """What can be reached from the tables of rules, NAME_rules and NAME_rules_traced."""
    where = {name: o for o in objects for name in o.shared}
    todo = [(o, name, (name,)) for o in objects for name in o.shared
            if home(o)[0] == "games" and re.search(r"_rules(_traced)?$", name)]
    if len(todo) < 2:
        yield "no table of rules was found"
    seen, met = set(), set()
    while todo:
        o, name, way = todo.pop(0)
        if name in o.kept:
            yield f"{way[0]}: keeps {name} of {o.source}: {' > '.join(way[1:])}"
        for to in sorted(o.uses[name]):
            there = o if to in o.defined else where.get(to)
            if to in KNOWN:
                met.add(to)
            elif not there:
                if not PURE.match(to) and not to.startswith("."):   # a section: strings and tables
                    yield f"{way[0]}: reaches {to}: {' > '.join(way[1:])}"
            elif (there.path, to) not in seen:
                seen.add((there.path, to))
                todo.append((there, to, (*way, to)))
    for name in KNOWN.keys() - met:
        yield f"{name}: is not reached any more; take it out of KNOWN"


def main():
    objects = read_all(pathlib.Path(sys.argv[1]))
    found = sorted({*link_offences(objects), *rules_offences(objects)})
    print("\n".join(found) or f"{len(objects)} object files refer only to what they may")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
