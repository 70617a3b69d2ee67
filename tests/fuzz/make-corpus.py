#!/usr/bin/env python3
"""make-corpus.py TARGET FOLDER - seeds for a fuzz target, from the example transcripts."""
import json
import pathlib
import re
import struct
import sys

target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
tests = pathlib.Path(__file__).parent.parent
data = tests / "data" / "examples"
GAMES = [row.replace("_", "-") for row in re.findall(
    r"(?m)^GAME\((\w+)\)", (tests.parent / "src" / "core" / "games.def").read_text())]


def put(name, content):
    (folder / name).write_bytes(content)


if target == "fuzz_http":   # the heads that the tests ask about
    for i, row in enumerate(re.findall(r'(?m)^ +{[-\d]+, (".*)}', (tests / "server" / "talk.c").read_text())):
        text = row.replace("HOST", '"Host: here:80\\r\\n"')
        put(f"head-{i}", "".join(re.findall(r'"([^"]*)"', text)).encode().decode("unicode_escape").encode("latin1"))
    put("shake", b"GET /play HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: bylaw.1\r\n\r\n")
    sys.exit()
if target == "fuzz_socket":   # frames of every kind, whole and in fragments
    text = "häy".encode()
    for piece in (1, 7, 0):
        for i, frames in enumerate([
                [(0x81, text)], [(1, text[:2]), (0x89, b"ping"), (0x80, text[2:])], [(0x82, text)],
                [(0x88, b"\3\xe8bye")], [(0x88, b"\3")], [(0x88, b"")], [(0x8a, b"")], [(0x80, b"")],
                [(1, b"a"), (0x81, b"b")], [(0x81, b"\xed\xa0\x80")], [(0xc1, text)], [(9, b"cut")],
                [(0x81, bytes(120))] * 3, [(1, b"")] + [(0, b"")] * 40]):
            put(f"{piece}-{i}", bytes([piece, 1]) + b"".join(bytes([a, len(b)]) + b for a, b in frames))
        put(f"{piece}-long", bytes([piece, 0, 0x81, 0xfe, 1, 0, 1, 2, 3, 4]) + bytes(256))
        put(f"{piece}-longest", bytes([piece, 0, 0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4]))
    sys.exit()

cases = (tests / "logic" / "cases.txt").read_text().split("\n=== ")[1:]
for i, case in enumerate(cases):
    body = case.split("\n", 1)[1]
    if target == "fuzz_logic_proof":
        put(f"case-{i}", bytes([i % 2]) + body.encode())
    if target == "fuzz_logic_statement":
        for j, line in enumerate(body.splitlines()):
            put(f"case-{i}-{j}", line.removeprefix("axiom ").split(" by ")[0].strip().encode())
if target.startswith("fuzz_logic"):
    put("empty", b"")
    sys.exit()

if target == "fuzz_table":   # what is written in the situations, at every place and ruling in turn
    forms = ["edit", "prove", "refute", "buy-proof", "buy-rule", "refute"]
    text = (tests / "games" / "predicate-wars" / "situations.txt").read_text()
    moves = [word for line in text.splitlines()
             for word in [line.split(" ", 3 if line.startswith("refused") else 2)[-1]]]
    for i, move in enumerate(moves):
        form, _, rest = move.partition(" ")
        if form == "edit" and move.count(" ") >= 4:
            rest = move.split(" ", 4)[4]
        for place, name in enumerate(forms):
            if form == name and len(rest) < 2000:
                put(f"{place}-{i}", bytes([place, i % 12]) + rest.encode())
    put("empty", bytes([1, 0]))
    sys.exit()

def moves_of(game):
    """Moves that its situations ask about: one of each length, and the first."""
    text = (tests / "games" / game / "situations.txt").read_text()
    moves = re.findall(r"(?m)^(?:legal \d+|refused \d+ \S+) (.{1,60})$", text)
    return sorted({*{len(move): move for move in moves}.values(), *moves[:12]})


def told(game):
    """What the rules of a game tell, with arguments: {English: German}, as po/de.po has it."""
    words = {}
    places = rf"include/|src/core/|games/({game}|{game.split('-')[-1]}-family)/(?!clauses)"
    for entry in (tests.parent / "po" / "de.po").read_text().split("\n\n"):
        found = re.search(r'(?m)^#: (.*)\nmsgid "(.*%.*)"\nmsgstr "(.*)"$', entry)
        if found and re.search(places, found[1]):
            words.update([[text.replace('\\"', '"') for text in found.groups()[1:]]])
    return words


def catalogue(words):
    """A catalogue as gettext's .mo; the empty line that ends it in the target stands nowhere in it."""
    rows = sorted((key.encode(), text.encode()) for key, text in words.items())
    for padding in range(100):
        at, tables, texts = 28 + 16 * len(rows), b"", bytes(padding)
        for text in [row[column] for column in range(2) for row in rows]:
            tables += struct.pack("<II", len(text), at + len(texts))
            texts += text + b"\0"
        made = struct.pack("<7I", 0x950412de, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0) + tables + texts
        if b"\n\n" not in made:
            return made
    sys.exit("make-corpus.py: no catalogue without an empty line")


