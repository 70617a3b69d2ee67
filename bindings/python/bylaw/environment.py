"""The turn-by-turn environment, by the conventions of PettingZoo's AEC API (docs/python.md says which version)."""
import operator
import os

import numpy as np

from . import deal
from ._bylaw import Fault
from .spaces import Box, Dict, Discrete

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object


class Environment(_Base):
    """A game as an environment of agents that take turns:

        env = bylaw.Environment("pharaoh", players=2)
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            over = termination or truncation
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

    An observation is a dict: "observation", a byte a bit, and "action_mask", which is 0 everywhere but for the
    agent whose turn it is. All agents stay until the game is over; then each is rewarded, from -1 to 1 and in
    sum 0. After `cap` moves (0: never) a game is broken off: truncations, and no rewards. An action that the rules
    refuse raises Refused, and nothing has changed.
    """
    metadata = {"name": "bylaw", "render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game, players=0, *, preset=None, options=None, rulings=None, cap=0, render_mode=None):
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}")
        if operator.index(cap) < 0:
            raise Fault("cap: it must be a whole number from 0 on")
        self._setup = {"players": players, "preset": preset, "options": options, "rulings": rulings}
        self.game_state = deal(game, **self._setup)
        bits, actions = self.game_state.observation_size, self.game_state.action_count
        if bits == 0:
            raise Fault(f"{game} has open moves, which are written and have no numbers: play it by bylaw.deal, "
                        "with moves as text")
        self.game, self.cap, self.render_mode = game, cap, render_mode
        self.metadata = {**self.metadata, "name": f"bylaw_{game.replace('-', '_')}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game_state.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": Box(0, 1, (bits,), np.uint8), "action_mask": Box(0, 1, (actions,), np.int8)})
            for agent in self.possible_agents}
        self.agents = []
        self.agent_selection = None
        self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos = {}, {}, {}, {}, {}
        self._seed = int.from_bytes(os.urandom(7), "little")

    def reset(self, seed=None, options=None):
        """Deals anew: by this seed; None: by the one that follows the last. `options` is not used."""
        seed = (self._seed + 1) % 2**64 if seed is None else operator.index(seed)
        self.game_state = deal(self.game, **self._setup, seed=seed)
        self._seed = seed
        self.agents = self.possible_agents[:]
        for name, value in (("rewards", 0.0), ("_cumulative_rewards", 0.0), ("terminations", False),
                            ("truncations", False)):
            setattr(self, name, dict.fromkeys(self.agents, value))
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game_state.to_move]

    def observe(self, agent):
        """What an agent sees now."""
        seat = self._seats[agent]
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if self.game_state.to_move == seat and not any(self.truncations.values()):
            self.game_state.mask(mask)
        bits = np.zeros(self.game_state.observation_size, np.uint8)
        return {"observation": self.game_state.observation(seat, bits), "action_mask": mask}

    def last(self, observe=True):
        """Of the agent to step: observation, reward since its last step, termination, truncation, info."""
        agent = self._due()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        """The move of the agent to step, by its number; None for one whose game is over."""
        agent = self._due()
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError(f"it is {agent}'s turn, and the game is not over: None is no action")
        self.game_state.apply(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        over = self.game_state.to_move is None
        if over:
            self.rewards = dict(zip(self.agents, self.game_state.rewards()))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {left: dict(self.game_state.result()) for left in self.agents}
        elif self.cap and self.game_state.made >= self.cap:
            self.truncations = dict.fromkeys(self.agents, True)
        for left in self.agents:
            self._cumulative_rewards[left] += self.rewards[left]
        self.agent_selection = self.agents[0] if over else self.possible_agents[self.game_state.to_move]
        if self.render_mode == "human":
            self.render()

    def _due(self):
        if not self.agents:
            raise ValueError("there is nobody to step: reset first")
        return self.agent_selection

    def _leave(self, agent, action):
        if action is not None:
            raise ValueError(f"the game is over for {agent}: the only action is None")
        for of in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del of[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=2**63):
        """The agent to step, until nobody is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def observation_space(self, agent):
        """The space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def state(self):
        """All that the agents see together, a row each."""
        return np.stack([self.observe(agent)["observation"] for agent in self.possible_agents])

    def render(self):
        """The table as the agent to step sees it: printed ("human"), or given back ("ansi")."""
        if self.render_mode is None:
            return None
        text = str(self.game_state)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        """There is nothing to close."""

    @property
    def num_agents(self):
        """How many agents are left."""
        return len(self.agents)

    @property
    def max_num_agents(self):
        """How many agents there are at the start."""
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        """Itself: nothing is wrapped."""
        return self

    def __str__(self):
        return self.metadata["name"]
