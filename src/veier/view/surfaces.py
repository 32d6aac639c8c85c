"""The board without pieces: the frame or sheet, fields, cells and the coordinates on the edge."""

from __future__ import annotations

from veier.view import shapes
from veier.view.markup import Attributes, Look, group, words
from veier.view.model import Label, Point, View
from veier.view.outline import Box, box_around, grown, path_through, rounded


def board_outline(view: View) -> list[Point]:
    """Return the outline of the board as it is drawn."""
    return grown(view.frame, shapes.HEXAGON_MARGIN) if view.surface == "hexagon" else list(view.frame)


def playing_area(view: View) -> Box:
    """Return the box around all cells of a square board."""
    return box_around((cell.x, cell.y) for cell in view.cells).grown(20)


def sunk_outline(view: View) -> str:
    """Return the path around all cells of a square board; on wood its corners are round."""
    area = playing_area(view).grown(1)
    corners = [(area.left, area.top), (area.right, area.top), (area.right, area.bottom), (area.left, area.bottom)]
    return path_through(corners, closed=True) if view.surface == "paper" else rounded(corners, 8)


def draw_surface(look: Look, view: View) -> str:
    """Draw the board without any piece."""
    outline = board_outline(view)
    radius = shapes.CORNER_RADIUS[view.surface]
    if view.surface == "paper":
        board = shapes.sheet(look, rounded(outline, radius))
    else:
        board = shapes.frame(look, rounded(outline, radius), rounded(grown(outline, -0.6), radius - 0.6))
    return group(board, class_="ground") + group(_cells(look, view), class_="cells")


def draw_labels(look: Look, view: View, *, large: bool) -> str:
    """Draw the coordinates; `large` for a picture that is shown small, as on a phone."""
    ink = look.palette.sheet_ink if view.surface == "paper" else look.palette.frame_ink
    cells = [label for label in view.labels if label.kind == "cell"]
    fields = [label for label in view.labels if label.kind == "field"]
    size = shapes.LARGE_LABEL_SIZE if large else shapes.LABEL_SIZE
    common: Attributes = {"fill": ink, "text_anchor": "middle"}
    return group(
        group(*_texts(cells, size), font_family=look.ui_font, font_weight=600, **common),
        group(*_texts(fields, size + shapes.FIELD_LABEL_EXTRA), font_family=look.book_font, font_weight=700, **common),
        class_="labels",
    )


def _texts(labels: list[Label], size: float) -> list[str]:
    return [words(label.text, label.x, label.y, size) for label in labels]


def _cells(look: Look, view: View) -> str:
    if view.surface == "fields":
        return "".join(look.use("field", field.x, field.y) for field in view.fields)
    if view.surface == "hexagon":
        return "".join(look.use("cell", cell.x, cell.y) for cell in view.cells)
    if view.surface == "paper":
        return shapes.sheet_grid(look, _grid_lines(view, inside=False))
    dimples = (look.use("dimple", cell.x, cell.y) for cell in view.cells)
    return shapes.sunk_grid(look, sunk_outline(view), _grid_lines(view, inside=True)) + "".join(dimples)


def _grid_lines(view: View, *, inside: bool) -> str:
    """Return the path between the cells; lines `inside` stop short of the edge and leave the edge itself out."""
    area = playing_area(view)
    gap = 3 if inside else 0
    columns = sorted({cell.x + 20 for cell in view.cells} | (set() if inside else {area.left}))
    rows = sorted({cell.y + 20 for cell in view.cells} | (set() if inside else {area.top}))
    if inside:
        columns, rows = columns[:-1], rows[:-1]
    down = (f"M{x:g} {area.top + gap:g}V{area.bottom - gap:g}" for x in columns)
    across = (f"M{area.left + gap:g} {y:g}H{area.right - gap:g}" for y in rows)
    return "".join(across) + "".join(down)
