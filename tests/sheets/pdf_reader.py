"""Reads PDF back: sizes and places in millimetres from the upper left corner."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

POINT = 25.4 / 72


class Shape(NamedTuple):
    """The box around something drawn, half of its line's width included."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return round(self.x + self.width / 2, 2), round(self.y + self.height / 2, 2)


class Sheet:
    """One page of a document."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.width, self.height = (round(side * POINT, 2) for side in page.get_size())

    @property
    def shapes(self) -> list[Shape]:
        return [self._shape(each) for each in self._objects(pdfium.FPDF_PAGEOBJ_PATH)]

    def sized(self, width: float, height: float, line: float = 0.0) -> list[Shape]:
        """Return the shapes of a size, without the line around them; pdfium counts that line twice."""
        wanted = (width + 2 * line, height + 2 * line)
        return [s for s in self.shapes if abs(s.width - wanted[0]) < 0.03 and abs(s.height - wanted[1]) < 0.03]

    @property
    def text(self) -> str:
        return str(self.page.get_textpage().get_text_bounded())

    def text_in(self, left: float, top: float, right: float, bottom: float) -> str:
        """Return the text within a box, with single spaces between words."""
        box = (left, self.height - bottom, right, self.height - top)
        return " ".join(self.page.get_textpage().get_text_bounded(*(side / POINT for side in box)).split())

    @property
    def fonts_are_embedded(self) -> bool:
        fonts = [pdfium.FPDFTextObj_GetFont(each.raw) for each in self._objects(pdfium.FPDF_PAGEOBJ_TEXT)]
        return all(pdfium.FPDFFont_GetIsEmbedded(font) == 1 for font in fonts)

    def pixels(self, per_millimetre: float) -> NDArray[np.int16]:
        """Render the page; rows of red, green, blue."""
        drawn = self.page.render(scale=per_millimetre * POINT).to_numpy()
        pixels: NDArray[np.int16] = drawn[:, :, :3].astype(np.int16)
        return pixels

    def _objects(self, kind: int) -> list[Any]:
        return [each for each in self.page.get_objects() if each.type == kind]

    def _shape(self, each: Any) -> Shape:
        left, bottom, right, top = (side * POINT for side in each.get_bounds())
        return Shape(left, self.height - top, right - left, top - bottom)


def read_pdf(data: bytes) -> list[Sheet]:
    document = pypdfium2.PdfDocument(data)
    return [Sheet(document[number]) for number in range(len(document))]
