from typing import Any
import numpy as np
from numpy.typing import NDArray
from . import Setup, State

class Vector:
    game: str
    places: int
    bits: int
    action_count: int
    players: int
    observations: NDArray[np.uint8] | None
    masks: NDArray[np.uint8] | None
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.uint8]
    truncations: NDArray[np.uint8]
    actions: NDArray[np.int32]
    def __init__(self, game: str, places: int, *, players: int = 0, preset: str | None = None, options: Setup = None, rulings: Setup = None, seed: int = 0, cap: int = 0, threads: int = 1, observe: bool = True, mask: bool = True) -> None: ...
    def reset(self, seed: int) -> None: ...
    def step(self, actions: Any = None) -> None: ...
    def state(self, place: int) -> State: ...
