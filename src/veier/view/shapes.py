"""The shapes of boards and of the marks on them: surfaces, the last move, threats, rows, the winning square.

Each function writes one shape; callers compute its coordinates and paths. These may also be placeholders: `browser.py`
calls every function with names in braces and sends the result to the page, so that both draw the same shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from veier.view.definitions import HEXAGON_RADIUS, hexagon
from veier.view.markup import Attributes, Look, element, group, number, translate
from veier.view.model import Colour, Surface

Value = str | float

# The hexagon's coordinates need a little more wood than its outline gives: it is drawn this much larger.
HEXAGON_MARGIN = 6.0
CORNER_RADIUS: Mapping[Surface, float] = {"fields": 14.0, "grid": 14.0, "hexagon": 8.0, "paper": 3.0}
# The frame of a made square's veil in a hexagon, inside the board's outline.
VEIL_MARGIN, VEIL_RADIUS = -14.0, 8.0
HEXAGON_STONE_SCALE = 0.95
# The x, y, width, height and radius of a plate's upper side around its middle; its thickness shows below it.
FACES: Mapping[Literal["tile", "domino", "domino-upright"], tuple[float, float, float, float, float]] = {
    "tile": (-36, -36, 72, 71, 8),
    "domino": (-37.5, -17.5, 75, 34.4, 9),
    "domino-upright": (-17.5, -37.5, 35, 74.4, 9),
}
# How far the box around the last move lies outside the middle of its cells.
LAST_MARGIN = 17.5
# A line stops this far from the middle of a corner, at the edge of its ring.
LINE_STOP = 18.0
ROW_MARGIN = 18.0
# By the number of colours that lack the same cell: how far apart their discs lie, and their scale.
DISC_LAYOUTS = ((0.0, 1.0), (19.0, 0.68), (14.0, 0.5))
STEP_NUMBER_SIZE = 13.5
# The length of an arrow's head.
ARROW_HEAD = 17.0
LABEL_SIZE, LARGE_LABEL_SIZE = 10.8, 12.5
# Labels of large fields are this much larger than those of cells.
FIELD_LABEL_EXTRA = 1.0


def frame(look: Look, outline: Value, lip: Value) -> str:
    """Draw the wood of a board; `lip` is the bright edge a little inside the outline."""
    if look.palette.outline:
        return element("path", d=lip, fill=look.palette.frame_light, **look.outlined())
    side = element("path", d=outline, transform="translate(0 3)", fill=look.palette.frame_side)
    return (
        _shadow(look, outline)
        + ("" if look.palette.flat else side)
        + element("path", d=outline, fill=look.paint("wood"))
        + element("path", d=outline, fill=look.paint("grain"))
        + element("path", d=lip, fill="none", stroke="#fff", stroke_opacity=0.28, stroke_width=1.2)
    )


def sheet(look: Look, outline: Value) -> str:
    """Draw a sheet of paper."""
    edge: Attributes = {"stroke": look.palette.sheet_grid, "stroke_width": 0.6, "stroke_opacity": 0.6}
    return _shadow(look, outline) + element("path", d=outline, fill=look.palette.sheet, **edge)


def _shadow(look: Look, outline: Value) -> str:
    if look.palette.flat:
        return ""
    return element("path", d=outline, transform="translate(0 5)", fill=look.palette.shade, opacity=0.16)


def sheet_grid(look: Look, lines: Value) -> str:
    """Draw the lines between the cells of a sheet."""
    return element("path", d=lines, fill="none", stroke=look.palette.sheet_grid, stroke_width=1)


def sunk_grid(look: Look, outline: Value, lines: Value) -> str:
    """Draw the sunk area of a board of single cells, with grooves between them."""
    groove: Attributes = {"fill": "none", "stroke": look.palette.dimple, "stroke_width": 0.8, "opacity": 0.55}
    return (
        element("path", d=outline, transform="translate(0 1)", fill=look.palette.field_lip, opacity=0.7)
        + element("path", d=outline, fill=look.paint("sunk"), **look.outlined())
        + element("path", d=lines, **groove)
    )


def last_box(look: Look, x: Value, y: Value, width: Value, height: Value) -> str:
    """Draw the box around the cells of the last move on wood."""
    return _box(look.palette.frame_side, x=x, y=y, width=width, height=height)


def last_box_on_paper(look: Look, x: Value, y: Value, width: Value, height: Value) -> str:
    """Draw the box around the cells of the last move on paper."""
    return _box(look.palette.sheet_ink, x=x, y=y, width=width, height=height)


def _box(ink: str, **place: Value) -> str:
    return element("rect", **place, rx=9, fill="none", stroke=ink, stroke_width=1.8)


def last_hexagon(look: Look, x: Value, y: Value) -> str:
    """Draw the edge of a hexagonal cell of the last move."""
    line: Attributes = {"fill": "none", "stroke": look.palette.frame_side, "stroke_width": 2.6}
    return element("polygon", points=hexagon(HEXAGON_RADIUS), transform=translate(x, y), **line)


def last_plate(look: Look, x: Value, y: Value, width: Value, height: Value, rx: Value) -> str:
    """Draw the edge of a tile or domino that was laid or moved last."""
    place: Attributes = {"x": x, "y": y, "width": width, "height": height, "rx": rx}
    line: Attributes = {"fill": "none", "stroke": look.palette.frame_side, "stroke_width": 2.6}
    return element("rect", class_="last", **place, **line)


def earlier_row(look: Look, colour: Colour, x: Value, y: Value, angle: Value, width: Value) -> str:
    """Draw a row of four as a dotted capsule that begins at x, y."""
    return _capsule(look, (x, y, angle, width), 0.55, _dots(2.4, 5) | {"stroke": look.player(colour).body})


def fresh_row(look: Look, colour: Colour, x: Value, y: Value, angle: Value, width: Value) -> str:
    """Draw a row of four that the last move made, as a solid capsule."""
    return _capsule(look, (x, y, angle, width), 0.95, {"stroke": look.player(colour).body, "stroke_width": 3})


def _capsule(look: Look, place: tuple[Value, Value, Value, Value], opacity: float, line: Attributes) -> str:
    x, y, angle, width = place
    size = 2 * ROW_MARGIN
    shape: Attributes = {"x": -ROW_MARGIN, "y": -ROW_MARGIN, "width": width, "height": size, "rx": ROW_MARGIN}
    return group(
        element("rect", fill=look.palette.case, opacity=opacity, **shape),
        element("rect", **shape, fill="none", **line),
        transform=f"{translate(x, y)} rotate({angle})",
    )


def light(look: Look, points: Value) -> str:
    """Draw the lit inside of the main threat."""
    return element("polygon", points=points, fill=look.palette.case, opacity=0.38)


def main_threat(look: Look, colour: Colour, whole: Value, dotted: Value) -> str:
    """Draw the sides of the main threat: those between stones, and those that run to the missing corner."""
    line: Attributes = {"fill": "none", "stroke": look.player(colour).body}
    case: Attributes = {"fill": "none", "stroke": look.palette.case, "stroke_width": 6.4, "stroke_linecap": "round"}
    return (
        element("path", d=f"{whole}{dotted}", opacity=0.92, **case)
        + element("path", d=whole, stroke_width=3, stroke_linecap="round", **line)
        + element("path", d=dotted, **line, **_dots(3.6, 7.2))
    )


def other_threat(look: Look, colour: Colour, whole: Value, dotted: Value) -> str:
    """Draw the sides of any other threat."""
    line: Attributes = {"fill": "none", "stroke": look.player(colour).body, "opacity": 0.7}
    return element("path", d=whole, stroke_width=1.6, stroke_linecap="round", **line) + element(
        "path", d=dotted, **line, **_dots(2, 5)
    )


def ring(look: Look, colour: Colour, x: Value, y: Value) -> str:
    """Draw the ring around a stone of the main threat."""
    return _ring(look, colour, (x, y), 16.6, 2.4)


def made_ring(look: Look, colour: Colour, x: Value, y: Value) -> str:
    """Draw the ring around a corner of a made square."""
    return _ring(look, colour, (x, y), 17.2, 3.4)


def _ring(look: Look, colour: Colour, at: tuple[Value, Value], radius: float, width: float) -> str:
    place: Attributes = {"cx": at[0], "cy": at[1], "r": radius, "fill": "none"}
    return element("circle", stroke=look.palette.case, stroke_width=width + 2.6, **place) + element(
        "circle", stroke=look.player(colour).body, stroke_width=width, **place
    )


def halo(look: Look, colour: Colour, x: Value, y: Value) -> str:
    """Draw light and two rings around the missing corner of the main threat."""
    place: Attributes = {"cx": x, "cy": y}
    line: Attributes = {"fill": "none", "stroke": look.player(colour).body}
    return (
        element("circle", r=23, fill=look.palette.case, opacity=0.5, **place)
        + element("circle", r=23.5, stroke_width=1.4, opacity=0.28, **line, **place)
        + element("circle", r=18.6, stroke_width=2, opacity=0.6, **line, **place)
    )


def missing_stone(look: Look, colour: Colour, place: str) -> str:
    """Draw a free cell that a square or row lacks: the player's mark on a light disc; `place` is a transform."""
    disc = element("circle", r=13.6, fill=look.palette.case, **_dashes(look, colour))
    return group(disc, look.use(f"mark-{colour}", 0, 0), class_="missing", transform=place)


