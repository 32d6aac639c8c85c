"""Remarks and hints as plain data: what a screen shows beside the board to explain a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from veier.core.data import to_plain
from veier.core.history import History
from veier.core.position import Position

if TYPE_CHECKING:
    from veier.search.limits import Limits, Stop

# The number of sentences about one move that people read.
REMARKS = 4


def hint_data(
    position: Position, limits: Limits | None = None, *, stop: Stop | None = None, history: History | None = None
) -> dict[str, Any]:
    """Suggest a move in a position that is not over: what it does, the squares concerned and how it may go on.

    `history` has the moves that led to the position, as in `think`.
    """
    from veier.explain.explainers import explain_move
    from veier.search.think import think

    variation = think(position, limits, stop=stop, history=history).best
    remarks = explain_move(position, variation.move)[:REMARKS]
    return {
        "move": variation.move.text,
        "remarks": [remark.to_data() for remark in remarks],
        "squares": [to_plain(square) for remark in remarks for square in remark.squares],
        "line": list(variation.pv),
    }
