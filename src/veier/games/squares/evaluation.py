"""Static evaluation shared by the games that are won by a square.

The code of a square is the number of stones of each player on it, two bits per player, from the mover on: the mover's
own, the next player's, the last one's. A square is alive for a player while nobody else has a stone on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veier.games.squares.weights import CODES, CONSTANT, HAND, HAVE, PHASE_1, PHASE_2
from veier.kernels.bits import lowest_bit, without_lowest
from veier.kernels.decorators import allocating, inner
from veier.kernels.scores import ALLOWS, NEVER
from veier.kernels.state import MOVER, PASS, EvalTables, Reals, ThreatScratch, Words

# Scores are sorted as whole numbers of steps, with the move's place in the list in the low bits.
_STEPS, _PLACE_BITS = 1 << 16, 13
_GAPS = (1750, 701, 301, 132, 57, 23, 10, 4, 1)
# `evaluate_attacks` is in thousandths of a logit, fitted to the winner with perfect play; among players who err it
# counts for a third.
_PERFECT = 3000


@inner
def add_stone(eval_tables: EvalTables, codes: Words, cell: int, step: int) -> None:
    """Add a stone to the codes of the squares through its cell, `step` being 1 << 2 * offset; -step removes it."""
    squares = eval_tables.windows[cell]
    for k in range(1, squares[0] + 1):
        codes[squares[k]] += step


@inner
def add_stones(eval_tables: EvalTables, codes: Words, low: int, high: int, step: int) -> None:
    """Add stones to the codes."""
    while low:
        add_stone(eval_tables, codes, lowest_bit(low), step)
        low = without_lowest(low)
    while high:
        add_stone(eval_tables, codes, 64 + lowest_bit(high), step)
        high = without_lowest(high)


@inner
def square_count(eval_tables: EvalTables) -> int:
    """Return the number of squares of the board."""
    return eval_tables.windows[eval_tables.windows.shape[0] - 1, 0]


@allocating
def evaluate_squares(
    eval_tables: EvalTables, codes: Words, phase: int, mover: int, players: int, worths: Reals
) -> None:
    """Write a logit for each seat, and one for a draw, from the codes of all squares."""
    counts = np.zeros(CODES, np.int64)
    for k in range(codes.size):
        counts[codes[k]] += 1
    first = PHASE_1 if phase == 1 else PHASE_2
    for offset in range(players + 1):
        weights = eval_tables.weights[first + offset]
        worth = weights[CONSTANT]
        for k in range(9):
            # Live squares of player k // 3 with 1 + k % 3 stones.
            worth += weights[k] * counts[(1 + k % 3) << (2 * (k // 3))]
        seat = mover + offset if mover + offset < players else mover + offset - players
        worths[seat if offset < players else players] = worth


@allocating
def evaluate_with_attacks(evaluate_attacks: Any, eval_tables: EvalTables, state: Words, worths: Reals) -> None:
    """Write a logit for each of two seats, and one for a draw, from the attacks of both."""
    cells = eval_tables.threat_tables.lengths.size
    ahead = evaluate_attacks(
        eval_tables.threat_tables, state, ThreatScratch(np.empty((4 * cells, 2), np.int64), np.empty(cells, np.int64))
    )
    worths[state[MOVER]], worths[1 - state[MOVER]], worths[2] = ahead / _PERFECT, 0.0, NEVER


@inner
def stone_worths(eval_tables: EvalTables, codes: Words, cell: int) -> tuple[float, float]:
    """Return the value to the mover of an own stone on a cell, and that of a stone of the next player."""
    squares = eval_tables.windows[cell]
    have = hand = 0.0
    for k in range(1, squares[0] + 1):
        code = codes[squares[k]]
        have += eval_tables.weights[HAVE, code]
        hand += eval_tables.weights[HAND, code]
    return have, hand


@allocating
def _sort_moves(moves: Words, scores: Reals, n: int) -> None:
    """Sort moves by their scores, the best first."""
    keys, old_moves, old_scores = np.empty(n, np.int64), moves[:n].copy(), scores[:n].copy()
    for k in range(n):
        keys[k] = (-int(scores[k] * _STEPS) << _PLACE_BITS) + k
    for gap in _GAPS:
        for k in range(gap, n):
            key, place = keys[k], k
            while place >= gap and keys[place - gap] > key:
                keys[place] = keys[place - gap]
                place -= gap
            keys[place] = key
    for k in range(n):
        old = keys[k] & ((1 << _PLACE_BITS) - 1)
        moves[k], scores[k] = old_moves[old], old_scores[old]


@inner
def keep_best(moves: Words, scores: Reals, n: int) -> int:
    """Keep the safe moves if there are any, sort what is kept, and return the number."""
    safe = 0
    for k in range(n):
        if scores[k] > ALLOWS:
            moves[safe], scores[safe] = moves[k], scores[k]
            safe += 1
    kept = safe if safe else n
    if kept == 0:
        moves[0], scores[0] = PASS, 0.0
        return 1
    _sort_moves(moves, scores, kept)
    return kept
