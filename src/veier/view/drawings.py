"""Drawings that people put on a board: cells, arrows and squares in a colour, over the stones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, degrees, dist
from typing import Literal, get_args

from veier.view import shapes
from veier.view.markup import Look, group, number
from veier.view.model import Point, View
from veier.view.outline import point_list

DrawingColour = Literal["green", "red", "brown", "blue"]
DRAWING_COLOURS: tuple[DrawingColour, ...] = get_args(DrawingColour)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in a colour: one cell, an arrow from a cell to another one, or a square by its four corners."""

    colour: DrawingColour
    cells: tuple[str, ...]


def draw_drawings(look: Look, view: View, drawings: Iterable[Drawing]) -> str:
    """Draw the drawings whose cells the board has."""
    where = {cell.name: (cell.x, cell.y) for cell in view.cells}
    drawn = (
        _drawing(look, drawing.colour, [where[name] for name in drawing.cells])
        for drawing in drawings
        if all(name in where for name in drawing.cells)
    )
    return group(*drawn, class_="drawings")


def _drawing(look: Look, colour: DrawingColour, points: list[Point]) -> str:
    if len(points) == 1:
        return shapes.drawn_cell(look, colour, *points[0])
    if len(points) == 2:
        start, end = points
        angle = degrees(atan2(end[1] - start[1], end[0] - start[0]))
        return shapes.drawn_arrow(look, colour, *start, number(angle), dist(start, end) - shapes.ARROW_HEAD)
    return shapes.drawn_square(look, colour, point_list(points))
