"""Bylaw: card games to the letter. Every refusal names its clause.

    >>> import bylaw
    >>> state = bylaw.deal("pharaoh", players=2, seed=1)
    >>> state.apply(state.legal()[0])

docs/python.md is a walk through the package.
"""
import collections.abc as _abc
import json as _json
import os as _os

from . import _bylaw
from ._bylaw import Fault, Refused

__all__ = ["State", "Service", "Vector", "Environment", "Refused", "Fault", "games", "clauses", "bots", "deal", "read",
           "verify", "simulate", "tournament", "statement", "check_proof", "search_proof", "infer"]
__version__ = _bylaw.version


class State(_bylaw.State):
    """A position of a game, or what a seat sees of one: see `deal`, `read` and `view`."""
    __slots__ = ()

    def explain(self, move, seat=None):
        """Whether a move is legal, and by which clauses, as `bylaw explain --json` has it."""
        return _json.loads(self._explain(move, seat))

    def resample(self, seat, seed=0):
        """A random whole state that fits what the seat sees, and has seen since the state was dealt or read; each such
        state is as likely as any other. The seat has the same past in it; what the others have seen begins there."""
        return self._resample(seat, seed)

    def ask(self, bot="ismcts:1000", seed=0):
        """The move that a bot (see `simulate`) would make for the seat to move, from what that sees, and has seen since
        the state was dealt or read if the bot recalls it; None: it is over, or the view is another seat's."""
        return self._ask(bot, seed)

    def data(self):
        """The position as a dict."""
        return _json.loads(self.position())

    def observation_fields(self):
        """What the bits of an observation say: a list of (field, offset, length, first bit in words)."""
        fields = []
        for at, name in enumerate(self.observation_names()):
            field = name.split(":")[0]
            if fields and fields[-1][0] == field:
                fields[-1][2] += 1
            else:
                fields.append([field, at, 1, name])
        return [tuple(field) for field in fields]

    def html(self, seat=...):
        """The position drawn with the page's cards, as a seat sees it (None: a spectator; left out: the seat to move,
        or a spectator when the game is over); of a view: as its seat does."""
        from .drawing import draw
        if seat is ...:
            seat = self.to_move if self.viewer is None else self.viewer if self.viewer >= 0 else None
        return draw(self, seat)

    def _repr_html_(self):
        return self.html()

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __reduce__(self):
        if self.viewer is not None:
            raise TypeError("a view is not kept; keep the state")
        return _restore, (self.game, *self._kept())

    def __repr__(self):
        return f"<bylaw.State {self.game}, {self.players} players, seat {self.to_move} to move>"

    def __str__(self):
        seat = self.to_move if self.viewer is None else self.viewer
        return self.table(None if seat is None or seat < 0 else seat)


_bylaw.set_state_type(State)

# For annotations: what options and rulings are given as, and what a bot is.
Setup = _abc.Mapping[str, object] | None
Bot = str | _abc.Callable[[State], str | int]


def _restore(game, start, moves):
    state = _bylaw.State._restore(game, *start)
    for seat, move in moves:
        state.apply(move, seat)
    return state


class Service:
    """Games through JSON: tables, stories, reviews, drafts of proofs (docs/service.md)."""

    def __init__(self):
        self._service = _bylaw.Service()

    def ask(self, request, **members):
        """The answer to a request; raises Fault where it cannot be answered."""
        said = _json.loads(self._service.ask(_json.dumps({"ask": request, **members})))
        if "error" in said:
            raise Fault(said["error"])
        return said["answer"]


def games():
    """The ids of the games."""
    return _bylaw.games()


def clauses(game):
    """The clauses of a rulebook, in its order."""
    return Service().ask("rules", game=game)


def bots():
    """The bots, with what they are."""
    return Service().ask("about")["bots"]


def deal(game, players=0, *, preset=None, options=None, rulings=None, seed=0, record=False):
    """A new game, as `bylaw new` deals it; with record=True it keeps its transcript."""
    return _bylaw.State._deal(game, players, preset, options, rulings, seed, record)


