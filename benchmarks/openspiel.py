"""OpenSpiel's MCTS bots as players of our games: opponents that we have not written ourselves.

For `benchmarks.strength`. OpenSpiel has the same search twice. In one second the bot in C++ makes 2,700 simulations of
4EYES and 570 of hex rows, whose playouts of 80 moves it plays move by move; the one in Python, with playouts by our
kernel, makes 2,500 and 5,100.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from veier.core.position import Position
from veier.environments.openspiel import SpielState, load
from veier.environments.rewards import MAX_PLIES, rewards_of
from veier.kernels.state import RESULT

# The constant of OpenSpiel's own example for results from -1 to 1.
EXPLORATION = 2.0
_MEGABYTES = 1000
_ENDLESS = 10**9


def search_in_c(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Search with OpenSpiel's C++ bot, playouts move by move; return the move and the number of simulations."""
    game = load(position.game.id)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, _ENDLESS, _MEGABYTES, True, seed, False, max_wall_clock_time=seconds
    )
    root = bot.mcts_search(game.state_at(position))
    return _number(position, root), int(root.explore_count)


def _number(position: Position, root: Any) -> int:
    """Return the number of the best move at the root of a search."""
    return int(position.game.encoding.tables.numbers[root.best_child().action])


class _KernelRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """The rollouts of OpenSpiel's Python bot, each by our kernel in one call."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = np.array([seed], np.int64)

    def evaluate(self, state: SpielState) -> Any:
        game, words = state.data.game, state.data.state.copy()
        game.kernels.playout(game.tables, words, self._rng, MAX_PLIES)
        return np.array(rewards_of(int(words[RESULT]), game.game.players))


class _OutOfTime(Exception):
    """Ends a search from within."""


class _TimedBot(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's Python bot, limited by time instead of a count."""

    deadline: float
    root: Any = None

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self.root = root
        if time.perf_counter() >= self.deadline and root.children:
            raise _OutOfTime
        return super()._apply_tree_policy(root, state)


def search_in_python(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Search with OpenSpiel's Python bot, playouts by our kernel; return the move and the number of simulations."""
    begun = time.perf_counter()
    game = load(position.game.id)
    bot = _TimedBot(
        game, EXPLORATION, _ENDLESS, _KernelRollouts(seed), random_state=np.random.RandomState(seed % 2**32)
    )
    bot.deadline = begun + seconds
    with suppress(_OutOfTime):
        bot.mcts_search(game.state_at(position))
    return _number(position, bot.root), int(bot.root.explore_count)


def search(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Search with the bot that makes more simulations per second: in C++, but for the long playouts of hex rows."""
    chosen = search_in_python if position.game.name == "hexrows" else search_in_c
    return chosen(position, seconds, seed)
