"""A tiny policy that learns Pharaoh for two by REINFORCE, against `random`: numpy, one matrix, a few seconds.

    python3 reinforce.py [ROUNDS]

The policy is linear: a number for each pair of an action and a bit that the seat sees, a softmax over the legal
actions. In each round it plays 512 games side by side, half of them in each seat; then what it did is made likelier
by what the game was worth. Every round is a new deal, so that the wins that are printed are over games that it has
not learned from yet.
"""
import sys

import numpy as np

import bylaw

PACE, SEED = 0.02, 7


def choose(bits, masks, weights, rng):
    """Of each legal action of each decision: whose it is, which it is, its chance, and whether it is drawn."""
    which, action = np.nonzero(masks)
    liking = np.einsum("ij,ij->i", bits[which], weights[action])
    first = np.flatnonzero(np.diff(which, prepend=-1))                  # of each decision
    chance = np.exp(liking - np.maximum.reduceat(liking, first)[which])
    chance /= np.add.reduceat(chance, first)[which]
    lot = liking + rng.gumbel(size=len(liking))                         # the highest lot is drawn by these chances
    return which, action, chance, lot == np.maximum.reduceat(lot, first)[which]


def play(vector, weights, rng, seed):
    """One game at each place: the policy's legal actions with what it saw, how far it was from doing just that, and
    at which place; and what each game was worth to it."""
    vector.reset(seed)
    seats = np.arange(vector.places) % 2                                # whom it plays for
    worth, going, rows = np.zeros(vector.places), np.ones(vector.places, bool), []
    while going.any():
        places = np.flatnonzero(going & (vector.seats == seats))
        actions = np.full(vector.places, -1)                            # at random, as the other seat plays
        if len(places):
            bits = vector.observations[places].astype(np.float32)
            which, action, chance, drawn = choose(bits, vector.masks[places], weights, rng)
            actions[places[which[drawn]]] = action[drawn]
            rows.append((action, bits[which], drawn - chance, places[which]))
        vector.step(actions)
        over = going & ((vector.terminations | vector.truncations) > 0)
        worth[over] = vector.rewards[over, seats[over]]
        going &= ~over
    return [np.concatenate(column) for column in zip(*rows)], worth


def learn(rounds, games=512, tell=print):
    """The share of games won in each round."""
    vector = bylaw.Vector("pharaoh", games, players=2, seed=SEED, cap=400)
    weights = np.zeros((vector.action_count, vector.bits), np.float32)
    size = np.zeros_like(weights)                                       # of the steps so far, for each number's pace
    rng = np.random.default_rng(SEED)
    wins = []
    for number in range(rounds):
        (action, bits, error, place), worth = play(vector, weights, rng, SEED + number)
        wins.append(float((worth > 0).mean()))
        error *= (worth - worth.mean())[place]                          # by how much better than usual it went
        order = np.argsort(action)
        used, first = np.unique(action[order], return_index=True)
        step = np.zeros_like(weights)
        step[used] = np.add.reduceat(bits[order] * error[order, None].astype(np.float32), first) / games
        size += (step * step - size) * 0.1
        weights += PACE * step / (np.sqrt(size) + 1e-3)
        if (number + 1) % 5 == 0:
            tell(f"round {number + 1:3}: {np.mean(wins[-5:]):.1%} of {5 * games} games won")
    return wins


if __name__ == "__main__":
    learn(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
