"""Plain search, to disagree with proofs and players: legal moves and nothing else."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import boolean, int64

import veier
from veier.kernels.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D
from veier.kernels.state import MOVER, PASS, PHASE, Tables, Words


@numba.njit(boolean(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, int64, int64, int64, boolean))
def _wins(
    moves: Any, push: Any, tables: Tables, states: Words, lists: Words, ply: int, plies: int, attacker: int, tiles: bool
) -> bool:
    if ply == plies:
        return False
    mover = states[ply, MOVER]
    last = states[ply, PHASE] == 2
    if last and not (tiles and mover == attacker):
        return False
    for k in range(moves(tables, states[ply], lists[ply])):
        if lists[ply, k] == PASS:
            return False
        states[ply + 1] = states[ply]
        result = push(tables, states[ply + 1], lists[ply, k])
        if result:
            wins = result % 8 == attacker + 1
        else:
            wins = not last and _wins(moves, push, tables, states, lists, ply + 1, plies, attacker, tiles)
        if wins == (mover == attacker):
            return bool(wins)
    return bool(mover != attacker)


@numba.njit(boolean(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS_2D, WORDS_2D, int64, int64))
def _wins_within(moves: Any, push: Any, tables: Tables, states: Words, lists: Words, plies: int, attacker: int) -> bool:
    if plies == 0:
        return False
    attacks = states[0, MOVER] == attacker
    for k in range(moves(tables, states[0], lists[0])):
        states[1] = states[0]
        result = push(tables, states[1], lists[0, k])
        if result:
            wins = result % 8 == attacker + 1
        else:
            wins = _wins_within(moves, push, tables, states[1:], lists[1:], plies - 1, attacker)
        if wins == attacks:
            return bool(wins)
    return not attacks


def wins_within(position: veier.Position, attacker: int, plies: int) -> bool:
    """Tell whether a player wins by force in so many plies, in either phase; repetition is not looked at."""
    rules = position.game.rules
    states = np.zeros((plies + 1, rules.state_size), np.int64)
    lists = np.zeros((plies + 1, rules.move_limit), np.int64)
    states[0] = position.state
    return bool(_wins_within(rules.kernels.moves, rules.kernels.push, rules.tables, states, lists, plies, attacker))


def wins(position: veier.Position, attacker: int, plies: int = 39) -> bool:
    """Tell whether a player wins by force in so many plies while pieces are placed.

    With tiles, the first move of phase 2 counts too. Where somebody must pass, nobody wins.
    """
    rules = position.game.rules
    states = np.zeros((40, rules.state_size), np.int64)
    lists = np.zeros((40, rules.move_limit), np.int64)
    states[0] = position.state
    tiles = position.game.name in ("4eyes", "4eyes-beginners")
    return bool(_wins(rules.kernels.moves, rules.kernels.push, rules.tables, states, lists, 0, plies, attacker, tiles))
