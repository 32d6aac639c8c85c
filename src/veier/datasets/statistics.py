"""Move statistics: what was played after a line, how often, and how these games ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veier.core.game import Game
from veier.core.history import History
from veier.datasets.columns import dataset_columns
from veier.datasets.intervals import wilson
from veier.datasets.openings import Openings
from veier.datasets.reader import Dataset
from veier.datasets.symmetric_lines import SymmetricLines


@dataclass(frozen=True, slots=True)
class MoveStatistics:
    """A move with those that are symmetric to it.

    move     one of them that can be made in the position
    games    how many games went on with them
    wins     how many of these each seat won; nobody won the others
    chances  each seat's mean probability to win after the move, as its players saw it; none if that was not kept
    """

    move: str
    games: int
    wins: tuple[int, ...]
    chances: tuple[float, ...]

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """The 95 % intervals of the seats' shares of wins."""
        return tuple(wilson(wins, self.games) for wins in self.wins)


def move_statistics(source: Dataset | Openings, history: History) -> list[MoveStatistics]:
    """Return what was played after the moves of a history from the game's start, the most frequent move first.

    Games that came to a symmetric position by symmetric moves, or by the same moves in another order, count as well.
    """
    game = history.start.game
    line = [position.last_move.number for position in history.positions[1:] if position.last_move]
    symmetric = SymmetricLines(game, line)
    counted: dict[bytes, _Counts] = {}
    names: dict[bytes, int] = {}
    for found in _found(source, game, symmetric):
        move = symmetric.map_back(symmetric.lines[found.line], found.move)
        key = symmetric.key(move)
        names[key] = min(move, names.get(key, move))
        counted.setdefault(key, _Counts(game.players)).add(found)
    rows = [counts.statistics(game.notation.move_text(names[key])) for key, counts in counted.items()]
    return sorted(rows, key=lambda row: (-row.games, row.move))


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of all games of a dataset: how many, their plies, and how many each seat won."""

    games: int
    plies: int
    wins: tuple[int, ...]


def summarise(dataset: Dataset, game: Game) -> Summary:
    """Count the games of one kind in a dataset."""
    wins, plies = np.zeros(game.players + 1, np.int64), 0
    for columns in dataset_columns(dataset, game):
        rows = columns.longer_than(-1)
        wins += np.bincount(columns.winners[rows] % wins.size, minlength=wins.size)
        plies += columns.plies(rows)
    return Summary(int(wins.sum()), plies, tuple(wins[:-1].tolist()))


class _Found(NamedTuple):
    """Games with the same line and the same next move: their winners, and the chances after it."""

    line: tuple[int, ...]
    move: int
    winners: NDArray[np.int64]
    chances: NDArray[np.float64]


class _Counts:
    def __init__(self, players: int) -> None:
        self.wins = np.zeros(players + 1, np.int64)
        self.chances: NDArray[np.float64] | None = None

    def add(self, found: _Found) -> None:
        # The last place is for games that nobody won.
        self.wins += np.bincount(found.winners % self.wins.size, minlength=self.wins.size)
        chances = found.chances.sum(axis=0)
        self.chances = chances if self.chances is None else self.chances + chances

    def statistics(self, move: str) -> MoveStatistics:
        games = int(self.wins.sum())
        chances = () if self.chances is None else tuple((self.chances / games).tolist())
        return MoveStatistics(move, games, tuple(self.wins[:-1].tolist()), chances)


def _found(source: Dataset | Openings, game: Game, symmetric: SymmetricLines) -> Iterator[_Found]:
    """Find the games of each file that have one of the lines, by line and next move."""
    lines = list(symmetric.lines)
    plies = len(lines[0])
    for columns in dataset_columns(source, game) if isinstance(source, Dataset) else source.columns(game):
        rows = columns.longer_than(plies)
        line_of = columns.find_lines(rows, lines)
        rows, line_of = rows[line_of >= 0], line_of[line_of >= 0]
        following = columns.moves_at(rows, plies)
        pairs, place = np.unique(np.stack([line_of, following], axis=1), axis=0, return_inverse=True)
        for index, (line, move) in enumerate(pairs.tolist()):
            chosen = rows[place.reshape(-1) == index]
            yield _Found(lines[line], move, columns.winners[chosen], columns.chances_at(chosen, plies))
