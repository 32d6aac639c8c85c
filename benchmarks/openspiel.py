"""Our games as OpenSpiel games, and its MCTS bots as players: opponents that we have not written ourselves.

For `benchmarks.strength`. OpenSpiel calls the state, a Python object, for every move, so the state does no more than
the kernels need. OpenSpiel has the same search twice. In one second the bot in C++ makes 2,700 simulations of 4EYES
and 570 of hex rows, whose playouts of 80 moves it plays move by move; the one in Python, with playouts by our kernel,
makes 2,500 and 5,100.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from veier.core.game import Game
from veier.core.position import OCCURRENCES_TO_DRAW, Position
from veier.kernels.hashing import digest
from veier.kernels.state import MOVER, PASS, PHASE, RESULT, Why, read_result, result_code

# Longer playouts count as drawn.
_LENGTH = 1000
# The constant of OpenSpiel's own example for results from -1 to 1.
EXPLORATION = 2.0
_MEGABYTES = 1000
_ENDLESS = 10**9


class GameData:
    """The kernels and tables of a game, shared by all its states."""

    def __init__(self, game: Game) -> None:
        self.move_text = game.notation.move_text
        self.tables = game.rules.tables
        self.kernels = game.rules.kernels
        self.players = game.players
        self.out = np.empty(game.rules.move_limit, np.int64)

    def returns(self, result: int) -> list[float]:
        """Return the utility of each seat: 1 for a win, which the others pay in equal shares, 0 for a draw."""
        winner = read_result(result)[1] if result else None
        if winner is None:
            return [0.0] * self.players
        return [1.0 if seat == winner else -1.0 / (self.players - 1) for seat in range(self.players)]


class StateData:
    """What differs between states: the state vector, and the digests that repetition needs."""

    __slots__ = ("game", "seen", "state")

    def __init__(self, game: GameData, position: Position) -> None:
        self.game = game
        self.state = position.state
        self.seen: tuple[int, ...] = tuple(np.array(position.seen, np.uint64).view(np.int64).tolist())

    def __deepcopy__(self, memo: object) -> StateData:
        copy = object.__new__(StateData)
        copy.game, copy.state, copy.seen = self.game, self.state.copy(), self.seen
        return copy

    def push(self, move: int) -> None:
        """Make a legal move, and end the game as a draw when a position occurs for the third time."""
        state, tables = self.state, self.game.tables
        self.game.kernels.push(tables, state, move)
        if state[PHASE] == 2 and not state[RESULT]:
            now = int(digest(tables, state))
            self.seen = (*self.seen, now)
            if self.seen.count(now) >= OCCURRENCES_TO_DRAW:
                state[RESULT] = result_code(Why.REPETITION, None)

    def play_randomly(self, rng: Any) -> list[float]:
        """Return the utilities after a playout from here, in one kernel call."""
        state = self.state.copy()
        self.game.kernels.playout(self.game.tables, state, rng, _LENGTH)
        return self.game.returns(int(state[RESULT]))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, from any of its positions."""

    def __init__(self, begin: Position) -> None:
        game = begin.game
        kind = pyspiel.GameType(
            short_name="python_veier",
            long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=game.players,
            min_num_players=game.players,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=PASS + 1,
            max_chance_outcomes=0,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LENGTH,
        )
        super().__init__(kind, facts, {})
        self.begin = StateData(GameData(game), begin)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state; actions are the kernels' move numbers.

    `data` is its only attribute, because OpenSpiel copies all attributes, and often.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.data = game.begin.__deepcopy__(None)

    def current_player(self) -> int:
        state = self.data.state
        return int(pyspiel.PlayerId.TERMINAL if state[RESULT] else state[MOVER])

    def is_terminal(self) -> bool:
        return bool(self.data.state[RESULT])

    def returns(self) -> list[float]:
        return self.data.game.returns(int(self.data.state[RESULT]))

    def _legal_actions(self, player: int) -> list[int]:
        game = self.data.game
        count = game.kernels.moves(game.tables, self.data.state, game.out)
        return sorted(game.out[:count].tolist())

    def _apply_action(self, action: int) -> None:
        self.data.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.data.game.move_text(action)

    def __str__(self) -> str:
        return str(self.data.state.tolist())


def search_in_c(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Search with OpenSpiel's C++ bot, playouts move by move; return the move and the number of simulations."""
    game = SpielGame(position)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, _ENDLESS, _MEGABYTES, True, seed, False, max_wall_clock_time=seconds
    )
    root = bot.mcts_search(game.new_initial_state())
    return int(root.best_child().action), int(root.explore_count)


class _KernelRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """The rollouts of OpenSpiel's Python bot, each by our kernel in one call."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = np.array([seed], np.int64)

    def evaluate(self, state: SpielState) -> Any:
        return np.array(state.data.play_randomly(self._rng))


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
    game = SpielGame(position)
    bot = _TimedBot(
        game, EXPLORATION, _ENDLESS, _KernelRollouts(seed), random_state=np.random.RandomState(seed % 2**32)
    )
    bot.deadline = begun + seconds
    with suppress(_OutOfTime):
        bot.mcts_search(game.new_initial_state())
    return int(bot.root.best_child().action), int(bot.root.explore_count)


def search(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Search with the bot that makes more simulations per second: in C++, but for the long playouts of hex rows."""
    chosen = search_in_python if position.game.name == "hexrows" else search_in_c
    return chosen(position, seconds, seed)
