"""Exhaustive search by the plain rules, a few plies deep: puzzles and tactical positions are proved with it.

It knows nothing but `moves` and `push`, so that it can disagree with every cleverer search. Repetition is not looked
for: from a position that stands for the first time nobody can bring about a third occurrence within seven plies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from veier.core.game import Game
from veier.kernels.arrays import copy_words
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Tables, Words

# No search goes deeper.
PLIES = 20
_ENDLESS = 1 << 60


@inner
def _bring_forward(numbers: Words, n: int, first: int) -> None:
    """Put a move at the head of a list, if it is there."""
    for k in range(n):
        if numbers[k] == first:
            numbers[k] = numbers[0]
            numbers[0] = first


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64))
def forces(
    moves: Any, push: Any, tables: Tables, states: Words, lists: Words, budget: Words, seat: int, depth: int
) -> int:
    """Tell whether a seat wins within `depth` plies from states[0], whatever the others do.

    budget[0] counts moves down; once it is below zero the answer means nothing. budget[depth] remembers the move that
    decided last, which is tried first.
    """
    if depth == 0:
        return 0
    mine = states[0, MOVER] == seat
    n = moves(tables, states[0], lists[0])
    _bring_forward(lists[0], n, budget[depth])
    # A win at once is looked for among all moves before any of them is looked into.
    for look in range(1 if mine and depth > 1 else 0, -1, -1):
        for k in range(n):
            budget[0] -= 1
            if budget[0] < 0:
                return 0
            copy_words(states[0], states[1])
            result = push(tables, states[1], lists[0, k])
            won = result % 8 == seat + 1
            if result == 0 and look == 0:
                won = forces(moves, push, tables, states[1:], lists[1:], budget, seat, depth - 1) == 1
            if won == mine:
                budget[depth] = lists[0, k]
                return int(mine)
    return int(not mine)


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, WORDS, int64, int64, WORDS))
def _mark_forced(
    moves: Any,
    push: Any,
    tables: Tables,
    states: Words,
    lists: Words,
    budget: Words,
    seat: int,
    depth: int,
    marks: Words,
) -> int:
    """Mark with 1 each move of rows[0] after which a seat has won within `depth` plies, this one counted.

    Moves that are marked already are left out. Give how many moves there are.
    """
    n = moves(tables, states[0], lists[0])
    for k in range(n):
        if marks[k] == 0:
            copy_words(states[0], states[1])
            result = push(tables, states[1], lists[0, k])
            marks[k] = int(result % 8 == seat + 1)
            if result == 0:
                marks[k] = forces(moves, push, tables, states[1:], lists[1:], budget, seat, depth - 1)
    return n


class Exhaustive:
    """Exhaustive search in one game; `spent` tells whether the last one ran out of moves to look at."""

    def __init__(self, game: Game, budget: int = _ENDLESS) -> None:
        rules = game.rules
        self._limit = budget
        self._rows = np.zeros((PLIES + 2, rules.state_size), np.int64)
        self._lists = np.empty((PLIES + 2, rules.move_limit), np.int64)
        self._budget = np.full(PLIES, -1, np.int64)
        doors = (rules.kernels.moves, rules.kernels.push, rules.tables)
        self._common: tuple[Any, ...] = (*doors, self._rows, self._lists, self._budget)

    @property
    def spent(self) -> bool:
        """Whether the last search was not finished, so that its answer means nothing."""
        return bool(self._budget[0] < 0)

    def forced(self, state: Words, seat: int, depth: int, known: frozenset[int] = frozenset()) -> frozenset[int]:
        """Find the moves after which a seat wins within `depth` plies, whatever others do, given those `known`."""
        moves = self._begin(state)
        marks = np.array([move in known for move in moves], np.int64)
        _mark_forced(*self._with(seat, depth, marks))
        return frozenset(move for move, mark in zip(moves, marks, strict=True) if mark)

    def forces(self, state: Words, seat: int, depth: int) -> bool:
        """Tell whether a seat wins within `depth` plies, whatever others do."""
        self._begin(state)
        return bool(forces(*self._with(seat, depth)))

    def _with(self, *arguments: Any) -> tuple[Any, ...]:
        """Give what all kernels here take first, and some more."""
        return (*self._common, *arguments)

    def _begin(self, state: Words) -> list[int]:
        moves, _, tables, states, lists, budget = self._common
        states[0], budget[0] = state, self._limit
        numbers: list[int] = lists[0, : moves(tables, state, lists[0])].tolist()
        return numbers
