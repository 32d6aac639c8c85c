"""Explanations: what a move does and what a position asks for, in sentences that are exact. For every game.

    for remark in explain_move(position, "c3c4"):
        print(remark.text.text("lb"))

Nothing is guessed: each statement is checked by the rules, and a forced win is one that was proved. The most important
comes first. `nodes` limits each search for forced wins, which are looked for where threat search applies; 0 leaves them
out.

Which explainer speaks depends on the kind of patterns that a game has (`core/patterns.py: Patterns.kind`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from veier.core.legal_moves import check_move_type
from veier.core.move import AnyMove, Move
from veier.core.patterns import Square
from veier.core.position import Position
from veier.core.type_check import check_position, check_whole_number
from veier.explain.plain import explain_plain_move, explain_plain_position
from veier.explain.remark import Remark
from veier.explain.rows import explain_row_move, explain_row_position
from veier.explain.square_moves import explain_square_move
from veier.explain.square_positions import explain_square_position
from veier.messages import message

# Enough for 196 of 202 wins that 50,000 nodes find, in positions after 2 to 6 safe random moves.
DEFAULT_NODES = 2000


class Explainer(NamedTuple):
    """How games with one kind of patterns are explained; both functions are also given `nodes`."""

    move: Callable[[Position, Move, int], Iterable[Remark]]
    position: Callable[[Position, int], Iterable[Remark]]


_PLAIN = Explainer(explain_plain_move, explain_plain_position)
# By the kind of patterns; a game of one's own may add another.
EXPLAINERS = {
    "squares": Explainer(explain_square_move, explain_square_position),
    "rows": Explainer(explain_row_move, explain_row_position),
}


def explain_move(position: Position, move: AnyMove, nodes: int = DEFAULT_NODES) -> tuple[Remark, ...]:
    """Say what a move does: what it completes, gives, blocks, threatens and allows; or why it is not allowed."""
    check_position(position)
    check_move_type(move)
    check_whole_number("nodes", nodes, 0)
    reason = position.why_illegal(move)
    if reason:
        text = message("explain.illegal", move=str(move).strip(), reason=reason)
        squares = _banned_squares(position, move) if reason.key in ("illegal.both", "illegal.gift") else ()
        return (Remark(text, tuple(cell for square in squares for cell in square.cells), squares),)
    return tuple(_explainer(position).move(position, position.parse_move(move), nodes))


def explain_position(position: Position, nodes: int = DEFAULT_NODES) -> tuple[Remark, ...]:
    """Say what a position asks for: who can win, what must be blocked, who wins by force; or how the game ended."""
    check_position(position)
    check_whole_number("nodes", nodes, 0)
    return tuple(_explainer(position).position(position, nodes))


def _explainer(position: Position) -> Explainer:
    return EXPLAINERS.get(position.game.patterns.kind, _PLAIN)


def _banned_squares(position: Position, move: AnyMove) -> tuple[Square, ...]:
    game, state = position.game, position.state
    described = game.rules.describe_move(state, position.legal_moves.number_of(move))
    return tuple(game.patterns.made_by(state, described))
