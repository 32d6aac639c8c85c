"""Two simple players: one that plays anything, one that sees a single move ahead."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numba import int64

from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.arrays import copy_words
from veier.kernels.jit import kernel
from veier.kernels.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Tables, Words

# What a move comes to, worst first.
_GIVES, _ALLOWS, _QUIET, _WINS = 0, 1, 2, 3


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D, WORDS_2D, WORDS))
def _best_moves(moves: Any, push: Any, tables: Tables, state: Words, states: Words, lists: Words, out: Words) -> int:
    """Write the moves that come to the best, looking at the next player's answers; give how many."""
    best, n = -1, 0
    for k in range(moves(tables, state, lists[0])):
        copy_words(state, states[0])
        result = push(tables, states[0], lists[0, k])
        worth = _QUIET
        if result:
            worth = _WINS if result % 8 == state[MOVER] + 1 else _GIVES if result % 8 else _QUIET
        else:
            for j in range(moves(tables, states[0], lists[1])):
                copy_words(states[0], states[1])
                if push(tables, states[1], lists[1, j]) % 8 == states[0, MOVER] + 1:
                    worth = _ALLOWS
                    break
        if worth > best:
            best, n = worth, 0
        if worth == best:
            out[n] = lists[0, k]
            n += 1
    return n


def random_move(position: Position, random: Random) -> Move:
    """Choose any legal move."""
    return random.choice(position.legal_moves)


def greedy_move(position: Position, random: Random) -> Move:
    """Win if that is possible now; else give nothing away, take a point, or stand where somebody else lacks a stone."""
    best = _safest_moves(position)
    mover = position.mover
    takes = {text for threat in position.threats(mover) for text in threat.moves}
    others = [seat for seat in range(position.game.players) if seat != mover]
    lacking = {threat.missing for seat in others for threat in position.threats(seat)}
    blocks = [move for move in best if move.stones and move.stones[0][0] in lacking]
    return random.choice([move for move in best if move.text in takes] or blocks or best)


def _safest_moves(position: Position) -> list[Move]:
    rules = position.game.rules
    states = np.empty((2, rules.state_size), np.int64)
    lists = np.empty((2, rules.move_limit), np.int64)
    out = np.empty(rules.move_limit, np.int64)
    kernels = rules.kernels
    n = _best_moves(kernels.moves, kernels.push, rules.tables, position.state, states, lists, out)
    numbers = set(out[:n].tolist())
    return [move for move in position.legal_moves if move.number in numbers]
