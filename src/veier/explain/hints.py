"""Remarks and hints as plain data: what a screen shows beside the board to explain a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING, Any

from veier.core.data import to_plain
from veier.core.history import History
from veier.core.move import Move
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.messages import Message, message

if TYPE_CHECKING:
    from veier.search.limits import Limits, Stop

# The number of sentences about one move that people read.
REMARKS = 4
# How far a region reaches, where one cell is 40: to all cells that touch, also by a corner.
_NEAR = 60
# Half the side of a large field.
_HALF_FIELD = 40
# What a move is said to do, and what is said instead where it is the best there is: who asks for a hint wants to know
# why to play it. What the books prove of the position is for the review.
_SAID_OF_THE_BEST = {
    "explain.quiet": "hint.quiet",
    "explain.row_quiet": "hint.quiet",
    "explain.book_loss": "hint.no_better",
}


def hint_data(
    position: Position, limits: Limits | None = None, *, stop: Stop | None = None, history: History | None = None
) -> dict[str, Any]:
    """Suggest a move in a position that is not over, in the order in which a screen may reveal it.

    First the region to look at, then the move, then what it does, the squares concerned and how it may go on.
    `history` has the moves that led to the position, as in `think`.
    """
    from veier.search.think import think

    variation = think(position, limits, stop=stop, history=history).best
    remarks = explain_best_move(position, variation.move)
    return {
        "region": find_region(position, variation.move),
        "piece": variation.move.piece,
        "move": variation.move.text,
        "remarks": [remark.to_data() for remark in remarks],
        "squares": [to_plain(square) for remark in remarks for square in remark.squares],
        "line": list(variation.pv),
    }


def explain_best_move(position: Position, move: Move) -> tuple[Remark, ...]:
    """Say of the best move that is known why to play it."""
    from veier.explain.explainers import explain_move

    return tuple(_said_of_the_best(remark) for remark in explain_move(position, move)[:REMARKS])


def _said_of_the_best(remark: Remark) -> Remark:
    key = _SAID_OF_THE_BEST.get(remark.text.key)
    return replace(remark, text=message(key)) if key else remark


def find_region(position: Position, move: Move) -> dict[str, Any]:
    """Return where a move lays its piece, without giving it away: the large field, or else all cells around."""
    board = position.game.drawing.board
    places = {cell.name: (cell.x, cell.y) for cell in board.cells}
    laid = [places[cell] for cell, _ in move.stones]
    if not laid:
        return {"field": None, "cells": []}
    for field in board.fields:
        inside = [name for name, (x, y) in places.items() if max(abs(x - field.x), abs(y - field.y)) < _HALF_FIELD]
        if any(cell in inside for cell, _ in move.stones):
            return {"field": field.name, "cells": inside}
    middle = (sum(x for x, _ in laid) / len(laid), sum(y for _, y in laid) / len(laid))
    return {"field": None, "cells": [name for name, place in places.items() if dist(place, middle) <= _NEAR]}


def describe_region(region: Mapping[str, Any], kind: str) -> tuple[Message, ...]:
    """Say where to look, of a region and the kind of the move in it."""
    if region["field"] is None:
        return (message("web.hint.region_what", cells=", ".join(region["cells"])),)
    look = message("hint.field", field=region["field"])
    return (look, message("web.hint.field_what")) if kind == "place" else (look,)
