"""Cards to cut out, one a player of a tournament: the name, and the code of the link that leads to the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veier.sheets.layout import paragraph
from veier.sheets.pdf import to_pdf
from veier.sheets.settings import MARGIN, PrintSettings
from veier.sheets.text import QUIET, Run, break_lines, draw_line, title, width_of
from veier.view.markup import element
from veier.view.outline import Box

_COLUMNS, _ROWS = 2, 5
_CODE, _GAP, _NAME = 40.0, 5.0, 6.6
# The lines of a name on a card at most, and the size below which its words are cut instead.
_LINES, _SMALLEST = 3, 4.0
_INK = "#1c282e"


@dataclass(frozen=True, slots=True)
class Card:
    """A card: the player's name and the link."""

    name: str
    link: str


def cards_pdf(cards: Sequence[Card], settings: PrintSettings) -> bytes:
    """Return the cards of a tournament."""
    width = (settings.width - 2 * MARGIN) / _COLUMNS
    height = (settings.height - 2 * MARGIN) / _ROWS
    pages = []
    for first in range(0, len(cards), _COLUMNS * _ROWS):
        drawn = []
        for place, card in enumerate(cards[first : first + _COLUMNS * _ROWS]):
            row, column = divmod(place, _COLUMNS)
            left, top = MARGIN + column * width, MARGIN + row * height
            drawn.append(_draw(card, Box(left, top, left + width, top + height), settings))
        pages.append(settings.page("".join(drawn)))
    return to_pdf(pages, settings.translate("print.cards"), settings.language)


def _draw(card: Card, box: Box, settings: PrintSettings) -> str:
    """Draw a card in a box, with dashed lines to cut along."""
    middle = (box.top + box.bottom) / 2
    at = box.left + _GAP + _CODE + _GAP
    room = box.right - _GAP - at
    names, size = _fit(card.name, room)
    lines = [
        draw_line(line, at, middle - 6 - 1.1 * size * (len(names) - 1 - row), size) for row, line in enumerate(names)
    ]
    y = middle - 1
    for block in paragraph(Run(settings.translate("print.cards.what")), 3.3, room, ink=QUIET):
        lines.append(block.draw(at, y))
        y += block.height
    edge = element(
        "rect",
        x=box.left,
        y=box.top,
        width=box.width,
        height=box.height,
        fill="none",
        stroke=QUIET,
        stroke_width=0.15,
        stroke_dasharray="1.5 1.5",
    )
    return edge + qr_code(card.link, box.left + _GAP, middle - _CODE / 2, _CODE) + "".join(lines)


def _fit(name: str, room: float) -> tuple[list[Run], float]:
    """Return the lines of a name and their size: as large as fits, broken between words and after hyphens."""
    size = _NAME
    while size > _SMALLEST:
        lines = _break(name, size, room)
        if len(lines) <= _LINES and all(width_of([line], size) <= room for line in lines):
            return lines, size
        size -= 0.2
    return [title("".join(run.text for run in line)) for line in break_lines([title(name)], size, room)], size


def _break(name: str, size: float, room: float) -> list[Run]:
    """Break a name between words and after hyphens; no word is cut, even if it is too long."""
    lines = [""]
    for piece in re.findall(r" ?[^ -]*-?", name):
        if lines[-1] and width_of([title(lines[-1] + piece)], size) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [title(line) for line in lines]


def qr_code(text: str, x: float, y: float, width: float) -> str:
    """Draw a text as a QR code with its upper left corner at x, y; the quiet zone around it is the paper's."""
    import segno

    rows = [list(row) for row in segno.make_qr(text, error="m").matrix]
    unit = width / len(rows)
    path = []
    for number_, row in enumerate(rows):
        column = 0
        while column < len(row):
            run = 0
            while column + run < len(row) and row[column + run]:
                run += 1
            if run:
                at = f"M{x + column * unit:.3f} {y + number_ * unit:.3f}"
                # A hair larger, so that no gaps show between the lines.
                path.append(f"{at}h{run * unit:.3f}v{unit + 0.01:.3f}h{-run * unit:.3f}z")
            column += run or 1
    return element("path", d="".join(path), fill=_INK)
