"""Books: proved strategies that come with the package, for players who want to play these games without an error.

A book is a proof file in `veier/books`, read when a game first asks for it. It holds the positions that the winner can
come to if it follows the book from the first move, whatever the other player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.state import SYMMETRIES
from veier.search.solve.proof_file import parse_proof_file
from veier.search.solve.strategy import Strategy
from veier.search.solve.symmetry import make_mirrors

# The file for each game. Pencils need no more pieces than the dominoes' strategy uses, so both share one. The other
# natural mixes of tiles have theirs, because we are not sure which the author's is.
BOOKS = {
    "4eyes": "4eyes",
    "4eyes?a=4&b=4&d=2": "4eyes-442",
    "4eyes-beginners": "4eyes-beginners",
    "4eyes-beginners?a=3&b=3&d=1": "4eyes-beginners-331",
    "4eyes-plus-2p": "4eyes-plus-2p",
    "4eyes-plus-2p-7x7": "4eyes-plus-2p-7x7",
    "4eyes-pencil-2p": "4eyes-plus-2p",
    "4eyes-pencil-2p-7x7": "4eyes-plus-2p-7x7",
}


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move that is proved to win, and how many plies the win takes at most."""

    move: Move
    plies: int


def book_move(position: Position) -> BookMove | None:
    """Give the book's move in a position that its strategy comes to, up to symmetry; None elsewhere."""
    name = BOOKS.get(position.game.id)
    if name is None or position.is_over:
        return None
    book = read_book(name)
    # The winner has made its half of the moves: where somebody has passed, the stones would not tell whose turn it is.
    if position.mover != book.winner or len(position.stones) // 2 % 2 != position.mover:
        return None
    return _win_at_once(position) or look_up(book, position)


@lru_cache(maxsize=8)
def read_book(name: str) -> Strategy:
    """Read one of the package's books."""
    path = files("veier") / "books" / f"{name}.proof"
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
    rules = position.game.rules
    doors = rules.threat_kernels
    assert doors is not None
    hashes = np.zeros(SYMMETRIES, np.int64)
    key = doors.hash_all(rules.threat_tables, position.state, hashes)
    place = int(np.searchsorted(book.keys, key))
    if place == book.keys.size or book.keys[place] != key:
        return None
    number = int(make_mirrors(position.game).backs[hashes.argmin(), book.chosen[place]])
    return BookMove(_move(position, number), int(book.plies[place]))


def _move(position: Position, number: int) -> Move:
    return next(move for move in position.legal_moves if move.number == number)
