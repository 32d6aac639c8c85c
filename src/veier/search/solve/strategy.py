"""A strategy: for every position that a winner can reach, up to symmetry, a move that wins.

Positions where the winner completes a square at once are left out: the rules show it. `gather.py` collects a strategy
from a proof search, `check.py` verifies it by the rules alone, `proof_file.py` keeps it, `book.py` looks it up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# The lines of a strategy that begins where its moves end.
FROM_THE_POSITION: tuple[tuple[str, ...], ...] = ((),)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A winner's moves, in order of the positions' keys.

    game    the id of the game
    moves   the moves from its start to the position where the strategy begins
    winner  the seat that wins
    keys    the keys of the positions
    chosen  for each the winning move, as the symmetry that gives the position its key maps it
    plies   for each the most plies that the win takes
    lines   what is played after `moves` before the strategy begins: by default nothing; with several lines, the
            strategy is for the position after each of them
    """

    game: str
    moves: tuple[str, ...]
    winner: int
    keys: NDArray[np.int64]
    chosen: NDArray[np.uint16]
    plies: NDArray[np.uint8]
    lines: tuple[tuple[str, ...], ...] = FROM_THE_POSITION

    def beginnings(self, game: str) -> str:
        """Return the moves to where the strategy begins, as a line of text: "4eyes 13@A1", "4eyes 13@A1 | 12@B1"."""
        return " ".join([game, *self.moves, " | ".join(map(" ".join, self.lines))]).rstrip()

    def longest(self, mover: int) -> int:
        """Return the most plies that the win takes, where `mover` is to move after `moves`; for a single line."""
        return int(self.plies.max(initial=1)) + (mover != self.winner)
