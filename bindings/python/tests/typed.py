"""A program that uses the package, for a type checker: what the stubs promise, and what they refuse.

test_types.py has mypy look at it (--strict, so that a line marked as wrong must be wrong), and runs it: each
assert_type that mypy has agreed with is then compared with what there is.
"""
import contextlib
import os
import tempfile
from typing import Any, Iterator, assert_type

import numpy as np
from numpy.typing import NDArray

import bylaw
from bylaw import spiel


def a_game() -> None:
    state = bylaw.deal("pharaoh", 2, options=None, rulings={"tuple-match": "first"}, seed=3, record=True)
    assert_type(state, bylaw.State)
    assert_type(state.game, str)
    assert_type(state.legal(), list[str])
    assert_type(state.actions(), list[int])
    assert_type(state.position(), str)
    assert_type(state.data(), dict[str, Any])
    assert_type(state.rewards(), list[float])
    seat = state.to_move
    assert_type(seat, int | None)
    assert seat is not None
    view = state.view(seat)
    assert_type(view.viewer, int | None)
    assert_type(state.resample(seat, seed=1), bylaw.State)
    assert_type(state.observation(seat), bytes)
    into = np.zeros(state.observation_size, np.uint8)
    seen: NDArray[np.uint8] = state.observation(seat, into)
    assert seen is into
    assert_type(state.mask(), bytes)
    assert_type(state.observation_fields(), list[tuple[str, int, int, str]])
    assert_type(state.explain("draw")["legal"], Any)
    try:
        state.apply("play KL")
    except bylaw.Refused as no:
        assert_type(no.clause, str)
        assert_type(no.fact, str | None)
    try:
        state.apply("no such move", seat)
    except bylaw.Fault as fault:
        assert_type(fault.place, str | None)
    move = state.ask("greedy")
    assert move is not None
    state.apply(move)
    assert_type(state.clone().html(None), str)
    assert_type(bylaw.verify(state.transcript())["ok"], Any)


def first(view: bylaw.State) -> str:
    return view.legal()[0]


def runs() -> None:
    both: list[bylaw.Bot] = [first, "random"]
    setup: bylaw.Setup = {"tuple-match": "first"}
    with tempfile.TemporaryDirectory() as folder:
        run = bylaw.simulate("pharaoh", both, 2, rulings=setup, dataset=os.path.join(folder, "games.npz"), cap=200)
    assert_type(run, dict[str, Any])
    assert_type(bylaw.tournament("pharaoh", both, 1, players=2, sprt=(0.0, 10.0), cap=200), dict[str, Any])
    assert_type(bylaw.infer("simplification", ["(A∧B)"]), list[str])
    assert_type(bylaw.search_proof("axiom (A∧B)\n", "B"), dict[str, Any] | None)


def learning() -> None:
    games = bylaw.Vector("pharaoh", 4, players=2, seed=1)
    assert_type(games.observations, NDArray[np.uint8])
    assert_type(games.rewards, NDArray[np.float32])
    games.step(games.masks.argmax(axis=1))
    games.step()
    env = bylaw.Environment("pharaoh", players=2)
    env.reset(seed=1)
    for agent in env.agent_iter(4):
        observation, reward, termination, truncation, info = env.last()
        assert_type(reward, float)
        assert_type(truncation, bool)
        assert observation is not None
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    state = spiel.load_game("pharaoh(players=2)").new_initial_state()
    assert_type(state, spiel.State)
    state.apply_action(state.legal_actions()[0])
    assert_type(state.observation_tensor(), list[float])


@contextlib.contextmanager
def refused() -> Iterator[None]:
    try:
        yield
    except (TypeError, ValueError, AttributeError):
        return
    raise AssertionError("nothing was raised")


def wrong() -> None:
    """Each of these is refused by a type checker, and raises."""
    state = bylaw.deal("pharaoh", seed=3)
    with refused():
        bylaw.deal(7)  # type: ignore[arg-type]
    with refused():
        bylaw.deal("pharaoh", seat=1)  # type: ignore[call-arg]
    with refused():
        state.apply(move="draw")  # type: ignore[call-arg]
    with refused():
        state.apply(None)  # type: ignore[arg-type]
    with refused():
        state.shuffle()  # type: ignore[attr-defined]
    with refused():
        state.to_move = 1  # type: ignore[misc]
    with refused():
        bylaw.simulate("pharaoh", 3, 1)  # type: ignore[arg-type]
    with refused():
        bylaw.tournament("pharaoh", ["random", "random"], 1, seating="round")  # type: ignore[arg-type]
    with refused():
        bylaw.Vector("pharaoh", 4, on="tpu")  # type: ignore[arg-type]


if __name__ == "__main__":
    a_game()
    runs()
    learning()
    wrong()
