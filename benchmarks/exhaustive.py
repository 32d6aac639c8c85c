"""Exhaustive search by the plain rules, a few plies deep: what the tactical positions are made and checked with.

It knows nothing but `moves` and `push`, so that it can disagree with every cleverer search. Repetition is not looked
for: from a position that stands for the first time nobody can bring about a third occurrence within seven plies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from veier.core.game import Game
from veier.core.kernel import inner, kernel
from veier.core.random import below
from veier.core.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D
from veier.core.state import MOVER, Tables, Words

# No search goes deeper.
_PLIES = 20
_ENDLESS = 1 << 60


@inner
def _bring_forward(numbers: Words, n: int, first: int) -> None:
    """Put a move at the head of a list, if it is there."""
    for k in range(n):
        if numbers[k] == first:
            numbers[k] = numbers[0]
            numbers[0] = first


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64))
def _forces(
    moves: Any, push: Any, tables: Tables, rows: Words, lists: Words, budget: Words, seat: int, depth: int
) -> int:
    """Tell whether a seat wins within `depth` plies from rows[0], whatever the others do.

    budget[0] counts moves down; once it is below zero the answer means nothing. budget[depth] remembers the move that
    decided last, which is tried first.
    """
    if depth == 0:
        return 0
    mine = rows[0, MOVER] == seat
    n = moves(tables, rows[0], lists[0])
    _bring_forward(lists[0], n, budget[depth])
    for k in range(n):
        budget[0] -= 1
        if budget[0] < 0:
            return 0
        rows[1] = rows[0]
        result = push(tables, rows[1], lists[0, k])
        won = result % 8 == seat + 1
        if result == 0:
            won = _forces(moves, push, tables, rows[1:], lists[1:], budget, seat, depth - 1) == 1
        if won == mine:
            budget[depth] = lists[0, k]
            return int(mine)
    return int(not mine)


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64, WORDS))
def _mark_forced(
    moves: Any, push: Any, tables: Tables, rows: Words, lists: Words, budget: Words, seat: int, depth: int, marks: Words
) -> int:
    """Mark with 1 each move of rows[0] after which a seat has won within `depth` plies, this one counted.

    Moves that are marked already are left out. Give how many moves there are.
    """
    n = moves(tables, rows[0], lists[0])
    for k in range(n):
        if marks[k] == 0:
            rows[1] = rows[0]
            result = push(tables, rows[1], lists[0, k])
            marks[k] = int(result % 8 == seat + 1)
            if result == 0:
                marks[k] = _forces(moves, push, tables, rows[1:], lists[1:], budget, seat, depth - 1)
    return n


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64))
def _value(moves: Any, push: Any, tables: Tables, rows: Words, lists: Words, budget: Words, low: int, high: int) -> int:
    """Search a game of two to its end by alpha-beta: 1, 0 or -1 for the player to move."""
    if len(rows) < 2:
        budget[0] = -1
        return 0
    mover = rows[0, MOVER]
    best = -2
    for k in range(moves(tables, rows[0], lists[0])):
        budget[0] -= 1
        if budget[0] < 0:
            return 0
        rows[1] = rows[0]
        result = push(tables, rows[1], lists[0, k])
        if result == 0:
            value = -_value(moves, push, tables, rows[1:], lists[1:], budget, -high, -max(low, best))
        else:
            value = 1 if result % 8 == mover + 1 else -1 if result % 8 else 0
        best = max(best, value)
        if best >= high:
            break
    return best


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, WORDS))
def _mark_values(moves: Any, push: Any, tables: Tables, rows: Words, lists: Words, budget: Words, marks: Words) -> int:
    """Mark each move of rows[0] with the value that it has for the mover; give how many moves there are."""
    n = moves(tables, rows[0], lists[0])
    for k in range(n):
        rows[1] = rows[0]
        result = push(tables, rows[1], lists[0, k])
        if result == 0:
            marks[k] = -_value(moves, push, tables, rows[1:], lists[1:], budget, -1, 1)
        else:
            marks[k] = 1 if result % 8 == rows[0, MOVER] + 1 else -1 if result % 8 else 0
    return n


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, WORDS, int64))
def _wander(
    moves: Any, push: Any, tables: Tables, rows: Words, lists: Words, budget: Words, rng: Words, plies: int
) -> int:
    """Make random moves in rows[0] that neither end the game nor let the next player win at once; give how many."""
    for ply in range(plies):
        n = moves(tables, rows[0], lists[0])
        found = False
        while n > 0 and not found:
            k = below(rng, n)
            move = lists[0, k]
            n -= 1
            lists[0, k] = lists[0, n]
            rows[1] = rows[0]
            if push(tables, rows[1], move) == 0:
                found = _forces(moves, push, tables, rows[1:], lists[1:], budget, rows[1, MOVER], 1) == 0
        if not found:
            return ply
        rows[0] = rows[1]
    return plies


class Exhaustive:
    """Exhaustive search in one game; `spent` tells whether the last one ran out of moves to look at."""

    def __init__(self, game: Game, budget: int = _ENDLESS) -> None:
        rules = game.rules
        self._limit = budget
        self._rows = np.zeros((_PLIES + 2, rules.row_size), np.int64)
        self._lists = np.empty((_PLIES + 2, rules.move_limit), np.int64)
        self._budget = np.full(_PLIES, -1, np.int64)
        doors = (rules.kernels.moves, rules.kernels.push, rules.tables)
        self._common: tuple[Any, ...] = (*doors, self._rows, self._lists, self._budget)

    @property
    def spent(self) -> bool:
        """Whether the last search was not finished, so that its answer means nothing."""
        return bool(self._budget[0] < 0)

    def forced(self, row: Words, seat: int, depth: int, known: frozenset[int] = frozenset()) -> frozenset[int]:
        """Find the moves after which a seat wins within `depth` plies, whatever others do, given those `known`."""
        moves = self._begin(row)
        marks = np.array([move in known for move in moves], np.int64)
        _mark_forced(*self._with(seat, depth, marks))
        return frozenset(move for move, mark in zip(moves, marks, strict=True) if mark)

    def values(self, row: Words) -> dict[int, int]:
        """Find what each move of a game of two comes to at the end: 1 a win, 0 a draw, -1 a loss for the mover."""
        moves = self._begin(row)
        marks = np.zeros(len(moves), np.int64)
        _mark_values(*self._with(marks))
        return dict(zip(moves, marks.tolist(), strict=True))

    def wander(self, row: Words, rng: Words, plies: int) -> Words | None:
        """Make so many random moves that let nobody win at once; None if there is none before."""
        self._begin(row)
        made = _wander(*self._with(rng, plies))
        return self._rows[0].copy() if made == plies else None

    def _with(self, *arguments: Any) -> tuple[Any, ...]:
        """Give what all kernels here take first, and some more."""
        return (*self._common, *arguments)

    def _begin(self, row: Words) -> list[int]:
        moves, _, tables, rows, lists, budget = self._common
        rows[0], budget[0] = row, self._limit
        numbers: list[int] = lists[0, : moves(tables, row, lists[0])].tolist()
        return numbers
