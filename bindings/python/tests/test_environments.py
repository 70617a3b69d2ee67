"""The environments against the published API documents of PettingZoo 1.24 (AEC API, and what its api_test and
seed_test ask for) and of OpenSpiel 1 (core API reference): neither package is needed."""
import copy
import inspect
import json
import pickle
import random
import re
import subprocess
import sys

import numpy as np
import pytest

import bylaw
from bylaw import spiel

CARDS = [game for game in bylaw.games() if bylaw.deal(game).observation_size > 0]
OPEN = [game for game in bylaw.games() if game not in CARDS]


# ---- PettingZoo ----------------------------------------------------------------------

def choose(env, agent):
    observation, _, termination, truncation, _ = env.last()
    return None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])


def seed_spaces(env):
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)


def test_the_api_has_its_names():
    env = bylaw.Environment(CARDS[0])
    for name in ("agents", "num_agents", "possible_agents", "max_num_agents", "agent_selection", "terminations",
                 "truncations", "rewards", "infos", "observation_spaces", "action_spaces", "metadata", "unwrapped",
                 "render_mode", "_cumulative_rewards"):
        assert hasattr(env, name), name
    for name, parameters in {"step": ["action"], "reset": ["seed", "options"], "observe": ["agent"], "render": [],
                             "close": [], "last": ["observe"], "agent_iter": ["max_iter"], "state": [],
                             "observation_space": ["agent"], "action_space": ["agent"]}.items():
        assert list(inspect.signature(getattr(env, name)).parameters) == parameters, name
    assert str(env) == env.metadata["name"] and env.metadata["is_parallelizable"] is False
    assert env.unwrapped is env and env.max_num_agents == len(env.possible_agents)


@pytest.mark.parametrize("game", CARDS)
def test_a_game_by_the_api(game):
    env = bylaw.Environment(game)
    env.reset(seed=0, options={"options": 1})
    assert not any(env.terminations.values()) and not any(env.truncations.values())
    assert env.agents == env.possible_agents and env.agents is not env.possible_agents
    assert env.last(observe=False)[0] is None
    for agent in env.agents:
        assert re.fullmatch("[a-z]+_[0-9]+", agent)
        for space in (env.observation_space, env.action_space):
            assert space(agent) is space(agent) and space(agent) == space(env.agents[0])
    seed_spaces(env)
    due = dict.fromkeys(env.agents, 0.0)        # what last() must say
    live, gone, total = set(env.agents), set(), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(2000):
        assert agent == env.agent_selection and agent not in gone and live == set(env.agents)
        observation, reward, termination, truncation, info = env.last()
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].dtype == env.observation_space(agent)["observation"].dtype
        assert isinstance(termination, bool) and termination == env.terminations[agent]
        assert isinstance(truncation, bool) and truncation == env.truncations[agent]
        assert isinstance(info, dict) and info == env.infos[agent]
        assert reward == due[agent]
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        if termination or truncation:
            live.remove(agent)
            gone.add(agent)
            with pytest.raises(ValueError):
                env.step(0)
        else:
            assert observation["action_mask"].any()
            with pytest.raises(ValueError):
                env.step(None)
        action = None if agent in gone else env.action_space(agent).sample(observation["action_mask"])
        total[agent] += reward
        due[agent] = 0.0
        assert env.step(action) is None
        for other, more in env.rewards.items():
            due[other] += float(more)
        for of in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
            assert set(of) == set(env.agents)
        assert env.num_agents == len(env.agents)
    assert not env.agents and gone == set(env.possible_agents)
    assert list(total.values()) == env.game_state.rewards() and max(total.values()) > 0
    with pytest.raises(ValueError):
        env.step(None)


@pytest.mark.parametrize("game", CARDS)
def test_seeds(game):
    def play(env, seed):
        seed_spaces(env)
        env.reset(seed=seed)
        np.random.normal(size=seed + 1)       # nothing here goes by others' chance
        random.random()
        seen = []
        for agent in env.agent_iter(60):
            observation, reward, *_ = env.last()
            seen += [agent, observation["observation"].tobytes(), reward]
            env.step(choose(env, agent))
        return seen
    env = bylaw.Environment(game, players=2)
    first = play(env, 3)
    assert play(env, 3) == first == play(bylaw.Environment(game, players=2), 3) != play(env, 4)
    env.reset(seed=3)
    action = choose(env, env.agent_selection)
    env.step(np.int32(action))
    state = env.state()
    env.reset(seed=3)
    env.step(int(action))
    assert np.array_equal(state, env.state()) and state.shape == (2, env.game_state.observation_size)
    env.reset()
    assert not np.array_equal(copy.deepcopy(env).state(), state)


