"""Renders an SVG document on a reportlab canvas that has the unit and the axes of the document.

Our own code: svglib, which is built on reportlab too, does not support gradients, and CairoSVG needs a C library. Only
the elements that `veier.view` writes are supported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from math import radians, tan
from xml.etree.ElementTree import Element

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from veier.sheets import svg_path
from veier.sheets.fonts import Font, find_font, text_width
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

    canvas: Canvas
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
            self.canvas.saveState()
            self._transform(node)
            self._clip(node)
        kind = node.tag.removeprefix(_SVG)
        if kind == "g":
            self._children(node, style)
        elif kind == "use":
            self.canvas.translate(float(node.get("x", 0)), float(node.get("y", 0)))
            self._node(self._named[node.get("href", "")[1:]], style)
        elif kind == "text":
            self._text(node, style)
        else:
            self._shape(_Outline(_steps(node)), style)
        if moved:
            self.canvas.restoreState()

    def _transform(self, node: Element) -> None:
        for name, numbers in _TRANSFORM.findall(node.get("transform", "")):
            values = [float(value) for value in numbers.replace(",", " ").split()]
            if name == "translate":
                self.canvas.translate(values[0], values[1] if len(values) > 1 else 0)
            elif name == "scale":
                self.canvas.scale(values[0], values[-1])
            else:
                self.canvas.rotate(values[0])

    def _clip(self, node: Element) -> None:
        reference = node.get("clip-path")
        if reference:
            [shape] = self._named[reference[5:-1]]
            self.canvas.clipPath(_Outline(_steps(shape)).drawn(self.canvas), stroke=0, fill=0)

    # Shapes.

    def _shape(self, outline: _Outline, style: dict[str, str]) -> None:
        alpha = float(style["opacity"])
        fill, stroke = style["fill"], style["stroke"]
        if fill.startswith("url("):
            self._paint(outline, self._named[fill[5:-1]], alpha)
            fill = "none"
        if fill == stroke == "none":
            return
        self.canvas.saveState()
        if fill != "none":
            self.canvas.setFillColor(_colour(fill))
            self.canvas.setFillAlpha(alpha)
        if stroke != "none":
            self._set_stroke(style, alpha)
        self.canvas.drawPath(outline.drawn(self.canvas), stroke=int(stroke != "none"), fill=int(fill != "none"))
        self.canvas.restoreState()

    def _set_stroke(self, style: dict[str, str], alpha: float) -> None:
        canvas = self.canvas
        canvas.setStrokeColor(_colour(style["stroke"]))
        canvas.setStrokeAlpha(alpha * float(style["stroke-opacity"]))
        canvas.setLineWidth(float(style["stroke-width"]))
        canvas.setLineCap(_CAPS[style["stroke-linecap"]])
        canvas.setLineJoin(_JOINS[style["stroke-linejoin"]])
        if style["stroke-dasharray"] != "none":
            canvas.setDash([float(length) for length in style["stroke-dasharray"].split()])

    def _paint(self, outline: _Outline, paint: Element, alpha: float) -> None:
        """Fill an outline with a gradient or a pattern."""
        kind = paint.tag.removeprefix(_SVG)
        stops = list(paint)
        if kind != "pattern" and any(stop.get("stop-opacity") for stop in stops):
            return  # A soft shadow, which is not printed.
        self.canvas.saveState()
        self.canvas.clipPath(outline.drawn(self.canvas), stroke=0, fill=0)
        if kind == "pattern":
            self._repeat(outline, paint)
        else:
            colours = [_colour(stop.get("stop-color", "")) for stop in stops]
            self._shade(outline, paint, colours, [float(stop.get("offset", 0)) for stop in stops])
        self.canvas.restoreState()

    def _shade(self, outline: _Outline, paint: Element, colours: list[Color], places: list[float]) -> None:
        left, top, width, height = outline.box
        if len({colour.hexval() for colour in colours}) == 1:
            self.canvas.setFillColor(colours[0])
            self.canvas.rect(left, top, width, height, stroke=0, fill=1)
        elif paint.tag == f"{_SVG}radialGradient":
            x, y = left + width * float(paint.get("cx", 0.5)), top + height * float(paint.get("cy", 0.5))
            self.canvas.radialGradient(x, y, width * float(paint.get("r", 0.5)), colours, places)
        else:
            x, y = left + width * float(paint.get("x2", 1)), top + height * float(paint.get("y2", 0))
            self.canvas.linearGradient(left, top, x, y, colours, places)

    def _repeat(self, outline: _Outline, paint: Element) -> None:
        """Repeat a pattern over a box, turned by its angle."""
        left, top, width, height = outline.box
        step, line = float(paint.get("width", 1)), float(paint.get("height", 1))
        turn = float(paint.get("patternTransform", "rotate(0)")[7:-1])
        self.canvas.rotate(turn)
        style = _INHERITED | {"opacity": "1"}
        slack = abs(tan(radians(turn))) * max(width + abs(left), height + abs(top))
        first, last = int((left - slack) // step), int((left + width + slack) // step)
        upper, lower = int((top - slack) // line), int((top + height + slack) // line)
        for column in range(first, last + 1):
            for row in range(upper, lower + 1):
                self.canvas.saveState()
                self.canvas.translate(column * step, row * line)
                self._children(paint, style)
                self.canvas.restoreState()

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
        self, text: str, font: tuple[str, float], at: tuple[float, float], style: dict[str, str], *, stroked: bool
    ) -> None:
        self.canvas.saveState()
        self.canvas.translate(*at)
        self.canvas.scale(1, -1)
        written = self.canvas.beginText(0, 0)
        written.setFont(*font)
        if stroked:
            self._set_stroke(style, float(style["opacity"]))
        else:
            self.canvas.setFillAlpha(float(style["opacity"]))
        written.setFillColor(_colour(style["fill"]))
        written.setTextRenderMode(1 if stroked else 0)
        written.textOut(text)
        self.canvas.drawText(written)
        self.canvas.restoreState()


@dataclass
class _Outline:
    """A shape: the steps of its path and its bounding box."""

    steps: list[Step]

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        points = [point for _, points in self.steps for point in points]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top

    def drawn(self, canvas: Canvas) -> PDFPathObject:
        drawn = canvas.beginPath()
        for kind, points in self.steps:
            if kind == "M":
                drawn.moveTo(*points[0])
            elif kind == "L":
                drawn.lineTo(*points[0])
            elif kind == "C":
                drawn.curveTo(*points[0], *points[1], *points[2])
            else:
                drawn.close()
        return drawn


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


def _colour(text: str) -> Color:
    return HexColor(f"#{text[1] * 2}{text[2] * 2}{text[3] * 2}" if len(text) == 4 else text)


def _font(style: dict[str, str]) -> tuple[Font, float]:
    return find_font(style["font-family"], style["font-weight"], style["font-style"]), float(style["font-size"])
