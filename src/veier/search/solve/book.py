"""Books: proved strategies that come with the package, for players who want to play these games without an error.

A book is a proof file in the folder `books` of a game's package, read when it is first used. It holds the positions
that the winner can come to if it follows the book from the first move, whatever the other player does.
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
from veier.search.solve.symmetry import make_mirrors


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move that is proved to win, and how many plies the win takes at most."""

    move: Move
    plies: int


def book_move(position: Position) -> BookMove | None:
    """Give the book's move in a position that its strategy comes to, up to symmetry; None elsewhere."""
    book = None if position.is_over else read_book(position.game)
    if book is None:
        return None
    # The winner has made its half of the moves: where somebody has passed, the stones would not tell whose turn it is.
    if position.mover != book.winner or len(position.stones) // 2 % 2 != position.mover:
        return None
    return _win_at_once(position) or look_up(book, position)


def read_book(game: Game) -> Strategy | None:
    """Return the book of a game; None if it has none."""
    return _read_file(game.spec.package, game.book) if game.book else None


@lru_cache(maxsize=8)
def _read_file(package: str, name: str) -> Strategy:
    path = files(package) / "books" / f"{name}.proof"
    strategy = parse_proof_file(path.read_bytes(), path.name)
    assert isinstance(strategy, Strategy)
    return strategy


def _win_at_once(position: Position) -> BookMove | None:
    """Find a move that completes the mover's square: strategies leave these out."""
    from veier.search.solve.check import win_at_once

    rules, state = position.game.rules, position.state
    out = np.empty(rules.move_limit, np.int64)
    kernels = rules.kernels
    number = win_at_once(kernels.moves, kernels.push, rules.tables, state, np.empty_like(state), out, position.mover)
    return None if number < 0 else BookMove(_move(position, int(number)), 1)


def look_up(book: Strategy, position: Position) -> BookMove | None:
    """Give a strategy's move in a position where its winner is to move, if it is one of its own, up to symmetry."""
    if position.phase != 1:
        return None
    support = position.game.threat_support
    assert support is not None
    hashes = np.zeros(SYMMETRIES, np.int64)
    key = support.kernels.hash_all(support.tables, position.state, hashes)
    place = int(np.searchsorted(book.keys, key))
    if place == book.keys.size or book.keys[place] != key:
        return None
    number = int(make_mirrors(position.game).backs[hashes.argmin(), book.chosen[place]])
    return BookMove(_move(position, number), int(book.plies[place]))


def _move(position: Position, number: int) -> Move:
    return next(move for move in position.legal_moves if move.number == number)
