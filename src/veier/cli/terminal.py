"""The terminal: a console that knows about colours, and positions drawn with their story beneath."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from veier.cli.language import language
from veier.core.descriptions import tell_outcome, tell_task, tell_turn
from veier.core.position import Position

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """Make a console for standard output; without a terminal it writes plain text of any width."""
    from rich.console import Console

    class Screen(Console):
        """A console that leaves it to `veier.cli` how the program ends when a reader has had enough."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Screen(highlight=False, soft_wrap=not sys.stdout.isatty(), width=None if sys.stdout.isatty() else 100)


def speaks_unicode() -> bool:
    """Tell whether standard output can show the stones' signs."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    return encoding.replace("-", "").startswith("utf")


def print_position(position: Position, *, threats: int | None = None, unicode: bool | None = None) -> None:
    """Draw a position and say whose turn it is, or how the game ended."""
    from veier.view import to_rich

    view = position.view(threats=threats)
    screen = console()
    screen.print(to_rich(view, unicode=speaks_unicode() if unicode is None else unicode))
    screen.print()
    screen.print(story(position), markup=False)


def story(position: Position) -> str:
    """Say whose turn it is and what they may do, or how the game ended."""
    if position.is_over:
        return tell_outcome(position).text(language())
    return f"{tell_turn(position).text(language())}. {tell_task(position).text(language())}"
