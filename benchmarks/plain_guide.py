"""A plain judgement of 4EYES, the same as the C++ yardstick's: so that alpha-beta can be compared at equal work.

All moves but those that give the game away, in the order of the rules; a move that wins at once stands alone. A
position is worth how many more cells would complete a square of one's own than of the opponent's. For
`benchmarks.speed` alone; only while pieces are placed.
"""

from __future__ import annotations

import numpy as np

from veier.games.eyes.kernels import empty_fields, kinds_held
from veier.games.eyes.layout import BLUE_AFTER_RED, STONES, THREATS
from veier.kernels.bits import count_bits, holds, lowest_bit, without_lowest
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import CANDIDATES, EVALUATE
from veier.kernels.state import MOVER, PASS, EvalTables, Reals, Tables, Words

GUIDE_TABLES = EvalTables(np.zeros((1, 1)), np.zeros((1, 1), np.int64))


@inner
def _open_threats(row: Words, colour: int) -> int:
    """Count the free cells that would complete a square of a colour."""
    low = row[THREATS + 2 * colour] & ~(row[STONES] | row[STONES + 2])
    high = row[THREATS + 2 * colour + 1] & ~(row[STONES + 1] | row[STONES + 3])
    return count_bits(low) + count_bits(high)


@kernel(EVALUATE)
def evaluate(tables: Tables, eval_tables: EvalTables, row: Words, worths: Reals) -> int:
    """Write the threats of both colours as worths."""
    worths[0] = _open_threats(row, 0)
    worths[1] = _open_threats(row, 1)
    return 0


@kernel(CANDIDATES)
def candidates(tables: Tables, eval_tables: EvalTables, row: Words, moves: Words, scores: Reals) -> int:
    """Write the moves that do not give the game away, one that does if there are no others, or one that wins."""
    kinds, empty = kinds_held(row, row[MOVER]), empty_fields(tables, row)
    kept, given = 0, PASS
    for kind in range(3):
        left = empty if (kinds >> kind) & 1 else 0
        while left:
            first = 4 * lowest_bit(left)
            left = without_lowest(left)
            for quadrant in range(4):
                red, blue = first + quadrant, first + ((quadrant + BLUE_AFTER_RED[kind]) & 3)
                red_wins, blue_wins = holds(row, THREATS, red), holds(row, THREATS + 2, blue)
                if red_wins and blue_wins:
                    continue
                if blue_wins if row[MOVER] else red_wins:
                    moves[0] = 100 * kind + red
                    return 1
                if red_wins or blue_wins:
                    given = 100 * kind + red
                else:
                    moves[kept] = 100 * kind + red
                    kept += 1
    if kept == 0:
        # Whatever is left loses at once, so one such move says it all.
        moves[0] = given
        kept = 1
    return kept
