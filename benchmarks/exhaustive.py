"""Exhaustive search to the end of a game, and careful random play, for making tactical positions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from veier.kernels.arrays import copy_words
from veier.kernels.jit import kernel
from veier.kernels.rng import below
from veier.kernels.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Tables, Words
from veier.learn.exhaustive import Exhaustive as Forcing
from veier.learn.exhaustive import forces


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64))
def _value(
    moves: Any, push: Any, tables: Tables, states: Words, lists: Words, budget: Words, low: int, high: int
) -> int:
    """Return the value of a two-player game, searched to its end by alpha-beta: 1, 0 or -1 for the mover."""
    if len(states) < 2:
        budget[0] = -1
        return 0
    mover = states[0, MOVER]
    best = -2
    for k in range(moves(tables, states[0], lists[0])):
        budget[0] -= 1
        if budget[0] < 0:
            return 0
        copy_words(states[0], states[1])
        result = push(tables, states[1], lists[0, k])
        if result == 0:
            value = -_value(moves, push, tables, states[1:], lists[1:], budget, -high, -max(low, best))
        else:
            value = 1 if result % 8 == mover + 1 else -1 if result % 8 else 0
        best = max(best, value)
        if best >= high:
            break
    return best


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, WORDS))
def _mark_values(
    moves: Any, push: Any, tables: Tables, states: Words, lists: Words, budget: Words, marks: Words
) -> int:
    """Mark each move of states[0] with the value that it has for the mover; return the number of moves."""
    n = moves(tables, states[0], lists[0])
    for k in range(n):
        copy_words(states[0], states[1])
        result = push(tables, states[1], lists[0, k])
        if result == 0:
            marks[k] = -_value(moves, push, tables, states[1:], lists[1:], budget, -1, 1)
        else:
            marks[k] = 1 if result % 8 == states[0, MOVER] + 1 else -1 if result % 8 else 0
    return n


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, WORDS, int64))
def _wander(
    moves: Any, push: Any, tables: Tables, states: Words, lists: Words, budget: Words, rng: Words, plies: int
) -> int:
    """Make random moves in states[0] that neither end the game nor let the next player win; return their number."""
    for ply in range(plies):
        n = moves(tables, states[0], lists[0])
        found = False
        while n > 0 and not found:
            k = below(rng, n)
            move = lists[0, k]
            n -= 1
            lists[0, k] = lists[0, n]
            copy_words(states[0], states[1])
            if push(tables, states[1], move) == 0:
                found = forces(moves, push, tables, states[1:], lists[1:], budget, states[1, MOVER], 1) == 0
        if not found:
            return ply
        copy_words(states[1], states[0])
    return plies


class Exhaustive(Forcing):
    """Exhaustive search in one game, also to its end, and careful random play."""

    def values(self, state: Words) -> dict[int, int]:
        """Return the final value of each move of a two-player game: 1 a win, 0 a draw, -1 a loss for the mover."""
        moves = self._begin(state)
        marks = np.zeros(len(moves), np.int64)
        _mark_values(*self._with(marks))
        return dict(zip(moves, marks.tolist(), strict=True))

    def wander(self, state: Words, rng: Words, plies: int) -> Words | None:
        """Return the state after random moves that let nobody win at once; None if they run out before."""
        self._begin(state)
        made = _wander(*self._with(rng, plies))
        return self._rows[0].copy() if made == plies else None
