"""Pharaoh once more, in Python, from its document: to count leaves.

A card is value and suit, as in `7A`. A tuple that is played is a set of cards and the one of them
that ends on top; an over has the suit that its player names as well.
"""
import dataclasses
import itertools

from leaves import Chance, confirm

LEAVES_UNDER = "UL"


@dataclasses.dataclass(frozen=True)
class Table:
    turn: int
    aces: int             # SV[a]
    suit: str             # SV[suit]
    draws: int            # SV[cnt]
    top: str              # of the discard pile
    stock: tuple          # the next card first
    hands: tuple          # a frozenset each

    def fits(self, cards, last):
        """Whether some rule lets a tuple be played."""
        value = last[0]
        if self.top == LEAVES_UNDER:                                   # rule 3: on this, anything
            return True
        if self.aces > 0:                                              # rule 4
            return self.aces <= 3 and value == "A"
        if self.draws > 1 and value == "7":                            # rule 8 of the reading
            return True
        if last == LEAVES_UNDER:                                       # rule 5
            return True
        return self.draws == 1 and (last[1] == self.suit or value == self.top[0])   # rules 1, 2

    def moves(self):
        if sum(map(bool, self.hands)) <= 1:
            return []
        found = ["stand" if self.aces > 0 else "draw"]                 # rules 7 and 6
        hand = self.hands[self.turn]
        for value in {card[0] for card in hand}:
            alike = [card for card in hand if card[0] == value]
            for n in range(1, len(alike) + 1):
                for cards in itertools.combinations(alike, n):
                    for last in cards:
                        if self.fits(cards, last):
                            found += [(cards, last, named)
                                      for named in ("ABHL" if value == "O" else last[1])]
        return found

    def after(self, move):
        hands, changed = list(self.hands), {}
        if move == "draw":
            if len(self.stock) < self.draws:
                raise Chance   # the discard pile is shuffled and becomes the stock
            hands[self.turn] = hands[self.turn] | set(self.stock[:self.draws])
            changed = {"stock": self.stock[self.draws:], "draws": 1}
        elif move == "stand":
            changed = {"aces": self.aces - 1, "draws": 1 if self.aces == 1 else self.draws}
        else:
            changed = self.played(*move)
            hands[self.turn] = hands[self.turn] - set(move[0])
        turn = self.turn
        for _ in hands:
            turn = (turn + 1) % len(hands)
            if hands[turn]:
                break
        return dataclasses.replace(self, turn=turn, hands=tuple(hands), **changed)

    def played(self, cards, last, named):
        draws, value, n = self.draws, last[0], len(cards)
        if last == LEAVES_UNDER:
            draws = 1
        if value == "7":
            draws = 3 * n if draws == 1 else draws + 3 * n
        return {"top": last, "suit": named, "draws": draws,
                "aces": self.aces + n if value == "A" else self.aces}


def read(position):
    s = position["state"]
    assert position["rulings"] == {"stack-sevens": "yes", "tuple-match": "as-written"}
    return Table(s["to_move"], s["a"], s["suit"], s["cnt"], s["pile"][-1], tuple(s["stock"]),
                 tuple(map(frozenset, s["hands"])))


confirm("pharaoh", read)
