from typing import Any
import numpy as np
from numpy.typing import NDArray
from . import Setup, State

class Array:
    CPU: int
    CUDA: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    device: int
    def __init__(self, owner: Any, address: int, shape: tuple[int, ...], dtype: Any, device: int) -> None: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def numpy(self) -> NDArray[Any]: ...

class Vector:
    game: str
    on: str
    places: int
    bits: int
    action_count: int
    players: int
    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    terminations: Any
    truncations: Any
    actions: Any
    def __init__(self, game: str, places: int, *, players: int = 0, preset: str | None = None, options: Setup = None, rulings: Setup = None, seed: int = 0, cap: int = 0, threads: int = 1, observe: bool = True, mask: bool = True, on: str = "cpu") -> None: ...
    def reset(self, seed: int) -> None: ...
    def step(self, actions: Any = None) -> None: ...
    def state(self, place: int) -> State: ...
