"""Plane geometry for the drawings: boxes around points, outlines grown or shrunk, and corners made round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist, hypot, sqrt

from veier.view.markup import number
from veier.view.model import Point


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The extent to the right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The extent downwards."""
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        """Return the box with every side moved outwards."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def box_around(points: Iterable[Point]) -> Box:
    """Return the smallest box that holds all points."""
    places = list(points)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Box(min(xs), min(ys), max(xs), max(ys))


def grown(points: Sequence[Point], by: float) -> list[Point]:
    """Move every side of a convex outline outwards by the same distance."""
    clockwise = 1 if _area(points) > 0 else -1
    result = []
    for (ax, ay), (bx, by_), (cx, cy) in _with_neighbours(points):
        before, after = _normal(ax, ay, bx, by_), _normal(bx, by_, cx, cy)
        stretch = clockwise * by / (1 + before[0] * after[0] + before[1] * after[1])
        result.append((bx + stretch * (before[0] + after[0]), by_ + stretch * (before[1] + after[1])))
    return result


def rounded(points: Sequence[Point], radius: float) -> str:
    """Return the path of a convex outline whose corners are arcs of `radius`."""
    parts: list[str] = []
    sweep = 1 if _area(points) > 0 else 0
    for before, corner, after in _with_neighbours(points):
        start, end = (_towards(corner, other, _cut(before, corner, after, radius)) for other in (before, after))
        parts.append(f"{'L' if parts else 'M'}{_pair(start)}")
        parts.append(f"A{number(radius)} {number(radius)} 0 0 {sweep} {_pair(end)}")
    return "".join(parts) + "Z"


def segment(start: Point, end: Point, short_by: float) -> str:
    """Return the path of a straight line that stops `short_by` before both of its ends."""
    return f"M{_pair(_towards(start, end, short_by))}L{_pair(_towards(end, start, short_by))}"


def path_through(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the path through points."""
    return "M" + "L".join(_pair(point) for point in points) + ("Z" if closed else "")


def point_list(points: Iterable[Point]) -> str:
    """Write points as a polygon's `points`."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _with_neighbours(points: Sequence[Point]) -> Iterable[tuple[Point, Point, Point]]:
    return ((points[i - 1], points[i], points[(i + 1) % len(points)]) for i in range(len(points)))


def _area(points: Sequence[Point]) -> float:
    """Twice the area; positive when the outline runs clockwise on a screen, where y grows downwards."""
    return sum(a[0] * b[1] - b[0] * a[1] for _, a, b in _with_neighbours(points))


def _normal(ax: float, ay: float, bx: float, by: float) -> Point:
    length = hypot(bx - ax, by - ay)
    return (by - ay) / length, (ax - bx) / length


def _cut(before: Point, corner: Point, after: Point, radius: float) -> float:
    """How far from the corner the arc begins: radius / tan(half the angle)."""
    (ux, uy), (vx, vy) = (
        _towards((0, 0), _minus(before, corner), 1),
        _towards((0, 0), _minus(after, corner), 1),
    )
    cosine = ux * vx + uy * vy
    return radius * sqrt((1 + cosine) / (1 - cosine))


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
