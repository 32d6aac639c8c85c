"""Settings of printed sheets, and the sizes of type, cells and paper that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Literal

from veier.core.errors import VeierError
from veier.messages import message, translate
from veier.sheets.page import PAPERS, Page, PaperName
from veier.view import Edition, View
from veier.view.markup import Look
from veier.view.outline import Box, box_around
from veier.view.surfaces import board_outline

Duplex = Literal["long", "short"]
Part = Literal["board", "pieces", "sheets", "rules", "puzzles"]
PARTS: tuple[Part, ...] = ("board", "pieces", "sheets", "rules", "puzzles")

# The width of a cell in millimetres: with 17, the 10x10 cells of 4EYES and their frame just fit both papers.
_CELL, _LARGE_CELL, _SMALLEST_CELL = 17.0, 25.5, 14.0
MARGIN = 9.5
FOOT = 6.0  # below the content, for the footer
_UNIT = 40.0  # a cell in the units of a View


def read_parts(text: str) -> tuple[Part, ...]:
    """Parse names of parts, separated by commas; raise VeierError."""
    named = [name.strip() for name in text.split(",") if name.strip()]
    for name in named:
        if name not in PARTS:
            raise VeierError(message("print.unknown_part", part=name, known=", ".join(PARTS)))
    if not named:
        raise VeierError(message("print.no_parts", known=", ".join(PARTS)))
    return tuple(part for part in PARTS if part in named)


@dataclass(frozen=True)
class PrintSettings:
    """How a set is printed. `parts` selects its contents; None for the usual parts.

    With `combined` a set has the boards of all games that its pieces serve.
    """

    language: str = "en"
    paper: PaperName = "a4"
    edition: Edition = "colour"
    large: bool = False
    duplex: Duplex = "long"
    parts: tuple[Part, ...] | None = None
    combined: bool = False

    @cached_property
    def look(self) -> Look:
        """The colours of the edition."""
        return Look.of(self.edition)

    @property
    def width(self) -> float:
        """The paper's width."""
        return PAPERS[self.paper][0]

    @property
    def height(self) -> float:
        """The paper's height."""
        return PAPERS[self.paper][1]

    @property
    def area(self) -> Box:
        """The area for the content of a page."""
        return Box(MARGIN, MARGIN, self.width - MARGIN, self.height - MARGIN - FOOT)

    @property
    def type_size(self) -> float:
        """The size of running text: 10 points, or 14."""
        return 5.0 if self.large else 3.55

    def cell(self, view: View) -> float:
        """Return the width of a cell, the same on every paper, so that pieces from one fit a board on another."""
        if self.large:
            return _LARGE_CELL
        board = box_around(board_outline(view))
        width, height = (min(size[axis] for size in PAPERS.values()) - 2 * MARGIN for axis in (0, 1))
        fits = _UNIT * min(width / board.width, (height - FOOT) / board.height)
        return max(_SMALLEST_CELL, min(_CELL, floor(2 * fits) / 2))

    def scale(self, view: View) -> float:
        """Millimetres per unit of a View."""
        return self.cell(view) / _UNIT

    def translate(self, key: str, /, **params: object) -> str:
        """Return a sentence of the catalogues in the sheet's language."""
        return translate(key, self.language, **params)

    def page(self, content: str) -> Page:
        """Return a page with this content."""
        return Page(self.width, self.height, content, self.look)