def test_what_is_no_seed_and_no_action():
    """Is not made one, and nothing has changed; before the first deal nobody is due."""
    env = bylaw.Environment(CARDS[0])
    for call in (env.last, lambda: env.step(0)):
        with pytest.raises(ValueError, match="reset first"):
            call()
    env.reset(seed=2**64 - 1)
    before = env.state()
    for seed, wrong in ((-1, bylaw.Fault), (2**64, bylaw.Fault), (1.5, TypeError), ("1", TypeError)):
        with pytest.raises(wrong):
            env.reset(seed=seed)
    for action in (1.5, "draw", env.game_state.legal()[0]):
        with pytest.raises(TypeError):
            env.step(action)
    with pytest.raises(bylaw.Fault):
        env.step(10**9)
    assert np.array_equal(env.state(), before)
    env.reset()                                # the seed that follows the last is 0
    other = bylaw.Environment(CARDS[0])
    other.reset(seed=0)
    assert np.array_equal(env.state(), other.state())


def test_broken_off_and_refused(capsys):
    env = bylaw.Environment(CARDS[0], cap=3, render_mode="human")
    env.reset(seed=1)
    before = env.state()
    wrong = next(a for a in range(env.action_space(env.agents[0]).n)
                 if a not in env.game_state.actions() and not env.game_state.explain(a)["legal"])
    with pytest.raises(bylaw.Refused) as caught:
        env.step(wrong)
    assert caught.value.clause and np.array_equal(env.state(), before)
    steps = 0
    for agent in env.agent_iter():
        steps += choose(env, agent) is not None
        env.step(choose(env, agent))
    assert steps == 3 and capsys.readouterr().out
    assert env.render() is None
    shown = bylaw.Environment(CARDS[0], render_mode="ansi")
    shown.reset(seed=1)
    assert shown.render() == str(shown.game_state)
    with pytest.raises(ValueError):
        bylaw.Environment(CARDS[0], render_mode="rgb_array")


@pytest.mark.parametrize("game", OPEN)
def test_open_moves_have_no_numbers(game):
    for make in (lambda: bylaw.Environment(game), lambda: spiel.load_game(game)):
        with pytest.raises(bylaw.Fault, match="open moves"):
            make()
    assert game not in spiel.registered_names()


