"""The games registered with OpenSpiel under their names, their options as parameters.

Importing this module registers them: `pyspiel.load_game("hexrows(side=4,stones=15)")` is then the same as
`load("hexrows?side=4&stones=15")`. Actions are the dense ones. The observation tensor has the planes as a player sees
them, each from 0 to 1; the information-state tensor has who looks and all actions so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from veier.core.game import Game
from veier.core.position import Position
from veier.environments.packages import missing_package
from veier.environments.rewards import MAX_PLIES, rewards_of
from veier.games import all_games
from veier.games import game as find_game
from veier.kernels.hashing import digest
from veier.kernels.state import MOVER, OCCURRENCES_TO_DRAW, PHASE, RESULT, Why, result_code
from veier.record import format_position

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing_package(__name__, "OpenSpiel", "openspiel") from error


class GameData:
    """What the states of a game share."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.kernels, self.tables = game.rules.kernels, game.rules.tables
        self.numbers, self.actions, _ = game.encoding.tables
        self.moves = np.empty(game.rules.move_limit, np.int64)


@cache
def game_data(game_id: str) -> GameData:
    """Return what the states of a game share."""
    return GameData(find_game(game_id))


class StateData:
    """What differs between states: the state vector, the digests that repetition needs, and the number of plies."""

    __slots__ = ("game", "plies", "seen", "state")

    def __init__(self, position: Position) -> None:
        self.game = game_data(position.game.id)
        self.state = position.state
        self.seen = position.seen
        self.plies = 0

    def __deepcopy__(self, memo: object) -> StateData:
        copy = object.__new__(StateData)
        copy.game, copy.state, copy.seen, copy.plies = self.game, self.state.copy(), self.seen, self.plies
        return copy

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.position, self.plies)

    @property
    def position(self) -> Position:
        """The state as a position."""
        return Position(self.game.game, self.state.tobytes(), tuple(sorted(self.seen)))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or is cut off."""
        return bool(self.state[RESULT]) or self.plies >= MAX_PLIES

    def push(self, action: int) -> None:
        """Make a legal move, and end the game as a draw when a position occurs for the third time."""
        game, state = self.game, self.state
        game.kernels.push(game.tables, state, int(game.numbers[action]))
        self.plies += 1
        if state[PHASE] == 2:
            now = int(digest(game.tables, state)) & (2**64 - 1)
            self.seen = (*self.seen, now)
            if not state[RESULT] and self.seen.count(now) == OCCURRENCES_TO_DRAW:
                state[RESULT] = result_code(Why.REPETITION, None)

    def legal_actions(self) -> list[int]:
        """List the legal actions in ascending order."""
        game = self.game
        if self.is_over:
            return []
        count = game.kernels.moves(game.tables, self.state, game.moves)
        actions: list[int] = game.actions[game.moves[:count]].tolist()
        return sorted(actions)


def _restore(position: Position, plies: int) -> StateData:
    data = StateData(position)
    data.plies = plies
    return data


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games. All is derived from its name and parameters, because copies are made without `__init__`."""

    def __init__(self, name: str, parameters: Mapping[str, int] | None = None) -> None:
        game = find_game(name).spec.game(parameters or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=0,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_PLIES,
        )
        super().__init__(_game_type(game), info, dict(parameters or {}))

    @property
    def game(self) -> Game:
        """The game as the library knows it."""
        return find_game(self.get_type().short_name).spec.game(self.get_parameters())

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def state_at(self, position: Position) -> SpielState:
        """Return the state of any position; its history begins there, so it cannot be serialized."""
        state = SpielState(self)
        state.data = StateData(position)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what makes tensors and strings of states: of all that is public, or nothing, as there is no more."""
        if iig_obs_type is not None and not iig_obs_type.public_info:
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        if params:
            raise ValueError(f"observations have no parameters; given were {params}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return HistoryObserver(self.game)
        return PositionObserver(self.game)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state. `data` is its only attribute: OpenSpiel copies all of them, and often."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.data = StateData(game.game.start())

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL if self.data.is_over else self.data.state[MOVER])

    def is_terminal(self) -> bool:
        return self.data.is_over

    def returns(self) -> list[float]:
        return list(rewards_of(int(self.data.state[RESULT]), self.data.game.game.players))

    def _legal_actions(self, player: int) -> list[int]:
        return self.data.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.data.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.data.game.game.action_text(action)

    def __str__(self) -> str:
        return format_position(self.data.position)


class PositionObserver:
    """Writes the planes of a position, as a player sees it, into `tensor`."""

    def __init__(self, game: Game) -> None:
        self._encoding = game.encoding
        self.tensor = np.zeros(int(np.prod(self._encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._encoding.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor."""
        np.divide(state.data.position.planes(player), self._encoding.plane_limits, out=self.dict["observation"])

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position string."""
        return str(state)


class HistoryObserver:
    """Writes who looks and the actions so far into `tensor`: each action as a share of all, and 0 after the last."""

    def __init__(self, game: Game) -> None:
        self._scale = 1.0 / game.action_count
        self.tensor = np.zeros(game.players + MAX_PLIES, np.float32)
        self.dict = {"player": self.tensor[: game.players], "history": self.tensor[game.players :]}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        actions = np.array(state.history(), np.float32)
        self.dict["history"][: len(actions)] = (actions + 1) * self._scale

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the actions so far."""
        return str(state.history_str())


def load(game_id: str) -> SpielGame:
    """Return a game by its id, with options after a question mark."""
    game = find_game(game_id)
    options = game.changed_options.replace("&", ",")
    loaded: SpielGame = pyspiel.load_game(f"{game.name}({options})" if options else game.name)
    return loaded


def _game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in game.spec.options},
    )


class _Maker:
    """Makes a game of one name.

    OpenSpiel lets go of it when Python has already ended, and freeing it then would crash: so it holds itself.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._self = self

    def __call__(self, parameters: Mapping[str, int] | None = None) -> SpielGame:
        return SpielGame(self._name, parameters)


def _register() -> None:
    known = set(pyspiel.registered_names())
    for game in all_games():
        if game.has_encoding and game.name not in known:
            pyspiel.register_game(_game_type(game), _Maker(game.name))


_register()
