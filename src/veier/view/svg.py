"""A View as one standalone SVG picture: `svg` puts the layers together, lowest first.

The layers are: board, light of a threat, plates, last move, rows, lines, stones, rings and missing corners,
and the winning square above a veil. Lines run like strings under the stones. There is no `style` and no
script, so a page with a strict content security policy may hold the picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

from veier.view import marks
from veier.view.definitions import needed_definitions
from veier.view.drawings import Drawing, draw_drawings
from veier.view.markup import Look, element, escape, number
from veier.view.model import View
from veier.view.outline import Box, box_around
from veier.view.palette import Edition, Theme
from veier.view.pieces import draw_plates, draw_stones
from veier.view.surfaces import board_outline, draw_labels, draw_surface
from veier.view.trays import draw_trays

# A picture narrower than this, in pixels, gets larger coordinates.
_SMALL = 480


def to_svg(
    view: View,
    *,
    theme: Theme | Edition = "light",
    trays: bool = False,
    width: int | None = None,
    title: str | None = None,
) -> str:
    """Draw a View as a complete SVG document; the same View always has the same text.

    Without `width` the picture fills its place; a screen reader reads `title`, or else the View's own title.
    """
    look = Look.of(theme)
    drawing, box = draw_picture(look, view, trays=trays, small=width is not None and width < _SMALL)
    height = None if width is None else width * box.height / box.width
    name = title if title is not None else view.title
    return element(
        "svg",
        element("title", escape(name)),
        needed_definitions(look, drawing),
        drawing,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(v) for v in (box.left, box.top, box.width, box.height)),
        width=width,
        height=height,
        role="img",
    )


def draw_picture(look: Look, view: View, *, trays: bool, small: bool) -> tuple[str, Box]:
    """Draw the board, with trays beside it if asked, and return the box around all; `small` enlarges labels."""
    box = _picture_box(view)
    drawing = draw_board(look, view, large_labels=small)
    if trays and view.trays:
        beside, box = draw_trays(look, view, box)
        drawing += beside
    return drawing, box


def _picture_box(view: View) -> Box:
    """The board, its thickness and its shadow, to whole units so that PNG sizes come out even."""
    around = box_around(board_outline(view))
    return Box(floor(around.left - 4), floor(around.top - 3), ceil(around.right + 4), ceil(around.bottom + 9))


def draw_board(look: Look, view: View, *, large_labels: bool, drawings: Iterable[Drawing] = ()) -> str:
    """Draw the board and all that lies on it, for a picture that may hold other things too."""
    on_top = {name for square in marks.made_squares(view) for name in square.corners}
    below = [stone for stone in view.stones if stone.cell not in on_top]
    return (
        draw_surface(look, view)
        + draw_labels(look, view, large=large_labels)
        + marks.draw_light(look, view)
        + draw_plates(look, view)
        + marks.draw_last_move(look, view)
        + marks.draw_rows(look, view)
        + marks.draw_threat_lines(look, view)
        + draw_stones(look, view.surface, below)
        + marks.draw_corners(look, view)
        + marks.draw_made(look, view)
        + draw_drawings(look, view, drawings)
    )
