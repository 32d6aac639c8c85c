"""Alpha-beta at the root: values of some moves, deeper and deeper, and their variations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veier.core.bundles import eval_bundle
from veier.core.position import Position
from veier.kernels.arrays import copy_words, count_equal
from veier.kernels.bundles import EvalBundle
from veier.kernels.decorators import allocating, kernel
from veier.kernels.hashing import digest
from veier.kernels.signatures import EVAL_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, signature
from veier.search.alphabeta.memory import (
    ALPHABETA_MEMORY,
    EVALUATED,
    NODE_LIMIT,
    NODES,
    SEEN,
    STOP,
    AlphaBetaMemory,
    make_memory,
)
from veier.search.alphabeta.search import WIN, alpha_beta, find_entry, move_of, value_of_result

# Moves that are worse than the best by more thousandths of a logit get a bound instead of a value.
_MARGIN = 1500


@kernel(signature(EVAL_BUNDLE, ALPHABETA_MEMORY, INT, WORDS, WORDS))
def _search_moves(game: EvalBundle, memory: AlphaBetaMemory, depth: int, moves: Words, values: Words) -> int:
    """Search each of some moves at the root; write their values and return how many were searched to the end.

    What is worse than the best by more than the margin gets an upper bound.
    """
    state, after = memory.states[0], memory.states[1]
    memory.digests[memory.control[SEEN]] = digest(game.tables, state)
    best = -WIN
    for i in range(moves.size):
        copy_words(state, after)
        result = game.push(game.tables, after, moves[i])
        if result:
            value = value_of_result(state[MOVER], result, 1)
        else:
            value = -alpha_beta(game, memory, 1, depth - 1, -WIN, -max(best - _MARGIN, -WIN))
        if memory.control[STOP]:
            return i
        values[i] = value
        best = max(best, value)
    return moves.size


@allocating
def _write_variation(game: EvalBundle, memory: AlphaBetaMemory, first: int, out: Words) -> int:
    """Write the expected moves from a move at the root on, as far as they are remembered; return their number.

    They end where a position would stand again.
    """
    state = memory.states[0].copy()
    codes = np.empty(out.size + 1, np.int64)
    codes[0] = digest(game.tables, state)
    move, n = first, 0
    while n < out.size:
        out[n] = move
        n += 1
        if game.push(game.tables, state, move):
            break
        code = codes[n] = digest(game.tables, state)
        if count_equal(codes, n, code):
            break
        place = find_entry(memory, code)
        if memory.table[place, 0] != code or memory.table[place, 1] == 0:
            break
        move = move_of(memory.table[place, 1])
    return n


@kernel(signature(EVAL_BUNDLE, ALPHABETA_MEMORY, WORDS, WORDS, WORDS_2D))
def _write_variations(game: EvalBundle, memory: AlphaBetaMemory, moves: Words, lengths: Words, out: Words) -> int:
    """Write a variation for each of some moves at the root, as long as its length allows, and its length.

    All in one call, since a call from Python takes longer than a variation.
    """
    for i in range(moves.size):
        lengths[i] = _write_variation(game, memory, moves[i], out[i][: lengths[i]])
    return moves.size


class AlphaBeta:
    """Alpha-beta from one position, with its memory.

    depth  the largest depth
    """

    def __init__(self, position: Position, depth: int, megabytes: int, stop: Words) -> None:
        self.depth = depth
        self._bundle = eval_bundle(position.game)
        self._memory = make_memory(position, depth, megabytes, stop)

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return int(self._memory.control[NODES])

    @property
    def is_exact(self) -> bool:
        """Whether the last search ended every line with the end of the game."""
        return bool(self._memory.control[EVALUATED] == 0)

    def allow(self, nodes: int) -> None:
        """Limit the searches from now on to a number of nodes."""
        self._memory.control[NODE_LIMIT] = self.nodes + nodes

    def search(self, depth: int, numbers: Sequence[int]) -> list[int]:
        """Return the values of some moves to the mover, as many as were searched to the end."""
        moves = np.array(numbers, np.int64)
        values = np.zeros_like(moves)
        self._memory.control[EVALUATED] = 0
        done = _search_moves(self._bundle, self._memory, depth, moves, values)
        found: list[int] = values[:done].tolist()
        return found

    def variations(self, numbers: Sequence[int], longest: Sequence[int]) -> list[list[int]]:
        """Return the expected moves from each of some moves on, each at most as long as allowed."""
        moves, lengths = np.array(numbers, np.int64), np.minimum(np.array(longest, np.int64), self.depth)
        out = np.empty((len(moves), self.depth), np.int64)
        _write_variations(self._bundle, self._memory, moves, lengths, out)
        return [line[:length].tolist() for line, length in zip(out, lengths, strict=True)]
