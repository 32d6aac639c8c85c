"""A board with a disc on each cell whose area shows a share: in ink, because strong colours belong to the players."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from veier.view.markup import Look, element, group
from veier.view.model import View
from veier.view.surfaces import draw_labels, draw_surface

# The radius of the largest disc; cells are 40 wide.
_LARGEST = 17.0


def draw_heat(look: Look, view: View, shares: Mapping[str, float]) -> str:
    """Draw the board of a View without its pieces, and a disc on each cell; the largest share fills its cell."""
    largest = max(shares.values(), default=0.0) or 1.0
    ink = look.palette.sheet_ink if view.surface == "paper" else look.palette.frame_ink
    discs = (
        element("circle", cx=cell.x, cy=cell.y, r=_LARGEST * sqrt(shares.get(cell.name, 0.0) / largest), fill=ink)
        for cell in view.cells
        if shares.get(cell.name)
    )
    return draw_surface(look, view) + group(*discs, opacity=0.82) + draw_labels(look, view, large=True)
