from typing import Any, Literal
import numpy as np
from numpy.typing import ArrayLike, NDArray
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
    # Of a vector on a GPU each of these is an Array; those that are not wanted are None.
    observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.uint8]
    truncations: NDArray[np.uint8]
    actions: NDArray[np.int32]
    def __init__(self, game: str, places: int, *, players: int = 0, preset: str | None = None, options: Setup = None, rulings: Setup = None, seed: int = 0, cap: int = 0, threads: int = 1, observe: bool = True, mask: bool = True, on: Literal["cpu", "gpu"] = "cpu", observations: NDArray[np.uint8] | None = None, masks: NDArray[np.uint8] | None = None, seats: NDArray[np.int8] | None = None, rewards: NDArray[np.float32] | None = None, terminations: NDArray[np.uint8] | None = None, truncations: NDArray[np.uint8] | None = None, actions: NDArray[np.int32] | None = None) -> None: ...
    def reset(self, seed: int) -> None: ...
    def step(self, actions: ArrayLike | Array | None = None) -> None: ...
    def state(self, place: int) -> State: ...
