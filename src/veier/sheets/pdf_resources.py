"""What the pages of a PDF document share: fonts, opacities and gradients, each stored once, under a short name."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

import pydyf

from veier.sheets.embedded_font import EmbeddedFont
from veier.sheets.fonts import Font, load

Colour = tuple[float, float, float]
OpacityKind = Literal["ca", "CA"]  # PDF's names for the opacity of fills and of lines.


class Gradient(NamedTuple):
    """A change of colours between two points or, with a radius after each point, two circles."""

    coordinates: tuple[float, ...]
    stops: tuple[tuple[float, Colour], ...]


@dataclass
class Resources:
    """The resources of one document; `dictionary` is the one that its pages refer to."""

    dictionary: pydyf.Dictionary = field(default_factory=pydyf.Dictionary)
    _fonts: dict[Font, EmbeddedFont] = field(default_factory=dict)
    _opacities: dict[tuple[OpacityKind, float], str] = field(default_factory=dict)
    _gradients: dict[Gradient, str] = field(default_factory=dict)

    def text(self, font: Font, text: str) -> tuple[str, bytes]:
        """Return the name of a font, and a text in its codes."""
        if font not in self._fonts:
            self._fonts[font] = EmbeddedFont(font, load(font))
        return font, self._fonts[font].encode(text)

    def opacity(self, kind: OpacityKind, opacity: float) -> str:
        """Return the name of an opacity."""
        return self._opacities.setdefault((kind, opacity), f"O{len(self._opacities)}")

    def gradient(self, gradient: Gradient) -> str:
        """Return the name of a gradient."""
        return self._gradients.setdefault(gradient, f"G{len(self._gradients)}")

    def add_to(self, pdf: pydyf.PDF) -> None:
        """Add everything that was used; call it after the last page was drawn."""
        pdf.add_object(self.dictionary)
        opacities = {name: pydyf.Dictionary({kind: value}) for (kind, value), name in self._opacities.items()}
        gradients = {name: _shading(gradient) for gradient, name in self._gradients.items()}
        fonts = {name: font.add_to(pdf) for name, font in self._fonts.items()}
        self.dictionary["ExtGState"] = pydyf.Dictionary(opacities)
        self.dictionary["Shading"] = pydyf.Dictionary(gradients)
        self.dictionary["Font"] = pydyf.Dictionary(fonts)


def _shading(gradient: Gradient) -> pydyf.Dictionary:
    return pydyf.Dictionary(
        {
            "ShadingType": 2 if len(gradient.coordinates) == 4 else 3,
            "ColorSpace": "/DeviceRGB",
            "Coords": pydyf.Array(gradient.coordinates),
            "Function": _colours(gradient.stops),
            "Extend": "[true true]",
        }
    )


def _colours(stops: tuple[tuple[float, Colour], ...]) -> pydyf.Dictionary:
    """Return a PDF function from places between 0 and 1 to colours."""
    # Before the first stop and after the last one, the colour stays.
    all_stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    parts = [(start, end) for start, end in pairwise(all_stops) if start[0] < end[0]]
    functions = [
        {"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": pydyf.Array(start[1]), "C1": pydyf.Array(end[1])}
        for start, end in parts
    ]
    return pydyf.Dictionary(
        {
            "FunctionType": 3,
            "Domain": "[0 1]",
            "Functions": pydyf.Array(pydyf.Dictionary(function) for function in functions),
            "Bounds": pydyf.Array(end[0] for _, end in parts[:-1]),
            "Encode": pydyf.Array([0, 1] * len(parts)),
        }
    )
