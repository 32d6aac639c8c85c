"""What can be typed at a prompt: words, in English or in the chosen language, and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from veier.cli.console import console, say
from veier.cli.language import language, translate
from veier.cli.table import Column, Table, in_columns
from veier.core.descriptions import describe_notation
from veier.core.position import Position
from veier.view.styled_text import styled


class Words:
    """The words that a dialogue understands, in the order in which its help lists them.

    does  what a word does, by the word, where that is not the usual: the end of a key `cli.does.…`
    """

    def __init__(self, *names: str, does: Mapping[str, str] | None = None) -> None:
        self._names = {name: translate(f"cli.word.{name}") for name in names}
        self._does = {name: name for name in names} | dict(does or {})

    def find(self, typed: str) -> tuple[str, str] | None:
        """Return the word that a text begins with, in English, and the rest of the text; None if it is no word."""
        word, _, rest = typed.strip().partition(" ")
        for name, translated in self._names.items():
            if word.lower() in (name, translated):
                return name, rest.strip()
        return None

    def __str__(self) -> str:
        return ", ".join(self._names.values())

    def explain(self) -> None:
        """Print each word and what it does."""
        rows = [
            [styled(f"  {translated}"), styled(translate(f"cli.does.{self._does[name]}"))]
            for name, translated in self._names.items()
        ]
        screen = console()
        screen.print(*Table([Column(wraps=False), Column()], rows).lines(screen.width))


def explain_notation(position: Position, spoils: Callable[[str], bool] = lambda _: False) -> None:
    """Print how the moves of a position are written, with examples that are legal in it."""
    if position.is_over:
        return
    sentences = " ".join(each.text(language()) for each in describe_notation(position, spoils))
    say(translate("cli.prompt.notation", help=sentences))


def list_moves(position: Position, beginning: str = "") -> None:
    """Print the legal moves that start with a text, in columns."""
    texts = sorted(move.text for move in position.legal_moves)
    found = [text for text in texts if text.lower().startswith(beginning.lower())]
    screen = console()
    screen.print(*in_columns(found, screen.width) if found else [translate("cli.play.no_moves")])
