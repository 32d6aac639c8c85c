"""Positions in the terminal: drawn, with a status line below."""

from __future__ import annotations

from veier.cli.console import console, supports_unicode
from veier.cli.language import language
from veier.core.descriptions import describe_outcome, describe_task, describe_turn
from veier.core.position import Position


def print_position(position: Position, *, threats: int | None = None, unicode: bool | None = None) -> None:
    """Draw a position, and print whose turn it is or how the game ended."""
    from veier.view import to_styled

    view = position.view(threats=threats)
    board = to_styled(view, unicode=supports_unicode() if unicode is None else unicode)
    console().print(board, "", status_text(position))


def status_text(position: Position) -> str:
    """Describe whose turn it is and what they may do, or how the game ended."""
    if position.is_over:
        return describe_outcome(position).text(language())
    return f"{describe_turn(position).text(language())}. {describe_task(position).text(language())}"
