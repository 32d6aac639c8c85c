"""A page: its size in millimetres and its SVG, from which PDF and PNG are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from veier.view.definitions import needed_definitions
from veier.view.markup import Look, element, number

PaperName = Literal["a4", "letter"]
PAPERS: dict[PaperName, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

# The margin that printers cannot print on; nothing is drawn there.
UNPRINTABLE = 5.0


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper; `content` is SVG in millimetres from the upper left corner."""

    width: float
    height: float
    content: str
    look: Look

    def svg(self) -> str:
        """Return the page as a complete SVG document."""
        size = f"0 0 {number(self.width)} {number(self.height)}"
        return element(
            "svg",
            needed_definitions(self.look, self.content),
            self.content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=size,
            width=self.width,
            height=self.height,
        )

    def png(self, width: int) -> bytes:
        """Return the page as a picture on white, `width` pixels wide."""
        from veier.view.png import svg_to_png

        return svg_to_png(self.svg(), width, "#ffffff")
