"""`veier rules`: print the rules of a game with drawings of their figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from veier.cli.arguments import GAME
from veier.cli.compile_progress import compile_progress
from veier.cli.framework import command, option
from veier.cli.language import language
from veier.cli.terminal import console, supports_unicode

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from veier.learn import Block, CaptionedFigure
    from veier.learn.blocks import Spans

_STYLES = {"plain": "", "strong": "bold", "emphasis": "italic"}
# The longest line that reads well.
_WIDEST = 88


@command("rules", "veier rules 4eyes", "veier rules hexrows --lang lb", "veier rules 4eyes-plus-3p --ascii")
@GAME
@option("--ascii", is_flag=True)
def rules(game: str, ascii: bool) -> None:  # noqa: A002 - the option's name
    """Print the rules of a game."""
    from rich.text import Text

    from veier.games import game as find_game
    from veier.learn import read_page

    with compile_progress():
        page = read_page(find_game(game), language())
    screen = console()
    screen.width = min(screen.width, _WIDEST)
    screen.print(Text(page.title, "bold underline"))
    for block in page.blocks:
        screen.print()
        for part in _render(block, unicode=supports_unicode() and not ascii):
            screen.print(part)


def _render(block: Block, unicode: bool) -> list[RenderableType]:
    """Return the parts of a block, from top to bottom."""
    from rich.text import Text

    from veier.learn import Bullets, FigureBlock, Heading, Paragraph

    match block:
        case Heading(text):
            return [Text(text, "bold")]
        case Paragraph(spans):
            return [_text(spans)]
        case FigureBlock(figures):
            return [part for figure in figures for part in _figure(figure, unicode)]
        case Bullets(items):
            return [_item("-", item) for item in items]
        case _:
            return [_item(f"{number}.", item) for number, item in enumerate(block.items, 1)]


def _text(spans: Spans) -> Text:
    from rich.text import Text

    return Text.assemble(*((span.text, _STYLES[span.style]) for span in spans))


def _item(sign: str, spans: Spans) -> RenderableType:
    """Return an item of a list with hanging indentation."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 1))
    grid.add_row(sign, _text(spans))
    return grid


def _figure(captioned: CaptionedFigure, unicode: bool) -> list[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    from veier.view import to_rich

    drawing = to_rich(captioned.figure.view, unicode=unicode, trays=False)
    caption = Text(captioned.caption, "italic")
    return [Padding(part, (0, 0, 0, 4), expand=False) for part in (drawing, caption)]
