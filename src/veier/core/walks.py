"""Two walks through any game, as kernels over its doors: perft and many random games."""

from __future__ import annotations

from typing import Any

from numba import int64

from veier.core.digest import digest
from veier.core.kernel import kernel
from veier.core.loops import copy_words, count_equal
from veier.core.signatures import (
    COUNT_FUNCTION,
    MOVES_FUNCTION,
    PLAYOUT_FUNCTION,
    PUSH_FUNCTION,
    TABLES,
    WORDS,
    WORDS_2D,
)
from veier.core.state import PHASE, RESULT, Tables, Words


@kernel(int64(MOVES_FUNCTION, COUNT_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64))
def perft(
    moves: Any, count: Any, push: Any, tables: Tables, rows: Words, lists: Words, seen: Words, known: int, depth: int
) -> int:
    """Count the move sequences of exactly `depth` moves from rows[0].

    `rows` needs a row and `lists` a move list for each level. The first `known` digests of `seen` are those of the
    positions that have stood in phase 2, with room for one more a level. The last move is counted without being made.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count(tables, rows[0])
    total = 0
    for k in range(moves(tables, rows[0], lists[0])):
        row = rows[1]
        copy_words(rows[0], row)
        push(tables, row, lists[0, k])
        now = known
        if row[PHASE] == 2 and row[RESULT] == 0:
            seen[now] = digest(tables, row)
            if count_equal(seen, now, seen[now]) >= 2:
                continue
            now += 1
        total += perft(moves, count, push, tables, rows[1:], lists[1:], seen, now, depth - 1)
    return total


@kernel(int64(PLAYOUT_FUNCTION, TABLES, WORDS, WORDS, int64, int64, WORDS), allocates=True)
def playouts(playout: Any, tables: Tables, start: Words, rng: Words, games: int, limit: int, tally: Words) -> int:
    """Play random games; add each end to tally[result] and give the number of plies made.

    Repetition is not looked for: a game that does not end is cut at `limit` plies and tallied as 0.
    """
    row = start.copy()
    plies = 0
    for _ in range(games):
        copy_words(start, row)
        plies += playout(tables, row, rng, limit)
        tally[row[RESULT]] += 1
    return plies
