"""The games as Gymnasium environments: one seat against computer players.

`veier.environments.gymnasium.SeatEnv("hexrows?side=4&stones=15", opponent=1)`, or, once this module is imported,
`gymnasium.make("veier/Seat-v0", game="4eyes")`. `action_masks()` has the legal actions, as sb3-contrib asks for them.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.environments.packages import missing_package
from veier.environments.rendering import RENDER_MODES, check_render_mode, render
from veier.environments.rewards import MAX_PLIES, rewards_of
from veier.games import game as find_game
from veier.kernels.state import RESULT
from veier.messages import message
from veier.search.levels import level_count, think_at_level
from veier.search.simple_players import greedy_move, random_move

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing_package(__name__, "Gymnasium", "gymnasium") from error

Observation = NDArray[np.float32]
# A level by its number, the player that sees one move ahead, or the one that plays at random.
Opponent = int | Literal["random", "greedy"]
ENV_ID = "veier/Seat-v0"


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; computer players move for the others.

    game      the game's id
    opponent  who plays the other seats: "random", "greedy", or the number of a level
    seat      the seat to play, or None for another one in each game, drawn with the seed
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str = "4eyes",
        opponent: Opponent = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        max_plies: int = MAX_PLIES,
    ) -> None:
        check_render_mode(render_mode)
        self.game = find_game(game)
        self.opponent = _check_opponent(self.game.id, opponent)
        if seat is not None:
            self.game.start().planes(seat)  # raises VeierError if there is no such seat
        self.fixed_seat = seat
        self.seat = seat or 0
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = spaces.Box(0, 1, self.game.encoding.shape, np.float32)
        self.position = self.game.start()
        self.plies = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.position, self.plies = self.game.start(), 0
        self.seat = int(self.np_random.integers(self.game.players)) if self.fixed_seat is None else self.fixed_seat
        self._answer()
        return self._observe(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and those of the others until it is this seat's turn again; raise IllegalMove."""
        self._play(self.game.action_text(int(action)))
        self._answer()
        reward = rewards_of(int(self.position.state[RESULT]), self.game.players)[self.seat]
        cut_off = not self.position.is_over and self.plies >= self.max_plies
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, self.position.is_over, cut_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal."""
        return self.position.action_mask().astype(bool)

    def render(self) -> Any:
        return render(self.position, self.render_mode)

    def _observe(self) -> Observation:
        return (self.position.planes(self.seat) / self.game.encoding.plane_limits).astype(np.float32)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.position.action_mask()}

    def _play(self, move: Any) -> None:
        self.position = self.position.play(move)
        self.plies += 1

    def _answer(self) -> None:
        """Let the others move until it is this seat's turn, or the game has ended."""
        while not self.position.is_over and self.position.mover != self.seat and self.plies < self.max_plies:
            self._play(_choose(self.position, self.opponent, int(self.np_random.integers(2**31))))


def _check_opponent(game: str, opponent: Opponent) -> Opponent:
    last = level_count(find_game(game))
    if opponent in ("random", "greedy") or (isinstance(opponent, int) and 1 <= opponent <= last):
        return opponent
    raise VeierError(message("environments.opponent", opponent=str(opponent), names="random, greedy", last=last))


def _choose(position: Position, opponent: Opponent, seed: int) -> Any:
    if opponent == "random":
        return random_move(position, Random(seed))
    if opponent == "greedy":
        return greedy_move(position, Random(seed))
    return think_at_level(position, opponent, seed=seed).best.move


if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID,
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point="veier.environments.gymnasium_vector:SeatVectorEnv",
    )
