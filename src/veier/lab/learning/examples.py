"""Examples to learn from: the positions of a dataset, what became of them, and which move was chosen."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veier.core.bundles import eval_bundle
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.datasets.reader import Dataset
from veier.datasets.schema import PlayedGame
from veier.games import game as find_game
from veier.kernels.pattern_network import CELL_BITS, NetworkTables
from veier.kernels.random_games import chances_of
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.state import MOVER
from veier.lab.selfplay import DEFAULT_RANDOM_PLIES
from veier.messages import message

# The result of a game counts so much beside what the search saw.
_RESULT_SHARE = 0.5
# No more candidates are learnt from than this, the best by their own scores.
_CANDIDATES = 64


@dataclass(frozen=True)
class Examples:
    """Examples, each a row of every array. Seats are counted from the mover on, a draw follows the last.

    games    the number of the game in the dataset
    colours  [cell]: what stands there, as the network's tables say it
    inputs   [k]: the numbers beside the board, scaled
    chances  [seat or draw]: half what became of it, half what the search saw
    known    [seat or draw]: what the game's own evaluation says
    pairs    [candidate, own or next player's stone]: the cells that it lays stones on, candidates in their own order
    chosen   the candidate that was played; -1 if none was, or there was no choice
    """

    games: NDArray[np.int64]
    colours: NDArray[np.int64]
    inputs: NDArray[np.float32]
    chances: NDArray[np.float32]
    known: NDArray[np.float32]
    pairs: NDArray[np.int64]
    chosen: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.games)

    def rows(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Examples:
        """Return some of the examples."""
        return Examples(*(getattr(self, field.name)[which] for field in fields(self)))


def read_examples(directory: Path, tables: NetworkTables, game: Game) -> Examples:
    """Return the positions of a dataset after its random moves; raise VeierError if it is of another game."""
    reader, found = _Reader(tables, game), []
    for number, played in enumerate(Dataset(directory).games()):
        if find_game(played.game) != game:
            raise VeierError(message("lab.network.data", game=game.id, directory=directory))
        found += reader.read(number, played)
    if not found:
        raise VeierError(message("lab.network.data", game=game.id, directory=directory))
    return Examples(*map(np.stack, zip(*found, strict=True)))


class _Reader:
    def __init__(self, tables: NetworkTables, game: Game) -> None:
        self._tables, self._game, self._bundle = tables, game, eval_bundle(game)
        self._room = game.rules.move_limit + 1

    def read(self, number: int, played: PlayedGame) -> list[tuple[object, ...]]:
        """Return the examples of a game."""
        position, found = self._game.start(), []
        result = np.zeros(self._game.players + 1, np.float32)
        result[-1 if played.winner is None else played.winner] = 1
        for ply, move in enumerate(played.moves):
            if ply >= DEFAULT_RANDOM_PLIES:
                seen = np.append(played.chances[ply - 1], max(0.0, 1 - played.chances[ply - 1].sum()))
                target = _RESULT_SHARE * result + (1 - _RESULT_SHARE) * seen / seen.sum()
                found.append((np.int64(number), *self._example(position, target.astype(np.float32), move)))
            position = position.play(move)
        return found

    def _example(self, position: Position, target: NDArray[np.float32], move: str) -> tuple[object, ...]:
        state, tables, players = position.state, self._tables, self._game.players
        mover = int(state[MOVER])
        colours = np.zeros(len(tables.slots), np.int64)
        for cell, seat in self._game.rules.stones(state).items():
            colours[cell] = 1 + (seat - mover) % players
        words = [word + (0 if seat < 0 else (mover + seat) % players) for word, seat in tables.inputs.tolist()]
        inputs = (state[words] * tables.scales[0]).astype(np.float32)
        known = np.empty(players + 1)
        chances_of(self._bundle, state, known)
        turned = [*((mover + seat) % players for seat in range(players)), players]
        return colours, inputs, target[turned], known[turned].astype(np.float32), *self._candidates(position, move)

    def _candidates(self, position: Position, move: str) -> tuple[NDArray[np.int64], np.int64]:
        moves, scores, tables = np.empty(self._room, np.int64), np.empty(self._room), self._tables
        bundle = self._bundle
        n = bundle.candidates(bundle.tables, bundle.eval_tables, position.state, moves, scores)
        pairs = np.full((_CANDIDATES, 2), -1, np.int64)
        if n < 2 or scores[0] == WINS or scores[0] <= ALLOWS or moves[:n].max() >= tables.moves.shape[1]:
            return pairs, np.int64(-1)
        n = min(n, _CANDIDATES)
        laid = tables.moves[0, moves[:n]]
        pairs[:n] = np.stack([laid & (1 << CELL_BITS) - 1, laid >> CELL_BITS], axis=1)
        chosen = np.flatnonzero(moves[:n] == position.parse_move(move).number)
        return pairs, chosen[0] if len(chosen) else np.int64(-1)
