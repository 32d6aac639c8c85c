"""One-ply tactics by the plain rules: what each move comes to at once, and who threatens what.

A threat here is a pattern that a seat's next move would really complete, were it that seat's turn: bans, reserves and
the pieces that a move lifts are all taken into account, because the rules' own kernels find the moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numba import int64

from veier.core.patterns import Patterns, Square, Threat
from veier.core.position import OCCURRENCES_TO_DRAW, Position
from veier.kernels.arrays import copy_words
from veier.kernels.jit import kernel
from veier.kernels.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PASS, Tables, Words

NO_ANSWER = -1


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D, WORDS_2D, WORDS_2D))
def _look_at_moves(moves: Any, push: Any, tables: Tables, state: Words, states: Words, lists: Words, out: Words) -> int:
    """Write for each move its number, its result, and a move by which the next player would win at once; count them."""
    n = moves(tables, state, lists[0])
    for k in range(n):
        copy_words(state, states[0])
        out[k, 0], out[k, 2] = lists[0, k], NO_ANSWER
        out[k, 1] = push(tables, states[0], lists[0, k])
        if out[k, 1]:
            continue
        for j in range(moves(tables, states[0], lists[1])):
            copy_words(states[0], states[1])
            if push(tables, states[1], lists[1, j]) % 8 == states[0, MOVER] + 1:
                out[k, 2] = lists[1, j]
                break
    return n


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D, WORDS, WORDS))
def _winning_moves(
    moves: Any, push: Any, tables: Tables, state: Words, states: Words, numbers: Words, out: Words
) -> int:
    """Write the moves by which the mover wins at once; give how many."""
    n = 0
    for k in range(moves(tables, state, numbers)):
        copy_words(state, states[0])
        if push(tables, states[0], numbers[k]) % 8 == state[MOVER] + 1:
            out[n] = numbers[k]
            n += 1
    return n


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, int64, WORDS_2D, WORDS_2D, WORDS_2D))
def _look_at_wins_after(
    moves: Any, push: Any, tables: Tables, state: Words, seat: int, states: Words, lists: Words, out: Words
) -> int:
    """Write for each move that leaves the game running, and each win that a seat would then have: both moves.

    A move after which it has none is written with NO_ANSWER. Stops when `out` is full; gives how many.
    """
    n = 0
    for k in range(moves(tables, state, lists[0])):
        copy_words(state, states[0])
        if push(tables, states[0], lists[0, k]):
            continue
        states[0, MOVER] = seat
        before = n
        for j in range(moves(tables, states[0], lists[1])):
            if n == out.shape[0]:
                return n
            copy_words(states[0], states[1])
            if push(tables, states[1], lists[1, j]) % 8 == seat + 1:
                out[n, 0], out[n, 1] = lists[0, k], lists[1, j]
                n += 1
        if n == before and n < out.shape[0]:
            out[n, 0], out[n, 1] = lists[0, k], NO_ANSWER
            n += 1
    return n


@dataclass(frozen=True, slots=True)
class MoveOutcomes:
    """What the mover's moves come to, by number.

    wins    win at once
    gives   let another player win at once, by completing its square or by ending the game
    allows  let the next player win, with the move that does it
    safe    all others, also those that draw
    """

    wins: tuple[int, ...]
    gives: tuple[int, ...]
    allows: dict[int, int]
    safe: tuple[int, ...]

    @property
    def is_lost(self) -> bool:
        """Whether every move loses at once."""
        return not self.wins and not self.safe


def move_outcomes(position: Position) -> MoveOutcomes:
    """Try every move of the mover, and every answer of the next player."""
    rules = position.game.rules
    states = np.empty((2, rules.state_size), np.int64)
    lists = np.empty((2, rules.move_limit), np.int64)
    out = np.empty((rules.move_limit, 3), np.int64)
    kernels = rules.kernels
    n = _look_at_moves(kernels.moves, kernels.push, rules.tables, position.state, states, lists, out)
    wins, gives, safe = [], [], []
    allows: dict[int, int] = {}
    for number, result, answer in out[:n].tolist():
        if result % 8 == position.mover + 1:
            wins.append(number)
        elif result % 8:
            gives.append(number)
        elif result or answer == NO_ANSWER or _repeats(position, number):
            safe.append(number)
        else:
            allows[number] = answer
    return MoveOutcomes(tuple(wins), tuple(gives), allows, tuple(safe))


def _repeats(position: Position, number: int) -> bool:
    """Return whether a move draws because the position stands for the last time; kernels do not know that."""
    if OCCURRENCES_TO_DRAW - 1 not in Counter(position.seen).values():
        return False
    return position.play(position.game.notation.move_text(number)).is_over


def turned(position: Position, seat: int) -> Position:
    """Return the position as if it were another seat's turn."""
    state = position.state
    state[MOVER] = seat
    return replace(position, packed=state.tobytes())


