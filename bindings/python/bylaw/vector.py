"""Many games side by side, stepped in C by one call, in numpy's arrays, without copies."""
import itertools

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


# The arrays in the order in which C takes them.
_TYPES = {"observations": np.uint8, "masks": np.uint8, "seats": np.int8, "rewards": np.float32, "terminations": np.uint8,
          "truncations": np.uint8, "actions": np.int32}


def _fault(name, why):
    fault = _bylaw.Fault(f"{name}: {why}")
    fault.place = name
    return fault


def _check_apart(arrays):
    """What is written into one must not lie in another."""
    for (one, a), (other, b) in itertools.combinations(arrays.items(), 2):
        if np.may_share_memory(a, b):
            raise _fault(other, f"it shares memory with {one}")


def _numbers(actions, places):
    """Actions as C takes them; what is no whole number, or none of 32 bits, is not made one."""
    given = np.asarray(actions)
    if given.shape != (places,):
        raise _fault("actions", f"the shape {(places,)} is needed, not {given.shape}")
    if given.dtype.kind not in "iu":
        raise _fault("actions", f"whole numbers are needed, not {given.dtype}")
    taken = np.ascontiguousarray(given, np.int32)
    if given.dtype != np.int32 and not np.array_equal(taken, given):
        raise _fault("actions", "a number does not fit into 32 bits")
    return taken


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

    which stay the same ones. `observations` and `masks` are None where they are not wanted. Each can be one of the
    caller's, given by its name: of numpy, of just this shape and type, in one piece, to be written to; it is then
    written into, without a copy. (Slices of one large array, `buffer[2]`, are such, too.)

    With on="gpu" the games are on the first NVIDIA GPU of the machine, and so are the arrays (class Array), with the
    same bytes in them. Actions may be there, too: int32 in one piece, from whatever has __cuda_array_interface__.
    """

    def __init__(self, game, places, *, players=0, preset=None, options=None, rulings=None, seed=0, cap=0,
                 threads=1, observe=True, mask=True, on="cpu", observations=None, masks=None, seats=None, rewards=None,
                 terminations=None, truncations=None, actions=None):
        if on not in ("cpu", "gpu"):
            raise _fault("on", f"{on!r} is not cpu or gpu")
        self.on = on
        kind = _bylaw.GpuVector if on == "gpu" else _bylaw.Vector
        self._v = kind(game, players, preset, options, rulings, places, seed, cap, threads)
        self.game = game
        self.places, self.bits, self.action_count, self.players = self._v.sizes()
        given = {"observations": observations, "masks": masks, "seats": seats, "rewards": rewards,
                 "terminations": terminations, "truncations": truncations, "actions": actions}
        rows = {"observations": (self.bits,), "masks": (self.action_count,), "rewards": (self.players,)}
        unwanted = {"observations": not observe, "masks": not mask}
        out = {name: self._array(name, (places, *rows.get(name, ())), dtype, given[name], not unwanted.get(name))
               for name, dtype in _TYPES.items()}
        _check_apart({name: out[name] for name, array in given.items() if array is not None})
        vars(self).update(out)
        self._out = tuple(map(_address, out.values())) if on == "gpu" else tuple(out.values())
        self._chosen = None   # on the GPU, for actions that come from here
        self._v.look(None, *self._out)

    def _array(self, name, shape, dtype, given, wanted):
        """The array of a name: one of ours, or the caller's if it is as it must be."""
        if given is None:
            return self._zeros(shape, dtype) if wanted else None
        if not wanted:
            raise _fault(name, "it is given, and not wanted")
        if self.on != "cpu":
            raise _fault(name, "the arrays of a vector on a GPU are there, and its own")
        if not isinstance(given, np.ndarray):
            raise _fault(name, f"an array of numpy is needed, not {type(given).__name__}")
        if given.shape != shape:
            raise _fault(name, f"the shape {shape} is needed, not {given.shape}")
        if given.dtype != dtype:
            raise _fault(name, f"the type {np.dtype(dtype)} is needed, not {given.dtype}")
        if not given.flags.c_contiguous or not given.flags.aligned:
            raise _fault(name, "it must lie in one piece, row after row")
        if not given.flags.writeable:
            raise _fault(name, "it cannot be written to")
        return given

    def _zeros(self, shape, dtype):
        if self.on == "cpu":
            return np.zeros(shape, dtype)
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return Array(self._v, self._v.take(size), shape, dtype, Array.CUDA)

    def _sent(self, actions):
        """The address of actions on the GPU."""
        there = getattr(actions, "__cuda_array_interface__", None)
        if there is None:
            actions = _numbers(actions, self.places)
            shape, kind, strides = actions.shape, "<i4", None
        else:
            shape, kind, strides = there["shape"], there["typestr"], there.get("strides")
        if tuple(shape) != (self.places,) or kind != "<i4" or strides not in (None, (4,)):
            raise _fault("actions", f"{self.places} numbers of type int32 in one piece are needed")
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
            actions = _numbers(actions, self.places)
        self._v.step(actions, *self._out)

    def state(self, place):
        """A copy of the state at a place."""
        return _bylaw.State._read(self.game, self._v.position(place), 0)
