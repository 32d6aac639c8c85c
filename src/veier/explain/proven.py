"""What the package's books prove of a position: who wins it by force, and within how many plies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.position import Position
from veier.kernels.state import SYMMETRIES
from veier.search.solve.book import book_move


class Proven(NamedTuple):
    """Who wins by force, and the most plies that it takes."""

    winner: int
    plies: int


def find_proven(position: Position) -> Proven | None:
    """Return what the books prove of a position: where their winner is to move, or has just made their move.

    Moves that are alike by symmetry count as theirs. None elsewhere.
    """
    found = book_move(position)
    if found:
        return Proven(position.mover, found.plies)
    earlier = position.before
    found = book_move(earlier) if earlier else None
    if earlier and found and _key(earlier.play(found.move)) == _key(position):
        return Proven(earlier.mover, found.plies - 1)
    return None


def _key(position: Position) -> int:
    """Return what symmetric positions have in common."""
    support = position.game.threat_support
    assert support is not None
    return int(support.kernels.hash_all(support.tables, position.state, np.zeros(SYMMETRIES, np.int64)))