def can_move(position: Position, seat: int) -> bool:
    """Return whether a seat had a move other than a pass, if it were its turn."""
    return any(number != PASS for number in turned(position, seat).legal_numbers)


def winning_numbers(position: Position) -> list[int]:
    """List the moves by which the mover wins at once."""
    rules = position.game.rules
    states = np.empty((1, rules.state_size), np.int64)
    numbers, out = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit, np.int64)
    kernels = rules.kernels
    found: list[int] = out[
        : _winning_moves(kernels.moves, kernels.push, rules.tables, position.state, states, numbers, out)
    ].tolist()
    return found


def wins_after_replies(position: Position, seat: int) -> dict[int, list[int]] | None:
    """Map each reply of the mover that ends nothing to the wins that a seat would then have, were it its turn.

    None if there are too many to list.
    """
    rules = position.game.rules
    states = np.empty((2, rules.state_size), np.int64)
    lists = np.empty((2, rules.move_limit), np.int64)
    out = np.empty((64 * rules.move_limit, 2), np.int64)
    kernels = rules.kernels
    n = _look_at_wins_after(kernels.moves, kernels.push, rules.tables, position.state, seat, states, lists, out)
    if n == out.shape[0]:
        return None
    found: dict[int, list[int]] = {}
    for reply, win in out[:n].tolist():
        found.setdefault(reply, []).extend([] if win == NO_ANSWER else [win])
    return found


def find_threats(position: Position, seat: int) -> tuple[Threat, ...]:
    """List what a seat would complete with its next move, were it its turn, with the moves that do it."""
    patterns = position.game.patterns
    if not patterns.shapes:
        return position.threats(seat)
    rules, there = position.game.rules, turned(position, seat)
    state = there.state
    stones = rules.stones(state)
    found: dict[tuple[tuple[int, ...], str], list[str]] = {}
    for number in winning_numbers(there):
        move = rules.describe_move(state, number)
        after = dict(stones)
        for name in move.lifted:
            del after[rules.cell_numbers[name]]
        after |= {rules.cell_numbers[name]: laid for name, laid in move.stones}
        own = move.stones[0][0]
        for shape in _shapes_through(patterns)[rules.cell_numbers[own]]:
            if all(after.get(cell) == seat for cell in shape):
                found.setdefault((shape, own), []).append(move.text)
    return tuple(
        Threat(seat, tuple(rules.cell_names[cell] for cell in shape), own, tuple(moves), patterns.step(shape))
        for (shape, own), moves in found.items()
    )


def to_square(threat: Threat) -> Square:
    """Return the square that a threat would complete."""
    one, two, three, four = threat.cells
    return Square(threat.seat, (one, two, three, four), (threat.missing,), threat.step or (0, 0))


@lru_cache(maxsize=64)
def _shapes_through(patterns: Patterns) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """List the shapes through each cell."""
    through: list[list[tuple[int, ...]]] = [[] for _ in patterns.rules.cell_names]
    for shape in patterns.shapes:
        for cell in shape:
            through[cell].append(shape)
    return tuple(tuple(shapes) for shapes in through)
