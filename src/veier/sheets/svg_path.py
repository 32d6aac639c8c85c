"""SVG path data as straight lines and Bézier curves in absolute coordinates, the only ones that PDF has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import Literal

Point = tuple[float, float]
# A command and its points: "M" and "L" have one, "C" two handles and the end, "Z" none.
Step = tuple[Literal["M", "L", "C", "Z"], tuple[Point, ...]]

_TOKEN = re.compile(r"([MLHVCSAZ])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)", re.IGNORECASE)
_SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}
# The length of the handles with which four Bézier curves approximate a circle of radius 1.
_QUARTER = 0.5522847498


def read_path(data: str) -> list[Step]:
    """Parse path data, as far as the drawings of this project use it."""
    steps: list[Step] = []
    at: Point = (0.0, 0.0)
    begin, handle = at, at
    for name, numbers in _commands(data):
        kind, relative = name.upper(), name.islower()
        if kind == "Z":
            steps.append(("Z", ()))
            at = begin
            continue
        if kind in "HV":
            fixed = at[1] if kind == "H" else at[0]
            value = numbers[0] + ((at[0] if kind == "H" else at[1]) if relative else 0)
            at = (value, fixed) if kind == "H" else (fixed, value)
            steps.append(("L", (at,)))
        elif kind == "A":
            end = _shifted(numbers[5:], at if relative else (0, 0))[0]
            steps += _arc(at, end, numbers[0], large=bool(numbers[3]), sweep=bool(numbers[4]))
            at = end
        else:
            points = _shifted(numbers, at if relative else (0, 0))
            if kind == "S":
                mirrored = (2 * at[0] - handle[0], 2 * at[1] - handle[1])
                points = [mirrored, *points]
            at = points[-1]
            begin = at if kind == "M" else begin
            steps.append(("C" if kind in "CS" else "M" if kind == "M" else "L", tuple(points)))
        handle = steps[-1][1][1] if kind in "CS" else at
    return steps


def circle(x: float, y: float, radius: float) -> list[Step]:
    """Return a circle."""
    return rounded_box(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> list[Step]:
    """Return a rectangle; with a radius, its corners are round."""
    r = min(radius, width / 2, height / 2)
    right, bottom, k = x + width, y + height, r * (1 - _QUARTER)
    if not r:
        corners = ((right, y), (right, bottom), (x, bottom))
        return [("M", ((x, y),)), *(("L", (corner,)) for corner in corners), ("Z", ())]
    return [
        ("M", ((x + r, y),)),
        ("L", ((right - r, y),)),
        ("C", ((right - k, y), (right, y + k), (right, y + r))),
        ("L", ((right, bottom - r),)),
        ("C", ((right, bottom - k), (right - k, bottom), (right - r, bottom))),
        ("L", ((x + r, bottom),)),
        ("C", ((x + k, bottom), (x, bottom - k), (x, bottom - r))),
        ("L", ((x, y + r),)),
        ("C", ((x, y + k), (x + k, y), (x + r, y))),
        ("Z", ()),
    ]


def polygon(data: str) -> list[Step]:
    """Return the outline through a polygon's `points`."""
    numbers = [float(number) for number in data.replace(",", " ").split()]
    first, *others = zip(numbers[::2], numbers[1::2], strict=True)
    return [("M", (first,)), *(("L", (other,)) for other in others), ("Z", ())]


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; further numbers repeat the command."""
    name, numbers = "", list[float]()
    for found in _TOKEN.finditer(data):
        if found[1]:
            name = found[1]
            if name in "Zz":
                yield name, []
            continue
        numbers.append(float(found[2]))
        if len(numbers) == _SIZES[name.upper()]:
            yield name, numbers
            # Further pairs after a move are lines.
            name, numbers = {"M": "L", "m": "l"}.get(name, name), []


def _shifted(numbers: list[float], by: Point) -> list[Point]:
    return [(x + by[0], y + by[1]) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _arc(start: Point, end: Point, radius: float, *, large: bool, sweep: bool) -> list[Step]:
    """Return an arc of a circle as Bézier curves of at most a quarter turn."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    half = hypot(dx, dy) / 2
    radius = max(radius, half)
    height = sqrt(radius * radius - half * half) * (1 if large == sweep else -1)
    x, y = (start[0] + end[0]) / 2 + height * dy / (2 * half), (start[1] + end[1]) / 2 - height * dx / (2 * half)
    begin = atan2(start[1] - y, start[0] - x)
    turn = (atan2(end[1] - y, end[0] - x) - begin) % (2 * pi)
    turn -= 0 if sweep else 2 * pi
    count = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    part = turn / count
    length = 4 / 3 * tan(part / 4) * radius
    steps: list[Step] = []
    for number in range(count):
        a, b = begin + number * part, begin + (number + 1) * part
        first = (x + radius * cos(a) - length * sin(a), y + radius * sin(a) + length * cos(a))
        second = (x + radius * cos(b) + length * sin(b), y + radius * sin(b) - length * cos(b))
        steps.append(("C", (first, second, (x + radius * cos(b), y + radius * sin(b)))))
    return steps
