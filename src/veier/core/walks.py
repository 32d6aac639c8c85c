"""Two walks through any game, as kernels over its doors: perft and many random games."""

from __future__ import annotations

from typing import Any

from numba import int64

from veier.core.kernel import kernel
from veier.core.signatures import (
    COUNT_FUNCTION,
    MOVES_FUNCTION,
    PLAYOUT_FUNCTION,
    PUSH_FUNCTION,
    TABLES,
    WORDS,
    WORDS_2D,
)
from veier.core.state import RESULT, Tables, Words


@kernel(int64(MOVES_FUNCTION, COUNT_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, int64))
def perft(moves: Any, count: Any, push: Any, tables: Tables, rows: Words, lists: Words, depth: int) -> int:
    """Count the move sequences of exactly `depth` moves from rows[0].

    `rows` needs a row and `lists` a move list for each level; the last move is counted without being made.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count(tables, rows[0])
    total = 0
    for k in range(moves(tables, rows[0], lists[0])):
        rows[1] = rows[0]
        push(tables, rows[1], lists[0, k])
        total += perft(moves, count, push, tables, rows[1:], lists[1:], depth - 1)
    return total


@kernel(int64(PLAYOUT_FUNCTION, TABLES, WORDS, WORDS, int64, int64, WORDS))
def playouts(playout: Any, tables: Tables, start: Words, rng: Words, games: int, limit: int, tally: Words) -> int:
    """Play random games; add each end to tally[result] and give the number of plies made."""
    row = start.copy()
    plies = 0
    for _ in range(games):
        row[:] = start
        plies += playout(tables, row, rng, limit)
        tally[row[RESULT]] += 1
    return plies
