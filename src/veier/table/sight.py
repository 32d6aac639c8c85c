"""A position as a player sees it, as plain data: the Board that server, browser and client exchange.

Beside the View it tells what people cannot see at a glance: which choices the ban of double squares forbids and why,
which moves would hand somebody a square, who threatens what, and how the points of hex rows came about.

Threats and live squares are the same for whoever looks, and are found once; who gets a Board must not change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from veier.core.data import to_plain
from veier.core.descriptions import tell_outcome, tell_task, tell_turn
from veier.core.game import Game
from veier.core.move import Move
from veier.core.patterns import Row, Threat
from veier.core.position import Position
from veier.games.squares.rules import SquareRules
from veier.kernels.state import PASS, Words
from veier.messages import message
from veier.record import format_position

# Where no stone stands.
_NOBODY = -1


class _Three(NamedTuple):
    """Three stones of one seat that lack the fourth corner of a square."""

    seat: int
    corner: int
    stones: frozenset[int]


def board_data(position: Position, *, choices: bool = True, aids: bool = True) -> dict[str, Any]:
    """Give all that a screen needs to show a position.

    `choices` is for whoever may move now, and adds the legal moves and those that are forbidden. `aids` adds threats,
    squares that are still possible, also once a piece is lifted, cells that get no stone any more, and a warning of
    moves that hand a square to somebody.
    """
    running = not position.is_over
    choices = choices and running
    told = None if running else tell_outcome(position).to_data()
    return {
        "view": to_plain(position.view(choices=choices)),
        # After the end, how it ended stands where it said whose turn it is.
        "turn": told or tell_turn(position).to_data(),
        "task": tell_task(position).to_data() if running else None,
        "refused": _refused(position) if choices else [],
        "gives": _gives(position) if choices and aids else [],
        "threats": _threats(position) if running and aids else [],
        "squares": _live_squares(position) if running and aids else [],
        "reopened": _reopened_squares(position) if choices and aids else [],
        "closed": _closed_cells(position) if running and aids else None,
        "rows": [_row(position, row) for row in position.rows()],
        "position": format_position(position),
        "over": position.is_over,
        "told": told,
    }


# Choices that are forbidden.


def _refused(position: Position) -> list[dict[str, Any]]:
    """List what could be laid or moved by the look of the board, but is not allowed, with the reason."""
    legal = set(position.legal_numbers)
    return [_refusal(position, number) for number in possible_numbers(position) if number not in legal]


def _refusal(position: Position, number: int) -> dict[str, Any]:
    rules, colours, row = position.game.rules, position.game.colours, position.state
    move, reason = rules.describe_move(row, number), rules.why_illegal(row, number)
    return {
        "text": move.text,
        "piece": move.piece,
        "stones": [[cell, colours[seat]] for cell, seat in move.stones],
        "reason": reason.to_data(),
    }


def possible_numbers(position: Position) -> list[int]:
    """List the moves that could be made if no square counted, in hex rows those on any free cell; no pass."""
    rules = position.game.rules
    if not isinstance(rules, SquareRules):
        return [number for name, number in rules.cell_numbers.items() if name not in position.stones]
    # To kernels that are shown no squares, nothing is forbidden.
    tables = rules.tables
    blind = tables._replace(lengths=np.zeros_like(tables.lengths), squares=_no_squares(tables.squares))
    row = position.state
    rules.kernels.recompute(blind, row)
    out = np.empty(rules.move_limit, np.int64)
    numbers: list[int] = out[: rules.kernels.moves(blind, row, out)].tolist()
    return [number for number in numbers if number != PASS]


def _no_squares(squares: Words) -> Words:
    """Give masks of as many words that no stones ever fill."""
    return np.full_like(squares[:, :16], -1)


# Squares.


def _gives(position: Position) -> list[str]:
    """List the legal moves that complete somebody else's square."""
    rules = position.game.rules
    if not isinstance(rules, SquareRules):
        return []
    near: dict[tuple[int, str], list[frozenset[str]]] = {}
    for seat, corner, stones in _threes(rules, position):
        names = frozenset(rules.cell_names[cell] for cell in stones)
        near.setdefault((seat, rules.cell_names[corner]), []).append(names)
    return [move.text for move in position.legal_moves if _hands_over(move, near)] if near else []


