"""Terminal output: a console with colours, and positions drawn with a status line below."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from veier.cli.language import language
from veier.core.descriptions import describe_outcome, describe_task, describe_turn
from veier.core.position import Position

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """Return a console for standard output; without a terminal it writes plain text and does not wrap."""
    from rich.console import Console

    class Screen(Console):
        """A console that leaves a closed pipe to `veier.cli`."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Screen(highlight=False, soft_wrap=not sys.stdout.isatty(), width=None if sys.stdout.isatty() else 100)


def supports_unicode() -> bool:
    """Return whether standard output can encode the signs of the stones."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    return encoding.replace("-", "").startswith("utf")


def print_position(position: Position, *, threats: int | None = None, unicode: bool | None = None) -> None:
    """Draw a position, and print whose turn it is or how the game ended."""
    from veier.view import to_rich

    view = position.view(threats=threats)
    screen = console()
    screen.print(to_rich(view, unicode=supports_unicode() if unicode is None else unicode))
    screen.print()
    screen.print(status_text(position), markup=False)


def status_text(position: Position) -> str:
    """Describe whose turn it is and what they may do, or how the game ended."""
    if position.is_over:
        return describe_outcome(position).text(language())
    return f"{describe_turn(position).text(language())}. {describe_task(position).text(language())}"
