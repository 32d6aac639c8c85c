"""Random games in bulk, for any game."""

from __future__ import annotations

from typing import Any

from numba import int64

from veier.kernels.arrays import copy_words
from veier.kernels.jit import kernel
from veier.kernels.signatures import PLAYOUT_FUNCTION, TABLES, WORDS
from veier.kernels.state import RESULT, Tables, Words


@kernel(int64(PLAYOUT_FUNCTION, TABLES, WORDS, WORDS, int64, int64, WORDS), allocates=True)
def playouts(playout: Any, tables: Tables, start: Words, rng: Words, games: int, limit: int, tally: Words) -> int:
    """Play random games; add each end to tally[result] and give the number of plies made.

    Repetition is not looked for: a game that does not end is cut at `limit` plies and tallied as 0.
    """
    state = start.copy()
    plies = 0
    for _ in range(games):
        copy_words(start, state)
        plies += playout(tables, state, rng, limit)
        tally[state[RESULT]] += 1
    return plies
