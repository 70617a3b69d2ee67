"""Many games side by side, stepped in C by one call, in numpy's arrays, without copies."""
import numpy as np

from . import _bylaw


class Vector:
    """`places` games of one kind. What is to be seen is written by each step into the arrays

        observations  (places, bits)     uint8    what the seat to move sees
        masks         (places, actions)  uint8    1: the action is legal
        seats         (places,)          int8     whose move it is
        rewards       (places, players)  float32  where a game has ended: from -1 to 1, in sum 0
        terminations  (places,)          uint8    1: a game ended, and the next one is dealt
        truncations   (places,)          uint8    1: it was broken off after `cap` moves
        actions       (places,)          int32    what was done; -1: nothing yet

    which stay the same ones. `observations` and `masks` are None where they are not wanted.
    """

    def __init__(self, game, places, *, players=0, preset=None, options=None, rulings=None, seed=0, cap=0,
                 threads=1, observe=True, mask=True):
        self._v = _bylaw.Vector(game, players, preset, options, rulings, places, seed, cap, threads)
        self.game = game
        self.places, self.bits, self.action_count, self.players = self._v.sizes()
        self.observations = np.zeros((places, self.bits), np.uint8) if observe else None
        self.masks = np.zeros((places, self.action_count), np.uint8) if mask else None
        self.seats = np.zeros(places, np.int8)
        self.rewards = np.zeros((places, self.players), np.float32)
        self.terminations = np.zeros(places, np.uint8)
        self.truncations = np.zeros(places, np.uint8)
        self.actions = np.zeros(places, np.int32)
        self._out = (self.observations, self.masks, self.seats, self.rewards, self.terminations,
                     self.truncations, self.actions)
        self._v.look(None, *self._out)

    def reset(self, seed):
        """Deals all games anew."""
        self._v.look(seed, *self._out)

    def step(self, actions=None):
        """One move at each place by its number, below 0: at random; None: all at random. Raises Refused or
        Fault where one is not legal, and then nothing has changed."""
        if actions is not None:
            actions = np.ascontiguousarray(actions, np.int32)
        self._v.step(actions, *self._out)

    def state(self, place):
        """A copy of the state at a place."""
        return _bylaw.State._read(self.game, self._v.position(place), 0)
