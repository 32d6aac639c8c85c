"""Pictures of positions among text, with captions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from veier.sheets.layout import Block, paragraph
from veier.sheets.settings import PrintSettings
from veier.sheets.text import QUIET, Run
from veier.view import View
from veier.view.drawings import Drawing
from veier.view.markup import group, number
from veier.view.outline import box_around
from veier.view.surfaces import board_outline
from veier.view.svg import draw_board

_GUTTER = 4.0
# Narrower pictures have larger coordinates.
_SMALL = 90.0


class BoardPicture(NamedTuple):
    """A position, and what somebody has drawn on it."""

    view: View
    drawings: tuple[Drawing, ...] = ()


def draw_picture(
    view: View, settings: PrintSettings, x: float, y: float, width: float, drawings: Sequence[Drawing] = ()
) -> str:
    """Draw a position with the upper left corner of its board at x, y."""
    outline = box_around(board_outline(view))
    scale = width / outline.width
    place = f"translate({number(x - outline.left * scale)} {number(y - outline.top * scale)}) scale({scale:.6g})"
    return group(draw_board(settings.look, view, large_labels=width < _SMALL, drawings=drawings), transform=place)


def picture_height(view: View, width: float) -> float:
    """Return the height of a picture of a given width."""
    outline = box_around(board_outline(view))
    return width * outline.height / outline.width


def picture_beside(
    picture: BoardPicture, caption: str, settings: PrintSettings, width: float, share: float = 0.5
) -> Block:
    """Return a block with a picture at the left and its caption beside it."""
    view, drawings = picture
    size = 0.86 * settings.type_size
    each = (width - _GUTTER) * share
    lines = paragraph(Run(caption), size, width - _GUTTER - each, ink=QUIET)
    tall = picture_height(view, each)

    def draw(x: float, y: float) -> str:
        words = [line.draw(x + each + _GUTTER, y + place * line.height) for place, line in enumerate(lines)]
        return draw_picture(view, settings, x, y, each, drawings) + "".join(words)

    return Block(max(tall, sum(line.height for line in lines)) + 0.8 * size, draw)


def picture_block(picture: BoardPicture, settings: PrintSettings, width: float, share: float = 0.8) -> Block:
    """Return a block with a picture in the middle of a column."""
    view, drawings = picture
    each = width * share

    def draw(x: float, y: float) -> str:
        return draw_picture(view, settings, x + (width - each) / 2, y, each, drawings)

    return Block(picture_height(view, each) + 0.7 * settings.type_size, draw)


def picture_row(pictures: Sequence[tuple[View, str]], settings: PrintSettings, width: float, columns: int) -> Block:
    """Return a block with pictures side by side in a number of columns, each with its caption below."""
    size = 0.86 * settings.type_size
    each = (width - _GUTTER * (columns - 1)) / columns
    captions = [paragraph(Run(caption), size, each, ink=QUIET) for _, caption in pictures]
    tall = max(picture_height(view, each) for view, _ in pictures) + 0.3 * size
    height = tall + max(sum(line.height for line in lines) for lines in captions) + 0.7 * size

    def draw(x: float, y: float) -> str:
        drawn = []
        for place, ((view, _), lines) in enumerate(zip(pictures, captions, strict=True)):
            left, top = x + place * (each + _GUTTER), y + tall
            drawn.append(draw_picture(view, settings, left, y, each))
            for line in lines:
                drawn.append(line.draw(left, top))
                top += line.height
        return "".join(drawn)

    return Block(height, draw)
