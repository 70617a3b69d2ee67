"""The package against the program: the same positions, moves, explanations and transcripts, to the byte."""
import ast
import enum
import itertools
import json
import os
import pathlib
import pickle
import random
import re
import subprocess
import sys
import threading
import types
import weakref
import xml.dom.minidom

import numpy as np
import pytest

import bylaw
from bylaw.vector import Array

BYLAW = os.environ["BYLAW"]


def program(*args, given=""):
    done = subprocess.run([BYLAW, *args], input=given, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def is_listed(game):
    """Whether all its moves have numbers."""
    return bylaw.deal(game).observation_size > 0


GAMES = bylaw.games()
CARDS = [game for game in GAMES if is_listed(game)]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_as_the_program(game):
    state = bylaw.deal(game, seed=5)
    assert state.position() + "\n" == program("new", game, "--seed", "5")
    pick = random.Random(1)
    for _ in range(4):
        before = state.position()
        legal = state.legal()
        assert "".join(move + "\n" for move in legal) == program("legal", game, given=before)
        move = state.ask("random", seed=pick.randrange(1000))
        told = program("explain", game, *move.split(), "--json", given=before)
        assert json.loads(told) == state.explain(move)
        other = bylaw.read(before, seed=9)
        other.apply(move)
        assert other.position() + "\n" == program("apply", game, *move.split(), "--seed", "9", given=before)
        state.apply(move)


@pytest.mark.parametrize("bot", ["random", "ismcts:60"])     # the second goes by what its seat has seen
@pytest.mark.parametrize("game", CARDS)
def test_transcripts_are_those_of_a_run(game, bot):
    state = bylaw.deal(game, 2, seed=3, record=True)
    while state.to_move is not None and state.made < 10000:
        state = state.clone()
        state.apply(state.view(state.to_move).ask(bot, seed=3))
    text = state.transcript()
    assert bylaw.verify(text)["ok"]
    run = bylaw.simulate(game, bot, 1, players=2, seed=3, transcript=True)
    assert text == run["transcript"]
    assert abs(sum(state.rewards())) < 1e-5
    assert state.result()["why"] in run["ends"]


@pytest.mark.parametrize("game", CARDS)
def test_refusals_name_their_clause(game):
    state = bylaw.deal(game, seed=2)
    before = state.position()
    ids = {clause["id"] for clause in bylaw.clauses(game)}
    wrong = next(a for a in range(state.action_count)
                 if a not in state.actions() and not state.explain(a)["legal"])
    with pytest.raises(bylaw.Refused) as caught:
        state.apply(wrong)
    assert caught.value.clause in ids and caught.value.clause in str(caught.value)
    assert caught.value.clause == state.explain(wrong)["clauses"][0]["id"]
    assert state.position() == before
    with pytest.raises(bylaw.Fault):
        state.apply("no such move")
    with pytest.raises(bylaw.Fault):
        state.apply(state.action_count)


def test_faults_say_where():
    with pytest.raises(bylaw.Fault) as caught:
        bylaw.deal("poker")
    assert caught.value.place == "game"
    with pytest.raises(bylaw.Fault):
        bylaw.read("{")
    spoiled = bylaw.deal(CARDS[0]).data()
    del spoiled["state"]["to_move"]
    with pytest.raises(bylaw.Fault) as caught:
        bylaw.read(json.dumps(spoiled))
    assert "to_move" in str(caught.value) and caught.value.place


def test_what_cannot_be_is_said_and_nothing_is_made_of_it():
    """Not even something that is nearly it: a seed is not cut to 64 bits, an action not to a whole number."""
    state, v = bylaw.deal("pharaoh", 2), bylaw.Vector("pharaoh", 4, seed=1)
    many, rule = 2**64, "conjunction"
    wrong = {"options": [lambda: bylaw.deal("true-propre", options=["decks"]), lambda: bylaw.deal("true-propre", options=3),
                         lambda: bylaw.deal("true-propre", options={"decks": 9}),
                         lambda: bylaw.deal("true-propre", options={1: 1}),
                         lambda: bylaw.deal("true-propre", options={"decks": "1\0"})],
             "players": [lambda: bylaw.deal("pharaoh", -1), lambda: bylaw.deal("pharaoh", 9),
                         lambda: bylaw.deal("pharaoh", 2**70), lambda: bylaw.Vector("pharaoh", 4, players=2**32 + 2),
                         lambda: bylaw.simulate("pharaoh", players=2**32 + 2)],
             "seat": [lambda: state.view(-1), lambda: state.view(2), lambda: state.view(2**40), lambda: state.html(2**70),
                      lambda: state.observation(2**32)],
             "move": [lambda: state.apply("draw\0"), lambda: state.explain("\ud800"), lambda: state.move_action("")],
             "place": [lambda: v.state(4), lambda: v.state(-1), lambda: v.state(2**70)],
             "bot": [lambda: state.ask("greedy\0")], "statement": [lambda: bylaw.statement("A\0"), lambda: bylaw.statement(5)],
             "premises": [lambda: bylaw.infer(rule, ["A\0", "B"]), lambda: bylaw.infer(rule, ["A"])],
             "rule": [lambda: bylaw.infer("castle", ["A", "B"])], "logic": [lambda: bylaw.check_proof("axiom A\n", logic="x")],
             "values": [lambda: bylaw.check_proof("axiom A\n", values=["A"])],
             "bots": [lambda: bylaw.simulate("pharaoh", []), lambda: bylaw.simulate("pharaoh", ["random"] * 2, players=3),
                      lambda: bylaw.tournament("pharaoh", ["random"], 1)],
             "out": [lambda: state.observation(0, bytearray(3)), lambda: state.mask(np.zeros(3, np.uint8))],
             "seed": [lambda: bylaw.deal("pharaoh", seed=-1), lambda: bylaw.deal("pharaoh", seed=many),
                      lambda: bylaw.read(state.position(), seed=-1), lambda: state.resample(0, seed=many),
                      lambda: state.ask("random", seed=-1), lambda: bylaw.simulate("pharaoh", games=1, seed=-1),
                      lambda: bylaw.tournament("pharaoh", ["random"] * 2, 1, seed=many), lambda: v.reset(-1),
                      lambda: bylaw.Vector("pharaoh", 4, seed=many)],
             "places": [lambda: bylaw.Vector("pharaoh", -1), lambda: bylaw.Vector("pharaoh", 0),
                        lambda: bylaw.Vector("pharaoh", 2**32)],
             "cap": [lambda: bylaw.Vector("pharaoh", 4, cap=-1), lambda: bylaw.simulate("pharaoh", games=1, cap=-1)],
             "threads": [lambda: bylaw.Vector("pharaoh", 4, threads=0), lambda: bylaw.Vector("pharaoh", 4, threads=2**31 - 1)],
             "games": [lambda: bylaw.simulate("pharaoh", games=-1)],
             "jobs": [lambda: bylaw.simulate("pharaoh", jobs=0), lambda: bylaw.simulate("pharaoh", games=2**40, jobs=2**31 - 1)],
             "deals": [lambda: bylaw.tournament("pharaoh", ["random"] * 2, 0),
                       lambda: bylaw.tournament("pharaoh", ["random"] * 2, 2**32 - 1)],
             "budget": [lambda: bylaw.search_proof("axiom A\n", "B", budget=-1)],
             "actions": [lambda: v.step(np.full(4, 0.5)), lambda: v.step([2**32] * 4), lambda: v.step(["draw"] * 4),
                         lambda: v.step(v.masks[:, 0] > 0), lambda: v.step(np.zeros((2, 2), int)), lambda: v.step(0)]}
    for place, calls in wrong.items():
        for number, call in enumerate(calls):
            with pytest.raises(bylaw.Fault) as caught:
                call()
            assert caught.value.place == place, (place, number)
    code = """
import resource, bylaw
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
try:
    bylaw.Vector("pharaoh", 2**30)
except bylaw.Fault as fault:
    print(fault)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "there is not the memory for 1073741824 games\n"
    with pytest.raises(bylaw.Fault, match="no position"):
        bylaw.read("[" * 100000)
    for position in ("[]", "3", "{}"):
        with pytest.raises(bylaw.Fault, match="it names no game"):
            bylaw.read(position)
    with pytest.raises(ValueError, match="two bots"):
        bylaw.tournament("pharaoh", "random", 1)
    assert v.state(np.int64(3)).to_move == v.seats[3] and state.view(np.int64(1)).viewer == 1
    assert bylaw.deal("pharaoh", seed=many - 1, options=types.MappingProxyType({})).to_move is not None


@pytest.mark.parametrize("game", CARDS)
def test_copies_go_the_same_way(game):
    state = bylaw.deal(game, seed=8)
    for _ in range(10):
        state.apply(state.actions()[-1])
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert other == state and other is not state
        here = state.clone()
        while here.to_move is not None and here.made < 60:
            action = here.actions()[0]
            here.apply(action)
            other.apply(action)
            assert here == other
        assert other != state


@pytest.mark.parametrize("game", CARDS)
def test_nothing_hidden_moves_an_observation(game):
    state, changed = bylaw.deal(game, seed=4), 0
    for number in range(30):
        if state.to_move is None:
            break
        for seat in range(state.players):
            seen = state.observation(seat)
            assert len(seen) == state.observation_size and set(seen) <= {0, 1}
            twin = state.resample(seat, seed=number)
            changed += twin != state
            assert twin.view(seat) == state.view(seat)
            assert twin.observation(seat) == seen == state.view(seat).observation(seat)
        before = state.observation(state.to_move)
        mover = state.to_move
        state.apply(state.actions()[number % len(state.actions())])
        assert state.observation(mover) != before
    assert changed > 0
    with pytest.raises(bylaw.Fault):
        state.view(0).view(1)
    with pytest.raises(TypeError):
        state.view(0).apply(0)


@pytest.mark.parametrize("game", CARDS)
def test_everything_visible_that_matters_moves_an_observation(game):
    """What two moves lead to looks different in bits if it does to the seat, unless the game goes on and ends the
    same."""
    def rest(state):
        pick, seen = random.Random(1), []
        while state.to_move is not None and state.made < 400:
            seen.append(state.actions())
            state.apply(pick.choice(seen[-1]))
        return seen, state.rewards()
    state, apart = bylaw.deal(game, 3, seed=4), 0
    while state.to_move is not None and state.made < 25:
        after = [state.clone() for _ in state.actions()[:6]]
        for action, other in zip(state.actions(), after):
            other.apply(action)
        for seat in range(3):
            for one, other in itertools.combinations(after, 2):
                if one.view(seat) != other.view(seat):
                    apart += 1
                    assert one.observation(seat) != other.observation(seat) or rest(one.clone()) == rest(other.clone())
        state.apply(state.ask("random", seed=4))
    assert apart > 50


@pytest.mark.parametrize("game", CARDS)
def test_fields_cover_the_observation(game):
    state = bylaw.deal(game)
    fields = state.observation_fields()
    at = 0
    for _, offset, length, _ in fields:
        assert offset == at
        at += length
    assert at == state.observation_size


@pytest.mark.parametrize("game", CARDS)
def test_vectors(game):
    a = bylaw.Vector(game, 16, seed=7, cap=80)
    b = bylaw.Vector(game, 16, seed=7, cap=80, threads=2)
    kept = a.observations
    ends = 0
    for _ in range(300):
        a.step()
        b.step(a.actions)
        for name in ("observations", "masks", "seats", "rewards", "terminations", "truncations", "actions"):
            assert np.array_equal(getattr(a, name), getattr(b, name))
        over = a.terminations + a.truncations
        assert not a.rewards[over == 0].any() and np.allclose(a.rewards.sum(axis=1), 0, atol=1e-5)
        ends += int(over.sum())
    assert ends > 0 and a.observations is kept
    state = a.state(3)
    assert state.to_move == a.seats[3]
    assert state.observation(state.to_move) == a.observations[3].tobytes()
    assert state.mask() == a.masks[3].tobytes()
    into = np.zeros(state.observation_size, np.uint8)
    assert state.observation(state.to_move, into) is into and np.array_equal(into, a.observations[3])
    wrong = np.full(16, -1, np.int32)
    wrong[3] = next(x for x in range(a.action_count) if not a.masks[3, x] and not state.explain(x)["legal"])
    with pytest.raises(bylaw.Refused):
        a.step(wrong)
    with pytest.raises(ValueError):
        a.step(wrong[:5])
    a.reset(7)
    assert np.array_equal(a.observations, bylaw.Vector(game, 16, seed=7).observations)


def test_threads_of_python_step_a_vector_in_turn():
    """The same games as if one had made all the steps; who looks meanwhile sees a whole state."""
    both, alone = (bylaw.Vector("pharaoh", 3000, seed=1, cap=90) for _ in range(2))
    others = [threading.Thread(target=lambda: [both.step() for _ in range(60)]) for _ in range(2)]
    for other in others:
        other.start()
    while any(other.is_alive() for other in others):
        assert both.state(7).to_move is not None
    for _ in range(120):
        alone.step()
    assert np.array_equal(both.observations, alone.observations) and np.array_equal(both.masks, alone.masks)


@pytest.mark.parametrize("game", CARDS)
def test_vectors_write_into_the_callers_arrays(game):
    """Each where it lies, slices of larger ones, too; with the same bytes as in arrays of its own."""
    own = bylaw.Vector(game, 8, players=2, seed=3, cap=60)
    names = ("observations", "masks", "seats", "rewards", "terminations", "truncations", "actions")
    given = {name: np.full_like(getattr(own, name), 77) for name in names}
    rollout = np.full((5, *own.observations.shape), 77, np.uint8)
    given["observations"] = rollout[2]
    other = bylaw.Vector(game, 8, players=2, seed=3, cap=60, **given)
    for _ in range(150):
        for name in names:
            assert getattr(other, name) is given[name] and np.array_equal(given[name], getattr(own, name)), name
        own.step()
        other.step()
    assert (rollout[[0, 1, 3, 4]] == 77).all()


def test_vectors_look_at_the_callers_arrays():
    own = bylaw.Vector("pharaoh", 4)
    bits, masks = own.observations, own.masks
    fixed = bits.copy()
    fixed.flags.writeable = False
    wrong = {"shape": {"observations": bits[:3]}, "type uint8": {"observations": bits.astype(np.float32)},
             "type int32": {"actions": np.zeros(4, np.int64)}, "one piece": {"masks": np.asfortranarray(masks)},
             "written to": {"observations": fixed}, "array of numpy": {"masks": masks.tobytes()},
             "type float32": {"rewards": np.zeros(own.rewards.shape, ">f4")},
             "shares memory with terminations": {"terminations": own.seats.view(np.uint8),
                                                 "truncations": own.seats.view(np.uint8)},
             "not wanted": {"observations": bits, "observe": False}}
    for why, given in wrong.items():
        with pytest.raises(bylaw.Fault, match=why) as caught:
            bylaw.Vector("pharaoh", 4, **given)
        assert caught.value.place in given
    with pytest.raises(bylaw.Fault) as caught:
        bylaw.Vector("pharaoh", 4, on="tpu")
    assert caught.value.place == "on" and bylaw.Fault("anything").place is None


def test_arrays_are_taken_over():
    """By DLPack, without a copy; whoever made the memory stays as long as it is used, and no longer."""
    class Owner:
        pass

    numbers = np.arange(12, dtype=np.int32).reshape(3, 4)
    owner = Owner()
    gone = weakref.ref(owner)
    array = Array(owner, numbers.ctypes.data, numbers.shape, np.int32, Array.CPU)
    taken = np.from_dlpack(array)
    numbers[1, 2] = 77
    assert taken.dtype == np.int32 and np.array_equal(taken, numbers)
    line = np.from_dlpack(Array(owner, numbers.ctypes.data, (5,), np.float32, Array.CPU))
    assert line.shape == (5,) and line.dtype == np.float32
    left = array.__dlpack__()   # which nobody takes
    del owner, array, line
    assert gone()
    del left
    assert gone()
    del taken
    assert gone() is None


def test_arrays_on_a_gpu_say_where_they_are():
    array = Array(None, 4096, (3, 5), np.float32, Array.CUDA)
    assert array.__cuda_array_interface__ == {"shape": (3, 5), "typestr": "<f4", "data": (4096, False),
                                              "strides": None, "stream": None, "version": 3}
    assert array.__dlpack_device__() == (2, 0)
    with pytest.raises(BufferError):
        array.__dlpack__(copy=True)
    with pytest.raises(BufferError):
        array.__dlpack__(dl_device=(1, 0))


def test_vectors_on_a_gpu():
    with pytest.raises(bylaw.Fault, match="'tpu' is not cpu or gpu"):
        bylaw.Vector(CARDS[0], 4, on="tpu")
    try:
        bylaw.Vector(CARDS[0], 4, on="gpu")
    except bylaw.Fault as missing:
        assert re.search("built without kernels|no driver|knows no GPU|does not start", str(missing))
        pytest.skip(str(missing))
    for game in CARDS:
        here, there = bylaw.Vector(game, 500, seed=3, cap=90), bylaw.Vector(game, 500, seed=3, cap=90, on="gpu")
        for step in range(120):
            for name in ("observations", "masks", "seats", "rewards", "terminations", "truncations", "actions"):
                assert np.array_equal(getattr(here, name), getattr(there, name).numpy()), (game, step, name)
            here.step()
            there.step(None if step % 3 == 0 else here.actions)
        wrong = np.full(500, -1, np.int32)
        wrong[3] = np.flatnonzero(here.masks[3] == 0)[0]
        for vector in here, there:
            with pytest.raises((bylaw.Refused, bylaw.Fault)):
                vector.step(wrong)
        assert there.state(3).position() == here.state(3).position()


def test_vectors_need_numbers():
    for game in set(GAMES) - set(CARDS):
        with pytest.raises(bylaw.Fault, match="cannot be stepped by numbers"):
            bylaw.Vector(game, 2)


def test_bots_and_tournaments():
    game = CARDS[0]
    run = bylaw.simulate(game, ["greedy", "random"], 50, seed=1)
    told = json.loads(program("simulate", game, "--players", "greedy,random", "--games", "50", "--seed", "1", "--json"))
    for key in ("games", "decisions", "unfinished", "wins", "ends"):
        assert run[key] == told[key]
    table = bylaw.tournament(game, ["greedy", "random"], 30, players=2, seed=1)
    assert table["games"] == 60 and [row["bot"] for row in table["bots"]] == ["greedy", "random"]
    with pytest.raises(bylaw.Fault):
        bylaw.simulate(game, "nobody", 1)


def test_logic():
    assert bylaw.statement("(A∧B)")["kind"] == "wff"
    with pytest.raises(bylaw.Fault) as caught:
        bylaw.statement("(A∧")
    assert caught.value.place.startswith("column")
    found = bylaw.search_proof("axiom (A∧B)\n", "B")
    checked = bylaw.check_proof(found["proof"])
    assert checked == found and checked["lemmas"] >= 1 and found["proof"] == "\n".join(found["lines"]) + "\n"
    rule = found["lines"][-1].split(" by ")[1].split()[0]
    spoiled = found["lines"][:-1] + [f"C by {rule} 1"]
    with pytest.raises(bylaw.Refused) as caught:
        bylaw.check_proof("\n".join(spoiled) + "\n")
    assert caught.value.clause.startswith("L.P.")
    assert "B" in bylaw.infer(rule, ["(A∧B)"])


def test_proofs_bring_their_subproofs():
    given = """subproof left {
    axiom (∀(x)(P(x)∧Q(x)))
    (P(x)∧Q(x)) by universal-instantiation 1

    P(x) by simplification 2
    (∀(x)P(x)) by universal-generalization-ref 3 1
}
axiom (∀(z)(R(z)∧S(z)))
"""
    found = bylaw.search_proof(given, "(∀(y)R(y))", logic="sound")
    assert "using left" in found["lines"][-1]
    assert found["proof"].count("\n") == 6 + len(found["lines"])
    assert bylaw.check_proof(found["proof"], logic="sound") == found
    assert bylaw.search_proof("axiom A\n", "B", steps=1000) is None


def test_the_service_answers():
    service = bylaw.Service()
    table = service.ask("deal", game=CARDS[0], players=2, seed="1")["table"]
    assert service.ask("view", table=table, seat=0)["count"] == 0
    with pytest.raises(bylaw.Fault):
        service.ask("view", table=99, seat=0)


def test_stubs_name_what_there_is():
    """Every public name has its line in a stub, and every name in a stub is there and says what it is."""
    def names(of):
        own = {name for kind in of.__mro__ if kind.__module__.startswith("bylaw") for name in vars(kind)}
        return {name for name in own if not name.startswith("_")}
    import bylaw.drawing, bylaw.environment, bylaw.spaces, bylaw.spiel, bylaw.vector
    folder = pathlib.Path(bylaw.__file__).parent
    for stub in sorted(folder.glob("*.pyi")):
        module = sys.modules["bylaw" if stub.stem == "__init__" else f"bylaw.{stub.stem}"]
        tree = {getattr(line, "name", None): line for line in ast.parse(stub.read_text()).body}
        public = {name for name, thing in vars(module).items()
                  if not name.startswith("_") and getattr(thing, "__module__", "").startswith("bylaw")
                  and (module is bylaw or thing.__module__ == module.__name__)}
        told = {name for name in tree if name}
        assert public <= told, (stub, public - told)
        for name, line in tree.items():
            if not name:
                continue
            thing = getattr(module, name)
            assert thing.__doc__, (stub, name)
            if isinstance(line, ast.ClassDef) and not hasattr(thing, "_fields") and not issubclass(thing, enum.Enum):
                members = {part.name for part in line.body if isinstance(part, ast.FunctionDef)}
                fields = {part.target.id for part in line.body if isinstance(part, ast.AnnAssign)}
                for parent in thing.__mro__[1:]:
                    if parent.__name__ in tree:
                        members |= {part.name for part in tree[parent.__name__].body if isinstance(part, ast.FunctionDef)}
                public = names(thing)
                assert public - members - fields == set(), (stub, name)
                assert {member for member in members if not member.startswith("_")} <= public, (stub, name)
                for member in members & public:
                    assert getattr(thing, member).__doc__, (stub, name, member)
    assert {path.stem for path in folder.glob("*.py")} == {path.stem for path in folder.glob("*.pyi")}


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_drawn_as_its_seat_sees_it(game):
    state = bylaw.deal(game, seed=6)
    for number in range(8):
        state.apply(state.ask("random", seed=number))
    seat = state.to_move
    drawn = state._repr_html_()
    xml.dom.minidom.parseString(drawn.replace("<style>", "<style><![CDATA[").replace("</style>", "]]></style>"))
    assert drawn == state.html(seat) == state.view(seat).html() == state.resample(seat, seed=1).html(seat)
    assert state.html(None) == state.view(None)._repr_html_()
    for other in range(state.players):
        if state.suits and "hands" in state.data()["state"]:
            hand = state.data()["state"]["hands"][other]
            own = re.findall(r'title="(..)"', state.html(other))
            assert set(hand) <= set(own) and (other == seat or state.html(other) != drawn)
            assert drawn.count('class="back"') >= len(state.data()["state"]["hands"][(seat + 1) % state.players])


def texts(drawn, kind):
    """What stands in each element of a class; with the rest of its classes."""
    whole = xml.dom.minidom.parseString(drawn.replace("<style>", "<style><![CDATA[").replace("</style>", "]]></style>"))

    def inside(node):
        return node.data if node.nodeType == node.TEXT_NODE else "".join(map(inside, node.childNodes))
    return [(inside(node), node.getAttribute("class").split()) for node in whole.getElementsByTagName("*")
            if kind in node.getAttribute("class").split()]


@pytest.mark.parametrize("game", set(GAMES) - set(CARDS))
def test_written_cards_are_drawn(game):
    """In every phase, for every seat: each card that the seat knows to be written, with what it says only if the seat
    may read it; statements in the words that the page has for them; all lines of a proof with their numbers."""
    service = bylaw.Service()
    table = service.ask("deal", game=game, players=2, seed="0")["table"]
    met, secrets, lines = set(), 0, 0

    def look(seat):
        nonlocal secrets, lines
        whole, seen, drawn = state.data()["state"], state.view(seat).data()["state"], state.html(seat)
        numbered = [text for text, _ in texts(drawn, "pw-id")]
        papers = dict(zip(numbered, (one for one in texts(drawn, "pw-card") if "lines" not in one[1]), strict=True))
        assert set(papers) == {f"#{number}" for number, card in enumerate(seen["cards"]) if card}
        for number, (text, kinds) in papers.items():
            card, effect = seen["cards"][int(number[1:])], whole["cards"][int(number[1:])]["effect"]
            assert f"tag-{card['tag']}" in kinds and ("unseen-effect" in kinds) == (card["effect"] is None)
            if card["effect"] is None:
                secrets += 1
                assert all(name in text for name in card["names"]) and "point" not in text
                assert "(" not in text                       # nothing of what it says but names
            else:
                said = service.ask("parse", table=table, seat=0, text=effect)
                assert effect in text and said["plain"] in text and f"{said['points']} point" in text
                assert ("★" in text) == bool(said["effect"])
        proof = seen["pending"]["proof"]
        for player in seen["players"]:
            for bought in player["subproofs"]:
                shown = [text for text, _ in texts(drawn, "lines")]
                parts = bought["axioms"] + [part for lemma in bought["lemmas"] for part in lemma.rsplit(" by ", 1)]
                assert any(all(part in text for part in parts) for text in shown)
        if proof and "lemmas" in proof:
            numbers = [int(start) + at for start, rows in re.findall(r'<ol start="(\d+)">(.*?)</ol>', drawn)
                       for at, row in enumerate(rows.split("<li ")[1:]) if 'class="due"' in row]
            assert numbers == [proof["effect"]]
            text = "".join(text for text, _ in texts(drawn, "lines"))
            assert all(part in text for lemma in proof["lemmas"] for part in lemma.rsplit(" by ", 1))
            lines += len(proof["lemmas"])

    for state in (bylaw.deal(game, 3, seed=3, options={"dealt": 4}), bylaw.deal(game, 2, seed=5)):
        while state.to_move is not None and state.made < 220:
            now = state.data()["state"]
            if now["phase"] not in met or now["pending"]["proof"]:
                met.add(now["phase"])
                for seat in (*range(state.players), None):
                    look(seat)
            state.apply(state.ask("greedy" if state.made % 5 else "random", seed=state.made))
    assert met == {"setup", "creation", "editing", "claiming", "playing", "proving", "refuting", "proofs", "rules",
                   "rule-refuting", "drops"}
    assert secrets > 100 and lines > 10


def test_no_other_seat_is_drawn_of_a_view():
    with pytest.raises(bylaw.Fault):
        bylaw.deal(CARDS[0]).view(0).html(1)
