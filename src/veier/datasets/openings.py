"""The openings of many games in one small file, which needs no pyarrow: their first moves, and who won.

They come with the package for games of which no result is proved. `python -m veier.datasets.openings DATASET GAME FILE`
makes such a file from a dataset.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from veier.core.game import Game
from veier.datasets.columns import GameColumns, Numbers, dataset_columns
from veier.datasets.reader import Dataset
from veier.games import game as find_game

# So many moves of each game are kept.
PLIES = 10
_NO_MOVE = -1


class Openings:
    """The openings of the games of a file, as statistics read them."""

    def __init__(self, game: str, moves: Numbers, winners: Numbers) -> None:
        self.game, self._moves, self._winners = game, moves, winners

    def __len__(self) -> int:
        return len(self._winners)

    def columns(self, game: Game) -> Iterator[GameColumns]:
        """Return the games, if they are of this kind."""
        if game.id == self.game:
            lengths = (self._moves != _NO_MOVE).sum(axis=1)
            first = np.arange(len(self)) * self._moves.shape[1]
            unknown = np.zeros((self._moves.size, 0), np.float32)
            yield GameColumns(first, lengths, self._moves.reshape(-1), self._winners, unknown)


@lru_cache(maxsize=8)
def shipped_openings(game: Game) -> Openings | None:
    """Return the openings that come with the package; None if there are none of a game with these options."""
    path = files(__package__) / "shipped" / f"{game.name}.npz"
    if game.changed_options or not path.is_file():
        return None
    with path.open("rb") as file, np.load(file) as kept:
        return Openings(game.id, kept["moves"].astype(np.int64), kept["winners"].astype(np.int64))


def write_openings(dataset: Dataset, game: Game, path: Path) -> int:
    """Keep the openings of a dataset's games in a file; return how many games there are."""
    moves, winners = [], []
    for columns in dataset_columns(dataset, game):
        for row in columns.longer_than(0).tolist():
            opening = [
                int(columns.moves_at(np.array([row]), ply)[0]) for ply in range(min(PLIES, columns.lengths[row]))
            ]
            moves.append(opening + [_NO_MOVE] * (PLIES - len(opening)))
            winners.append(int(columns.winners[row]))
    np.savez_compressed(path, moves=np.array(moves, np.int16), winners=np.array(winners, np.int8))
    return len(winners)


if __name__ == "__main__":
    directory, name, target = sys.argv[1:]
    print(write_openings(Dataset(Path(directory)), find_game(name), Path(target)))
