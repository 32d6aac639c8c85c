"""Renders an SVG document into the content of a PDF page that has the unit and the axes of the document.

Our own code: svglib, which needs reportlab, does not support gradients, and CairoSVG needs a C library. Only the
elements that `veier.view` writes are supported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import cos, radians, sin, tan
from xml.etree.ElementTree import Element

import pydyf

from veier.sheets import svg_path
from veier.sheets.fonts import Font, find_font, text_width
from veier.sheets.pdf_resources import Colour, Gradient, OpacityKind, Resources
from veier.sheets.svg_path import Step

_SVG = "{http://www.w3.org/2000/svg}"
_CAPS, _JOINS = {"butt": 0, "round": 1, "square": 2}, {"miter": 0, "round": 1, "bevel": 2}
_TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
# The attributes that elements inherit, with their initial values.
_INHERITED = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "font-family": "",
    "font-weight": "400",
    "font-style": "normal",
    "font-size": "10",
    "text-anchor": "start",
}


@dataclass
class SvgRenderer:
    """Renders one document."""

    page: pydyf.Stream
    resources: Resources
    document: Element
    _named: dict[str, Element] = field(init=False)

    def __post_init__(self) -> None:
        self._named = {node.get("id", ""): node for node in self.document.iter() if node.get("id")}

    def draw(self) -> None:
        """Draw the document."""
        self._children(self.document, _INHERITED | {"opacity": "1"})

    def _children(self, node: Element, style: dict[str, str]) -> None:
        for child in node:
            if child.tag not in (f"{_SVG}defs", f"{_SVG}title", f"{_SVG}clipPath"):
                self._node(child, style)

    def _node(self, node: Element, style: dict[str, str]) -> None:
        style = _styled(node, style)
        moved = node.get("transform") or node.get("clip-path") or node.tag == f"{_SVG}use"
        if moved:
            self.page.push_state()
            self._transform(node)
            self._clip(node)
        kind = node.tag.removeprefix(_SVG)
        if kind == "g":
            self._children(node, style)
        elif kind == "use":
            self._translate(float(node.get("x", 0)), float(node.get("y", 0)))
            self._node(self._named[node.get("href", "")[1:]], style)
        elif kind == "text":
            self._text(node, style)
        else:
            self._shape(_Outline(_steps(node)), style)
        if moved:
            self.page.pop_state()

    # The place of elements.

    def _transform(self, node: Element) -> None:
        for name, numbers in _TRANSFORM.findall(node.get("transform", "")):
            values = [float(value) for value in numbers.replace(",", " ").split()]
            if name == "translate":
                self._translate(values[0], values[1] if len(values) > 1 else 0)
            elif name == "scale":
                self.page.set_matrix(values[0], 0, 0, values[-1], 0, 0)
            else:
                self._rotate(values[0])

    def _translate(self, x: float, y: float) -> None:
        self.page.set_matrix(1, 0, 0, 1, x, y)

    def _rotate(self, degrees: float) -> None:
        across, along = cos(radians(degrees)), sin(radians(degrees))
        self.page.set_matrix(across, along, -along, across, 0, 0)

    def _clip(self, node: Element) -> None:
        reference = node.get("clip-path")
        if reference:
            [shape] = self._named[reference[5:-1]]
            self._clip_to(_Outline(_steps(shape)))

    def _clip_to(self, outline: _Outline) -> None:
        outline.draw(self.page)
        self.page.clip(even_odd=True)
        self.page.end()

    # Shapes.

    def _shape(self, outline: _Outline, style: dict[str, str]) -> None:
        fill, stroke = style["fill"], style["stroke"]
        if fill.startswith("url("):
            self._paint(outline, self._named[fill[5:-1]])
            fill = "none"
        if fill == stroke == "none":
            return
        self.page.push_state()
        if fill != "none":
            self._set_fill(style)
        if stroke != "none":
            self._set_stroke(style)
        outline.draw(self.page)
        if stroke == "none":
            self.page.fill(even_odd=True)
        elif fill == "none":
            self.page.stroke()
        else:
            self.page.fill_and_stroke(even_odd=True)
        self.page.pop_state()

    def _set_fill(self, style: dict[str, str]) -> None:
        self.page.set_color_rgb(*_colour(style["fill"]))
        self._set_opacity("ca", float(style["opacity"]))

    def _set_stroke(self, style: dict[str, str]) -> None:
        page = self.page
        page.set_color_rgb(*_colour(style["stroke"]), stroke=True)
        self._set_opacity("CA", float(style["opacity"]) * float(style["stroke-opacity"]))
        page.set_line_width(float(style["stroke-width"]))
        page.set_line_cap(_CAPS[style["stroke-linecap"]])
        page.set_line_join(_JOINS[style["stroke-linejoin"]])
        if style["stroke-dasharray"] != "none":
            page.set_dash([float(length) for length in style["stroke-dasharray"].split()], 0)

    def _set_opacity(self, kind: OpacityKind, opacity: float) -> None:
        if opacity != 1:
            self.page.set_state(self.resources.opacity(kind, opacity))

    def _paint(self, outline: _Outline, paint: Element) -> None:
        """Fill an outline with a gradient or a pattern."""
        kind = paint.tag.removeprefix(_SVG)
        if kind != "pattern" and any(stop.get("stop-opacity") for stop in paint):
            return  # A soft shadow, which is not printed.
        self.page.push_state()
        self._clip_to(outline)
        if kind == "pattern":
            self._repeat(outline, paint)
        else:
            self._shade(outline, paint)
        self.page.pop_state()

    def _shade(self, outline: _Outline, paint: Element) -> None:
        """Fill the clipped page with a gradient, which is made for a box of width 1, so that equal shapes share it."""
        left, top, width, height = outline.box
        ratio = round(height / width, 6)
        stops = tuple((float(stop.get("offset", 0)), _colour(stop.get("stop-color", ""))) for stop in paint)
        if paint.tag == f"{_SVG}radialGradient":
            x, y = float(paint.get("cx", 0.5)), float(paint.get("cy", 0.5)) * ratio
            gradient = Gradient((x, y, 0.0, x, y, float(paint.get("r", 0.5))), stops)
        else:
            gradient = Gradient((0.0, 0.0, float(paint.get("x2", 1)), float(paint.get("y2", 0)) * ratio), stops)
        self.page.set_matrix(width, 0, 0, width, left, top)
        self.page.paint_shading(self.resources.gradient(gradient))

    def _repeat(self, outline: _Outline, paint: Element) -> None:
        """Repeat a pattern over a box, turned by its angle."""
        left, top, width, height = outline.box
        step, line = float(paint.get("width", 1)), float(paint.get("height", 1))
        turn = float(paint.get("patternTransform", "rotate(0)")[7:-1])
        self._rotate(turn)
        style = _INHERITED | {"opacity": "1"}
        slack = abs(tan(radians(turn))) * max(width + abs(left), height + abs(top))
        first, last = int((left - slack) // step), int((left + width + slack) // step)
        upper, lower = int((top - slack) // line), int((top + height + slack) // line)
        for column in range(first, last + 1):
            for row in range(upper, lower + 1):
                self.page.push_state()
                self._translate(column * step, row * line)
                self._children(paint, style)
                self.page.pop_state()

    # Text.

    def _text(self, node: Element, style: dict[str, str]) -> None:
        """Draw a text and its spans on one line."""
        runs = [(node.text or "", style)]
        for span in node:
            runs += [(span.text or "", _styled(span, style)), (span.tail or "", style)]
        parts = [(text, *_font(run)) for text, run in runs if text]
        total = sum(text_width(text, font, size) for text, font, size in parts)
        x = float(node.get("x", 0)) - total * {"start": 0, "middle": 0.5, "end": 1}[style["text-anchor"]]
        for text, font, size in parts:
            if style["stroke"] != "none":
                self._letters(text, (font, size), (x, float(node.get("y", 0))), style, stroked=True)
            self._letters(text, (font, size), (x, float(node.get("y", 0))), style, stroked=False)
            x += text_width(text, font, size)

    def _letters(
        self, text: str, font: tuple[Font, float], at: tuple[float, float], style: dict[str, str], *, stroked: bool
    ) -> None:
        name, codes = self.resources.text(font[0], text)
        self.page.push_state()
        if stroked:
            self._set_stroke(style)
        else:
            self._set_fill(style)
        self.page.begin_text()
        self.page.set_font_size(name, font[1])
        self.page.set_text_rendering(1 if stroked else 0)
        # Letters stand upright although the page counts downwards.
        self.page.set_text_matrix(1, 0, 0, -1, *at)
        self.page.show_text(codes)
        self.page.end_text()
        self.page.pop_state()


@dataclass
class _Outline:
    """A shape: the steps of its path and its bounding box."""

    steps: list[Step]

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        points = [point for _, points in self.steps for point in points]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top

    def draw(self, page: pydyf.Stream) -> None:
        for kind, points in self.steps:
            if kind == "M":
                page.move_to(*points[0])
            elif kind == "L":
                page.line_to(*points[0])
            elif kind == "C":
                page.curve_to(*points[0], *points[1], *points[2])
            else:
                page.close()


def _styled(node: Element, style: dict[str, str]) -> dict[str, str]:
    own = {name: value for name in _INHERITED if (value := node.get(name)) is not None}
    opacity = float(style["opacity"]) * float(node.get("opacity", 1))
    return style | own | {"opacity": str(opacity)}


def _steps(node: Element) -> list[Step]:
    numbers = {name: float(node.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "r", "rx")}
    match node.tag.removeprefix(_SVG):
        case "rect":
            return svg_path.rounded_box(*(numbers[name] for name in ("x", "y", "width", "height", "rx")))
        case "circle":
            return svg_path.circle(numbers["cx"], numbers["cy"], numbers["r"])
        case "polygon":
            return svg_path.polygon(node.get("points", ""))
        case "path":
            return svg_path.read_path(node.get("d", ""))
        case other:
            raise ValueError(f"<{other}> is not supported")


@cache
def _colour(text: str) -> Colour:
    """Return the shares of red, green and blue of `#rgb` or `#rrggbb`."""
    digits = text.removeprefix("#")
    red, green, blue = bytes.fromhex("".join(2 * digit for digit in digits) if len(digits) == 3 else digits)
    return red / 255, green / 255, blue / 255


def _font(style: dict[str, str]) -> tuple[Font, float]:
    return find_font(style["font-family"], style["font-weight"], style["font-style"]), float(style["font-size"])
