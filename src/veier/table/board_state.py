"""A position as a player sees it, as plain data: the Board that server, browser and client exchange.

Beside the View it holds what people cannot see at a glance: which choices the rules forbid and why, which moves would
complete another player's square, who threatens what, and how the points of hex rows came about.

Threats and live squares are the same for every viewer, and are found once; callers must not change a Board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from veier.core.data import field_names, to_plain
from veier.core.descriptions import describe_outcome, describe_task, describe_turn
from veier.core.game import Game
from veier.core.move import Move
from veier.core.patterns import Row, Threat
from veier.core.position import Position
from veier.core.position_view import make_choice
from veier.kernels.state import Words
from veier.messages import message
from veier.record import format_position
from veier.view import Colour, View

# Where no stone stands, and whose a shape is on which several seats have stones.
_NOBODY, _NOBODY_ALONE = -1, -2


class _LackingOne(NamedTuple):
    """A shape that lacks one stone of a seat."""

    seat: int
    missing: int
    stones: frozenset[int]


# The parts of a View that are the same in every position of a game.
_FIXED = ("game", "title", "surface", "frame", "cells", "fields", "labels", "colours")
_CHANGING = tuple(name for name in field_names(View) or () if name not in (*_FIXED, "choices"))


def board_data(position: Position, *, choices: bool = True, aids: bool = True) -> dict[str, Any]:
    """Return all that a screen needs to show a position; see `choices_data` for what can be left out."""
    board, more = changing_board(position), choices_data(position, choices=choices, aids=aids)
    board["view"] |= {**empty_board(position.game), "choices": more.pop("choices")}
    return {**board, **more}


@lru_cache(maxsize=64)
def empty_board(game: Game) -> dict[str, Any]:
    """Return the parts of a view that are the same in every position of a game."""
    view = game.start().view()
    return {name: to_plain(getattr(view, name)) for name in _FIXED}


def changing_board(position: Position) -> dict[str, Any]:
    """Return the parts of a board that a move can change, without choices and aids.

    Its parts are shared with other boards, so a table's last one can be kept, to be compared with the next.
    """
    view, running = position.view(), not position.is_over
    ending = None if running else describe_outcome(position).to_data()
    return {
        "view": {name: _plain(getattr(view, name)) for name in _CHANGING},
        # After the end, how it ended stands where it said whose turn it is.
        "turn": ending or describe_turn(position).to_data(),
        "task": describe_task(position).to_data() if running else None,
        "rows": [_row(position, row) for row in position.rows()],
        "position": format_position(position),
        "over": not running,
        "told": ending,
    }


def _plain(value: Any) -> Any:
    """Return a part of a View as plain data. Items of lists, such as stones, are shared by all boards."""
    return [_plain_item(item) for item in value] if isinstance(value, tuple) else value


@lru_cache(maxsize=8192)
def _plain_item(item: Any) -> Any:
    return to_plain(item)


def choices_data(position: Position, *, choices: bool, aids: bool) -> dict[str, Any]:
    """Return what a player may do and should see in a position.

    `choices` is for the player who may move now, and adds the legal moves and those that are forbidden. `aids` adds
    threats, squares that are still possible, also once a piece is lifted, cells that get no stone any more, and a
    warning of moves that complete another player's square.
    """
    running = not position.is_over
    choices = choices and running
    return {
        "choices": [_choice(move, position.game.colours) for move in position.legal_moves] if choices else [],
        "refused": _refused(position) if choices else [],
        "gives": _gives(position) if choices and aids else [],
        "threats": _threats(position) if running and aids else [],
        "squares": _live_squares(position) if running and aids else [],
        "reopened": _reopened_squares(position) if choices and aids else [],
        "closed": _closed_cells(position) if running and aids else None,
    }


# Choices, and those that are forbidden.


@lru_cache(maxsize=8192)
def _choice(move: Move, colours: tuple[Colour, ...]) -> dict[str, Any]:
    """Return a legal move as plain data. Most are legal in many positions, and are shared by their boards."""
    plain: dict[str, Any] = to_plain(make_choice(move, colours))
    return plain


def _refused(position: Position) -> list[dict[str, Any]]:
    """List what could be laid or moved by the look of the board, but is not allowed, with the reason."""
    legal = set(position.legal_numbers)
    return [
        _refusal(position, number)
        for number in position.game.patterns.pseudo_legal(position.state)
        if number not in legal
    ]


def _refusal(position: Position, number: int) -> dict[str, Any]:
    rules, colours, state = position.game.rules, position.game.colours, position.state
    move, reason = rules.describe_move(state, number), rules.why_illegal(state, number)
    return {
        "text": move.text,
        "piece": move.piece,
        "stones": [[cell, colours[seat]] for cell, seat in move.stones],
        "reason": reason.to_data(),
    }


# Patterns.


def _gives(position: Position) -> list[str]:
    """List the legal moves that complete another player's pattern."""
    names = position.game.rules.cell_names
    near: dict[tuple[int, str], list[frozenset[str]]] = {}
    for seat, missing, stones in _lacking_one(position):
        near.setdefault((seat, names[missing]), []).append(frozenset(names[cell] for cell in stones))
    return [move.text for move in position.legal_moves if _hands_over(move, near)] if near else []


def _hands_over(move: Move, near: dict[tuple[int, str], list[frozenset[str]]]) -> bool:
    """Return whether another player's stone of a move completes a pattern, none of whose stones the move lifts."""
    return any(
        stones.isdisjoint(move.lifted) for cell, seat in move.stones[1:] for stones in near.get((seat, cell), ())
    )