if target == "fuzz_service":   # every request of its document, and the course of a game
    page = (tests.parent / "docs" / "service.md").read_text()
    shown = re.findall(r"(?m)^    > (.*)$", page)
    values = {"table": "1", "seat": "0", "seed": '"5"', "moves": '["draw","pass"]', "move": '"draw"',
              "bot": '"greedy"', "game": '"GAME"', "players": "2", "number": "0", "from": "0",
              "words": '"last card"', "text": '"P"', "premises": "[1]", "card": "0", "cost": "0"}
    for heading in re.findall(r"(?m)^### `([^`]*)`", page):
        name, *members = heading.replace("?", "").split()
        shown.append("{" + ",".join([f'"ask":"{name}"'] + [f'"{m}":{values.get(m, chr(34) + "P" + chr(34))}'
                                                           for m in members]) + "}")
    turn = ['{"ask":"bot-move","table":1}', '{"ask":"submit","table":1,"seat":0,"move":"draw"}',
            '{"ask":"view","table":1,"seat":0}', '{"ask":"events","table":1,"seat":0}']
    for number, game in enumerate(GAMES):
        for i, request in enumerate(shown):
            put(f"{number}-{i}", bytes([number]) + "\n".join(turn + [request.replace("GAME", game)]).encode())
        put(f"{number}-turns", bytes([number]) + "\n".join(turn * 6).encode())
        words = told(game)
        explain = ['{"ask":"explain","table":1,"seat":0,"moves":%s}' % json.dumps(moves_of(game))]
        for name, spoken in [("german", words), ("none", {key: "none" for key in words}),
                             *((f"more-{i}", {key: key + more for key in words})
                               for i, more in enumerate((" %d" * 20, " %9$d", "%0$d %1$")))]:
            put(f"{number}-{name}", bytes([number]) + catalogue(spoken) + b"\n\n" +
                "\n".join(explain + turn * 3 + explain).encode())
    sys.exit()

if target in ("fuzz_messages", "fuzz_server"):   # the conversation of its document, moves, and faults
    page = (tests.parent / "docs" / "protocol.md").read_text()
    name = re.search(r'"table":"(\w{16})"', page)[1]
    said = [who + text for who, text in re.findall(r"(?m)^    (\d)> (.*)$", page.replace(name, "$T"))]
    faults = ["!l", "!f", "!t", "!x1", "!c1", "!r"]
    for number, game in enumerate(GAMES):
        moves = [f'{seat}{{"id":7,"do":"move","table":"$T","seat":{seat},"count":$C,"move":{json.dumps(move)},'
                 f'"once":"m{i}"}}' for i, move in enumerate(moves_of(game)) for seat in (0, 1)]
        take = ['1{"id":1,"do":"take","table":"$T","secret":"%032d"}' % 1]
        if target == "fuzz_messages":
            for i, line in enumerate(said[number::len(GAMES)] + moves[::2] + take):
                put(f"{number}-{i}", bytes([number]) + line[1:].replace("pharaoh", game).encode())
            continue
        for i in range(0, len(said), 5):
            put(f"{number}-{i}", bytes([number]) + "\n".join(said[i:i + 5]).encode())
        for i, fault in enumerate(faults):
            put(f"{number}-fault-{i}", bytes([number]) + "\n".join(
                moves[i:i + 3] + [fault] + take + moves[i:i + 6]).encode())
    sys.exit()

if target == "fuzz_checkpoint":   # a number here and there, of every game's lab and tournament
    for game in range(len(GAMES)):
        for lab in range(2):
            for at in (0, 1, 2, 3, 4, 9, 13, 48, 50, 60, 600, 640):
                for change in (b"\0\0\0", b"\1\3\0", b"\2\2\0", b"\3\0\1", b"\7\377\0"):
                    put(f"{game}-{lab}-{at}-{change[0]}",
                        bytes([game, lab, at % 256, at // 256]) + change)
    sys.exit()

for path in sorted(data.glob("*.jsonl")):
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    if header["game"] not in GAMES:
        continue
    number = bytes([GAMES.index(header["game"])])
    if target in ("fuzz_transcript", "fuzz_saved"):
        put(path.stem, "\n".join(lines[:12] + lines[-1:]).encode())
        continue
    for i, line in enumerate(lines[1:]):
        event = json.loads(line)
        if target == "fuzz_position" and "state" in event and i % 9 == 0:
            position = {k: header[k] for k in ("game", "players", "options", "rulings")}
            position["state"] = event["state"]
            put(f"{path.stem}-{i}", number + json.dumps(position, separators=(",", ":")).encode())
        if target == "fuzz_number" and event["t"] == "move":
            put(f"{path.stem}-{i}", number + bytes([i % 256, event["seat"], i % 251, i % 7, 0, 0, i % 32]))
        if target == "fuzz_move" and event["t"] == "move":
            put(f"{path.stem}-{i}", number + bytes([i % 256, event["seat"]]) + event["move"].encode())
