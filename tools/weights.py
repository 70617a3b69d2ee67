#!/usr/bin/env python3
"""weights.py - the weights of the bot `learned` as a table in C, to be part of the program.

    tools/weights.py OUT.c [GAME-PLAYERS.net …]"""
import pathlib
import sys

out, nets = sys.argv[1], [pathlib.Path(p) for p in sys.argv[2:]]
lines, rows = ['#include "bots/judge.h"'], []
for number, path in enumerate(nets):
    content = path.read_bytes()
    game, players = path.stem.rsplit("-", 1)
    lines += [f"static const unsigned char net{number}[] = {{"]
    lines += [",".join(map(str, content[at:at + 24])) + "," for at in range(0, len(content), 24)]
    lines += ["};"]
    rows.append(f'{{"{game}", {players}, net{number}, sizeof net{number}}}')
lines += ["const struct bl_weights bl_weights[] = {", *(f"    {row}," for row in rows), "    {NULL, 0, NULL, 0},", "};"]
pathlib.Path(out).write_text("\n".join(lines) + "\n")
