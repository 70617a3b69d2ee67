"""Games and states by the conventions of OpenSpiel (docs/python.md says which version, and what differs).

    >>> from bylaw import spiel
    >>> state = spiel.load_game("pharaoh(players=2)").new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])

Chance is sampled: there are no chance nodes. A game deals its states by the seeds `seed`, `seed` + 1 …, and the
chance of a state goes on by its own seed, so that the same seed and actions give the same state.
"""
import collections as _collections
import enum as _enum
import json as _json
import operator as _operator
import re as _re

from . import Service as _Service, deal as _deal, games as _games
from ._bylaw import Fault


class PlayerId(_enum.IntEnum):
    """Numbers that are no seats."""
    DEFAULT_PLAYER_ID = 0
    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    SIMULTANEOUS = -2
    MEAN_FIELD = -5


class StateType(_enum.Enum):
    """What can be done in a state."""
    TERMINAL = 0
    CHANCE = 1
    DECISION = 2
    MEAN_FIELD = 3


class PrivateInfoType(_enum.Enum):
    """Whose hand an observer sees."""
    NONE = 0
    SINGLE_PLAYER = 1
    ALL_PLAYERS = 2


IIGObservationType = _collections.namedtuple(
    "IIGObservationType", "perfect_recall public_info private_info", defaults=(False, True, PrivateInfoType.SINGLE_PLAYER))
IIGObservationType.__doc__ = "What an observer sees: of now or of all that was (`perfect_recall`), and whose hand."
PlayerAction = _collections.namedtuple("PlayerAction", "player action")
PlayerAction.__doc__ = "A move: whose, and its action number."
GameType = _collections.namedtuple(
    "GameType", "short_name long_name dynamics chance_mode information utility reward_model max_num_players "
    "min_num_players provides_information_state_string provides_information_state_tensor "
    "provides_observation_string provides_observation_tensor parameter_specification")
GameType.__doc__ = "What kind of game it is; kinds are given by the names that OpenSpiel has for them."

_PARAMETERS = {"players": 0, "preset": None, "seed": 0, "max_game_length": 10000, "options": None, "rulings": None}


def registered_names():
    """The ids of the games that can be loaded: those whose moves all have numbers."""
    return [game for game in _games() if _deal(game).observation_size > 0]


