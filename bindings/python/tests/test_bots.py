"""Bots of one's own: programs, and what can be called; what they see, and what becomes of those that fail."""
import json
import logging
import os
import pathlib
import random
import subprocess
import sys
import threading

import pytest

import bylaw

ROOT = pathlib.Path(__file__).resolve().parents[3]
THUMB = f"cmd:{sys.executable} {ROOT / 'examples/engines/thumb.py'}"
BYLAW = os.environ["BYLAW"]
GAMES = bylaw.games()
CARDS = [game for game in GAMES if bylaw.deal(game).observation_size > 0]


def seed_of(run):
    """The seed that its first game was dealt by."""
    return int(json.loads(run["transcript"].splitlines()[0])["seed"])


def first(view):
    return view.legal()[0]


class Last:
    """A bot with a state of its own, which moves by number."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view):
        self.asked += 1
        return view.actions()[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_behind_the_protocol_plays_the_same_games(game):
    bot = "greedy" if game in CARDS else "random"
    by = {"players": 2, "seed": 5, "cap": 60, "transcript": True}
    own = bylaw.simulate(game, bot, 3, **by)
    assert bylaw.simulate(game, f"cmd:{BYLAW} engine {bot}", 3, **by) == own


def test_programs_are_bots():
    table = bylaw.tournament("pharaoh", [THUMB, "random"], 20, players=2, seed=1)
    assert [row["bot"] for row in table["bots"]] == [THUMB, "random"]
    assert table["bots"][0]["faults"] == 0 and table["bots"][0]["score"][0] > table["bots"][1]["score"][0]
    state = bylaw.deal("pharaoh", 2, seed=1)
    assert state.ask(THUMB) in state.legal()
    for wrong, why in {"cmd:": "no command", "cmd:exit 3": "no hello", "cmd:ms=x:cat": "no number"}.items():
        with pytest.raises(bylaw.Fault, match=why) as caught:
            state.ask(wrong)
        assert caught.value.place == "bot"


def test_a_copy_of_the_process_has_engines_of_its_own():
    """What was started before a fork is not spoken with by two."""
    state = bylaw.deal("pharaoh", 2, seed=1)
    moves = [state.ask(THUMB, seed=seed) for seed in range(200)]
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, b"same" if [state.ask(THUMB, seed=seed) for seed in range(200)] == moves else b"other")
        finally:
            os._exit(0)
    assert [state.ask(THUMB, seed=seed) for seed in range(200)] == moves
    os.waitpid(child, 0)
    assert os.read(read, 10) == b"same"
    os.close(read)
    os.close(write)


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_called_plays(game):
    """By the rules' own list: the games are those that the same choice makes by hand."""
    def choose(view):
        return view.ask("random", seed=view.made) if game not in CARDS else view.legal()[view.made % len(view.legal())]

    run = bylaw.simulate(game, [choose, choose], 1, seed=3, cap=30, transcript=True)
    assert run["faults"] == run["forfeits"] == run["refused"] == [0, 0] and bylaw.verify(run["transcript"])["ok"]
    state = bylaw.deal(game, 2, seed=seed_of(run), record=True)
    while state.to_move is not None and state.made < 30:
        state.apply(state.legal()[0] if len(state.legal()) == 1 and game in CARDS else choose(state))
    assert state.transcript() == run["transcript"]


@pytest.mark.parametrize("game", GAMES)
def test_it_sees_what_its_seat_sees_and_has_seen(game):
    """The view is that of the seat, with the past as the rules tell it, at every decision, and stays as it was."""
    kept = []
    run = bylaw.simulate(game, [lambda view: kept.append(view) or view.ask("random", seed=len(kept)), "random"], 1,
                         seed=4, cap=30, transcript=True)
    lines = run["transcript"].splitlines()
    state = bylaw.deal(game, 2, seed=seed_of(run))
    views = iter(kept)
    view = next(views)
    for line in lines[1:]:
        if '"t":"move"' not in line:
            continue
        if view is not None and view.made == state.made:
            assert view.viewer == state.to_move == 0 and view == state.view(0) and view.legal() == state.legal()
            assert view.observation(0) == state.observation(0) and view._past(0) == state._past(0)
            with pytest.raises(bylaw.Fault):
                view.view(1)
            with pytest.raises(TypeError):
                view.apply(view.legal()[0])
            view = next(views, None)
        state.apply(json.loads(line)["move"])
    assert view is None and len(kept) > 2


