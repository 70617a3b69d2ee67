"""Six-Seven once more, in Python, from its document: to count leaves.

A stack is its face card and two piles of numbers. What a player announces is part of the move, and
collects the stack; without it the stack stays.
"""
import dataclasses

from leaves import confirm

ROOM = {"J": 1, "Q": 2, "K": 3}


def worth(card):
    return {"A": 1, "T": 10}.get(card[0]) or int(card[0])


@dataclasses.dataclass(frozen=True)
class Stack:
    face: str
    left: tuple = ()
    right: tuple = ()

    @property
    def sum(self):
        return sum(self.left) - sum(self.right)

    @property
    def room(self):
        return ROOM[self.face[0]]

    def full(self):
        return len(self.left) == len(self.right) == self.room

    def with_card(self, side, n):
        if side == "L":
            return dataclasses.replace(self, left=(*self.left, n))
        return dataclasses.replace(self, right=(*self.right, n))

    def plays(self, n):
        """(side, what is announced); nothing announced: None."""
        for side, pile in (("L", self.left), ("R", self.right)):
            new = self.with_card(side, n)
            if len(pile) < self.room and new.sum >= 0:
                yield side, None
                for call in self.calls(new, n):
                    yield side, call
        if self.full() and n == self.sum:
            yield "M", "match"
            if n in (6, 7):
                yield "M", {6: "six-six", 7: "seven-seven"}[n]

    def calls(self, new, n):
        if new.sum == 6:
            yield "six-six"
        if new.sum == 7:
            yield "seven-seven"
        if new.sum == 0 and self.room in (len(new.left), len(new.right)):
            yield "zero"
        if n == 7 and 6 in (*self.left[-1:], *self.right[-1:]):
            yield "six-seven"


@dataclasses.dataclass(frozen=True)
class Table:
    players: int
    turn: int
    card: int             # the number that was flipped
    numbers: tuple        # the next first
    faces: tuple
    stacks: tuple
    stuck: int = None     # the first player who could not play
    over: bool = False

    def moves(self):
        if self.over:
            return []
        found = [(i, *play) for i, stack in enumerate(self.stacks) for play in stack.plays(self.card)]
        return found or ["keep"]

    def after(self, move):
        stacks, faces, stuck = list(self.stacks), self.faces, self.stuck
        if move == "keep":
            stuck = self.turn if stuck is None else stuck
        else:
            i, side, call = move
            if call:
                del stacks[i]
                stacks += [Stack(face) for face in faces[:1]]
                faces = faces[1:]
            else:
                stacks[i] = stacks[i].with_card(side, self.card)
        turn = (self.turn + 1) % self.players
        dead = not faces and all(stack.full() and stack.sum > 10 for stack in stacks)
        if not stacks or not self.numbers or dead or turn == stuck:
            return dataclasses.replace(self, over=True)
        return flipped(dataclasses.replace(self, turn=turn, card=self.numbers[0], faces=faces,
                                           numbers=self.numbers[1:], stacks=tuple(stacks),
                                           stuck=stuck))


def flipped(table):
    """A card that fits nowhere brings a new stack, if there is one."""
    if table.moves() == ["keep"] and table.faces:
        return dataclasses.replace(table, stacks=(*table.stacks, Stack(table.faces[0])),
                                   faces=table.faces[1:])
    return table


def read(position):
    s = position["state"]
    stacks = tuple(Stack(x["face"], tuple(map(worth, x["left"])), tuple(map(worth, x["right"])))
                   for x in s["stacks"])
    return Table(position["players"], s["to_move"], worth(s["flipped"]),
                 tuple(map(worth, s["numbers"])), tuple(s["faces"]), stacks)


confirm("six-seven", read)
