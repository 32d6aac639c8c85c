"""The games as PettingZoo environments (AEC): `env("hexrows?side=4&stones=15")`.

Agents are `player_0`, `player_1` and so on, in the order of turns. Observations are a dict: `observation`, the planes
as this agent sees them, each from 0 to 1, and `action_mask`, the legal actions of the agent whose turn it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veier.environments.packages import missing_package
from veier.environments.rendering import RENDER_MODES, check_render_mode, render
from veier.environments.rewards import MAX_PLIES, rewards_of
from veier.games import game as find_game
from veier.kernels.state import RESULT

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_package(__name__, "PettingZoo", "pettingzoo") from error

Observation = dict[str, Any]


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """A game without wrappers: an illegal action raises IllegalMove.

    After the end, agents get their rewards one by one, as in every AEC environment.
    """

    def __init__(self, game: str = "4eyes", render_mode: str | None = None, max_plies: int = MAX_PLIES) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.game = find_game(game)
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"veier_{self.game.id}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = list(self.possible_agents)
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.game.encoding.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, observed)
        self.action_spaces = {agent: spaces.Discrete(self.game.action_count) for agent in self.agents}
        self.position = self.game.start()
        self.plies = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; there is no chance in it, so the seed changes nothing."""
        self.position, self.plies = self.game.start(), 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.mover]

    def observe(self, agent: str) -> Observation:
        planes = self.position.planes(self.possible_agents.index(agent)) / self.game.encoding.plane_limits
        if agent == self.agent_selection and not self.truncations.get(agent):
            mask = self.position.action_mask()
        else:
            mask = np.zeros(self.game.action_count, np.int8)
        return {"observation": planes.astype(np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(self.game.action_text(int(action)))
        self.plies += 1
        rewards = rewards_of(int(self.position.state[RESULT]), self.game.players)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.plies >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.position.mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(game: str = "4eyes", render_mode: str | None = None, max_plies: int = MAX_PLIES) -> Any:
    """Return a game as an environment that ends with a loss for whoever makes an illegal move."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode, max_plies), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
