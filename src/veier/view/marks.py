"""Marks that are drawn over a position: the last move, threats, rows of four and the winning square.

A threat is a square that lacks one corner. The first threat is the main one and drawn in full, the others with thin
lines; once a square is made, only made squares are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import atan2, degrees, dist

from veier.view import shapes
from veier.view.markup import Look, baseline, group, number, translate
from veier.view.model import Colour, Point, RowMark, SquareMark, View
from veier.view.outline import Box, box_around, grown, path_through, point_list, rounded, segment
from veier.view.pieces import draw_stones, is_last
from veier.view.surfaces import sunk_outline


def made_squares(view: View) -> list[SquareMark]:
    """List the squares that are complete."""
    return [square for square in view.squares if square.kind == "made"]


def draw_last_move(look: Look, view: View) -> str:
    """Draw boxes around the cells of the last move, unless a plate or a fresh row shows them already."""
    shown = {name for plate in view.plates if is_last(plate, set(view.last)) for name in plate.cells}
    shown |= {name for row in view.rows if row.fresh for name in row.cells}
    places = [(cell.x, cell.y) for cell in view.cells if cell.name in view.last and cell.name not in shown]
    if not places:
        return ""
    if view.surface == "hexagon":
        return group(*(shapes.last_hexagon(look, x, y) for x, y in places), class_="last")
    draw = shapes.last_box_on_paper if view.surface == "paper" else shapes.last_box
    return group(*(draw(look, b.left, b.top, b.width, b.height) for b in _last_boxes(places)), class_="last")


def _last_boxes(places: list[Point]) -> list[Box]:
    """Return one box around neighbours that fill it, otherwise one around each cell."""
    around = box_around(places).grown(20)
    together = round(around.width * around.height / 1600) == len(places)
    groups = [places] if together else [[place] for place in places]
    return [box_around(cells).grown(shapes.LAST_MARGIN) for cells in groups]


def draw_rows(look: Look, view: View) -> str:
    """Draw rows of four as capsules: a fresh one solid, earlier ones and those that lack a stone dotted below it."""
    where = _places(view)
    earlier = [_row(look, row, where) for row in view.rows if not row.fresh]
    fresh = [_row(look, row, where) for row in view.rows if row.fresh]
    return group(*earlier, *fresh, class_="rows")


def _row(look: Look, row: RowMark, where: Mapping[str, Point]) -> str:
    start, end = max(combinations([where[name] for name in row.cells], 2), key=lambda pair: dist(*pair))
    angle = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    draw = shapes.fresh_row if row.fresh else shapes.earlier_row
    return draw(look, row.colour, *start, number(angle), dist(start, end) + 2 * shapes.ROW_MARGIN)


def draw_light(look: Look, view: View) -> str:
    """Light the inside of the main threat; plates lie above it."""
    where = _places(view)
    return group(*(shapes.light(look, _corners(square, where)) for square in _threats(view)[:1]), class_="light")


def draw_threat_lines(look: Look, view: View) -> str:
    """Draw the sides of all threats below the stones, the main one on top."""
    where, threats = _places(view), _threats(view)
    others = (shapes.other_threat(look, square.colour, *_sides(square, where)) for square in reversed(threats[1:]))
    main = (shapes.main_threat(look, square.colour, *_sides(square, where)) for square in threats[:1])
    return group(*others, *main, class_="threats")


def draw_corners(look: Look, view: View) -> str:
    """Draw the rings around the corners of the main threat, and every missing corner or cell of a row."""
    where, threats = _places(view), _threats(view)
    lacking = [(square.missing, square.colour) for square in threats if square.missing]
    lacking += [(row.missing, row.colour) for row in view.rows if row.missing]
    if not lacking:
        return ""
    rings = []
    for main in threats[:1]:
        rings = [shapes.ring(look, main.colour, *where[name]) for name in main.corners if name != main.missing]
        rings.append(shapes.halo(look, main.colour, *where[main.missing or main.corners[0]]))
    rings += [shapes.halo(look, row.colour, *where[row.missing]) for row in view.rows if row.missing]
    return group(*rings, *_missing_stones(look, view, lacking), class_="corners")


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
        *(_made_square(look, square, where) for square in made),
        draw_stones(look, view.surface, corners),
        *_step_numbers(look, made[0], where),
        class_="made",
    )


def _places(view: View) -> dict[str, Point]:
    return {cell.name: (cell.x, cell.y) for cell in view.cells}


def _threats(view: View) -> list[SquareMark]:
    return [] if made_squares(view) else [square for square in view.squares if square.kind == "threat"]


def _corners(square: SquareMark, where: Mapping[str, Point]) -> str:
    return point_list(where[name] for name in square.corners)


def _sides(square: SquareMark, where: Mapping[str, Point]) -> tuple[str, str]:
    """Return the paths of the sides between stones, and of those that run to the missing corner."""
    whole: list[str] = []
    dotted: list[str] = []
    for start, end in zip(square.corners, square.corners[1:] + square.corners[:1], strict=True):
        side = segment(where[start], where[end], shapes.LINE_STOP)
        (dotted if square.missing in (start, end) else whole).append(side)
    return "".join(whole), "".join(dotted)


def _missing_stones(look: Look, view: View, lacking: Iterable[tuple[str, Colour]]) -> list[str]:
    """Draw one disc for each cell and colour; discs of several colours share their cell side by side."""
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
        apart, scale = shapes.DISC_LAYOUTS[len(colours) - 1]
        draw = shapes.missing_stone_on_stone if name in taken else shapes.missing_stone
        for index, colour in enumerate(colours):
            place = translate(x + apart * (index - (len(colours) - 1) / 2), y)
            discs.append(draw(look, colour, place + (f" scale({scale:g})" if scale != 1 else "")))
    return discs


def _veil(look: Look, view: View) -> str:
    if view.surface == "hexagon":
        return shapes.veil(look, rounded(grown(view.frame, shapes.VEIL_MARGIN), shapes.VEIL_RADIUS))
    draw = shapes.veil_on_paper if view.surface == "paper" else shapes.veil
    return draw(look, sunk_outline(view))


def _made_square(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    return (
        shapes.made_inside(look, square.colour, _corners(square, where))
        + shapes.made_side(look, square.colour, _sides(square, where)[0])
        + "".join(shapes.made_ring(look, square.colour, *where[name]) for name in square.corners)
    )


def _legs(square: SquareMark, where: Mapping[str, Point]) -> list[tuple[Point, Point, Point]]:
    """Return for each side its start, elbow and end: along the rows and columns, outside the square."""
    corners = [where[name] for name in square.corners]
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    legs = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        elbow = max((end[0], start[1]), (start[0], end[1]), key=lambda at: dist(at, middle))
        legs.append((start, elbow, end))
    return legs


def _pinwheel(look: Look, square: SquareMark, where: Mapping[str, Point]) -> str:
    """Draw each side's step as dots; an upright square needs none."""
    if 0 in square.step:
        return ""
    return shapes.pinwheel(look, square.colour, "".join(path_through(leg) for leg in _legs(square, where)))


def _step_numbers(look: Look, square: SquareMark, where: Mapping[str, Point]) -> list[str]:
    """Write the two numbers of the step at the side that lies farthest to the lower right."""
    if 0 in square.step:
        return []
    start, elbow, end = max(_legs(square, where), key=lambda leg: leg[1][0] + leg[1][1])
    longest = max(dist(start, elbow), dist(elbow, end))
    numbers = []
    for a, b in ((start, elbow), (elbow, end)):
        text = str(max(square.step) if dist(a, b) >= longest else min(square.step))
        level = a[1] == b[1]
        x, y = (a[0] + b[0]) / 2 + (0 if level else 11), (a[1] + b[1]) / 2 + (10.5 if level else 0)
        numbers.append(shapes.step_number(look, square.colour, text, x, baseline(y, shapes.STEP_NUMBER_SIZE)))
    return numbers
