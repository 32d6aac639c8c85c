"""Plays positions out by the plain rules, to check what sentences say: it knows legal moves, `push` and stones only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from random import Random

from veier.core.patterns import Row, Square
from veier.core.position import Position
from veier.kernels.one_ply import NO_MOVE
from veier.kernels.state import MOVER, RESULT
from veier.learn.exhaustive import Exhaustive
from veier.search.one_ply import look_at_moves
from veier.search.solve.knowledge import book_move

Cells = frozenset[str]
# Forced wins are searched through up to so many moves; longer ones are only played along their line.
_BUDGET = 200_000
# Games played by a book to check that it wins.
_GAMES = 8


def turned(position: Position, seat: int) -> Position:
    """Return the position as if it were a seat's turn."""
    state = position.state
    state[MOVER] = seat
    return replace(position, packed=state.tobytes())


# Moves.


@lru_cache(maxsize=256)
def winning_moves(position: Position, seat: int) -> tuple[str, ...]:
    """List the moves by which a seat wins at once, if it were its turn."""
    rules, there = position.game.rules, turned(position, seat)
    found = []
    for number in there.legal_numbers:
        state = there.state
        rules.kernels.push(rules.tables, state, number)
        if state[RESULT] % 8 == seat + 1:
            found.append(position.game.notation.move_text(number))
    return tuple(found)


@lru_cache(maxsize=256)
def losing_moves(position: Position) -> Mapping[str, frozenset[int]]:
    """Return for each move that loses at once the seats that may win after it; a draw by repetition does not lose."""
    found: dict[str, frozenset[int]] = {}
    for number, result, reply in look_at_moves(position):
        text = position.game.notation.move_text(number)
        if result:
            if result % 8 not in (0, position.mover + 1):
                found[text] = frozenset({result % 8 - 1})
        elif reply != NO_MOVE and not position.play(text).is_over:
            found[text] = frozenset({(position.mover + 1) % position.game.players})
    return found


def safe_moves(position: Position) -> set[str]:
    """Return the moves that do not lose at once."""
    return {move.text for move in position.legal_moves} - losing_moves(position).keys()


def loses_to(position: Position, seat: int) -> bool:
    """Return whether every move lets a seat win at once."""
    losing = losing_moves(position)
    return not safe_moves(position) and all(winners == {seat} for winners in losing.values())


def can_play(position: Position, seat: int, move: str) -> bool:
    """Return whether a move would be legal, if it were a seat's turn."""
    return turned(position, seat).is_legal(move)


def wins_along(position: Position, line: tuple[str, ...], seat: int) -> bool:
    """Return whether a line of moves ends with a seat's win, and can be forced as far as that can be searched."""
    for move in line:
        if not position.is_legal(move):
            return False
        position = position.play(move)
    return position.outcome is not None and position.outcome.winner == seat


def is_forced(position: Position, seat: int, plies: int) -> bool:
    """Return whether a seat wins within some plies whatever the others do; True also where that is too much to search.

    Repetition is no matter here: forced wins are looked for while pieces are placed.
    """
    search = Exhaustive(position.game, _BUDGET)
    return search.forces(position.state, seat, plies) or search.spent


def wins_by_book(position: Position, seat: int, plies: int) -> bool:
    """Return whether a seat that follows the book wins within some plies, against opponents who move at random."""
    for seed in range(_GAMES):
        random, reached = Random(seed), position
        for _ in range(plies):
            if reached.is_over:
                break
            found = book_move(reached) if reached.mover == seat else None
            if reached.mover == seat and not found:
                return False
            reached = reached.play(found.move if found else random.choice(reached.legal_moves))
        if not reached.outcome or reached.outcome.winner != seat:
            return False
    return True


# Squares.


def corner_sets(stones: Mapping[str, int], seat: int) -> frozenset[Cells]:
    """Find the squares that a seat's stones make."""
    points = {(ord(cell[0]), int(cell[1:])): cell for cell, owner in stones.items() if owner == seat}
    found = set()
    for (x, y), (to_x, to_y) in combinations(points, 2):
        along, across = to_x - x, to_y - y
        for turn in (1, -1):
            side = -across * turn, along * turn
            others = (x + side[0], y + side[1]), (to_x + side[0], to_y + side[1])
            if all(point in points for point in others):
                found.add(frozenset(points[point] for point in ((x, y), (to_x, to_y), *others)))
    return frozenset(found)


def made_by(position: Position, seat: int, move: str) -> frozenset[Cells]:
    """Find the squares of a seat that its move makes, if it were its turn; none if the move is not legal."""
    there = turned(position, seat)
    return corner_sets(there.play(move).stones, seat) if there.is_legal(move) else frozenset()


@lru_cache(maxsize=256)
def completable(position: Position, seat: int) -> frozenset[Cells]:
    """Find the squares that some move of a seat makes, if it were its turn."""
    there = turned(position, seat)
    found: set[Cells] = set()
    for text in winning_moves(position, seat):
        move = there.parse_move(text)
        stones = {cell: owner for cell, owner in there.stones.items() if cell not in move.lifted}
        found |= corner_sets(stones | dict(move.stones), seat)
    return frozenset(found)


def cell_sets(squares: Iterable[Square | Row]) -> frozenset[Cells]:
    """Return the cells of each square or row."""
    return frozenset(frozenset(square.cells) for square in squares)


def lacks_only(position: Position, seat: int, cell: str, squares: Iterable[Cells]) -> bool:
    """Return whether each square has three stones of a seat and lacks the one on a cell."""
    stones = position.stones
    return all({corner for corner in square if stones.get(corner) != seat} == {cell} for square in squares)
