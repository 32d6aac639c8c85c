"""What lies under the pieces: the frame or sheet, fields, cells and the coordinates on the edge."""

from __future__ import annotations

from veier.view.markup import BOOK, UI, Attributes, Look, element, group, words
from veier.view.model import Label, Point, View
from veier.view.outline import Box, box_around, grown, rounded

# The hexagon's coordinates need a little more wood than its outline gives: it is drawn this much larger.
_HEXAGON_MARGIN = 6.0
_CORNERS = {"fields": 14.0, "grid": 14.0, "hexagon": 8.0, "paper": 3.0}


def board_outline(view: View) -> list[Point]:
    """Give the outline of the board as it is drawn."""
    return grown(view.frame, _HEXAGON_MARGIN) if view.surface == "hexagon" else list(view.frame)


def playing_area(view: View) -> Box:
    """Give the box around all cells of a square board."""
    return box_around((cell.x, cell.y) for cell in view.cells).grown(20)


def draw_ground(look: Look, view: View) -> str:
    """Draw the board without any piece."""
    ground = _sheet(look, view) if view.surface == "paper" else _frame(look, view)
    return group(ground, class_="ground") + group(_places(look, view), class_="cells")


def draw_labels(look: Look, view: View, *, large: bool) -> str:
    """Draw the coordinates; `large` for a picture that is shown small, as on a phone."""
    ink = look.palette.sheet_ink if view.surface == "paper" else look.palette.frame_ink
    cells = [label for label in view.labels if label.kind == "cell"]
    fields = [label for label in view.labels if label.kind == "field"]
    size = 12.5 if large else 10.8
    common: Attributes = {"fill": ink, "text_anchor": "middle"}
    return group(
        group(*_texts(cells, size), font_family=UI, font_weight=600, **common),
        group(*_texts(fields, size + 1), font_family=BOOK, font_weight=700, **common),
        class_="labels",
    )


def _texts(labels: list[Label], size: float) -> list[str]:
    return [words(label.text, label.x, label.y, size) for label in labels]


def _shadow(look: Look, outline: str) -> str:
    if look.palette.flat:
        return ""
    return element("path", d=outline, transform="translate(0 5)", fill=look.palette.shade, opacity=0.16)


def _frame(look: Look, view: View) -> str:
    points, radius = board_outline(view), _CORNERS[view.surface]
    outline, lip = rounded(points, radius), rounded(grown(points, -0.6), radius - 0.6)
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


def _sheet(look: Look, view: View) -> str:
    outline = rounded(board_outline(view), _CORNERS["paper"])
    edge: Attributes = {"stroke": look.palette.sheet_grid, "stroke_width": 0.6, "stroke_opacity": 0.6}
    return _shadow(look, outline) + element("path", d=outline, fill=look.palette.sheet, **edge)


def _places(look: Look, view: View) -> str:
    if view.surface == "fields":
        return "".join(look.use("field", field.x, field.y) for field in view.fields)
    if view.surface == "hexagon":
        return "".join(look.use("cell", cell.x, cell.y) for cell in view.cells)
    if view.surface == "paper":
        grid = _grid_lines(view, inside=False)
        return element("path", d=grid, fill="none", stroke=look.palette.sheet_grid, stroke_width=1)
    return _sunk_sheet(look, view)


def _sunk_sheet(look: Look, view: View) -> str:
    area = playing_area(view).grown(1)
    size: Attributes = {"x": area.left, "width": area.width, "height": area.height, "rx": 8}
    groove: Attributes = {"fill": "none", "stroke": look.palette.dimple, "stroke_width": 0.8, "opacity": 0.55}
    return (
        element("rect", y=area.top + 1, fill=look.palette.field_lip, opacity=0.7, **size)
        + element("rect", y=area.top, fill=look.paint("sunk"), **size, **look.outlined())
        + element("path", d=_grid_lines(view, inside=True), **groove)
        + "".join(look.use("dimple", cell.x, cell.y) for cell in view.cells)
    )


def _grid_lines(view: View, *, inside: bool) -> str:
    """The lines between the cells; those `inside` stop short of the edge and leave the edge itself out."""
    area = playing_area(view)
    gap = 3 if inside else 0
    columns = sorted({cell.x + 20 for cell in view.cells} | (set() if inside else {area.left}))
    rows = sorted({cell.y + 20 for cell in view.cells} | (set() if inside else {area.top}))
    if inside:
        columns, rows = columns[:-1], rows[:-1]
    down = (f"M{x:g} {area.top + gap:g}V{area.bottom - gap:g}" for x in columns)
    across = (f"M{area.left + gap:g} {y:g}H{area.right - gap:g}" for y in rows)
    return "".join(across) + "".join(down)
