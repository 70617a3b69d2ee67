"""`simulate --dataset` against the package: its rows are what the seats saw, might do and did."""
import json
import os
import subprocess

import numpy as np
import pytest

import bylaw

CARDS = [game for game in bylaw.games() if bylaw.deal(game).observation_size > 0]


def simulate(path, game, *more):
    """The dataset of a run, and its transcripts."""
    call = [os.environ["BYLAW"], "simulate", game, "--dataset", path, "--transcript", "-", *more]
    lines = [json.loads(line) for line in subprocess.check_output(call, text=True).splitlines()]
    starts = [at for at, line in enumerate(lines) if "bylaw" in line]
    return np.load(path), [lines[a:b] for a, b in zip(starts, [*starts[1:], None])]


@pytest.mark.parametrize("game", CARDS)
def test_rows_are_what_was_seen_and_done(game, tmp_path):
    data, games = simulate(tmp_path / "d.npz", game, "--games", "6", "--seed", "3", "--cap", "70",
                           "--players", "greedy,random,random")
    row = 0
    for number, (head, _, *lines) in enumerate(games):
        state = bylaw.deal(game, 3, seed=int(head["seed"]))
        first = row
        for line in lines:
            if line["t"] != "move":
                continue
            assert (data["game"][row], data["seat"][row], data["move"][row]) == (number, state.to_move, row - first)
            assert bytes(data["observation"][row]) == bytes(state.view(state.to_move).observation(state.to_move))
            assert list(np.flatnonzero(data["mask"][row])) == sorted(state.actions())
            assert data["mask"][row].sum() == len(state.legal())
            assert state.action_move(int(data["action"][row])) == line["move"]
            state.apply(line["move"])
            row += 1
        worth = np.float32(state.rewards() if data["finished"][number] else [0, 0, 0])
        assert data["finished"][number] == (state.to_move is None)
        assert np.array_equal(data["outcomes"][number], worth)
        assert np.array_equal(data["outcome"][first:row], worth[data["seat"][first:row]])
        assert data["lengths"][number] == row - first
    assert row == len(data["action"]) == len(data["observation"]) == len(data["mask"])
    about = json.loads(data["about"].item())
    assert about["bits"] == bylaw.deal(game, 3).observation_names()
    assert (about["rows"], about["games"]) == (row, 6)
