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

# The lines of a strategy that begins where its moves end.
FROM_THE_POSITION: tuple[tuple[str, ...], ...] = ((),)


@dataclass(frozen=True, slots=True, eq=False)
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

    def move(self, position: Position) -> Move | None:
        """Return the winner's move in every position that it can reach by this strategy on its turn; else None."""
        from veier.search.one_ply import winning_move
        from veier.search.solve.book import look_up

        # The game, or the position string that stands for it, begins with its id. Boards of two sizes can share keys.
        is_other = position.game.id != self.game.partition(" ")[0]
        if is_other or position.is_over or position.mover != self.winner:
            return None
        try:
            found = look_up(self, position)
        except LookupError:
            found = None
        return winning_move(position) or (found.move if found else None)

    def longest(self, mover: int) -> int:
        """Return the most plies that the win takes, where `mover` is to move after `moves`; for a single line."""
        return int(self.plies.max(initial=1)) + (mover != self.winner)