def missing_stone_on_stone(look: Look, colour: Colour, place: str) -> str:
    """Draw a cell that a square or row lacks and where another stone stands: only a ring."""
    return group(element("circle", r=16.6, fill="none", **_dashes(look, colour)), class_="missing", transform=place)


def _dashes(look: Look, colour: Colour) -> Attributes:
    return {"stroke": look.player(colour).body, "stroke_width": 2.4, "stroke_dasharray": "4.4 4.14"}


def veil(look: Look, outline: Value) -> str:
    """Draw the veil over everything but a made square, on wood."""
    return element("path", d=outline, fill=look.palette.field_dark, opacity=0.5)


def veil_on_paper(look: Look, outline: Value) -> str:
    """Draw the veil over everything but a made square, on paper."""
    return element("path", d=outline, fill=look.palette.sheet, opacity=0.5)


def made_inside(look: Look, colour: Colour, points: Value) -> str:
    """Draw the inside of a made square."""
    return element("polygon", points=points, fill=look.player(colour).body, opacity=0.22)


def made_side(look: Look, colour: Colour, line: Value) -> str:
    """Draw a side of a made square."""
    path: Attributes = {"d": line, "fill": "none", "stroke_linecap": "round"}
    return element("path", stroke=look.palette.case, stroke_width=9, opacity=0.92, **path) + element(
        "path", stroke=look.player(colour).body, stroke_width=5, **path
    )


