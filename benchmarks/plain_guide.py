"""A plain judgement of 4EYES, the same as the C++ yardstick's: so that alpha-beta can be compared at equal work.

All moves but those that give the game away, in the order of the rules; a move that wins at once stands alone. A
position is worth how many more cells would complete a square of one's own than of the opponent's. For
`benchmarks.speed` alone; only while pieces are placed.
"""

from __future__ import annotations

import numpy as np

from veier.core.bits import count_bits, holds
from veier.core.kernel import inner, kernel
from veier.core.signatures import CANDIDATES, EVALUATE
from veier.core.state import MOVER, GuideTables, Reals, Tables, Words
from veier.games.eyes.kernels import moves as legal_moves
from veier.games.eyes.layout import BLUE_AFTER_RED, STONES, THREATS

GUIDE_TABLES = GuideTables(np.zeros((1, 1)), np.zeros((1, 1), np.int64))


@inner
def _open_threats(row: Words, colour: int) -> int:
    """Count the free cells that would complete a square of a colour."""
    low = row[THREATS + 2 * colour] & ~(row[STONES] | row[STONES + 2])
    high = row[THREATS + 2 * colour + 1] & ~(row[STONES + 1] | row[STONES + 3])
    return count_bits(low) + count_bits(high)


@kernel(EVALUATE)
def evaluate(tables: Tables, guide: GuideTables, row: Words, worths: Reals) -> int:
    """Write the threats of both colours as worths."""
    worths[0] = _open_threats(row, 0)
    worths[1] = _open_threats(row, 1)
    return 0


@kernel(CANDIDATES)
def candidates(tables: Tables, guide: GuideTables, row: Words, moves: Words, scores: Reals) -> int:
    """Write the moves that do not give the game away, if there are any, or one that wins."""
    total = legal_moves(tables, row, moves)
    kept = 0
    for k in range(total):
        move = moves[k]
        red = move % 100
        blue = (red & ~3) | ((red + BLUE_AFTER_RED[move // 100]) & 3)
        red_wins, blue_wins = holds(row, THREATS, red), holds(row, THREATS + 2, blue)
        if blue_wins if row[MOVER] else red_wins:
            moves[0] = move
            return 1
        if not red_wins and not blue_wins:
            # What was here gives the game away; it moves back, so that all are kept if nothing else is left.
            moves[k] = moves[kept]
            moves[kept] = move
            kept += 1
    return kept if kept else total
