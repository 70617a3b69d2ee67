#!/usr/bin/env python3
"""po.py - what is said, for translators: the keys in the sources, and the catalogues in po/.

    tools/po.py pot        writes all keys to standard output, as gettext's template
    tools/po.py update     brings po/*.po up to the sources: new keys come in empty, those that
                           are gone go
    tools/po.py page OUT   writes the catalogues of the page, LANGUAGE.mo, into a folder: without
                           what only the program says at a terminal; and LANGUAGE.first.mo,
                           without clauses, lessons and what proofs lack, for a first visit
    tools/po.py check      exits 1 unless every language has every key, and no other, with the
                           letters of its format, and all that play and review say are keys
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import csource
import formats

PO = csource.ROOT / "po"
FIELDS = {"option": "bl_option", "ruling": "bl_ruling"}


# ---- keys ----

class Keys(dict):
    """{English: places}, in the order in which they were found."""

    def add(self, text, path, line, is_format=False):
        if text and text.strip():
            entry = self.setdefault(text, {"places": [], "format": False})
            entry["places"].append(f"{path.relative_to(csource.ROOT)}:{line}")
            entry["format"] |= is_format

    def add_all(self, expression, path):
        """Every literal that an expression may be."""
        for one in csource.alternatives(expression):
            text = csource.literal(one)
            if text is not None and formats.has_words(text):
                self.add(text, path, one[0].line)


def clauses(keys, path, toks):
    for call, args in csource.calls(toks, {"CLAUSE"}):
        for part in args[3:6]:
            keys.add(csource.literal(part), path, part[0].line)


def guide(keys, path, toks):
    """Rows, or what only one version of a game has: FIRST(MOVE, "1", "…"). Keys of rows are names."""
    for call, args in csource.calls(toks, {"GOAL", "LINE", "MOVE", "TERM", "FIRST", "SECOND"}):
        kind, args = (call.text, args) if csource.literal(args[0]) else (args[0][0].text, args[1:])
        for part in args[1 if kind in ("MOVE", "TERM") else 0:]:
            keys.add(csource.literal(part), path, call.line)


def whys(keys, path, toks):
    """Why a line of a proof does not follow."""
    for call, args in csource.calls(toks, {"WHY"}):
        keys.add(csource.literal(args[1]), path, call.line)


def rows(keys, path, toks):
    """What options and rulings are about, and the names of their values."""
    for i, t in enumerate(toks):
        if t.text not in FIELDS.values() or toks[i - 1].text != "struct":
            continue
        start = next((k for k in range(i, min(i + 12, len(toks))) if toks[k].text in "{;)"), None)
        if start is None or toks[start].text != "{":
            continue
        for part in csource.split(toks[start + 1:csource.close_of(toks, start)], ","):
            row = [k for k, x in enumerate(part) if x.text == "{"]
            if not row:
                continue
            cells = csource.split(part[row[0] + 1:csource.close_of(part, row[0])], ",")
            keys.add(csource.literal(cells[1]), path, cells[1][0].line)
            values(keys, path, toks, {x.text for c in cells[2:] for x in c if x.kind == "id"})


def values(keys, path, toks, names):
    for i, t in enumerate(toks):
        if t.text not in names or i + 1 == len(toks) or toks[i + 1].text != "[":
            continue
        start = csource.close_of(toks, i + 1) + 1
        if [x.text for x in toks[start:start + 2]] == ["=", "{"]:
            for x in toks[start + 2:csource.close_of(toks, start + 1)]:
                if x.kind == "str":
                    keys.add(csource.plain(x), path, x.line)


def text_from(toks, at):
    """The string literals from a place on, with macros that are nothing else."""
    text = ""
    for t in toks[at:]:
        part = [t] if t.kind == "str" else csource.define(toks, t.text) if t.kind == "id" else None
        if part is None or csource.literal(part) is None:
            break
        text += csource.literal(part)
    return text


def titles(keys, path, toks):
    for i, t in enumerate(toks):
        if t.text == "title" and toks[i - 1].text == "." and toks[i + 1].text == "=":
            keys.add(text_from(toks, i + 2), path, t.line)


def table_of(expression):
    """The public table that a word is taken from: six_seven_by_names[…]."""
    return {a.text for a, b in zip(expression, expression[1:]) if a.kind == "id" and "_" in a.text and b.text == "["}


def facts(keys, path, toks, places, tables, faults):
    for use in formats.uses(path, toks, places, faults):
        if use.call.text in formats.SAYING and not formats.has_words(use.format):
            continue
        keys.add(use.format, path, use.tokens[0].line, is_format="%" in use.format)
        for letter, arg in zip(formats.letters(use.format), use.args):
            if letter == "w":
                keys.add_all(arg, path)
                tables.update(table_of(arg))
    for call, args in csource.calls(toks, {"SET", "SET_OF"}):
        keys.add_all(args[1 if call.text == "SET" else 2], path)
    for call, args in csource.calls(toks, formats.SAID):
        keys.add_all(args[-1], path)
        tables.update(table_of(args[-1]))
    for call, args in csource.calls(toks, {formats.MARK}):
        text = csource.literal(args[0])
        keys.add(text, path, call.line, is_format="%" in (text or ""))


def collect(faults):
    keys, tables = Keys(), set()
    sources = [(p, csource.tokens(p.read_text())) for p in csource.files("include", "src")]
    for path, toks in sources:
        if path.name == "clauses.def":
            clauses(keys, path, toks)
        if path.name == "guide.def":
            guide(keys, path, toks)
        if path.name == "logic_why.def":
            whys(keys, path, toks)
    for path, toks in sources:
        titles(keys, path, toks)
    for path, toks in sources:
        rows(keys, path, toks)
    for path, toks in sources:
        facts(keys, path, toks, {**formats.CITING, **formats.SAYING}, tables, faults)
    for path, toks in sources:
        values(keys, path, toks, tables)
    return keys


# ---- what is said in English only ----

# What people read in play and review: all sentences there are keys. Calls that are wrong are told
# in English.
SCREENS = ["play*.c", "review.c", "*/*.c"]
ENGLISH = {"cli_wrong", "cli_refuse", "cli_complain", "cli_write_failed", "lab_say", "bl_json_putf",
           "el_set"}


def is_sentence(text):
    """Two words, but for what is to be typed."""
    return re.search(r"[^\W\d_]{2,} +[^\W\d_]{2,}", re.sub(r"`[^`]*`|^bylaw .*|[A-Z]{2,}", "", formats.LETTER.sub("", text))) is not None


def unsaid(toks, keys):
    """(line, text) of every sentence that is no key."""
    passed = 0
    for i, t in enumerate(toks):
        if t.text in ENGLISH and toks[i + 1].text == "(":
            passed = max(passed, csource.close_of(toks, i + 1))
        if t.kind == "str" and i >= passed:
            text, passed = "", i
            while toks[passed].kind == "str":
                text += csource.plain(toks[passed])
                passed += 1
            if is_sentence(text) and text not in keys:
                yield t.line, text


def all_unsaid(keys, faults):
    for path in sorted(p for pattern in SCREENS for p in (csource.ROOT / "src/cli").glob(pattern)):
        for line, text in unsaid(csource.tokens(path.read_text()), keys):
            faults.append(f"{path.relative_to(csource.ROOT)}:{line}: said in English only: {text}")


# ---- catalogues ----

def quoted(text):
    lines = re.findall(r"[^\n]*\n|[^\n]+", text) or [""]
    out = [line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") for line in lines]
    return "\n".join(f'"{line}"' for line in (out if len(out) == 1 else [""] + out))


def put_entry(key, text, entry=None):
    out = []
    if entry:
        out.append("#: " + " ".join(sorted({p.rsplit(":", 1)[0] for p in entry["places"]})))
    return "\n".join(out + [f"msgid {quoted(key)}", f"msgstr {quoted(text)}"]) + "\n"


def read(path):
    """{key: text} of a catalogue, its header under "", and how many entries are marked fuzzy."""
    entries, fuzzy, key, text, part = {}, 0, None, None, None
    for line in path.read_text().splitlines() + ["msgid \"\""]:
        fuzzy += line.startswith("#,") and "fuzzy" in line
        m = re.match(r'(msgid|msgstr)?\s*(".*")$', line)
        if not m or line.startswith("#"):
            continue
        said = csource.plain(csource.Token("str", m.group(2), 0, 0))
        if m.group(1) == "msgid":
            if key is not None:
                if key in entries:
                    raise SystemExit(f"{path}: twice: {key}")
                entries[key] = text
            key, text, part = said, "", "msgid"
        elif m.group(1) == "msgstr":
            text, part = said, "msgstr"
        elif part == "msgid":
            key += said
        else:
            text += said
    return entries, fuzzy


def header(language):
    return (f"Project-Id-Version: bylaw\nLanguage: {language}\nMIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n")


def update(keys):
    for path in sorted(PO.glob("*.po")):
        had, _ = read(path)
        path.write_text("\n".join([put_entry("", had.get("") or header(path.stem))] +
                                  [put_entry(k, had.get(k, ""), e) for k, e in keys.items()]))
        left = sum(not had.get(k) for k in keys)
        print(f"{path.name}: {len(keys)} keys, {left} to translate, {len(set(had) - set(keys) - {''})} gone")


def page(keys, out):
    """A page has no use for what only src/cli says, and for clauses, lessons and what does not follow when a rulebook, a lesson or a proof is opened."""
    kinds = {"": r"src/cli/", ".first": r"src/cli/|.*/(clauses|lessons|logic_why)\.def:"}
    for path in sorted(PO.glob("*.po")):
        had, _ = read(path)
        for name, apart in kinds.items():
            said = [k for k, e in keys.items() if any(not re.match(apart, p) for p in e["places"])]
            text = "\n".join([put_entry("", had[""])] + [put_entry(k, had.get(k, "")) for k in said])
            subprocess.run(["msgfmt", "-", "-o", pathlib.Path(out) / f"{path.stem}{name}.mo"], input=text, text=True, check=True)


def figures(text):
    """Numbers, clauses and cards are the same in every language."""
    return sorted(re.findall(r"§?\d+(?:\.\d+)*", re.sub(r"%\d\$", "%", text)))


def check(keys, faults, folder=PO):
    for path in sorted(folder.glob("*.po")):
        had, fuzzy = read(path)
        if shutil.which("msgfmt"):
            done = subprocess.run(["msgfmt", "-c", "-o", os.devnull, path], capture_output=True, text=True)
            if done.returncode:
                faults.append(done.stderr.strip())
        tell = lambda what, key: faults.append(f"{path.name}: {what}: {key}")
        if fuzzy:
            faults.append(f"{path.name}: {fuzzy} entries are marked fuzzy")
        for key in keys:
            if keys[key]["format"] and formats.choices_fault(key):
                tell(formats.choices_fault(key), key)
            if not had.get(key):
                tell("not translated", key)
            elif keys[key]["format"] and formats.letters(had[key]) != formats.letters(key):
                tell("other letters than its key", f"{key} | {had[key]}")
            elif keys[key]["format"] and formats.choices_fault(had[key]):
                tell(formats.choices_fault(had[key]), had[key])
            elif figures(had[key]) != figures(key):
                tell("other figures than its key", f"{key} | {had[key]}")
        for key in had:
            if key and key not in keys:
                tell("not in the sources any more", key)


def main():
    command, faults = sys.argv[1:] or ["check"], []
    keys = collect(faults)
    if command == ["pot"]:
        print("\n".join([put_entry("", header(""))] + [put_entry(k, "", e) for k, e in keys.items()]), end="")
    elif command == ["update"]:
        update(keys)
    elif len(command) == 2 and command[0] == "page":
        page(keys, command[1])
    elif command == ["check"]:
        check(keys, faults)
        all_unsaid(keys, faults)
    else:
        raise SystemExit(__doc__)
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
