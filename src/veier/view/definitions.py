"""The things that are drawn many times, each once under an id: stones, marks, tiles, dominoes, fields, cells.

Everything is centred on 0, 0 and does not depend on the position, so pictures on one page may share ids.
Colour is never alone: Red has a dot, Blue a ring, Brown a bar, wherever a colour appears.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import cos, pi, sin

from veier.view.markup import Attributes, Look, element, group
from veier.view.model import Colour
from veier.view.outline import point_list

COLOURS: tuple[Colour, ...] = ("red", "brown", "blue")
HEXAGON_RADIUS = 20.8

_QUADRANTS = ((-20, -20), (20, -20), (20, 20), (-20, 20))
_GRAIN = (
    "M0 6c60-5 90 5 130 1s70-6 110-1M0 17c40 4 80-4 120 0s80 5 120 0M0 26c70-6 100 2 140 1s60-4 100-1"
    "M0 38c50 4 70-3 120 1s90 3 120-1M0 47c60-3 110 4 150 0s60-2 90 0"
)
_HATCH = "M-11-4 -3-12M-12 3 4-12M-10 8 9-9.5M-6 11 12-5M0 12.4 12.4 1M6 11 11.4 6"


def needed_definitions(look: Look, drawing: str) -> str:
    """Return the `<defs>` that a drawing refers to, directly or through other definitions."""
    available = dict(all_definitions(look))
    pattern = re.compile(re.escape(look.prefix) + r"([a-z-]+)")
    needed: set[str] = set()
    waiting = set(pattern.findall(drawing))
    while waiting:
        needed |= waiting
        waiting = {name for known in waiting for name in pattern.findall(available[known])} - needed
    return element("defs", *(text for name, text in available.items() if name in needed))


def hexagon(radius: float) -> str:
    """Return the points of a flat-topped hexagon around 0, 0."""
    return point_list((radius * cos(k * pi / 3), radius * sin(k * pi / 3)) for k in range(6))


def all_definitions(look: Look) -> Iterable[tuple[str, str]]:
    """List all definitions with their names."""
    yield from _paints(look)
    for colour in COLOURS:
        yield f"body-{colour}", _body(look, colour)
        yield f"stone-{colour}", _named(look, f"stone-{colour}", _stone(look, colour))
        yield f"flat-stone-{colour}", _named(look, f"flat-stone-{colour}", _stone(look, colour, shadow=False))
        tint = look.player(colour).body
        yield f"mark-{colour}", _named(look, f"mark-{colour}", player_mark(colour, tint, 5.6, 6.2, 2.6))
        yield f"pencil-{colour}", _named(look, f"pencil-{colour}", _pencil(look, colour))
        yield f"tile-{colour}", _named(look, f"tile-{colour}", _tile(look, colour))
        yield f"pip-{colour}", _named(look, f"pip-{colour}", _pip(look, colour))
    yield "tile-edge", _named(look, "tile-edge", _stacked_edge(look))
    yield "domino", _named(look, "domino", _domino(look, 75, 35, "M0-14.5v5M0 8.9v5"))
    yield "domino-upright", _named(look, "domino-upright", _domino(look, 35, 75, "M-14.5 0h5M9.5 0h5"))
    yield "dimple", _named(look, "dimple", element("circle", r=3.2, fill=look.palette.dimple, opacity=0.75))
    yield "field", _named(look, "field", _field(look))
    yield "cell", _named(look, "cell", _hexagonal_cell(look))


def _named(look: Look, name: str, *children: str) -> str:
    return group(*children, id=look.prefix + name)


def _paints(look: Look) -> Iterable[tuple[str, str]]:
    p = look.palette
    yield "shadow", _gradient(look, "radial", "shadow", {}, ((0.55, p.shade, 0.38), (1, p.shade, 0)))
    slanted, steep, down = {"x2": 0.25, "y2": 1.0}, {"x2": 0.3, "y2": 1.0}, {"x2": 0.0, "y2": 1.0}
    wood = ((0, p.frame_light, None), (1, p.frame_dark, None))
    yield "wood", _gradient(look, "linear", "wood", slanted, wood)
    yield "well", _gradient(look, "linear", "well", down, ((0, p.frame_dark, None), (1, p.frame_light, None)))
    sunk = ((0, p.field_dark, None), (0.18, p.field, None), (1, p.field_light, None))
    yield "sunk", _gradient(look, "linear", "sunk", down, sunk)
    ivory = ((0, p.tile_light, None), (1, p.tile_dark, None))
    yield "ivory", _gradient(look, "linear", "ivory", steep, ivory)
    yield "grain", _grain(look)


def _gradient(
    look: Look,
    kind: str,
    name: str,
    direction: dict[str, float],
    stops: tuple[tuple[float, str, float | None], ...],
) -> str:
    written = (element("stop", offset=at, stop_color=tint, stop_opacity=alpha) for at, tint, alpha in stops)
    return element(f"{kind}Gradient", *written, id=look.prefix + name, **direction)


def _grain(look: Look) -> str:
    lines = element("path", d=_GRAIN, fill="none", stroke=look.palette.frame_side, stroke_width=0.7, opacity=0.28)
    return element(
        "pattern",
        lines,
        id=look.prefix + "grain",
        width=240,
        height=56,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-2)",
    )


def _body(look: Look, colour: Colour) -> str:
    shades = look.player(colour)
    stops = ((0, shades.light, None), (0.55, shades.body, None), (1, shades.dark, None))
    return _gradient(look, "radial", f"body-{colour}", {"cx": 0.38, "cy": 0.3, "r": 0.78}, stops)


def player_mark(colour: Colour, tint: str, dot: float, ring: float, ring_width: float) -> str:
    """Draw a player's mark: Red's dot, Blue's ring or Brown's bar, which is always level."""
    if colour == "red":
        return element("circle", r=dot, fill=tint)
    if colour == "blue":
        return element("circle", r=ring, fill="none", stroke=tint, stroke_width=ring_width)
    return element("rect", x=-8.4, y=-2.6, width=16.8, height=5.2, rx=2.6, fill=tint)


def _stone(look: Look, colour: Colour, *, shadow: bool = True) -> str:
    shades = look.player(colour)
    mark = player_mark(colour, shades.mark, 4.7, 7.6, 2.9)
    if shades.plain:
        return element("circle", r=13.5, fill=shades.plain, stroke=shades.body, stroke_width=1.8) + mark
    gloss = element(
        "path",
        d="M-9.2-5.2A10.6 10.6 0 0 1 2.4-10.6",
        fill="none",
        stroke="#fff",
        stroke_opacity=0.34,
        stroke_width=1.8,
        stroke_linecap="round",
    )
    below = element("circle", cy=2.2, r=16, fill=look.paint("shadow"))
    return (
        (below if shadow and not look.palette.flat else "")
        + element("circle", r=14.4, fill=shades.rim)
        + element("circle", r=13.7, fill=look.paint(f"body-{colour}"))
        + ("" if colour == "blue" else gloss)  # Blue's ring is its light.
        + mark
    )


def _pencil(look: Look, colour: Colour) -> str:
    tint = look.player(colour).body
    pencil = {"fill": "none", "stroke": tint, "stroke_linecap": "round"}
    return (
        # Paper under the pencil, so that lines between stones run under it.
        element("circle", r=12.8, fill=look.palette.sheet)
        + element("circle", r=12.6, fill=tint, opacity=0.2)
        + element("path", d=_HATCH, stroke_width=1.6, opacity=0.45, **pencil)
        + element("circle", r=12.8, stroke_width=2, **pencil)
        # Bare paper in the middle, so that no hatch runs into the mark.
        + element("circle", r=9.2, fill=look.palette.sheet, opacity=0.6)
        + player_mark(colour, tint, 5.2, 5.8, 2.6)
    )


def _plate_edge(look: Look, width: float, height: float, radius: float) -> str:
    """The shadow and thickness of a plate; on paper it has none."""
    if look.palette.flat:
        return ""
    at = {"x": -width / 2, "width": width, "height": height, "rx": radius}
    shadow = element("rect", y=2 - height / 2, fill=look.palette.shade, opacity=0.26, **at)
    return shadow + element("rect", y=1 - height / 2, fill=look.palette.tile_side, **at)


def _stacked_edge(look: Look) -> str:
    """A tile of which only the edge is seen, because others lie on it."""
    if not look.palette.flat:
        return _plate_edge(look, 72, 72, 8)
    line: Attributes = {"stroke": look.palette.tile_side, "stroke_width": 1.2}
    return element("rect", x=-36, y=-36, width=72, height=72, rx=8, fill=look.palette.tile_dark, **line)


def _plate_face(look: Look, size: tuple[float, float, float], lower: float, creases: str) -> str:
    """The upper side of a plate of that width, height and radius; `lower` of it belongs to its thickness."""
    width, height, radius = size
    height -= 0 if look.palette.flat else lower
    shape = {"x": -width / 2, "y": -size[1] / 2, "width": width, "height": height, "rx": radius}
    face = element("rect", fill=look.paint("ivory"), **shape, **look.outlined())
    line = look.palette.tile_line
    return face + element("path", d=creases, fill="none", stroke=line, stroke_width=1.2, stroke_linecap="round")


def _tile(look: Look, owner: Colour) -> str:
    face = _plate_face(look, (72, 72, 8), 1, "M0-32V-12M0 12V31M-32 0H-12M12 0H32")
    dimples = (element("circle", cx=x, cy=y, r=3, fill=look.palette.tile_line) for x, y in _QUADRANTS)
    return _plate_edge(look, 72, 72, 8) + face + "".join(dimples) + _cross(look, owner)


def _cross(look: Look, owner: Colour) -> str:
    """Red's cross is upright and Blue's diagonal, so that it survives grey print and the turning of tiles."""
    arms = {"red": "M0-7V7M-7 0H7", "blue": "M-5.4-5.4 5.4 5.4M-5.4 5.4 5.4-5.4", "brown": "M-7 0H7"}[owner]
    tint = look.player(owner).body
    return element("path", d=arms, fill="none", stroke=tint, stroke_width=4, stroke_linecap="round")


def _domino(look: Look, width: float, height: float, crease: str) -> str:
    return _plate_edge(look, width, height, 9) + _plate_face(look, (width, height, 9), 0.6, crease)


def _pip(look: Look, owner: Colour) -> str:
    """Red's pip is full and Blue's open."""
    tint = look.player(owner).body
    if owner == "blue":
        return element("circle", r=3.1, fill=look.palette.tile_light, stroke=tint, stroke_width=1.7)
    if owner == "red":
        return element("circle", r=3.9, fill=tint)
    return element("rect", x=-4, y=-1.5, width=8, height=3, rx=1.5, fill=tint)


def _field(look: Look) -> str:
    p = look.palette
    size = {"width": 76, "height": 76, "rx": 8}
    parts = [
        element("rect", x=-38, y=-37.2, fill=p.field_lip, opacity=0.7, **size),
        element("rect", x=-38, y=-38, fill=look.paint("sunk"), **size, **look.outlined()),
    ]
    for x, y in _QUADRANTS:
        parts.append(element("circle", cx=x, cy=y + 0.8, r=3.6, fill=p.field_lip))
        parts.append(element("circle", cx=x, cy=y, r=3.6, fill=p.dimple, opacity=0.75))
    return "".join(parts)


def _hexagonal_cell(look: Look) -> str:
    p, points = look.palette, hexagon(HEXAGON_RADIUS)
    return (
        element("polygon", points=points, transform="translate(0 1)", fill=p.field_lip)
        + element("polygon", points=points, fill=p.field, **look.outlined())
        + element("circle", r=3, fill=p.dimple, opacity=0.75)
    )