def test_tournaments_of_callables():
    last, mine = Last(), threading.get_ident()
    here = set()
    table = bylaw.tournament("pharaoh", [last, first, lambda view: here.add(threading.get_ident()) or 0, "greedy"], 6,
                             players=4, seed=2, jobs=2, cap=200)
    assert [row["bot"] for row in table["bots"]] == ["Last", "first", "<lambda>", "greedy"]
    assert last.asked > 0 and here - {mine}
    assert bylaw.simulate("pharaoh", last, 3, players=2, cap=200)["games"] == 3
    state = bylaw.deal("pharaoh", 2, seed=3)
    assert state.ask(first) == state.legal()[0] and state.ask(last) == state.action_move(state.actions()[-1])


@pytest.mark.parametrize("answer", [None, "castle", -1, 10**9, 1.5, [], "illegal", "draw\0", "\ud800"])
def test_faults_are_counted_told_and_punished(answer, caplog):
    """Three in a game, and it is forfeited: it is not asked again, and comes last."""
    asked = []

    def wrong(view):
        asked.append(view.made)
        if answer == "illegal":
            return next(a for a in range(view.action_count) if not view.mask()[a])
        return answer

    with caplog.at_level(logging.WARNING, "bylaw"):
        table = bylaw.tournament("pharaoh", [wrong, "random"], 2, players=2, seed=1)
    row = table["bots"][0]
    assert (row["faults"], row["forfeits"], row["score"][0], len(asked)) == (12, 4, 0.0, 12)
    assert table["bots"][1]["faults"] == 0 and table["bots"][1]["wins"] == 4
    said = [record.getMessage() for record in caplog.records if record.name == "bylaw"]
    assert len(said) == 12 and sum("forfeits the game" in line for line in said) == 4
    assert all(line.startswith("wrong, seat ") for line in said)
    run = bylaw.simulate("pharaoh", [wrong, "random"], 3, seed=1)
    assert run["faults"] == [9, 0] and run["forfeits"] == [3, 0]
    state = bylaw.deal("pharaoh", 2)
    assert state.ask(wrong) in state.legal()


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_raised_is_carried_out(jobs):
    class Broken(Exception):
        pass

    def breaks(view):
        if view.made > 5:
            raise Broken(view.made)
        return 0

    for call in (lambda: bylaw.simulate("pharaoh", [breaks, "random"], 100000, jobs=jobs),
                 lambda: bylaw.tournament("pharaoh", ["random", breaks], 100000, players=2, jobs=jobs)):
        with pytest.raises(Broken) as caught:
            call()
        assert caught.value.args[0] > 5 and caught.traceback[-1].name == "breaks"
    with pytest.raises(KeyError):
        bylaw.deal("pharaoh").ask(lambda view: {}["no"])
    with pytest.raises(bylaw.Fault, match="can be called"):
        bylaw.simulate("pharaoh", [3, "random"])


def test_others_run_while_games_are_played():
    """The lock of the interpreter is free meanwhile."""
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.001):
            ticks.append(1)

    other = threading.Thread(target=tick)
    other.start()
    try:
        bylaw.deal("pharaoh", 4).ask("ismcts:300ms")
        assert ticks
    finally:
        over.set()
        other.join()


def test_ctrl_c_ends_a_thought():
    """Of one bot, which would go on for a minute."""
    code = """
import bylaw, os, signal, threading
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    bylaw.deal("pharaoh", 4).ask("ismcts:60s")
except KeyboardInterrupt:
    print("ended")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "ended\n"


def test_moves_are_texts_or_numbers():
    import numpy as np
    state = bylaw.deal("pharaoh", 2, seed=1)
    for wrong, why in {None: "not None", -1: "no action of this number", 2**70: "no action of this number",
                       1.5: "not float", b"draw": "not bytes"}.items():
        for call in (state.apply, state.explain, state.move_action):
            with pytest.raises(bylaw.Fault, match=why) as caught:
                call(wrong)
            assert caught.value.place == "move"
    state.apply(np.int32(state.actions()[0]))
    assert state.made == 1
    assert random.Random(1).choice(state.legal()) in state.legal()
