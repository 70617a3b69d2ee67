"""What somebody believes who has read the guide and the terms, and nothing else: which cards may be laid,
and how. It is held to the rules in every position of whole games."""
import json
from collections import Counter

from bylaw import Case, bylaw, main

RANKS = "A23456789TJQK"
EFFECTS = {"2": "3", "5": "3", "3": "4", "7": "4", "T": "5", "J": "6", "A": "7"}   # options, by rank


def number(rank):
    return RANKS.index(rank) + 1 if rank in "23456789T" else 0


def lies_as(item):
    """A card of the pile as it counts."""
    return item.split(">")[-1]


def next_to(a, b):
    return (RANKS.index(a) - RANKS.index(b)) % 13 in (1, 12)


def reckoned(numbers):
    """+ - × : of three numbers: the largest is made of the others."""
    a, b, c = sorted(numbers)
    return a > 0 and (a + b == c or a * b == c)


class Table:
    def __init__(self, state):
        self.state, self.seat = state, state["to_move"]
        pile = [lies_as(item) for item in state["pile"]]
        self.top, self.below = pile[-1], pile[-2] if len(pile) > 1 else None
        self.run = next((n for n in range(1, len(pile)) if pile[-n - 1][0] != self.top[0]), len(pile))
        self.hand = state["hands"][self.seat]

    def same(self, card, other):
        """The rank of the other; and what the terms add to that."""
        return (card[0] == other[0] or (card == "QH" and other[0] == "K") or (card == "KH" and other[0] == "Q")
                or (card == "AS" and not number(other[0])))

    def counts_run(self, card):
        """A number, if so many of one rank lie on top."""
        return number(card[0]) > 1 and number(card[0]) == self.run

    def sum_forbids(self, card):
        """Three must not divide the sum of a number and those on top."""
        below = number(self.below[0]) if self.below else 0
        return bool(self.below and number(card[0]) and (number(card[0]) + number(self.top[0]) + below) % 3 == 0)

    def begins(self, card):
        """The first card of a turn has the suit or rank of the top card, or is any, after a turn with cards
        laid."""
        return not self.sum_forbids(card) and (not self.state["rm"] or card[1] == self.top[1] or
                                               self.same(card, self.top) or self.counts_run(card))

    def joins(self, card):
        """Each further one joins up with the two on top."""
        two = [other for other in (self.top, self.below) if other]
        bridge = self.state["b"] and any({card[0], other[0]} == {"3", "7"} for other in two)
        return not self.sum_forbids(card) and (
            bridge or self.counts_run(card) or
            any(self.same(card, other) or next_to(card[0], other[0]) for other in two) or
            (len(two) == 2 and reckoned([number(c[0]) for c in (card, *two)])))

    def may(self, card):
        """The options by which a card may be laid."""
        first, attacked = self.state["fc"], self.state["av"] > 0
        last = len(self.hand) == 1
        fits = self.begins(card) if first else self.joins(card)
        if last and not self.state["counts"][self.seat]:
            return set()
        options = {"8"} if fits and not attacked else set()
        effect = EFFECTS.get(card[0])
        free = first and effect != "5"          # on anything, whatever the sum
        barred = (last and not (effect == "4" and attacked)) or (effect == "7" and attacked)
        if effect and (free or fits) and not barred:
            options.add(effect)
        return options


class Believed(Case):
    def turns(self):
        """Every position of some games, and what may be done there."""
        for seed, players in ((1, 2), (2, 3), (3, 4)):
            file = f"{self.at}/{seed}.jsonl"
            bylaw("simulate", "true-propre", "--games", 20, "--players", ",".join((["random", "greedy"] * 2)[:players]),
                  "--seed", seed, "--transcript", file, "--full")
            state = None
            with open(file) as lines:
                for line in map(json.loads, lines):
                    if "legal" in line and state["placing"] is None and state["vote"] is None:
                        yield state, line["legal"]
                    state = line.get("state", state)

    def test_the_list_can_be_told_before_it_is_shown(self):
        met = Counter()
        for state, legal in self.turns():
            table, laid = Table(state), {}
            for move in legal:
                option, *card = move.split(" ")
                if card:
                    laid.setdefault(card[0], set()).add(option)
            for card in set(table.hand):
                self.assertEqual(table.may(card), laid.get(card, set()), (card, state))
                met.update(table.may(card) or ["none"])
            across = {move.split(" ")[1] for move in legal if move.endswith(" h")}
            self.assertEqual(across, {c for c in table.hand if "8" in table.may(c) and number(c[0])}, state)
        self.assertEqual(set(met), {"none", *"345678"})   # all of it came up


main()
