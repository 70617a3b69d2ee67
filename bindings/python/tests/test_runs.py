"""Runs and tournaments against the program: the same figures, the same files."""
import json
import os
import pathlib
import subprocess

import pytest

import bylaw

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIGURES = ("score", "elo", "elo_wins")


def program(*args):
    return json.loads(subprocess.check_output([os.environ["BYLAW"], *map(str, args), "--json"], text=True))


def same(told, table):
    """What `bylaw tournament --json` tells is what the package gives."""
    for key in ("deals", "games", "decisions", "unfinished"):
        assert table[key] == told[key]
    for row, bot in zip(table["bots"], told["bots"], strict=True):
        for name in FIGURES:
            value, low, high = row[name] or (None, None, None)
            assert value == (pytest.approx(bot[name], abs=1e-5) if name in bot else None)
            between = bot.get(name + "_95")
            assert (low, high) == ((None, None) if between is None else tuple(pytest.approx(x, abs=1e-5) for x in between))
        for key in ("bot", "seats", "wins", "refused", "faults", "forfeits"):
            assert row[key] == bot.get(key, 0)
    assert (table["sprt"] is None) == ("sprt" not in told)


@pytest.mark.parametrize("game", ["true-propre", "pharaoh"])
@pytest.mark.parametrize("seating", ["in-turn", "together", "alone"])
def test_a_tournament_is_that_of_the_program(game, seating):
    """Also where a game names only its winner, and Elo by wins is another."""
    told = program("tournament", game, "greedy", "random", "--players", 4, "--deals", 25, "--seed", 2, "--seating", seating)
    table = bylaw.tournament(game, ["greedy", "random"], 25, players=4, seed=2, seating=seating, jobs=2)
    same(told, table)
    assert (table["bots"][0]["elo_wins"] is None) == (game == "pharaoh")


def test_it_stops_when_it_knows():
    told = program("tournament", "pharaoh", "greedy", "random", "--players", 2, "--seed", 3, "--sprt", "0,50")
    table = bylaw.tournament("pharaoh", ["greedy", "random"], players=2, seed=3, sprt=(0, 50))
    same(told, table)
    assert table["deals"] < 10000 and table["sprt"]["verdict"] == told["sprt"]["verdict"] == "elo1"
    assert table["sprt"]["ratio"] == pytest.approx(told["sprt"]["ratio"]) and table["sprt"]["elo1"] == 50


def test_weights_are_taken():
    file = ROOT / "src/bots/weights/pharaoh-2.net"
    told = program("tournament", "pharaoh", "learned", "greedy", "--players", 2, "--deals", 10, "--weights", file)
    for given in (file, file.read_bytes()):
        same(told, bylaw.tournament("pharaoh", ["learned", "greedy"], 10, players=2, weights=[given],
                                    seed=int(told["seed"])))
    with pytest.raises(bylaw.Fault) as caught:
        bylaw.tournament("pharaoh", ["learned", "greedy"], 1, weights=[b"no net"])
    assert caught.value.place == "weights"


@pytest.mark.parametrize("given", [{"seating": "standing"}, {"seating": "alone", "bots": ["random"] * 3},
                                   {"sprt": (5, 0)}, {"sprt": (0, 5, 9)}, {"sprt": (0, 5), "bots": ["random"] * 3}])
def test_what_cannot_be_is_told(given):
    bots = given.pop("bots", ["greedy", "random"])
    with pytest.raises(bylaw.Fault) as caught:
        bylaw.tournament("pharaoh", bots, 2, **given)
    assert caught.value.place in given


def test_a_run_is_that_of_the_program(tmp_path):
    call = ("simulate", "pharaoh", "--games", 40, "--players", "greedy,random,random", "--seed", 4, "--cap", 90)
    told = program(*call, "--dataset", tmp_path / "theirs.npz")
    run = bylaw.simulate("pharaoh", ["greedy", "random", "random"], 40, seed=4, cap=90, jobs=2,
                         dataset=tmp_path / "ours.npz")
    for key in ("games", "decisions", "unfinished", "wins", "ends"):
        assert run[key] == told[key]
    assert run["moves"] == pytest.approx(told["moves"], rel=1e-5) and run["unfinished"] > 0
    assert (tmp_path / "ours.npz").read_bytes() == (tmp_path / "theirs.npz").read_bytes()
    for wrong in (tmp_path / "nowhere/d.npz", None):
        with pytest.raises(bylaw.Fault) as caught:
            bylaw.simulate("pharaoh" if wrong else "predicate-wars", games=1, dataset=wrong or tmp_path / "d.npz")
        assert caught.value.place == "dataset"
    with pytest.raises(ZeroDivisionError):
        bylaw.simulate("pharaoh", [lambda view: 1 // 0, "random"], 5, dataset=tmp_path / "broken.npz")
    assert not (tmp_path / "broken.npz").exists()
