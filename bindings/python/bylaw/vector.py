"""Many games side by side, stepped in C by one call, in numpy's arrays, without copies."""
import numpy as np

from . import _bylaw


class Array:
    """An array in memory that another has made, to be taken over without a copy: by torch.from_dlpack,
    jax.dlpack.from_dlpack, cupy.from_dlpack and numpy.from_dlpack (DLPack), or, of a GPU, by its address
    (__cuda_array_interface__, version 3). What was written is there when a call of the vector returns."""

    CPU, CUDA = 1, 2   # as DLPack has it
    _CODES = {"i": 0, "u": 1, "f": 2}

    def __init__(self, owner, address, shape, dtype, device):
        self.shape, self.dtype, self.device = tuple(shape), np.dtype(dtype), device
        self._owner, self._address = owner, address

    @property
    def __cuda_array_interface__(self):
        if self.device != self.CUDA:
            raise AttributeError("this array is not on a GPU")
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address, False), "strides": None,
                "stream": None, "version": 3}

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the array is given as it is and where it is")
        return _bylaw.dlpack(self._owner, self.device, self._address, self._CODES[self.dtype.kind],
                             8 * self.dtype.itemsize, len(self.shape), *(*self.shape, 1)[:2])

    def __dlpack_device__(self):
        return self.device, 0

    def numpy(self):
        """A copy of what is on the GPU."""
        size = int(np.prod(self.shape)) * self.dtype.itemsize
        return np.frombuffer(self._owner.fetch(self._address, size), self.dtype).reshape(self.shape)


def _address(array):
    return 0 if array is None else array._address


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

    With on="gpu" the games are on the first NVIDIA GPU of the machine, and so are the arrays (class Array), with the
    same bytes in them. Actions may be there, too: int32 in one piece, from whatever has __cuda_array_interface__.
    """

    def __init__(self, game, places, *, players=0, preset=None, options=None, rulings=None, seed=0, cap=0,
                 threads=1, observe=True, mask=True, on="cpu"):
        if on not in ("cpu", "gpu"):
            raise _bylaw.Fault(f"on: {on!r} is not cpu or gpu")
        self.on = on
        kind = _bylaw.GpuVector if on == "gpu" else _bylaw.Vector
        self._v = kind(game, players, preset, options, rulings, places, seed, cap, threads)
        self.game = game
        self.places, self.bits, self.action_count, self.players = self._v.sizes()
        self.observations = self._zeros((places, self.bits), np.uint8) if observe else None
        self.masks = self._zeros((places, self.action_count), np.uint8) if mask else None
        self.seats = self._zeros((places,), np.int8)
        self.rewards = self._zeros((places, self.players), np.float32)
        self.terminations = self._zeros((places,), np.uint8)
        self.truncations = self._zeros((places,), np.uint8)
        self.actions = self._zeros((places,), np.int32)
        out = (self.observations, self.masks, self.seats, self.rewards, self.terminations, self.truncations,
               self.actions)
        self._out = tuple(map(_address, out)) if on == "gpu" else out
        self._chosen = None   # on the GPU, for actions that come from here
        self._v.look(None, *self._out)

    def _zeros(self, shape, dtype):
        if self.on == "cpu":
            return np.zeros(shape, dtype)
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return Array(self._v, self._v.take(size), shape, dtype, Array.CUDA)

    def _sent(self, actions):
        """The address of actions on the GPU."""
        there = getattr(actions, "__cuda_array_interface__", None)
        if there is None:
            actions = np.ascontiguousarray(actions, np.int32)
            shape, kind, strides = actions.shape, "<i4", None
        else:
            shape, kind, strides = there["shape"], there["typestr"], there.get("strides")
        if tuple(shape) != (self.places,) or kind != "<i4" or strides not in (None, (4,)):
            raise _bylaw.Fault(f"actions: {self.places} numbers of type int32 in one piece are needed")
        if there is not None:
            return there["data"][0]
        self._chosen = self._chosen or self._zeros((self.places,), np.int32)
        self._v.send(self._chosen._address, actions.tobytes())
        return self._chosen._address

    def reset(self, seed):
        """Deals all games anew."""
        self._v.look(seed, *self._out)

    def step(self, actions=None):
        """One move at each place by its number, below 0: at random; None: all at random. Raises Refused or
        Fault where one is not legal, and then nothing has changed."""
        if self.on == "gpu":
            actions = 0 if actions is None else self._sent(actions)
        elif actions is not None:
            actions = np.ascontiguousarray(actions, np.int32)
        self._v.step(actions, *self._out)

    def state(self, place):
        """A copy of the state at a place."""
        return _bylaw.State._read(self.game, self._v.position(place), 0)