def _lacking_one(position: Position) -> Iterator[_LackingOne]:
    """Find the shapes that lack one stone of a seat, whatever stands on the missing cell."""
    shapes, seats = _shapes(position.game), _seats_on_shapes(position)
    for seat in range(position.game.players):
        own = seats == seat
        for shape in np.flatnonzero(own.sum(axis=1) == shapes.shape[1] - 1):
            missing = int(shapes[shape][~own[shape]][0])
            yield _LackingOne(seat, missing, frozenset(shapes[shape].tolist()) - {missing})


@lru_cache(maxsize=64)
def _live_squares(position: Position) -> list[list[Any]]:
    """List the shapes with a stone that can still be completed: seat, cells, cells that lack a stone."""
    names, seats = _shape_names(position.game), _seats_on_shapes(position)
    owners = _owners(seats)
    live = np.flatnonzero(owners >= 0)
    free = seats[live] == _NOBODY
    return [
        [seat, names[shape], list(compress(names[shape], lacking))]
        for shape, seat, lacking in zip(live.tolist(), owners[live].tolist(), free.tolist(), strict=True)
    ]


@lru_cache(maxsize=64)
def _shape_names(game: Game) -> list[list[str]]:
    """Name the cells of each shape."""
    return [[game.rules.cell_names[cell] for cell in shape] for shape in game.patterns.shapes]


@lru_cache(maxsize=64)
def _shapes(game: Game) -> Words:
    """Return the cells of each shape, one row per shape."""
    shapes = game.patterns.shapes
    return np.array(shapes, np.int64) if shapes else np.empty((0, 0), np.int64)


def _seats_on_shapes(position: Position) -> Words:
    """Return the seat of the stone on each cell of each shape."""
    on_shapes: Words = _seats_by_cell(position)[_shapes(position.game)]
    return on_shapes


def _seats_by_cell(position: Position) -> Words:
    stones = np.full(len(position.game.rules.cell_names), _NOBODY)
    for cell, seat in position.game.rules.stones(position.state).items():
        stones[cell] = seat
    return stones


def _owners(seats: Words) -> Words:
    """Return the seat that is alone on each shape, _NOBODY for an empty shape, _NOBODY_ALONE for several seats."""
    owners: Words = seats.max(axis=1, initial=_NOBODY)
    is_alone = ((seats == _NOBODY) | (seats == owners[:, None])).all(axis=1)
    return np.where(is_alone, owners, _NOBODY_ALONE)


def _reopened_squares(position: Position) -> list[list[Any]]:
    """List the shapes that are blocked only by a piece that the mover could lift: seat and cells."""
    game = position.game
    lifts = {move.lifted for move in _possible_moves(position) if move.lifted} if game.patterns.shapes else set()
    if not lifts:
        return []
    shapes, stones = _shapes(game), _seats_by_cell(position)
    blocked = np.flatnonzero(_owners(stones[shapes]) == _NOBODY_ALONE)
    reopened = np.zeros((len(shapes), game.players), bool)
    for lift in lifts:
        left = stones.copy()
        left[[game.rules.cell_numbers[name] for name in lift]] = _NOBODY
        owners = _owners(left[shapes[blocked]])
        alone = owners >= 0
        reopened[blocked[alone], owners[alone]] = True
    return [[seat, _shape_names(game)[shape]] for shape, seat in np.argwhere(reopened).tolist()]


@lru_cache(maxsize=64)
def _closed_cells(position: Position) -> list[str] | None:
    """List the free cells that no player's piece could cover with a stone; None where pieces that lie can be moved.

    None also for a game without shapes, where nobody needs to know.
    """
    if not position.game.patterns.shapes:
        return None
    from veier.explain.tactics import turned

    names = position.game.rules.cell_names
    closed = set(names) - set(position.stones)
    for seat in range(position.game.players):
        for move in _possible_moves(turned(position, seat)):
            if move.lifted:
                return None
            closed.difference_update(cell for cell, _ in move.stones)
            if not closed:
                break
    return [name for name in names if name in closed]


def _possible_moves(position: Position) -> Iterator[Move]:
    rules, state = position.game.rules, position.state
    return (rules.describe_move(state, number) for number in position.game.patterns.pseudo_legal(state))


@lru_cache(maxsize=64)
def _threats(position: Position) -> list[dict[str, Any]]:
    """List what each seat's next move would complete, were it that seat's turn."""
    from veier.explain.tactics import find_threats

    seats = range(position.game.players)
    return [_threat(threat) for seat in seats for threat in find_threats(position, seat)]


def _threat(threat: Threat) -> dict[str, Any]:
    return {
        "seat": threat.seat,
        "cells": list(threat.cells),
        "missing": threat.missing,
        "step": list(threat.step) if threat.step else None,
        "moves": list(threat.moves),
    }


# Rows.


def _row(position: Position, row: Row) -> dict[str, Any]:
    """Describe a row of hex rows: which stones make its points, and why it is worth no more."""
    last = position.last_move.stones[0][0] if position.last_move and position.last_move.stones else None
    length = len(row.cells)
    why = message("table.row.more", count=length - 4 * row.points, next=4 * row.points + 4) if length % 4 else None
    return {
        "seat": row.seat,
        "cells": list(row.cells),
        "points": row.points,
        "fours": [list(row.cells[4 * k : 4 * k + 4]) for k in range(row.points)],
        "fresh": last in row.cells,
        "told": message("table.row.points", count=row.points, length=length).to_data(),
        "why": why.to_data() if why else None,
    }
