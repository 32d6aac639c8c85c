"""Games of one kind as arrays, from a dataset or from a file of openings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.datasets.reader import Dataset
from veier.kernels.state import PASS

_NOBODY = -1

Numbers = NDArray[np.int64]


class GameColumns(NamedTuple):
    """Games of one kind: where the moves of each begin in `moves`, how many they are, and which seat won, or -1.

    chances  [move, seat]: after each move, as its player saw it; no seats where that is not known
    """

    first: Numbers
    lengths: Numbers
    moves: Numbers
    winners: Numbers
    chances: NDArray[np.float32]

    def longer_than(self, plies: int) -> Numbers:
        """Return the games with more moves."""
        return np.flatnonzero(self.lengths > plies)

    def plies(self, rows: Numbers) -> int:
        """Return the number of moves of games."""
        return int(self.lengths[rows].sum())

    def find_lines(self, rows: Numbers, lines: list[tuple[int, ...]]) -> Numbers:
        """Return for each game the index of the line that it begins with, or -1."""
        found = np.full(rows.size, -1, np.int64)
        plies = len(lines[0])
        if not plies:
            return np.zeros(rows.size, np.int64)
        begun = self.moves[self.first[rows, None] + np.arange(plies)]
        known = {line: index for index, line in enumerate(lines)}
        # Most games differ in the first move already.
        likely = np.isin(begun[:, 0], [line[0] for line in lines])
        for place in np.flatnonzero(likely):
            found[place] = known.get(tuple(begun[place].tolist()), -1)
        return found

    def moves_at(self, rows: Numbers, ply: int) -> Numbers:
        """Return the moves of games at a ply."""
        moves: Numbers = self.moves[self.first[rows] + ply]
        return moves

    def chances_at(self, rows: Numbers, ply: int) -> NDArray[np.float64]:
        """Return the chances after the move of a ply, by game and seat."""
        return self.chances[self.first[rows] + ply].astype(np.float64)


def dataset_columns(dataset: Dataset, game: Game) -> Iterator[GameColumns]:
    """Return the games of one kind in each file of a dataset."""
    for table in dataset.tables("game", "moves", "winner", "chances"):
        yield _read(table.combine_chunks(), game)


def _read(table: Any, game: Game) -> GameColumns:
    moves, chances = _only_chunk(table["moves"]), _only_chunk(table["chances"])
    rows = np.flatnonzero(np.array([value == game.id for value in table["game"].to_pylist()], bool))
    first, last = _offsets(moves)
    codes = moves.values
    # Texts of other games need not be moves here.
    numbers = np.array([*(_number(game, text) for text in codes.dictionary.to_pylist()), -1], np.int64)
    winners = np.array(table["winner"].fill_null(_NOBODY).to_numpy(), np.int64)
    return GameColumns(
        first[rows],
        (last - first)[rows],
        numbers[codes.indices.to_numpy(zero_copy_only=False)],
        winners[rows],
        _chances(chances, game.players),
    )


def _chances(chances: Any, players: int) -> NDArray[np.float32]:
    """Return the chances after each move of all games; games of other kinds may have other numbers of seats."""
    inner, last = _offsets(chances.values)
    flat = chances.values.values.to_numpy()
    wanted = last - inner == players
    found = np.zeros((inner.size, players), np.float32)
    found[wanted] = flat[inner[wanted, None] + np.arange(players)]
    return found


def _only_chunk(column: Any) -> Any:
    chunks = column.chunks if hasattr(column, "chunks") else [column]
    return chunks[0]


def _offsets(lists: Any) -> tuple[Numbers, Numbers]:
    offsets = lists.offsets.to_numpy().astype(np.int64)
    return offsets[:-1], offsets[1:]


def _number(game: Game, text: str) -> int:
    try:
        return PASS if text == "pass" else game.notation.parse_move(text)
    except VeierError:
        return -1
