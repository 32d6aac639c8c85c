"""One ply by the plain rules: which moves win at once, and which let the next player win at once.

The rules' own kernels are asked, so bans, reserves and the pieces that a move lifts are all taken into account.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.one_ply import NO_MOVE, find_win, wins_by
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, signature


@kernel(signature(RULES_BUNDLE, WORDS, WORDS, WORDS))
def _list_wins(game: RulesBundle, state: Words, after: Words, moves: Words) -> int:
    """Write the moves by which the mover wins at once; return their number."""
    n = 0
    for k in range(game.moves(game.tables, state, moves)):
        if wins_by(game, state, moves[k], after):
            moves[n] = moves[k]
            n += 1
    return n


@kernel(signature(RULES_BUNDLE, WORDS, WORDS_2D, WORDS_2D, WORDS_2D))
def _look_at_moves(game: RulesBundle, state: Words, states: Words, lists: Words, out: Words) -> int:
    """Write for each move its number, its result, and a move by which the next player would win at once; count them."""
    n = game.moves(game.tables, state, lists[0])
    for k in range(n):
        copy_words(state, states[0])
        out[k, 0], out[k, 2] = lists[0, k], NO_MOVE
        out[k, 1] = game.push(game.tables, states[0], lists[0, k])
        if out[k, 1] == 0:
            out[k, 2] = find_win(game, states[0], states[1], lists[1])
    return n


@kernel(signature(RULES_BUNDLE, WORDS, INT, WORDS_2D, WORDS_2D, WORDS_2D))
def _list_wins_after(game: RulesBundle, state: Words, seat: int, states: Words, lists: Words, out: Words) -> int:
    """Write for each move that leaves the game running, and each win that a seat would then have: both moves.

    A move after which it has none is written with NO_MOVE. Stop when `out` is full; return the number.
    """
    n = 0
    for k in range(game.moves(game.tables, state, lists[0])):
        copy_words(state, states[0])
        if game.push(game.tables, states[0], lists[0, k]):
            continue
        states[0, MOVER] = seat
        before = n
        for j in range(game.moves(game.tables, states[0], lists[1])):
            if n == out.shape[0]:
                return n
            if wins_by(game, states[0], lists[1, j], states[1]):
                out[n, 0], out[n, 1] = lists[0, k], lists[1, j]
                n += 1
        if n == before and n < out.shape[0]:
            out[n, 0], out[n, 1] = lists[0, k], NO_MOVE
            n += 1
    return n


class MoveResult(NamedTuple):
    """What a move comes to at once.

    number  the move
    result  state[RESULT] after it: 0 while the game goes on
    reply   a move by which the next player would then win at once, or NO_MOVE
    """

    number: int
    result: int
    reply: int


def winning_numbers(position: Position) -> list[int]:
    """List the moves by which the mover wins at once."""
    state, moves = position.state, np.empty(position.game.rules.move_limit, np.int64)
    n = _list_wins(rules_bundle(position.game), state, np.empty_like(state), moves)
    numbers: list[int] = moves[:n].tolist()
    return numbers


def winning_move(position: Position) -> Move | None:
    """Return a move by which the mover wins at once; None if there is none."""
    wins = winning_numbers(position)
    return position.describe(wins[0]) if wins else None


def look_at_moves(position: Position) -> list[MoveResult]:
    """Try every move of the mover, and every reply of the next player."""
    rules = position.game.rules
    states, lists = _working_memory(position)
    out = np.empty((rules.move_limit, 3), np.int64)
    n = _look_at_moves(rules_bundle(position.game), position.state, states, lists, out)
    return [MoveResult(*row) for row in out[:n].tolist()]


def wins_after_replies(position: Position, seat: int) -> dict[int, list[int]] | None:
    """Return for each reply of the mover that ends nothing the wins that a seat would then have on its turn.

    None if there are too many to list.
    """
    rules = position.game.rules
    states, lists = _working_memory(position)
    out = np.empty((64 * rules.move_limit, 2), np.int64)
    n = _list_wins_after(rules_bundle(position.game), position.state, seat, states, lists, out)
    if n == out.shape[0]:
        return None
    found: dict[int, list[int]] = {}
    for reply, win in out[:n].tolist():
        found.setdefault(reply, []).extend([] if win == NO_MOVE else [win])
    return found


def _working_memory(position: Position) -> tuple[Words, Words]:
    """Return room for the states and the move lists of two plies."""
    rules = position.game.rules
    return np.empty((2, rules.state_size), np.int64), np.empty((2, rules.move_limit), np.int64)
