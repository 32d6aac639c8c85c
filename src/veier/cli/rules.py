"""`veier rules`: print the rules of a game with drawings of their figures."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from veier.cli.arguments import GAME
from veier.cli.compile_progress import compile_progress
from veier.cli.console import Console, console, echo, supports_unicode
from veier.cli.framework import command, option
from veier.cli.language import language
from veier.cli.table import Column, Table
from veier.cli.text_layout import crop
from veier.view.styled_text import BOLD, ITALIC, NORMAL, UNDERLINE, StyledText, styled

if TYPE_CHECKING:
    from veier.learn import Block, CaptionedFigure
    from veier.learn.blocks import Spans

_STYLES = {"plain": NORMAL, "strong": BOLD, "emphasis": ITALIC}
# The longest line that reads well.
_WIDEST = 88
_INDENT = 4


@command("rules", "veier rules 4eyes", "veier rules hexrows --lang lb", "veier rules 4eyes --json")
@GAME
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@option("--ascii", is_flag=True)
def rules(game: str, as_json: bool, ascii: bool) -> None:  # noqa: A002 - the option's name
    """Print the rules of a game."""
    from veier.games import game as find_game
    from veier.learn import read_page

    with compile_progress():
        page = read_page(find_game(game), language())
    if as_json:
        echo(json.dumps(page.to_data(), ensure_ascii=False))
        return
    screen = console()
    # Also in a pipe, where paragraphs would else be one line each and only lists wrapped.
    screen = replace(screen, width=min(screen.width, _WIDEST), wraps=True)
    screen.print(styled(page.title, BOLD + UNDERLINE))
    for block in page.blocks:
        screen.print("")
        _print_block(screen, block, supports_unicode() and not ascii)


def _print_block(screen: Console, block: Block, unicode: bool) -> None:
    from veier.learn import Bullets, FigureBlock, Heading, Paragraph

    match block:
        case Heading(text):
            screen.print(styled(text, BOLD))
        case Paragraph(spans):
            screen.print(_text(spans))
        case FigureBlock(figures):
            for figure in figures:
                _print_figure(screen, figure, unicode)
        case Bullets(items):
            for item in items:
                _print_item(screen, "-", item)
        case _:
            for number, item in enumerate(block.items, 1):
                _print_item(screen, f"{number}.", item)


def _text(spans: Spans) -> StyledText:
    return StyledText(tuple((span.text, _STYLES[span.style]) for span in spans))


def _print_item(screen: Console, sign: str, spans: Spans) -> None:
    """Print an item of a list with hanging indentation."""
    item = Table([Column(), Column()], [[styled(sign), _text(spans)]], gap=1)
    screen.print(*item.lines(screen.width))


def _print_figure(screen: Console, captioned: CaptionedFigure, unicode: bool) -> None:
    from veier.view import to_styled

    drawing = to_styled(captioned.figure.view, unicode=unicode, trays=False)
    lines = [crop(line, screen.width - _INDENT) for line in drawing.lines()]
    screen.print(*lines, styled(captioned.caption, ITALIC), indent=_INDENT)
