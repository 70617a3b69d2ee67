#!/usr/bin/env python3
"""thumb.py - an engine in Python: a rule of thumb for any game of Bylaw.

    bylaw tournament pharaoh 'cmd:python3 thumb.py' random

It plays the move that does the most: the one that is written with the most words, so the one that
rids it of the most cards. Moves of one word (draw, pass, stand) come last. docs/engine-protocol.md
has the messages.
"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def worth(move):
    """From 0 to 1: how much a move looks like getting on with the game."""
    return 1 - 1 / len(move.split())


def choose(position, go):
    """The best of the legal moves by that rule, equals by lot; and what it thinks of all of them."""
    luck = random.Random(go.get("seed"))
    # A move without a number is a form that wants words of our own: this engine has none.
    moves = [m for m, action in zip(position["legal"], position["actions"]) if action is not None]
    luck.shuffle(moves)
    moves.sort(key=worth, reverse=True)
    return moves and moves[0], [{"move": m, "value": worth(m)} for m in moves]


def main():
    position = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["t"]
        if kind == "hello":
            say(t="hello", bylaw=1, name="Thumb (Python)", author="Bylaw's examples", options={})
        elif kind == "position":
            position = message    # all that is to be known, so nothing need be remembered
        elif kind == "go":
            move, opinions = choose(position, message)
            answer = {"opinions": opinions} if message.get("opinions") else {}
            if move:
                say(t="bestmove", id=message["id"], move=move, **answer)
            else:
                say(t="error", text="every move wants words, and it has none")
        elif kind == "bye":
            break
        # newgame and stop want nothing from an engine that keeps nothing and answers at once


main()
