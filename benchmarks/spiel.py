"""Our games as OpenSpiel sees them, and its MCTS bots as players: opponents that somebody else has written.

For `benchmarks.strength`. OpenSpiel calls the state, a Python object, for every move it makes, so the state does no
more than the kernels need. OpenSpiel has the same search twice. In one second the bot in C++ makes 2,700 simulations of
4EYES and 570 of hex rows, whose random games of 80 moves it plays move by move; the one in Python, whose random games
our kernel plays, makes 2,500 and 5,100.
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

# A random game that goes on for longer is taken for a draw.
_LENGTH = 1000
# What OpenSpiel's own example takes for results from -1 to 1.
EXPLORATION = 2.0
_MEGABYTES = 1000
_ENDLESS = 10**9


class Ground:
    """A game's kernels and tables, which all its states share."""

    def __init__(self, game: Game) -> None:
        self.move_text = game.rules.move_text
        self.tables = game.rules.tables
        self.kernels = game.rules.kernels
        self.players = game.players
        self.out = np.empty(game.rules.move_limit, np.int64)

    def returns(self, result: int) -> list[float]:
        """Give what each seat gets: 1 for a win, which the others pay for in equal shares, 0 for a draw."""
        winner = read_result(result)[1] if result else None
        if winner is None:
            return [0.0] * self.players
        return [1.0 if seat == winner else -1.0 / (self.players - 1) for seat in range(self.players)]


class Standing:
    """What changes from state to state: the row, and the digests that repetition needs."""

    __slots__ = ("ground", "seen", "state")

    def __init__(self, ground: Ground, position: Position) -> None:
        self.ground = ground
        self.state = position.state
        self.seen: tuple[int, ...] = tuple(np.array(position.seen, np.uint64).view(np.int64).tolist())

    def __deepcopy__(self, memo: object) -> Standing:
        copy = object.__new__(Standing)
        copy.ground, copy.state, copy.seen = self.ground, self.state.copy(), self.seen
        return copy

    def push(self, move: int) -> None:
        """Make a legal move, and draw the game when a position stands for the third time."""
        row, tables = self.state, self.ground.tables
        self.ground.kernels.push(tables, row, move)
        if row[PHASE] == 2 and not row[RESULT]:
            now = int(digest(tables, row))
            self.seen = (*self.seen, now)
            if self.seen.count(now) >= OCCURRENCES_TO_DRAW:
                row[RESULT] = result_code(Why.REPETITION, None)

    def play_randomly(self, rng: Any) -> list[float]:
        """Play a random game from here in one call and give what each seat gets."""
        row = self.state.copy()
        self.ground.kernels.playout(self.ground.tables, row, rng, _LENGTH)
        return self.ground.returns(int(row[RESULT]))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, which begins at any of its positions."""

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
        self.begin = Standing(Ground(game), begin)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel walks through it; actions are the kernels' move numbers.

    `standing` is its only attribute, because OpenSpiel copies them all, and often.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.standing = game.begin.__deepcopy__(None)

    def current_player(self) -> int:
        row = self.standing.state
        return int(pyspiel.PlayerId.TERMINAL if row[RESULT] else row[MOVER])

    def is_terminal(self) -> bool:
        return bool(self.standing.state[RESULT])

    def returns(self) -> list[float]:
        return self.standing.ground.returns(int(self.standing.state[RESULT]))

    def _legal_actions(self, player: int) -> list[int]:
        ground = self.standing.ground
        count = ground.kernels.moves(ground.tables, self.standing.state, ground.out)
        return sorted(ground.out[:count].tolist())

    def _apply_action(self, action: int) -> None:
        self.standing.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.standing.ground.move_text(action)

    def __str__(self) -> str:
        return str(self.standing.state.tolist())


def search_in_c(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Let OpenSpiel's C++ bot think, random games move by move; give its move and the number of simulations."""
    game = SpielGame(position)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, _ENDLESS, _MEGABYTES, True, seed, False, max_wall_clock_time=seconds
    )
    root = bot.mcts_search(game.new_initial_state())
    return int(root.best_child().action), int(root.explore_count)


class _KernelRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """The random rollouts of OpenSpiel's Python bot, each played by our kernel in one call."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = np.array([seed], np.int64)

    def evaluate(self, state: SpielState) -> Any:
        return np.array(state.standing.play_randomly(self._rng))


class _OutOfTime(Exception):
    """Ends a search from inside."""


class _TimedBot(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's Python bot, stopped by the clock instead of a count."""

    deadline: float
    root: Any = None

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self.root = root
        if time.perf_counter() >= self.deadline and root.children:
            raise _OutOfTime
        return super()._apply_tree_policy(root, state)


def search_in_python(position: Position, seconds: float, seed: int) -> tuple[int, int]:
    """Let OpenSpiel's Python bot think, random games played by our kernel; give its move and the simulations."""
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
    """Let the bot think that makes more simulations a second: in C++, unless random games are long as in hex rows."""
    chosen = search_in_python if position.game.name == "hexrows" else search_in_c
    return chosen(position, seconds, seed)
