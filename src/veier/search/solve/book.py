"""Books: strategies from the start of a game, or from some of its first moves, that come with its package.

A book is a proof file in the folder `books` of a game's package, read when it is first used. It holds the positions
that the winner can reach if it follows the book from there, whatever the other player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from veier.core.game import Game
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.state import SYMMETRIES
from veier.search.solve.proof_file import parse_proof_file
from veier.search.solve.strategy import Strategy
from veier.search.solve.symmetry import find_symmetry_maps


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move that is proved to win, and the most plies that the win takes."""

    move: Move
    plies: int


def read_books(game: Game) -> tuple[Strategy, ...]:
    """Return the books of a game: strategies from its start, or from some of the first moves."""
    return tuple(_read_file(game.spec.package, name) for name in game.books)


@lru_cache(maxsize=16)
def _read_file(package: str, name: str) -> Strategy:
    path = files(package) / "books" / f"{name}.proof"
    strategy = parse_proof_file(path.read_bytes(), path.name)
    assert isinstance(strategy, Strategy)
    return strategy


def look_up(strategy: Strategy, position: Position) -> BookMove | None:
    """Return a strategy's move in a position where its winner is to move; None if it does not have the position.

    Raise LookupError where the move is illegal.
    """
    if position.phase != 1:
        return None
    support = position.game.threat_support
    assert support is not None
    hashes = np.zeros(SYMMETRIES, np.int64)
    key = support.kernels.hash_all(support.tables, position.state, hashes)
    place = int(np.searchsorted(strategy.keys, key))
    if place == strategy.keys.size or strategy.keys[place] != key:
        return None
    number = int(find_symmetry_maps(position.game).inverses[hashes.argmin(), strategy.chosen[place]])
    if number not in position.legal_numbers:
        raise LookupError("the strategy's move is illegal")
    return BookMove(position.describe(number), int(strategy.plies[place]))
