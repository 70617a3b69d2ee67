"""Pharaoh in a few lines, written from its document and reading alone (the rulings as written), and
every play from a position: what the lab's search is held against."""
from itertools import combinations, permutations

UNDER_OF_LEAVES = "UL"


def plays(hand):
    """Every tuple of one value with the card that ends on top, and the suit named after overs."""
    for value in {c[0] for c in hand}:
        cards = sorted(c for c in hand if c[0] == value)
        for n in range(1, 5):
            for some in combinations(cards, n):
                for last in some:
                    for named in "ABHL" if value == "O" else [None]:
                        yield frozenset(some), last, named


def allowed(s, some, last):
    value, top = last[0], s["top"]
    calm = s["a"] == 0 and s["cnt"] == 1
    return (calm and last[1] == s["suit"] or                          # R1
            calm and top[0] == value or                               # R2
            top == UNDER_OF_LEAVES or                                 # R3
            1 <= s["a"] <= 3 and value == "A" or                      # R4
            s["a"] == 0 and last == UNDER_OF_LEAVES or                # R5
            s["a"] == 0 and s["cnt"] > 1 and value == "7")            # R8


def after_play(s, some, last, named):
    value, n = last[0], len(some)
    t = dict(s, below=s["below"] | {s["top"]} | (some - {last}), top=last)
    t["hands"] = tuple(h - some if i == s["turn"] else h for i, h in enumerate(s["hands"]))
    if value == "A":                                                  # M1
        t["a"] += n
    if last == UNDER_OF_LEAVES:                                       # M2
        t["cnt"] = 1
    t["suit"] = named if value == "O" else last[1]                    # M5, M6
    if value == "7":                                                  # M7
        t["cnt"] = 3 * n if t["cnt"] == 1 else t["cnt"] + 3 * n
    return t


def after_draws(s, left):
    """One outcome for each order of a pile that is shuffled."""
    if left > 0 and not s["stock"] and s["below"]:
        for order in permutations(sorted(s["below"])):
            yield from after_draws(dict(s, stock=order, below=frozenset()), left)
    elif left > 0 and s["stock"]:
        hands = tuple(h | {s["stock"][0]} if i == s["turn"] else h
                      for i, h in enumerate(s["hands"]))
        yield from after_draws(dict(s, stock=s["stock"][1:], hands=hands), left - 1)
    else:
        yield s


def pass_on(s):
    """Who has no cards is out; the turn goes to the next who has some."""
    seat, seats = s["turn"], len(s["hands"])
    if not s["hands"][seat]:
        s = dict(s, out=s["out"] + (seat,))
    holding = [i for i in range(seats) if s["hands"][i]]
    if len(holding) == 1:
        return dict(s, turn=None)
    return dict(s, turn=next(i % seats for i in range(seat + 1, 2 * seats + 1)
                             if i % seats in holding))


def following(s):
    if s["turn"] is None:
        return
    if s["a"] > 0:                                                    # R7
        a = s["a"] - 1                                                # M3, M4
        yield pass_on(dict(s, a=a, cnt=1 if a == 0 else s["cnt"]))
    else:                                                             # R6
        for t in after_draws(s, s["cnt"]):
            yield pass_on(dict(t, cnt=1))
    for some, last, named in plays(s["hands"][s["turn"]]):
        if allowed(s, some, last):
            yield pass_on(after_play(s, some, last, named))


def explore(position):
    """Positions, moves, those that are over, and those from which no play ends."""
    p = position["state"]
    start = {"turn": p["to_move"], "a": p["a"], "suit": p["suit"], "cnt": p["cnt"],
             "below": frozenset(p["pile"][:-1]), "top": p["pile"][-1], "stock": tuple(p["stock"]),
             "hands": tuple(map(frozenset, p["hands"])), "out": tuple(p["out"])}
    key = lambda s: tuple(s.values())
    seen, todo, back, ends, moves = {key(start)}, [start], {}, set(), 0
    while todo:
        s = todo.pop()
        if s["turn"] is None:
            ends.add(key(s))
        for t in following(s):
            moves += 1
            back.setdefault(key(t), []).append(key(s))
            if key(t) not in seen:
                seen.add(key(t))
                todo.append(t)
    can_end, todo = set(ends), list(ends)
    while todo:
        for before in back.get(todo.pop(), []):
            if before not in can_end:
                can_end.add(before)
                todo.append(before)
    return len(seen), moves, len(ends), len(seen) - len(can_end)