def load_game(name, parameters=None):
    """A game by its id, with parameters as a dict, or behind it: "pharaoh(players=3,seed=7)".

    Parameters are players, preset, seed, max_game_length (moves after which it is broken off, worth 0 to all),
    options and rulings (dicts); whatever else is named is one of the game's options or rulings.
    """
    found = _re.fullmatch(r"([\w-]+)(?:\((.*)\))?", name)
    if not found:
        raise Fault(f"'{name}' is no game: it is written game(parameter=value,…)")
    given = {}
    for part in filter(None, (found[2] or "").split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise Fault(f"'{part}' is no parameter: it is written parameter=value")
        value = value.strip()
        given[key.strip()] = int(value) if _re.fullmatch(r"-?\d+", value) else value
    return Game(found[1], {**given, **(parameters or {})})


def serialize_game_and_state(game, state):
    """Both as text."""
    return f"{game}\n{state.serialize()}"


def deserialize_game_and_state(text):
    """(game, state) of such a text."""
    name, kept = text.split("\n", 1)
    game = load_game(name.partition("(")[0], _json.loads(name.partition("(")[2][:-1]))
    return game, game.deserialize_state(kept)


def _restore(game, state, seed, history):
    state = State(load_game(*game), state, seed)
    state._history = [PlayerAction(*move) for move in history]
    return state


class Game:
    """A game with its set-up; see `load_game`."""

    def __init__(self, name, parameters):
        own = {key: parameters.get(key, default) for key, default in _PARAMETERS.items()}
        for key, least in (("seed", 0), ("max_game_length", 1)):
            if _operator.index(own[key]) < least:
                raise Fault(f"{key}: it must be a whole number from {least} on")
        self._about = next((game for game in _Service().ask("about")["games"] if game["id"] == name), {})
        more = {key: value for key, value in parameters.items() if key not in _PARAMETERS}
        ruled = {ruling["name"] for ruling in self._about.get("rulings", ())} & more.keys()
        self._setup = {"players": own["players"], "preset": own["preset"],
                       "rulings": {**(own["rulings"] or {}), **{key: more[key] for key in ruled}},
                       "options": {**(own["options"] or {}), **{key: more[key] for key in more.keys() - ruled}}}
        self._name, self._length, self._next = name, own["max_game_length"], own["seed"]
        self._first = _deal(name, **self._setup)
        if self._first.observation_size == 0:
            raise Fault(f"{name} has open moves, which are written and have no numbers: play it by bylaw.deal, "
                        "with moves as text")
        self._parameters = {**parameters, "players": self._first.players}

    def new_initial_state(self, seed=None):
        """A deal: by this seed; None: by the next of the game's own."""
        if seed is None:
            seed = self._next
            self._next += 1
        return State(self, _deal(self._name, **self._setup, seed=seed), seed)

    def new_initial_states(self):
        """The same as a list of one."""
        return [self.new_initial_state()]

    def make_observer(self, iig_obs_type=None, params=None):
        """An observer: `make_observation` of this game. What it is to see may be left out, and `params` come first."""
        if isinstance(iig_obs_type, dict):
            iig_obs_type, params = None, iig_obs_type
        return make_observation(self, iig_obs_type, params)

    def deserialize_state(self, text):
        """A state that `serialize` wrote."""
        kept = _json.loads(text)
        state = self.new_initial_state(kept["seed"])
        for action in kept["actions"]:
            state.apply_action(action)
        return state

    def num_players(self):
        """How many seats there are."""
        return self._first.players

    def num_distinct_actions(self):
        """How many action numbers there are."""
        return self._first.action_count

    def policy_tensor_shape(self):
        """What a policy gives: a number an action."""
        return [self._first.action_count]

    def observation_tensor_shape(self):
        """An observation is a list of bits."""
        return [self._first.observation_size]

    def observation_tensor_size(self):
        """How many bits an observation has."""
        return self._first.observation_size

    def information_state_tensor_shape(self):
        """There is none: what a seat has seen has no bound. `information_state_string` has all of it."""
        raise NotImplementedError(f"{self._name} has no information state tensor, as what a seat has seen has no "
                                  "bound; there are information_state_string and observation_tensor")

    information_state_tensor_size = information_state_tensor_shape

    def max_game_length(self):
        """The moves after which a game is broken off."""
        return self._length

    max_move_number = max_history_length = max_game_length

    def max_chance_outcomes(self):
        """There are no chance nodes."""
        return 0

    max_chance_nodes_in_history = max_chance_outcomes

    def max_utility(self):
        """What the first place is worth."""
        return 1.0

    def min_utility(self):
        """What the last place is worth."""
        return -1.0

    def utility_sum(self):
        """What all places are worth together."""
        return 0.0

    def action_to_string(self, player, action):
        """The text of an action number, as it would be written at the start."""
        return self._first.action_move(action)

    def get_parameters(self):
        """What it was loaded with."""
        return dict(self._parameters)

    def get_type(self):
        """What kind of game it is."""
        least, most, _ = self._about["players"]
        seen = "IMPERFECT_INFORMATION" if self._about["hides"] else "PERFECT_INFORMATION"
        return GameType(self._name, self._about["title"], "SEQUENTIAL", "SAMPLED_STOCHASTIC", seen, "ZERO_SUM", "TERMINAL",
                        most, least, True, False, True, True, dict(_PARAMETERS))

    def __str__(self):
        return f"{self._name}({_json.dumps(self._parameters, sort_keys=True)})"

    def __eq__(self, other):
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class State:
    """A state of a game; `bylaw` is the bylaw.State in it, for all that OpenSpiel has no name for."""

    def __init__(self, game, state, seed):
        self.bylaw = state
        self._game, self._seed, self._history = game, seed, []

    def current_player(self):
        """The seat whose move it is, or PlayerId.TERMINAL."""
        return PlayerId.TERMINAL if self.is_terminal() else self.bylaw.to_move

    def legal_actions(self, player=None):
        """The action numbers of legal moves, ascending; of a seat that is not to move: none."""
        mine = not self.is_terminal() and player in (None, self.bylaw.to_move)
        return self.bylaw.actions() if mine else []

    def legal_actions_mask(self, player=None):
        """The same as a list of 0 and 1."""
        mine = not self.is_terminal() and player in (None, self.bylaw.to_move)
        return list(self.bylaw.mask()) if mine else [0] * self.num_distinct_actions()

    def apply_action(self, action):
        """Makes a move. Raises Refused, and then nothing has changed."""
        if self.is_terminal():
            raise Fault("the game is over")
        move = PlayerAction(self.bylaw.to_move, _operator.index(action))
        self.bylaw.apply(move.action)
        self._history.append(move)

    apply_action_with_legality_check = apply_action

    def apply_actions(self, actions):
        """Joint moves are for games in which all move at once: raises Fault."""
        raise Fault("one player moves at a time: apply_action")

    apply_actions_with_legality_checks = apply_actions

    def child(self, action):
        """The state after a move; this one stays."""
        other = self.clone()
        other.apply_action(action)
        return other

    def clone(self):
        """A copy, which goes on with the same chance."""
        other = State(self._game, self.bylaw.clone(), self._seed)
        other._history = self._history[:]
        return other

    __copy__ = clone

    def __deepcopy__(self, memo):
        return self.clone()

    def action_to_string(self, *arguments):
        """The text of an action number: (action), or (player, action)."""
        return self.bylaw.action_move(arguments[-1])

    def string_to_action(self, *arguments):
        """The action number of a text: (text), or (player, text)."""
        return self.bylaw.move_action(arguments[-1])

    def undo_action(self, player, action):
        """A move is not taken back: raises Fault. Whoever would look ahead has `child` and `clone`."""
        raise Fault("moves are not taken back: play on with child or clone")

    def get_type(self):
        """Whether there is something to decide, or the game is over."""
        return StateType.TERMINAL if self.is_terminal() else StateType.DECISION

    def is_terminal(self):
        """Whether the game is over, or broken off."""
        return self.bylaw.to_move is None or len(self._history) >= self._game.max_game_length()

    def is_initial_state(self):
        """Whether nothing was done yet."""
        return not self._history

    def is_player_node(self):
        """Whether a seat is to move: unless the game is over."""
        return not self.is_terminal()

    def is_chance_node(self):
        """Never: chance is sampled within moves."""
        return False

    is_simultaneous_node = is_mean_field_node = is_chance_node

    def chance_outcomes(self):
        """There is no chance node to ask this of."""
        raise Fault("this is no chance node: chance is sampled within moves, by the seed")

    def returns(self):
        """What the game has come to for each seat: 0 before the end."""
        return self.bylaw.rewards()

    rewards = returns

    def player_return(self, player):
        """The same of one seat."""
        if not 0 <= player < self.num_players():
            raise Fault(f"there is no seat {player} at a table of {self.num_players()}")
        return self.returns()[player]

    player_reward = player_return

    def history(self):
        """The action numbers so far."""
        return [move.action for move in self._history]

    def full_history(self):
        """The moves so far, with whose they were."""
        return self._history[:]

    def history_str(self):
        """The action numbers so far, as text."""
        return ", ".join(str(move.action) for move in self._history)

    def move_number(self):
        """How many moves were made."""
        return len(self._history)

    def num_players(self):
        """How many seats there are."""
        return self._game.num_players()

    def num_distinct_actions(self):
        """How many action numbers there are."""
        return self._game.num_distinct_actions()

    def get_game(self):
        """Its game."""
        return self._game

    def _seat(self, player):
        if player is None and self.bylaw.to_move is None:
            raise Fault("nobody is to move: say whose it is to be")
        return self.bylaw.to_move if player is None else player

    def observation_tensor(self, player=None):
        """What a seat sees now, as a list of 0.0 and 1.0."""
        return [float(bit) for bit in self.bylaw.observation(self._seat(player))]

    def observation_string(self, player=None):
        """What a seat sees now, as a position in JSON."""
        return self.bylaw.view(self._seat(player)).position()

    def information_state_string(self, player=None):
        """What a seat has seen: the first view, then each move as it was told, and what changed in the view."""
        return self._seen(self._seat(player))

    def _seen(self, viewer):
        lines, before = [], {}
        for seat, move, view in self.bylaw._past(viewer):
            told = _json.loads(view)
            if seat is None:
                lines.append(view)
            else:
                changed = {key: value for key, value in told["state"].items() if before[key] != value}
                lines.append(f"{seat} {move} {_json.dumps(changed)}")
            before = told["state"]
        return "\n".join(lines)

    def information_state_tensor(self, player=None):
        """There is none: see Game.information_state_tensor_shape."""
        return self._game.information_state_tensor_shape()

    def resample_from_infostate(self, player, sampler):
        """A random state that fits all that a seat has seen, with its information state and the same history, since all
        moves are told to all; `sampler()` gives a number from 0 to 1. What others have seen begins there."""
        other = State(self._game, self.bylaw.resample(player, int(sampler() * 2**53)), None)
        other._history = self._history[:]
        return other

    def serialize(self):
        """As text: the seed and the action numbers."""
        if self._seed is None:
            raise Fault("a state that was resampled was not dealt by a seed; pickle it")
        return _json.dumps({"seed": self._seed, "actions": self.history()})

    def to_string(self):
        """The table, as the seat to move sees it."""
        return str(self.bylaw)

    __str__ = to_string

    def __repr__(self):
        return f"<bylaw.spiel.State {self._game}, {len(self._history)} moves>"

    def __reduce__(self):
        history = [tuple(move) for move in self._history]
        return _restore, ((self._game._name, self._game._parameters), self.bylaw, self._seed, history)


class Observation:
    """What an observer sees: `tensor`, an array of numpy's, and `dict`, its parts by the names of the fields."""

    def __init__(self, game, kind):
        import numpy as np
        first = game._first
        self._kind = kind
        self.tensor = np.zeros(first.observation_size, np.float32)
        self.dict = {name: self.tensor[at:at + length] for name, at, length, _ in first.observation_fields()}

    def _viewer(self, player):
        return player if self._kind.private_info is PrivateInfoType.SINGLE_PLAYER else None

    def set_from(self, state, player):
        """Writes what a seat sees of a state into `tensor`."""
        self.tensor[:] = list(state.bylaw.observation(self._viewer(player)))

    def string_from(self, state, player):
        """The same as text; with perfect recall all that it has seen."""
        viewer = self._viewer(player)
        if self._kind.perfect_recall:
            return state._seen(viewer)
        return state.bylaw.view(viewer).position()


def make_observation(game, imperfect_information_observation_type=None, params=None):
    """An observer of a game: by default of what a seat sees now. With perfect recall there are strings alone; whoever
    would see all hands gets None, and so does one with `params`, of which there are none."""
    kind = imperfect_information_observation_type or IIGObservationType()
    if params or kind.private_info is PrivateInfoType.ALL_PLAYERS or not kind.public_info:
        return None
    return Observation(game, kind)