def pinwheel(look: Look, colour: Colour, line: Value) -> str:
    """Draw the steps of a tilted square's sides, along rows and columns, as dots."""
    path: Attributes = {"d": line, "fill": "none"}
    return element("path", stroke=look.palette.case, stroke_width=4, opacity=0.55, **path) + element(
        "path", stroke=look.player(colour).body, **path, **_dots(1.8, 5)
    )


def step_number(look: Look, colour: Colour, text: str, x: Value, baseline: Value) -> str:
    """Draw one of the two numbers of a tilted square's step."""
    edge: Attributes = {
        "stroke": look.palette.case,
        "stroke_width": 4,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    letters: Attributes = {"font_family": look.book_font, "font_weight": 700, "font_size": STEP_NUMBER_SIZE}
    place: Attributes = {"x": x, "y": baseline, "text_anchor": "middle"}
    return element("text", text, fill=look.player(colour).rim, **edge, **letters, **place)


def empty_slot(look: Look, x: Value, y: Value, width: Value, height: Value) -> str:
    """Draw the place in a tray where a piece lay."""
    place: Attributes = {"x": x, "y": y, "width": width, "height": height, "rx": 8}
    dashes: Attributes = {"stroke_width": 1.6, "stroke_dasharray": "4 4", "opacity": 0.5}
    return element("rect", fill="none", stroke=look.palette.frame_ink, **place, **dashes)


def drawn_cell(look: Look, colour: str, x: Value, y: Value) -> str:
    """Draw a ring that somebody has drawn around a cell."""
    place: Attributes = {"cx": x, "cy": y, "r": 16.8, "fill": "none"}
    return element("circle", stroke=look.palette.case, stroke_width=7.6, opacity=0.9, **place) + element(
        "circle", stroke=look.drawn(colour), stroke_width=4.4, **place
    )


def drawn_arrow(look: Look, colour: str, x: Value, y: Value, angle: Value, shaft: Value) -> str:
    """Draw an arrow that somebody has drawn, from x, y on; `shaft` is its length without the head."""
    ink = look.drawn(colour)
    line: Attributes = {"d": f"M6 0H{shaft if isinstance(shaft, str) else number(shaft)}", "stroke_linecap": "round"}
    head: Attributes = {"points": f"-2,-10 {ARROW_HEAD:g},0 -2,10", "stroke_linejoin": "round"}
    edge: Attributes = {"stroke": look.palette.case}
    return group(
        element("path", **line, **edge, stroke_width=9, opacity=0.9),
        element("polygon", **head, **edge, transform=translate(shaft, 0), stroke_width=4, fill=look.palette.case),
        element("path", **line, stroke=ink, stroke_width=5.4),
        element("polygon", **head, transform=translate(shaft, 0), fill=ink),
        transform=f"{translate(x, y)} rotate({angle})",
    )


def drawn_square(look: Look, colour: str, points: Value) -> str:
    """Draw a square that somebody has drawn through the middles of four cells."""
    shape: Attributes = {"points": points, "stroke_linejoin": "round"}
    return (
        element("polygon", **shape, fill=look.drawn(colour), opacity=0.16)
        + element("polygon", **shape, fill="none", stroke=look.palette.case, stroke_width=8, opacity=0.9)
        + element("polygon", **shape, fill="none", stroke=look.drawn(colour), stroke_width=4.6)
    )


def _dots(width: float, gap: float) -> Attributes:
    return {"stroke_width": width, "stroke_dasharray": f"1 {gap:g}", "stroke_linecap": "round"}
