"""Books: strategies from the start of a game that come with its package.

A book is a proof file in the folder `books` of a game's package, read when it is first used. It holds the positions
that the winner can reach if it follows the book from the first move, whatever the other player does.
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


def book_move(position: Position) -> BookMove | None:
    """Return the book's move in a position that its strategy reaches, up to symmetry; None elsewhere."""
    book = None if position.is_over else read_book(position.game)
    if book is None:
        return None
    # The winner has made its half of the moves: after a pass, the stones would not show whose turn it is.
    if position.mover != book.winner or len(position.stones) // 2 % 2 != position.mover:
        return None
    return _win_at_once(position) or look_up(book, position)


def read_book(game: Game) -> Strategy | None:
    """Return the book of a game; None if it has none."""
    return _read_file(game.spec.package, game.book) if game.book else None


def read_books(game: Game) -> tuple[Strategy, ...]:
    """Return the books of a game."""
    book = read_book(game)
    return () if book is None else (book,)


@lru_cache(maxsize=8)
def _read_file(package: str, name: str) -> Strategy:
    path = files(package) / "books" / f"{name}.proof"
    strategy = parse_proof_file(path.read_bytes(), path.name)
    assert isinstance(strategy, Strategy)
    return strategy


def _win_at_once(position: Position) -> BookMove | None:
    """Return a move that completes the mover's square: strategies leave these out."""
    from veier.search.one_ply import winning_move

    move = winning_move(position)
    return BookMove(move, 1) if move else None


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
