"""Evaluation kernels made of a game's rules alone: for games that bring no evaluation of their own."""

from __future__ import annotations

import numpy as np

from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.one_ply import NO_MOVE, find_win
from veier.kernels.scores import ALLOWS, GIVES, NEVER, WINS
from veier.kernels.signatures import CANDIDATES, EVALUATE, ROLLOUT
from veier.kernels.state import MOVER, EvalKernels, EvalTables, Kernels, Reals, Tables, Words


def make_eval_kernels(rules: Kernels) -> EvalKernels:
    """Return kernels that see wins in one move and in the reply, and play random games; compiled on each call.

    The number of players is that of the columns of the weights, the move limit that of the windows.
    """
    legal_moves, count, push, playout = rules.moves, rules.count, rules.push, rules.playout

    @kernel(EVALUATE, cached=False)
    def evaluate(tables: Tables, eval_tables: EvalTables, state: Words, worths: Reals) -> int:
        """Write the same chance for every seat."""
        players = eval_tables.weights.shape[1]
        worths[:players] = 0.0
        worths[players] = NEVER
        return 0

    @kernel(CANDIDATES, allocates=True, cached=False)
    def candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
        """Write the moves that do not lose at once, else all; a win stands alone."""
        game = RulesBundle(legal_moves, count, push, playout, tables)
        after, later = np.empty_like(state), np.empty_like(state)
        replies = np.empty(eval_tables.windows.shape[1], np.int64)
        n = legal_moves(tables, state, moves)
        safe = 0
        for k in range(n):
            copy_words(state, after)
            result = push(tables, after, moves[k])
            score = 0.0
            if result % 8 == state[MOVER] + 1:
                moves[0], scores[0] = moves[k], WINS
                return 1
            if result % 8:
                score = GIVES
            elif result == 0 and find_win(game, after, later, replies) != NO_MOVE:
                score = ALLOWS
            # Safe moves come first, then those that allow a win, then those that give one away.
            place = k
            while place > 0 and scores[place - 1] < score:
                scores[place] = scores[place - 1]
                place -= 1
            scores[place] = score
            move = moves[k]
            for j in range(k, place, -1):
                moves[j] = moves[j - 1]
            moves[place] = move
            safe += score == 0.0
        return safe if safe else n

    @kernel(ROLLOUT, cached=False)
    def rollout(tables: Tables, eval_tables: EvalTables, state: Words, rng: Words, plies: int) -> int:
        """Play random moves."""
        return playout(tables, state, rng, plies)

    return EvalKernels(evaluate, candidates, rollout)
