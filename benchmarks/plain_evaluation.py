"""A plain evaluation of 4EYES, the same as the C++ yardstick's, so that alpha-beta is compared at equal work.

The candidates are all moves that do not lose at once, in the order of the rules, or a single move that wins at once.
The value is the number of cells that complete a square of one's own minus the opponent's. For `benchmarks.speed`
only, and only while pieces are placed.
"""

from __future__ import annotations

import numpy as np

from veier.games.eyes.layout import BLUE_AFTER_RED, STONES, THREATS
from veier.games.eyes.placements import empty_fields, kinds_held
from veier.kernels.bits import count_bits, holds, lowest_bit, without_lowest
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import CANDIDATES, EVALUATE
from veier.kernels.state import MOVER, PASS, EvalTables, Reals, Tables, Words

GUIDE_TABLES = EvalTables(np.zeros((1, 1)), np.zeros((1, 1), np.int64))


@inner
def _open_threats(state: Words, colour: int) -> int:
    """Return the number of free cells that would complete a square of a colour."""
    low = state[THREATS + 2 * colour] & ~(state[STONES] | state[STONES + 2])
    high = state[THREATS + 2 * colour + 1] & ~(state[STONES + 1] | state[STONES + 3])
    return count_bits(low) + count_bits(high)


@kernel(EVALUATE)
def evaluate(tables: Tables, eval_tables: EvalTables, state: Words, worths: Reals) -> int:
    """Write the number of threats of each colour."""
    worths[0] = _open_threats(state, 0)
    worths[1] = _open_threats(state, 1)
    return 0


@kernel(CANDIDATES)
def candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    """Write the moves that do not lose at once, one that does if there are no others, or one that wins."""
    kinds, empty = kinds_held(state, state[MOVER]), empty_fields(tables, state)
    kept, given = 0, PASS
    for kind in range(3):
        left = empty if (kinds >> kind) & 1 else 0
        while left:
            first = 4 * lowest_bit(left)
            left = without_lowest(left)
            for quadrant in range(4):
                red, blue = first + quadrant, first + ((quadrant + BLUE_AFTER_RED[kind]) & 3)
                red_wins, blue_wins = holds(state, THREATS, red), holds(state, THREATS + 2, blue)
                if red_wins and blue_wins:
                    continue
                if blue_wins if state[MOVER] else red_wins:
                    moves[0] = 100 * kind + red
                    return 1
                if red_wins or blue_wins:
                    given = 100 * kind + red
                else:
                    moves[kept] = 100 * kind + red
                    kept += 1
    if kept == 0:
        # All remaining moves lose at once, so one of them is enough.
        moves[0] = given
        kept = 1
    return kept
