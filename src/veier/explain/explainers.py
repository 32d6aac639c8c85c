"""Explanations: what a move does and what a position asks for, in sentences that are exact. For every game.

    for remark in explain_move(position, "c3c4"):
        print(remark.text.text("lb"))

Nothing is guessed: each statement is checked by the rules, and a forced win is one that was proved. The most important
comes first. `nodes` limits each search for forced wins, which are looked for where threat search applies; 0 leaves them
out.
"""

from __future__ import annotations

from veier.core.move import Move
from veier.core.patterns import Square
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.explain.rows import explain_row_move, explain_row_position
from veier.explain.square_moves import explain_square_move
from veier.explain.square_positions import explain_square_position
from veier.games.squares.rules import SquareRules
from veier.messages import message

# Enough for 196 of 202 wins that 50,000 nodes find, in positions after 2 to 6 safe random moves.
DEFAULT_NODES = 2000


def explain_move(position: Position, move: str | Move, nodes: int = DEFAULT_NODES) -> tuple[Remark, ...]:
    """Say what a move does: what it completes, gives, blocks, threatens and allows; or why it is not allowed."""
    reason = position.why_illegal(move)
    if reason:
        text = message("explain.illegal", move=str(move).strip(), reason=reason)
        squares = _banned_squares(position, move) if reason.key == "illegal.both" else ()
        return (Remark(text, tuple(cell for square in squares for cell in square.cells), squares),)
    made = position.parse_move(move)
    if isinstance(position.game.rules, SquareRules):
        return tuple(explain_square_move(position, made, nodes))
    return tuple(explain_row_move(position, made))


def explain_position(position: Position, nodes: int = DEFAULT_NODES) -> tuple[Remark, ...]:
    """Say what a position asks for: who can win, what must be blocked, who wins by force; or how the game ended."""
    if isinstance(position.game.rules, SquareRules):
        return tuple(explain_square_position(position, nodes))
    return tuple(explain_row_position(position))


def _banned_squares(position: Position, move: str | Move) -> tuple[Square, ...]:
    rules = position.game.rules
    assert isinstance(rules, SquareRules)
    described = rules.describe_move(position.state, rules.parse_move(str(move)))
    return tuple(rules.made_by(position.state, described))
