"""Exhaustive search by the plain rules, a few plies deep: puzzles and tactical positions are proved with it.

It knows nothing but `moves` and `push`, so that it can disagree with every other search. Repetition is not checked:
from a position that stands for the first time nobody can bring about a third occurrence within seven plies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.game import Game
from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, named_tuple, signature

# No search goes deeper.
PLIES = 20
_UNLIMITED = 1 << 60


class ExhaustiveMemory(NamedTuple):
    """Working memory of an exhaustive search.

    states  [ply]: the line of play being searched
    lists   [ply, k]: its legal moves
    budget  [0]: the number of moves that may still be made; once it is below zero, the answer means nothing
            [depth]: the move that decided last at this number of plies to go, which is tried first
    """

    states: Words
    lists: Words
    budget: Words


EXHAUSTIVE_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS), ExhaustiveMemory)


@inner
def _bring_forward(numbers: Words, n: int, first: int) -> None:
    """Put a move at the head of a list, if it is there."""
    for k in range(n):
        if numbers[k] == first:
            numbers[k] = numbers[0]
            numbers[0] = first


@kernel(signature(RULES_BUNDLE, EXHAUSTIVE_MEMORY, INT, INT, INT))
def forces(game: RulesBundle, memory: ExhaustiveMemory, ply: int, seat: int, depth: int) -> int:
    """Return 1 if a seat wins within `depth` plies from states[ply], whatever the others do, else 0."""
    if depth == 0:
        return 0
    state, after, moves, budget = memory.states[ply], memory.states[ply + 1], memory.lists[ply], memory.budget
    mine = state[MOVER] == seat
    n = game.moves(game.tables, state, moves)
    _bring_forward(moves, n, budget[depth])
    # All moves are tried for an immediate win before any of them is searched.
    for look in range(1 if mine and depth > 1 else 0, -1, -1):
        for k in range(n):
            budget[0] -= 1
            if budget[0] < 0:
                return 0
            copy_words(state, after)
            result = game.push(game.tables, after, moves[k])
            won = result % 8 == seat + 1
            if result == 0 and look == 0:
                won = forces(game, memory, ply + 1, seat, depth - 1) == 1
            if won == mine:
                budget[depth] = moves[k]
                return int(mine)
    return int(not mine)


@kernel(signature(RULES_BUNDLE, EXHAUSTIVE_MEMORY, INT, INT, WORDS))
def _mark_forced(game: RulesBundle, memory: ExhaustiveMemory, seat: int, depth: int, marks: Words) -> int:
    """Mark with 1 each move of states[0] after which a seat has won within `depth` plies, this one counted.

    Moves that are marked already are left out. Return the number of moves.
    """
    state, after, moves = memory.states[0], memory.states[1], memory.lists[0]
    n = game.moves(game.tables, state, moves)
    for k in range(n):
        if marks[k] == 0:
            copy_words(state, after)
            result = game.push(game.tables, after, moves[k])
            marks[k] = int(result % 8 == seat + 1)
            if result == 0:
                marks[k] = forces(game, memory, 1, seat, depth - 1)
    return n


class Exhaustive:
    """Exhaustive search in one game, with a budget of moves per question."""

    def __init__(self, game: Game, budget: int = _UNLIMITED) -> None:
        rules = game.rules
        self._limit = budget
        self._bundle = rules_bundle(game)
        self._memory = ExhaustiveMemory(
            np.zeros((PLIES + 2, rules.state_size), np.int64),
            np.empty((PLIES + 2, rules.move_limit), np.int64),
            np.full(PLIES, -1, np.int64),
        )

    @property
    def spent(self) -> bool:
        """Whether the last search ran out of its budget, so that its answer means nothing."""
        return bool(self._memory.budget[0] < 0)

    def forced(self, state: Words, seat: int, depth: int, known: frozenset[int] = frozenset()) -> frozenset[int]:
        """Find the moves after which a seat wins within `depth` plies, whatever the others do, given those `known`."""
        assert depth < PLIES
        moves = self._begin(state)
        marks = np.array([move in known for move in moves], np.int64)
        _mark_forced(self._bundle, self._memory, seat, depth, marks)
        return frozenset(move for move, mark in zip(moves, marks, strict=True) if mark)

    def forces(self, state: Words, seat: int, depth: int) -> bool:
        """Return whether a seat wins within `depth` plies, whatever the others do."""
        assert depth < PLIES
        self._begin(state)
        return bool(forces(self._bundle, self._memory, 0, seat, depth))

    def _begin(self, state: Words) -> list[int]:
        """Set up a position with a full budget; list its moves."""
        states, lists, budget = self._memory
        states[0], budget[0] = state, self._limit
        numbers: list[int] = lists[0, : self._bundle.moves(self._bundle.tables, state, lists[0])].tolist()
        return numbers