def read(text, *, seed=0):
    """A position from its JSON; chance goes on by the seed, as in `bylaw apply --seed`."""
    try:
        position = _json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Fault(f"no position: {error}") from None
    if not isinstance(position, dict) or "game" not in position:
        raise Fault("no position: it names no game")
    return _bylaw.State._read(str(position["game"]), text, seed)


def verify(transcript):
    """Whether every line of a transcript is right, by the rules."""
    return Service().ask("verify", transcript=transcript)


def simulate(game, bots="random", games=1000, *, players=0, preset=None, options=None, rulings=None, seed=0,
             cap=10000, jobs=1, transcript=False, dataset=None):
    """Whole games between bots, as `bylaw simulate`: games, decisions, unfinished, ends, moves (how many a game had),
    transcript, and wins, refused, faults, forfeits by seat. `dataset` names a file, an NPZ of what the bots saw and did
    (docs/formats.md): it is there when all games are played.

    A bot, one for all seats or one each, is a name ("ismcts:1000"), a program ("cmd:python3 mybot.py"), or what can be
    called with a view of its seat and gives a move, as text or by its number. What is no move, or not legal, is a
    fault: it is counted, and told by `logging`, the move is lost to `random`, and three in a game forfeit it. What is
    raised ends the games, and is raised here."""
    seated = [bots] if isinstance(bots, str) or callable(bots) else list(bots)
    return _bylaw.simulate(game, players, preset, options, rulings, seated, games, seed, cap, jobs, transcript,
                           None if dataset is None else _os.fspath(dataset))


def tournament(game, bots, deals=None, *, players=0, preset=None, options=None, rulings=None, seed=0, cap=10000,
               jobs=1, seating="in-turn", sprt=None, weights=()):
    """Bots (see `simulate`) against each other, as `bylaw tournament`: of every bot score and Elo, and Elo by wins where
    a game names only its winner, each as (value, low, high), seats and wins, and how often it was refused, was at fault,
    forfeited a game.

    `seating` is in-turn, together or alone. `sprt=(elo0, elo1)` ends it when the first of two bots is known to be elo1
    better rather than elo0, and tells so; `deals`, otherwise 100, are then 10000 at most. `weights` are files or bytes
    for the bot `learned`, as `bylaw train` writes them; it has them from then on."""
    for given in weights:
        if not isinstance(given, bytes):
            with open(given, "rb") as file:
                given = file.read()
        _bylaw.give_weights(given)
    if deals is None:
        deals = 10000 if sprt else 100
    return _bylaw.tournament(game, players, preset, options, rulings, [bots] if isinstance(bots, str) else list(bots), deals, seed, cap, jobs, seating,
                             None if sprt is None else tuple(sprt))


def statement(text):
    """What a statement of the logic is: kind, canonical, points, closed, deterministic."""
    return _bylaw.statement(text)


def _whole(text, found):
    """The answer with the proof as a file: the subproofs of the text as they were written there, then its lines."""
    blocks, depth = [], 0
    for line in text.splitlines():
        depth += line.strip().startswith("subproof")
        if depth and line.strip():
            blocks.append(line)
        depth -= depth > 0 and line.strip().startswith("}")
    return {**found, "proof": "".join(f"{line}\n" for line in blocks + found["lines"])}


def check_proof(text, *, logic="as-written", values=()):
    """Checks a proof file: points, lemmas, lines, and the proof as a file. Raises Refused or Fault for the first line
    that is wrong."""
    return _whole(text, _bylaw.check_proof(text, logic, list(values)))


def search_proof(axioms, goal=None, *, budget=1000, steps=1_000_000, logic="as-written", values=()):
    """A cheapest proof of a goal from a proof file's axioms and subproofs (None: of a contradiction), as `check_proof`
    tells of one; None: none was found."""
    found = _bylaw.search_proof(axioms, goal, budget, steps, logic, list(values))
    return found and _whole(axioms, found)


def infer(rule, premises, *, term=None, logic="as-written"):
    """What follows by one inference. Raises Refused where nothing does."""
    return _bylaw.infer(rule, list(premises), term, logic)


def __getattr__(name):
    if name == "Vector":        # these two need numpy, and nothing else does
        from .vector import Vector
        return Vector
    if name == "Environment":
        from .environment import Environment
        return Environment
    raise AttributeError(f"module 'bylaw' has no attribute '{name}'")
