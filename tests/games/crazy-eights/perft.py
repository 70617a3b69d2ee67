"""Counts leaves of the tree of legal moves of Crazy Eights, from its rulebook alone.

Shares no code with the program: it is given only the deals. Compares with figures.txt.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

SUITS = "CDHS"


def fits(card, state):
    return card[0] == "8" or card[1] == state["suit"] or card[0] == state["pile"][-1][0]


def legal(state):
    """Moves as (what, card, suit named)."""
    nothing = not state["stock"] and len(state["pile"]) < 2
    moves = []
    if not state["drawn"] and not nothing:
        moves.append(("draw", None, None))
    if state["drawn"] or nothing:
        moves.append(("pass", None, None))
    for card in state["hands"][state["to_move"]]:
        if fits(card, state):
            moves += [("play", card, suit) for suit in (SUITS if card[0] == "8" else card[1])]
    return moves


def after(state, move):
    """The state after a move; None if the game is over. No pile is shuffled at these depths."""
    what, card, suit = move
    seat, players = state["to_move"], len(state["hands"])
    new = {**state, "hands": [list(hand) for hand in state["hands"]]}
    if what == "draw":
        new["hands"][seat].append(state["stock"][0])
        return {**new, "stock": state["stock"][1:], "drawn": True}
    if what == "play":
        new["hands"][seat].remove(card)
        if not new["hands"][seat]:
            return None
        new.update(pile=state["pile"] + [card], suit=suit)
    return {**new, "to_move": (seat + 1) % players, "drawn": False}


def leaves(state, depth):
    if state is None:
        return 0
    moves = legal(state)
    return len(moves) if depth == 1 else sum(leaves(after(state, m), depth - 1) for m in moves)


def main():
    wrong = 0
    for line in Path(__file__).with_name("figures.txt").read_text().splitlines():
        words = line.split()
        if words[0] != "perft":
            continue
        for seed, said in enumerate(words[2:], 1):
            dealt = subprocess.run([os.environ["BYLAW"], "new", "crazy-eights", "--seed", str(seed)],
                                   stdout=subprocess.PIPE, check=True)
            found = leaves(json.loads(dealt.stdout)["state"], int(words[1]))
            if found != int(said):
                print(f"perft {words[1]} of seed {seed}: {found} by this program, {said} in figures.txt")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
