"""Perft: the number of move sequences of a given length, for any game."""

from __future__ import annotations

from typing import Any

from numba import int64

from veier.kernels.arrays import copy_words, count_equal
from veier.kernels.hashing import digest
from veier.kernels.jit import kernel
from veier.kernels.signatures import (
    COUNT_FUNCTION,
    MOVES_FUNCTION,
    PUSH_FUNCTION,
    TABLES,
    WORDS,
    WORDS_2D,
)
from veier.kernels.state import PHASE, RESULT, Tables, Words


@kernel(int64(MOVES_FUNCTION, COUNT_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64))
def perft(
    moves: Any, count: Any, push: Any, tables: Tables, states: Words, lists: Words, seen: Words, known: int, depth: int
) -> int:
    """Count the move sequences of exactly `depth` moves from states[0].

    `states` needs a state and `lists` a move list for each level. The first `known` digests of `seen` are those of the
    positions that have stood in phase 2, with room for one more a level. The last move is counted without being made.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count(tables, states[0])
    total = 0
    for k in range(moves(tables, states[0], lists[0])):
        state = states[1]
        copy_words(states[0], state)
        push(tables, state, lists[0, k])
        now = known
        if state[PHASE] == 2 and state[RESULT] == 0:
            seen[now] = digest(tables, state)
            if count_equal(seen, now, seen[now]) >= 2:
                continue
            now += 1
        total += perft(moves, count, push, tables, states[1:], lists[1:], seen, now, depth - 1)
    return total
