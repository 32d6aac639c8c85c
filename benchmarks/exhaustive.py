"""Exhaustive search to the end of a game, and careful random play, for making tactical positions."""

from __future__ import annotations

import numpy as np

from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.rng import below
from veier.kernels.signatures import RULES_BUNDLE, WORDS
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, signature
from veier.learn.exhaustive import EXHAUSTIVE_MEMORY, ExhaustiveMemory, forces
from veier.learn.exhaustive import Exhaustive as Forcing


@kernel(signature(RULES_BUNDLE, EXHAUSTIVE_MEMORY, INT, INT, INT))
def _value(game: RulesBundle, memory: ExhaustiveMemory, ply: int, low: int, high: int) -> int:
    """Return the value of a two-player game, searched to its end by alpha-beta: 1, 0 or -1 for the mover."""
    states, moves, budget = memory.states, memory.lists[ply], memory.budget
    if ply + 1 == states.shape[0]:
        budget[0] = -1
        return 0
    mover = states[ply, MOVER]
    best = -2
    for k in range(game.moves(game.tables, states[ply], moves)):
        budget[0] -= 1
        if budget[0] < 0:
            return 0
        copy_words(states[ply], states[ply + 1])
        result = game.push(game.tables, states[ply + 1], moves[k])
        if result == 0:
            value = -_value(game, memory, ply + 1, -high, -max(low, best))
        else:
            value = 1 if result % 8 == mover + 1 else -1 if result % 8 else 0
        best = max(best, value)
        if best >= high:
            break
    return best


@kernel(signature(RULES_BUNDLE, EXHAUSTIVE_MEMORY, WORDS))
def _mark_values(game: RulesBundle, memory: ExhaustiveMemory, marks: Words) -> int:
    """Mark each move of states[0] with the value that it has for the mover; return the number of moves."""
    states, moves = memory.states, memory.lists[0]
    n = game.moves(game.tables, states[0], moves)
    for k in range(n):
        copy_words(states[0], states[1])
        result = game.push(game.tables, states[1], moves[k])
        if result == 0:
            marks[k] = -_value(game, memory, 1, -1, 1)
        else:
            marks[k] = 1 if result % 8 == states[0, MOVER] + 1 else -1 if result % 8 else 0
    return n


@kernel(signature(RULES_BUNDLE, EXHAUSTIVE_MEMORY, WORDS, INT))
def _wander(game: RulesBundle, memory: ExhaustiveMemory, rng: Words, plies: int) -> int:
    """Make random moves in states[0] that neither end the game nor let the next player win; return their number."""
    states, moves = memory.states, memory.lists[0]
    for ply in range(plies):
        n = game.moves(game.tables, states[0], moves)
        found = False
        while n > 0 and not found:
            k = below(rng, n)
            move = moves[k]
            n -= 1
            moves[k] = moves[n]
            copy_words(states[0], states[1])
            if game.push(game.tables, states[1], move) == 0:
                found = forces(game, memory, 1, states[1, MOVER], 1) == 0
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
        _mark_values(self._bundle, self._memory, marks)
        return dict(zip(moves, marks.tolist(), strict=True))

    def wander(self, state: Words, rng: Words, plies: int) -> Words | None:
        """Return the state after random moves that let nobody win at once; None if they run out before."""
        self._begin(state)
        made = _wander(self._bundle, self._memory, rng, plies)
        return self._memory.states[0].copy() if made == plies else None
