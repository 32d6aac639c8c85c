"""One seat on many boards at once, as a Gymnasium vector environment: opponents play at random, or by a policy.

`gymnasium.make_vec("veier/Seat-v0", num_envs=1000, vectorization_mode="vector_entry_point", game="hexrows")`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veier.environments.packages import missing_package
from veier.environments.rewards import MAX_PLIES
from veier.environments.vector import NO_ACTION, VectorGames
from veier.kernels.state import Words

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_package(__name__, "Gymnasium", "gymnasium") from error

Observations = NDArray[np.float32]
# Chooses an action for each of some boards, given their observations and masks.
Policy = Callable[[Observations, NDArray[np.int8]], Words]


class SeatVectorEnv(VectorEnv[Observations, NDArray[np.int64], Any]):
    """A seat of many games; the others' moves are chosen by `policy`, or at random.

    A board whose game has ended starts again at the next step, whose action is then ignored (AutoresetMode.NEXT_STEP).
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "4eyes",
        seat: int = 0,
        policy: Policy | None = None,
        max_plies: int = MAX_PLIES,
    ) -> None:
        self.games = VectorGames(game, num_envs, max_plies=max_plies, restart=False)
        self.seat = seat
        self.policy = policy
        self.num_envs = num_envs
        encoding = self.games.game.encoding
        self.games.position(0).planes(seat)  # raises VeierError if there is no such seat
        self.single_action_space = spaces.Discrete(encoding.action_count)
        self.single_observation_space = spaces.Box(0, 1, encoding.shape, np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._waiting = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.games.seed(seed)
        self.games.reset()
        self._waiting[:] = False
        self._answer(np.zeros((self.num_envs, self.games.game.players), np.float32))
        return self._observe(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        begun = self._waiting.copy()
        self.games.reset(begun)
        done = self.games.step(np.where(begun, NO_ACTION, actions))
        rewards, terminated, truncated = done.rewards, done.terminated, done.truncated
        more_terminated, more_truncated = self._answer(rewards)
        terminated, truncated = terminated | more_terminated, truncated | more_truncated
        self._waiting = terminated | truncated
        return self._observe(), rewards[:, self.seat], terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal: [board, action]; where a game has ended, any action is ignored."""
        return self.games.masks().astype(bool)

    def _answer(self, rewards: NDArray[np.float32]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Let the others move until it is this seat's turn on all boards; add what they win to the rewards."""
        terminated, truncated = np.zeros((2, self.num_envs), np.bool_)
        while (others := (self.games.movers != self.seat) & (self.games.choices > 0)).any():
            done = self.games.step(np.where(others, self._choose(others), NO_ACTION))
            rewards += done.rewards
            terminated |= done.terminated
            truncated |= done.truncated
        return terminated, truncated

    def _choose(self, boards: NDArray[np.bool_]) -> Words:
        if self.policy is None:
            return self.games.random_actions()
        actions = np.full(self.num_envs, NO_ACTION)
        actions[boards] = self.policy(self._scaled(self.games.planes()[boards]), self.games.masks()[boards])
        return actions

    def _observe(self) -> Observations:
        return self._scaled(self.games.planes(self.seat))

    def _scaled(self, planes: NDArray[np.int8]) -> Observations:
        return (planes / self.games.game.encoding.plane_limits).astype(np.float32)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}
