"""Spaces of actions and observations: gymnasium's where it is installed, small ones like them where it is not."""
import numpy as np


class Space:
    """What a space is made of: `shape`, `dtype`, `sample`, `contains`, `seed`."""

    def __init__(self, shape, dtype):
        self.shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self._random = None

    @property
    def np_random(self):
        """What `sample` draws from."""
        if self._random is None:
            self.seed()
        return self._random

    def seed(self, seed=None):
        """From now on `sample` goes by this seed; None: by one of the system's."""
        self._random = np.random.default_rng(seed)

    def __contains__(self, x):
        return self.contains(x)

    def __eq__(self, other):
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())


class Discrete(Space):
    """The numbers from 0 to n - 1."""

    def __init__(self, n):
        super().__init__((), np.int64)
        self.n = n
        self.start = 0

    def _key(self):
        return self.n

    def sample(self, mask=None):
        """A random one; `mask` (n bytes, int8) says which may be drawn. None may: 0."""
        if mask is None:
            return np.int64(self.np_random.integers(self.n))
        if mask.dtype != np.int8 or mask.shape != (self.n,):
            raise ValueError(f"a mask is {self.n} numbers of type int8, not {mask.shape} of {mask.dtype}")
        allowed = np.flatnonzero(mask)
        return np.int64(self.np_random.choice(allowed) if len(allowed) else 0)

    def contains(self, x):
        """Whether x is one of them."""
        if isinstance(x, (np.generic, np.ndarray)):
            return np.issubdtype(x.dtype, np.integer) and x.shape == () and 0 <= int(x) < self.n
        return isinstance(x, int) and 0 <= x < self.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Box(Space):
    """Arrays of numbers from `low` to `high`."""

    def __init__(self, low, high, shape, dtype):
        super().__init__(tuple(shape), dtype)
        self.low = np.full(shape, low, dtype)
        self.high = np.full(shape, high, dtype)

    def _key(self):
        return self.shape, self.dtype, self.low.tobytes(), self.high.tobytes()

    def sample(self, mask=None):
        """A random array; there is no mask for it."""
        return self.np_random.integers(self.low, self.high, endpoint=True).astype(self.dtype)

    def contains(self, x):
        """Whether x is an array of this shape and type within the bounds."""
        return (isinstance(x, np.ndarray) and np.can_cast(x.dtype, self.dtype) and x.shape == self.shape
                and bool(np.all(x >= self.low) and np.all(x <= self.high)))

    def __repr__(self):
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class Dict(Space):
    """Dicts with a space for each key."""

    def __init__(self, spaces):
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def _key(self):
        return tuple(self.spaces.items())

    def seed(self, seed=None):
        """Seeds each of them, by one number more each."""
        super().seed(seed)
        for more, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + more)

    def sample(self, mask=None):
        """A random one of each; `mask` is a dict as well."""
        return {key: space.sample(mask and mask.get(key)) for key, space in self.spaces.items()}

    def contains(self, x):
        """Whether x has these keys, with values of their spaces."""
        return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items()))

    def __getitem__(self, key):
        return self.spaces[key]

    def __iter__(self):
        return iter(self.spaces)

    def __len__(self):
        return len(self.spaces)

    def keys(self):
        """Its keys."""
        return self.spaces.keys()

    def items(self):
        """Its keys with their spaces."""
        return self.spaces.items()

    def __repr__(self):
        return f"Dict({self.spaces})"


try:
    from gymnasium.spaces import Box, Dict, Discrete, Space     # noqa: F811
except ImportError:
    pass
