"""What is drawn over a position to make it speak: the last move, threats, full rows and the winning square.

A threat is a square that lacks one corner. At most one square speaks at a time: the first threat is drawn
in full, the others quietly, and once a square is made only made squares are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import atan2, degrees, dist

from veier.view.definitions import HEXAGON_RADIUS, hexagon
from veier.view.markup import BOOK, Attributes, Look, element, group, words
from veier.view.model import Colour, Point, RowMark, SquareMark, View
from veier.view.outline import box_around, grown, path_through, point_list, rounded, segment
from veier.view.pieces import draw_stones, is_last
from veier.view.surfaces import playing_area

_STOP = 18.0  # A line stops this far from the middle of a corner, at the edge of its ring.


def made_squares(view: View) -> list[SquareMark]:
    """Give the squares that are complete."""
    return [square for square in view.squares if square.kind == "made"]


def draw_last_move(look: Look, view: View) -> str:
    """Mark the cells of the last move that no plate and no fresh row shows."""
    shown = {name for plate in view.plates if is_last(plate, set(view.last)) for name in plate.cells}
    shown |= {name for row in view.rows if row.fresh for name in row.cells}
    places = [(cell.x, cell.y) for cell in view.cells if cell.name in view.last and cell.name not in shown]
    if not places:
        return ""
    if view.surface == "hexagon":
        line: Attributes = {"fill": "none", "stroke": look.palette.frame_side, "stroke_width": 2.6}
        cell = hexagon(HEXAGON_RADIUS)
        edges = (element("polygon", points=cell, transform=f"translate({x:g} {y:g})", **line) for x, y in places)
        return group(*edges, class_="last")
    return group(*_last_boxes(look, view, places), class_="last")


def _last_boxes(look: Look, view: View, places: list[Point]) -> list[str]:
    """One box around neighbours that fill it, otherwise one around each cell."""
    ink = look.palette.sheet_ink if view.surface == "paper" else look.palette.frame_side
    around = box_around(places).grown(20)
    together = round(around.width * around.height / 1600) == len(places)
    groups = [places] if together else [[place] for place in places]
    boxes = [box_around(group_).grown(17.5) for group_ in groups]
    line: Attributes = {"rx": 9, "fill": "none", "stroke": ink, "stroke_width": 1.8}
    return [element("rect", x=b.left, y=b.top, width=b.width, height=b.height, **line) for b in boxes]


def draw_rows(look: Look, view: View) -> str:
    """Draw rows of four as capsules: a fresh one solid, earlier ones and those that lack a stone dotted below it."""
    where = _places(view)
    earlier = [_capsule(look, row, where) for row in view.rows if not row.fresh]
    fresh = [_capsule(look, row, where) for row in view.rows if row.fresh]
    return group(*earlier, *fresh, class_="rows")


def _capsule(look: Look, row: RowMark, where: Mapping[str, Point]) -> str:
    ends = [where[name] for name in row.cells]
    start, end = max(combinations(ends, 2), key=lambda pair: dist(*pair))
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    shape: Attributes = {"x": -18, "y": -18, "width": dist(start, end) + 36, "height": 36, "rx": 18}
    line: Attributes = {"fill": "none", "stroke": look.player(row.colour).body}
    line |= {"stroke_width": 3} if row.fresh else _dots(2.4, 5)
    return group(
        element("rect", fill=look.palette.case, opacity=0.95 if row.fresh else 0.55, **shape),
        element("rect", **shape, **line),
        transform=f"translate({start[0]:.5g} {start[1]:.5g}) rotate({turn:.2f})",
    )


def draw_light(look: Look, view: View) -> str:
    """Light the inside of the threat that speaks; plates lie above it."""
    speaking = _threats(view)[:1]
    where = _places(view)
    lit = (_inside(square, where, fill=look.palette.case, opacity=0.38) for square in speaking)
    return group(*lit, class_="light")


def draw_threat_lines(look: Look, view: View) -> str:
    """Draw the sides of all threats, like strings under the stones: the quiet ones first."""
    where, threats = _places(view), _threats(view)
    quiet = (_quiet_lines(look, square, where) for square in reversed(threats[1:]))
    speaking = (_speaking_lines(look, square, where) for square in threats[:1])
    return group(*quiet, *speaking, class_="threats")


def draw_corners(look: Look, view: View) -> str:
    """Draw the rings around the corners of the threat that speaks, and every missing corner."""
    where, threats = _places(view), _threats(view)
    lacking = [(square.missing, square.colour) for square in threats if square.missing]
    lacking += [(row.missing, row.colour) for row in view.rows if row.missing]
    if not lacking:
        return ""
    rings = []
    for first in threats[:1]:
        rings = [_ring(look, first.colour, where[name], 16.6) for name in first.corners if name != first.missing]
        rings.append(_halo(look, first.colour, where[first.missing or first.corners[0]]))
    return group(*rings, *_missing_cells(look, view, lacking), class_="corners")


def draw_made(look: Look, view: View) -> str:
    """Draw what ends a game: a veil, the square through its corners, the pinwheel, and the corners on top."""
    made, where = made_squares(view), _places(view)
    if not made:
        return ""
    names = {name for square in made for name in square.corners}
    corners = [stone for stone in view.stones if stone.cell in names]
    return group(
        _veil(look, view),
        _pinwheel(look, made[0], where),
        *(_made_lines(look, square, where) for square in made),
        draw_stones(look, view.surface, corners),
        _step_numbers(look, made[0], where),
        class_="made",
    )


def _places(view: View) -> dict[str, Point]:
    return {cell.name: (cell.x, cell.y) for cell in view.cells}


def _threats(view: View) -> list[SquareMark]:
    return [] if made_squares(view) else [square for square in view.squares if square.kind == "threat"]


def _dots(width: float, gap: float) -> Attributes:
    return {"stroke_width": width, "stroke_dasharray": f"1 {gap:g}", "stroke_linecap": "round"}


def _inside(square: SquareMark, where: Mapping[str, Point], **paint: str | float) -> str:
    return element("polygon", points=point_list(where[name] for name in square.corners), **paint)


def _sides(square: SquareMark, where: Mapping[str, Point]) -> tuple[str, str]:
    """The paths of the sides between stones, and of those that run to the missing corner."""
    whole: list[str] = []
    open_: list[str] = []
    for start, end in zip(square.corners, square.corners[1:] + square.corners[:1], strict=True):
        side = segment(where[start], where[end], _STOP)
        (open_ if square.missing in (start, end) else whole).append(side)
    return "".join(whole), "".join(open_)


def _speaking_lines(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    whole, open_ = _sides(square, where)
    line: Attributes = {"fill": "none", "stroke": look.player(square.colour).body}
    case: Attributes = {
        "fill": "none",
        "stroke": look.palette.case,
        "stroke_width": 6.4,
        "stroke_linecap": "round",
    }
    return (
        element("path", d=whole + open_, opacity=0.92, **case)
        + element("path", d=whole, stroke_width=3, stroke_linecap="round", **line)
        + element("path", d=open_, **line, **_dots(3.6, 7.2))
    )


def _quiet_lines(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    whole, open_ = _sides(square, where)
    line: Attributes = {"fill": "none", "stroke": look.player(square.colour).body, "opacity": 0.7}
    return element("path", d=whole, stroke_width=1.6, stroke_linecap="round", **line) + element(
        "path", d=open_, **line, **_dots(2, 5)
    )


def _ring(look: Look, colour: Colour, at: Point, radius: float, *, width: float = 2.4) -> str:
    place: Attributes = {"cx": at[0], "cy": at[1], "r": radius, "fill": "none"}
    return element("circle", stroke=look.palette.case, stroke_width=width + 2.6, **place) + element(
        "circle", stroke=look.player(colour).body, stroke_width=width, **place
    )


def _halo(look: Look, colour: Colour, at: Point) -> str:
    """Light and two still rings around the missing corner that matters most."""
    place, tint = {"cx": at[0], "cy": at[1]}, look.player(colour).body
    return (
        element("circle", r=23, fill=look.palette.case, opacity=0.5, **place)
        + element("circle", r=23.5, fill="none", stroke=tint, stroke_width=1.4, opacity=0.28, **place)
        + element("circle", r=18.6, fill="none", stroke=tint, stroke_width=2, opacity=0.6, **place)
    )


def _missing_cells(look: Look, view: View, lacking: list[tuple[str, Colour]]) -> list[str]:
    """One disc for each cell and colour; discs of several colours share their cell side by side."""
    where = _places(view)
    taken = {stone.cell for stone in view.stones}
    wanted: dict[str, list[Colour]] = {}
    for name, colour in lacking:
        colours = wanted.setdefault(name, [])
        if colour not in colours:
            colours.append(colour)
    discs = []
    for name, colours in wanted.items():
        x, y = where[name]
        for number_, colour in enumerate(colours):
            aside = 19 * (number_ - (len(colours) - 1) / 2) if len(colours) < 3 else 14 * (number_ - 1)
            scale = (1, 0.68, 0.5)[len(colours) - 1]
            discs.append(_disc(look, colour, (x + aside, y), scale, hollow=name in taken))
    return discs


def _disc(look: Look, colour: Colour, at: Point, scale: float, *, hollow: bool) -> str:
    """A place for a stone: its mark on a light disc, or only a ring where another stone stands."""
    edge: Attributes = {
        "stroke": look.player(colour).body,
        "stroke_width": 2.4,
        "stroke_dasharray": "4.4 4.14",
    }
    place = f"translate({at[0]:g} {at[1]:g})" + (f" scale({scale:g})" if scale != 1 else "")
    if hollow:
        return group(element("circle", r=16.6, fill="none", **edge), class_="missing", transform=place)
    disc = element("circle", r=13.6, fill=look.palette.case, **edge)
    return group(disc, look.use(f"mark-{colour}", 0, 0), class_="missing", transform=place)


def _veil(look: Look, view: View) -> str:
    """Quiet everything but the square."""
    if view.surface == "hexagon":
        return element("path", d=rounded(grown(view.frame, -14), 8), fill=look.palette.field_dark, opacity=0.5)
    area = playing_area(view).grown(1)
    size: Attributes = {"x": area.left, "y": area.top, "width": area.width, "height": area.height}
    if view.surface == "paper":
        return element("rect", fill=look.palette.sheet, opacity=0.55, **size)
    return element("rect", rx=8, fill=look.palette.field_dark, opacity=0.5, **size)


def _made_lines(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    tint = look.player(square.colour).body
    whole, _ = _sides(square, where)
    line: Attributes = {"d": whole, "fill": "none", "stroke_linecap": "round"}
    return (
        _inside(square, where, fill=tint, opacity=0.22)
        + element("path", stroke=look.palette.case, stroke_width=9, opacity=0.92, **line)
        + element("path", stroke=tint, stroke_width=5, **line)
        + "".join(_ring(look, square.colour, where[name], 17.2, width=3.4) for name in square.corners)
    )


def _legs(square: SquareMark, where: Mapping[str, Point]) -> list[tuple[Point, Point, Point]]:
    """For each side its start, elbow and end: along the rows and columns, outside the square."""
    corners = [where[name] for name in square.corners]
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    legs = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        elbow = max((end[0], start[1]), (start[0], end[1]), key=lambda at: dist(at, middle))
        legs.append((start, elbow, end))
    return legs


def _pinwheel(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    """Show each side's step as dots; an upright square needs none."""
    if 0 in square.step:
        return ""
    path = "".join(path_through(leg) for leg in _legs(square, where))
    case: Attributes = {"stroke": look.palette.case, "stroke_width": 4, "opacity": 0.55}
    tint = look.player(square.colour).body
    return element("path", d=path, fill="none", **case) + element(
        "path", d=path, fill="none", stroke=tint, **_dots(1.8, 5)
    )


def _step_numbers(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    """Write the two numbers of the step at the side that lies farthest to the lower right."""
    if 0 in square.step:
        return ""
    start, elbow, end = max(_legs(square, where), key=lambda leg: leg[1][0] + leg[1][1])
    long, short = max(square.step), min(square.step)
    numbers = []
    for a, b in ((start, elbow), (elbow, end)):
        text = str(long if dist(a, b) >= max(dist(start, elbow), dist(elbow, end)) else short)
        level = a[1] == b[1]
        x, y = (a[0] + b[0]) / 2 + (0 if level else 11), (a[1] + b[1]) / 2 + (10.5 if level else 0)
        numbers.append(words(text, x, y, 13.5))
    return group(
        *numbers,
        fill=look.player(square.colour).rim,
        stroke=look.palette.case,
        stroke_width=4,
        stroke_linejoin="round",
        paint_order="stroke",
        font_family=BOOK,
        font_weight=700,
        text_anchor="middle",
    )
