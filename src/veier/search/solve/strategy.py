"""A strategy: for every position that a winner can reach, up to symmetry, a move that wins.

Positions where the winner completes a square at once are left out: the rules show it. `gather.py` collects a strategy
from a proof search, `check.py` verifies it by the rules alone, `proof_file.py` keeps it, `book.py` looks it up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from veier.core.move import Move
    from veier.core.position import Position


@dataclass(frozen=True, slots=True, eq=False)
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

    def move(self, position: Position) -> Move | None:
        """Return the winner's move in every position that it can reach by this strategy on its turn; else None."""
        from veier.search.one_ply import winning_move
        from veier.search.solve.book import look_up

        # The game, or the position string that stands for it, begins with its id. Boards of two sizes can share keys.
        is_other = position.game.id != self.game.partition(" ")[0]
        if is_other or position.is_over or position.mover != self.winner:
            return None
        try:
            # After a pass the stones do not show whose turn it is: there, strategies win at once or not at all.
            found = None if position.passes else look_up(self, position)
        except LookupError:
            found = None
        return winning_move(position) or (found.move if found else None)

    def longest(self, mover: int) -> int:
        """Return the most plies that the win takes from the beginning of the strategy, where `mover` is to move."""
        return int(self.plies.max(initial=1)) + (mover != self.winner)