def test_the_packages_own_classes_are_used():
    """Where gymnasium and PettingZoo are there, spaces and the environment are theirs."""
    code = """
import sys, types
zoo, gym, spaces = (types.ModuleType(n) for n in ("pettingzoo", "gymnasium", "gymnasium.spaces"))
zoo.AECEnv = type("AECEnv", (), {})
for name in ("Space", "Box", "Dict", "Discrete"):
    setattr(spaces, name, type(name, (), {"__init__": lambda self, *given: setattr(self, "given", given)}))
gym.spaces = spaces
sys.modules.update({"pettingzoo": zoo, "gymnasium": gym, "gymnasium.spaces": spaces})
import bylaw
env = bylaw.Environment(bylaw.games()[0])
assert isinstance(env, zoo.AECEnv)
agent = env.possible_agents[0]
assert type(env.action_space(agent)) is spaces.Discrete and type(env.observation_space(agent)) is spaces.Dict
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_own_spaces():
    from bylaw import spaces
    numbers = spaces.Discrete(5)
    assert numbers.contains(4) and np.int32(4) in numbers and not numbers.contains(5) and not numbers.contains(1.0)
    assert {int(numbers.sample(np.array([0, 1, 0, 1, 0], np.int8))) for _ in range(50)} == {1, 3}
    assert numbers.sample(np.zeros(5, np.int8)) == 0
    with pytest.raises(ValueError):
        numbers.sample(np.ones(5, np.uint8))
    both = spaces.Dict({"a": numbers, "b": spaces.Box(0, 1, (3,), np.int8)})
    both.seed(1)
    drawn = both.sample()
    assert drawn in both and {**drawn, "b": drawn["b"] + 2} not in both and "a" in both.keys()
    assert both != numbers and both["b"] == spaces.Box(0, 1, (3,), np.int8) != spaces.Box(0, 2, (3,), np.int8)


# ---- OpenSpiel -----------------------------------------------------------------------

# What stands in the tables of the reference, and of what else OpenSpiel's Python module has, what can be asked of
# games whose players move in turn.
STATE = """action_to_string apply_action apply_actions chance_outcomes current_player history information_state_string
    information_state_tensor is_chance_node is_simultaneous_node is_terminal legal_actions observation_string
    observation_tensor returns rewards serialize""".split()
MORE_OF_STATE = """apply_action_with_legality_check apply_actions_with_legality_checks child clone full_history get_game
    history_str is_initial_state is_mean_field_node is_player_node legal_actions_mask move_number num_distinct_actions
    get_type num_players player_return player_reward resample_from_infostate string_to_action to_string undo_action""".split()
GAME = """action_to_string deserialize_state information_state_tensor_shape information_state_tensor_size
    max_chance_outcomes max_game_length max_utility min_utility new_initial_state num_distinct_actions
    observation_tensor_shape observation_tensor_size""".split()
MORE_OF_GAME = """get_parameters get_type make_observer new_initial_states max_chance_nodes_in_history max_history_length max_move_number num_players
    policy_tensor_shape utility_sum""".split()


def test_the_reference_has_its_names():
    assert [name for name in STATE + MORE_OF_STATE if not callable(getattr(spiel.State, name, None))] == []
    assert [name for name in GAME + MORE_OF_GAME if not callable(getattr(spiel.Game, name, None))] == []
    for name in ("load_game", "registered_names", "serialize_game_and_state", "deserialize_game_and_state"):
        assert callable(getattr(spiel, name))
    assert spiel.registered_names() == CARDS


@pytest.mark.parametrize("name", CARDS)
def test_a_game_by_the_reference(name):
    game = spiel.load_game(name, {"players": 2, "seed": 5})
    kind = game.get_type()
    assert kind.short_name == name and kind.min_num_players <= game.num_players() == 2 <= kind.max_num_players
    state, other = game.new_initial_state(), game.new_initial_state()
    assert state.is_initial_state() and str(state) != str(other)       # the seeds 5 and 6
    assert state.bylaw.position() == bylaw.deal(name, 2, seed=5).position()
    assert game.new_initial_state(5).bylaw == state.bylaw
    pick = random.Random(name)
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert state.get_type() is spiel.StateType.DECISION and state.is_player_node() and not state.is_chance_node() and not state.is_simultaneous_node()
        assert 0 <= player < 2 and legal == sorted(legal) == state.legal_actions(player) and legal
        assert state.legal_actions(1 - player) == [] and not any(state.legal_actions_mask(1 - player))
        assert [a for a, bit in enumerate(state.legal_actions_mask()) if bit] == legal
        assert state.rewards() == state.returns() == [0.0, 0.0]
        assert len(state.observation_tensor()) == game.observation_tensor_size()
        assert state.observation_tensor() == state.observation_tensor(player)
        action = pick.choice(legal)
        text = state.action_to_string(player, action)
        assert state.string_to_action(player, text) == action
        then = state.child(action)
        assert then.history() == [*state.history(), action] and then.move_number() == state.move_number() + 1
        state.apply_action(action)
        assert state.bylaw == then.bylaw and state.full_history()[-1] == (player, action)
    assert state.current_player() == spiel.PlayerId.TERMINAL == -4 and state.legal_actions() == []
    assert sum(state.returns()) == game.utility_sum() and state.player_return(0) == state.returns()[0]
    assert min(state.returns()) >= game.min_utility() and max(state.returns()) <= game.max_utility()
    assert state.get_type() is spiel.StateType.TERMINAL
    with pytest.raises(bylaw.Fault):
        state.apply_action(0)
    for call in (state.chance_outcomes, lambda: state.undo_action(0, state.history()[-1]), state.observation_tensor, lambda: state.apply_actions([0, 0]),
                 lambda: state.apply_actions_with_legality_checks([0, 0])):
        with pytest.raises(bylaw.Fault):
            call()
    with pytest.raises(NotImplementedError):
        state.information_state_tensor(0)
    game_again, again = spiel.deserialize_game_and_state(spiel.serialize_game_and_state(game, state))
    assert game_again == game and again.bylaw == state.bylaw and again.history() == state.history()
    assert pickle.loads(pickle.dumps(state)).bylaw == state.bylaw == copy.deepcopy(state).bylaw


@pytest.mark.parametrize("name", CARDS)
def test_information_states_are_what_was_seen(name):
    """Perfect recall: who sees and has seen the same has the same string, and every move adds to it."""
    game = spiel.load_game(name, {"players": 2})
    state = game.new_initial_state(1)
    pick = random.Random(1)
    for number in range(12):
        if state.is_terminal():
            break
        state.apply_action(pick.choice(state.legal_actions()))
        for seat in range(2):
            lines = state.information_state_string(seat).split("\n")
            assert len(lines) == number + 2
            assert json.loads(lines[0]) == json.loads(game.new_initial_state(1).observation_string(seat))
    told = state.information_state_string(0)
    now = json.loads(told.split("\n")[0])["state"]
    for line in told.split("\n")[1:]:
        now.update(json.loads(line[line.index("{"):]))
    assert now == json.loads(state.observation_string(0))["state"]     # nothing is left out
    start = game.new_initial_state(1)
    twin = start.resample_from_infostate(0, lambda: 0.5)
    assert twin.information_state_string(0) == start.information_state_string(0)
    same = twin.information_state_string(1) == start.information_state_string(1)
    assert same == (twin.bylaw.view(1) == start.bylaw.view(1))


def test_parameters_and_observers():
    game = spiel.load_game(f"{CARDS[0]}(players=2,max_game_length=4)")
    state = game.new_initial_state(3)
    for _ in range(4):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0.0, 0.0] and game.max_game_length() == 4
    assert spiel.load_game(f"{CARDS[0]}( players = 2, max_game_length=4)") == game and spiel.PlayerId.MEAN_FIELD == -5
    for wrong in ({"max_game_length": 0}, {"seed": -1}, {"players": 99}, {"hand": 10**6}):
        with pytest.raises(bylaw.Fault):
            spiel.load_game(CARDS[0], wrong)
    with pytest.raises(bylaw.Fault, match="cap"):
        bylaw.Environment(CARDS[0], cap=-1)
    for player in (-1, 2):
        with pytest.raises(bylaw.Fault):
            state.player_return(player)
    with pytest.raises(TypeError):
        game.new_initial_state().apply_action(0.0)
    see = spiel.make_observation(game)
    see.set_from(state, 1)
    assert see.tensor.tolist() == state.observation_tensor(1) and see.string_from(state, 1) == state.observation_string(1)
    assert sum(part.size for part in see.dict.values()) == see.tensor.size
    for observer in (game.make_observer(), game.make_observer({}), game.make_observer(spiel.IIGObservationType(), {})):
        assert observer.string_from(state, 1) == see.string_from(state, 1)
    assert game.make_observer({"zoom": 2}) is None and len(game.new_initial_states()) == 1
    recalling = spiel.make_observation(game, spiel.IIGObservationType(perfect_recall=True))
    assert recalling.string_from(state, 0) == state.information_state_string(0)
    watching = spiel.make_observation(game, spiel.IIGObservationType(private_info=spiel.PrivateInfoType.NONE))
    watching.set_from(state, 0)
    assert watching.string_from(state, 0) == state.bylaw.view(None).position()
    assert spiel.make_observation(game, spiel.IIGObservationType(private_info=spiel.PrivateInfoType.ALL_PLAYERS)) is None
    twin = state.resample_from_infostate(0, lambda: 0.5)
    assert twin.observation_tensor(0) == state.observation_tensor(0) and twin.is_terminal()
    for wrong in ("no game", f"{CARDS[0]}(players)", f"{CARDS[0]}(no-option=1)", "poker"):
        with pytest.raises(bylaw.Fault):
            spiel.load_game(wrong)
