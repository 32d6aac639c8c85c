"""A strategy: for every position that a winner can reach, up to symmetry, a move that wins.

Positions where the winner completes a square at once are left out: the rules show it. `gather.py` collects a strategy
from a proof search, `check.py` verifies it by the rules alone, `proof_file.py` keeps it, `book.py` looks it up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Strategy:
    """A winner's moves, in order of the positions' keys.

    game    the id of the game
    moves   the moves from its start to the position where the strategy begins
    winner  the seat that wins
    keys    the keys of the positions
    chosen  for each the winning move, as the symmetry that gives the position its key maps it
    plies   for each the most plies that the win takes
    """

    game: str
    moves: tuple[str, ...]
    winner: int
    keys: NDArray[np.int64]
    chosen: NDArray[np.uint16]
    plies: NDArray[np.uint8]

    def longest(self, mover: int) -> int:
        """Return the most plies that the win takes from the beginning of the strategy, where `mover` is to move."""
        return int(self.plies.max(initial=1)) + (mover != self.winner)
