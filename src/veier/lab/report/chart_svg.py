"""A chart as plain SVG: drawn by vl-convert, then reduced to the elements and attributes that pages and PDFs need."""

from __future__ import annotations

import json
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from veier.messages.typography import format_number

_SVG = "{http://www.w3.org/2000/svg}"
_KEPT = (
    *("fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "transform", "d", "viewBox"),
    *("text-anchor", "font-size", "font-weight"),
)
# What changes nothing.
_NEUTRAL = (("opacity", "1"), ("transform", "translate(0,0)"))
_WHITE = "#ffffff"


def draw_chart(spec: Mapping[str, object], language: str) -> Element:
    """Return the root of the drawing, without a size of its own; numbers are written as the language does."""
    import vl_convert

    ten_thousand, half = (format_number(value, language, grouped=True) for value in (10_000, 0.5))
    marks = {"decimal": half[1], "thousands": ten_thousand[2], "grouping": [3], "currency": ["", ""]}
    drawn = ElementTree.fromstring(vl_convert.vegalite_to_svg(json.dumps(spec), format_locale=marks))
    root = Element("svg", {"viewBox": drawn.get("viewBox", "")})
    root.extend(_reduced(drawn))
    return root


def view_box(root: Element) -> tuple[float, float]:
    """Return width and height of a drawing."""
    _, _, width, height = map(float, root.get("viewBox", "").split())
    return width, height


def chart_text(root: Element) -> str:
    """Return what is in a drawing as text."""
    return "".join(ElementTree.tostring(child, encoding="unicode") for child in root)


def _reduced(node: Element) -> list[Element]:
    """Return the children of a node, reduced; groups that say nothing are replaced by what is in them."""
    found = []
    for child in node:
        found += _reduce(child)
    return found


def _reduce(node: Element) -> list[Element]:
    kind = node.tag.removeprefix(_SVG)
    attributes = {name: value for name in _KEPT if (value := _value(name, node.get(name)))}
    if kind == "g":
        inside = _reduced(node)
        if not attributes or not inside:
            return inside
        made = Element("g", attributes)
        made.extend(inside)
        return [made]
    if kind == "line":
        attributes["d"] = f"M0,0L{node.get('x2', '0')},{node.get('y2', '0')}"
        kind = "path"
    if kind == "path" and (not attributes.get("d") or not {"fill", "stroke"} & attributes.keys()):
        return []
    if kind not in ("path", "text"):
        return []
    attributes.setdefault("fill", "none")
    made = Element(kind, attributes)
    made.text = node.text
    return [made]


def _value(name: str, value: str | None) -> str | None:
    if value is None or value in ("", "transparent") or (name, value) in _NEUTRAL:
        return None
    if name == "stroke-dasharray":
        return value.replace(",", " ")
    if name == "font-size":
        return value.removesuffix("px")
    return {"white": _WHITE, "bold": "700", "normal": "400"}.get(value, value)