def _hands_over(move: Move, near: dict[tuple[int, str], list[frozenset[str]]]) -> bool:
    """Tell whether another player's stone of a move completes a square, none of whose stones the move lifts."""
    return any(
        stones.isdisjoint(move.lifted) for cell, seat in move.stones[1:] for stones in near.get((seat, cell), ())
    )


def _threes(rules: SquareRules, position: Position) -> Iterator[_Three]:
    """Find the squares with three stones of one seat, whatever stands on the fourth corner."""
    corners, seats = _corners(position.game), _seats_at_corners(position)
    for seat in range(rules.players):
        own = seats == seat
        for square in np.flatnonzero(own.sum(axis=1) == 3):
            corner = int(corners[square][~own[square]][0])
            yield _Three(seat, corner, frozenset(corners[square].tolist()) - {corner})


@lru_cache(maxsize=64)
def _live_squares(position: Position) -> list[list[Any]]:
    """List the squares with a stone that can still be completed: seat, corners, corners that lack a stone."""
    rules = position.game.rules
    if not isinstance(rules, SquareRules):
        return []
    names, corners, seats = rules.cell_names, _corners(position.game), _seats_at_corners(position)
    owner = seats.max(axis=1)
    alone = ((seats == _NOBODY) | (seats == owner[:, None])).all(axis=1) & (owner != _NOBODY)
    found: list[list[Any]] = []
    for seat, square, at in zip(owner[alone].tolist(), corners[alone].tolist(), seats[alone].tolist(), strict=True):
        cells = [names[cell] for cell in square]
        found.append([seat, cells, [cell for cell, who in zip(cells, at, strict=True) if who == _NOBODY]])
    return found


@lru_cache(maxsize=64)
def _corners(game: Game) -> Words:
    """Give the cells of all squares of a board, a row each."""
    assert isinstance(game.rules, SquareRules)
    return np.array(game.rules.all_squares, np.int64)


def _seats_at_corners(position: Position) -> Words:
    """Give the seat of the stone on each corner of each square."""
    stones = np.full(len(position.game.rules.cell_names), _NOBODY)
    for cell, seat in position.game.rules.stones(position.state).items():
        stones[cell] = seat
    at_corners: Words = stones[_corners(position.game)]
    return at_corners


def _reopened_squares(position: Position) -> list[list[Any]]:
    """List the squares that are blocked only by a piece that the mover could lift: seat and corners."""
    rules = position.game.rules
    if not isinstance(rules, SquareRules):
        return []
    lifts = {move.lifted for move in _possible_moves(position) if move.lifted}
    pieces = [{rules.cell_numbers[name] for name in lift} for lift in lifts]
    names, stones = rules.cell_names, rules.stones(position.state)
    found: list[list[Any]] = []
    for corners in rules.all_squares:
        if len({stones[cell] for cell in corners if cell in stones}) < 2:
            continue
        left = [{stones[cell] for cell in corners if cell in stones and cell not in piece} for piece in pieces]
        seats = {seat for seen in left if len(seen) == 1 for seat in seen}
        found += [[seat, [names[cell] for cell in corners]] for seat in sorted(seats)]
    return found


def _closed_cells(position: Position) -> list[str] | None:
    """List the free cells that nobody's piece could cover with a stone; None where pieces that lie can be moved."""
    rules = position.game.rules
    if not isinstance(rules, SquareRules):
        return None
    from veier.explain.tactics import turned

    reached = set(position.stones)
    for seat in range(rules.players):
        for move in _possible_moves(turned(position, seat)):
            if move.lifted:
                return None
            reached.update(cell for cell, _ in move.stones)
    return [name for name in rules.cell_names if name not in reached]


def _possible_moves(position: Position) -> list[Move]:
    rules, row = position.game.rules, position.state
    return [rules.describe_move(row, number) for number in possible_numbers(position)]


@lru_cache(maxsize=64)
def _threats(position: Position) -> list[dict[str, Any]]:
    """List what each seat's next move would complete, were it that seat's turn."""
    seats = range(position.game.players)
    return [_threat(threat) for seat in seats for threat in _threats_of(position, seat)]


def _threats_of(position: Position, seat: int) -> tuple[Threat, ...]:
    if not isinstance(position.game.rules, SquareRules):
        return position.threats(seat)
    from veier.explain.tactics import find_threats

    return find_threats(position, seat)


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
    """Tell of a row in hex rows which stones make its points, and why it is worth no more."""
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
