"""Seams of a board that takes several sheets: lines between cells, along which sheets are cut and joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import cos, dist, hypot, pi, sin, sqrt

from veier.view import View
from veier.view.model import Point
from veier.view.outline import Box, box_around
from veier.view.surfaces import board_outline

# A line from corner to corner, from one edge of the board to the other.
Seam = tuple[Point, ...]
# From and to.
Window = tuple[float, float]

# At its ends a seam crosses the frame, at least this far from the middle of every coordinate.
_CLEAR = 10.0
_BENDS = (0, -4, 4, -8, 8, -12, 12, -16, 16)


def choose_seams(view: View, axis: int, room: float, overlap: float) -> list[Seam]:
    """Choose the fewest seams across an axis (0: x, 1: y) whose windows fit the room, as even as possible."""
    box = _ends(box_around(board_outline(view)), axis)
    found = seams_of(view, axis)
    for count in range(len(found) + 1):
        cuts = [list(cut) for cut in combinations(found, count)]
        widest = [max(end - start for start, end in windows(cut, axis, box, overlap)) for cut in cuts]
        least = min(widest)
        if least <= room + 1e-6:
            return cuts[widest.index(least)]
    raise ValueError("a cell is wider than the paper")


def windows(seams: Sequence[Seam], axis: int, ends: Window, overlap: float) -> list[Window]:
    """Return what each sheet shows along an axis: as far as its seams, and half of the overlap beyond."""
    reaches = [(min(p[axis] for p in seam) - overlap / 2, max(p[axis] for p in seam) + overlap / 2) for seam in seams]
    starts, stops = [ends[0], *(low for low, _ in reaches)], [*(high for _, high in reaches), ends[1]]
    return [(max(start, ends[0]), min(stop, ends[1])) for start, stop in zip(starts, stops, strict=True)]


def seams_of(view: View, axis: int) -> list[Seam]:
    """Return every seam between cells, or between large fields, which divides those before from those behind it."""
    places = [(place.x, place.y) for place in (view.fields or view.cells)]
    levels = sorted({round(place[axis], 3) for place in places})
    box = box_around(board_outline(view))
    labels = [(label.x, label.y) for label in view.labels]
    chains = (
        _chain(places, axis, (before + behind) / 2, _corners(view, places)) for before, behind in pairwise(levels)
    )
    return [_to_edges(chain, axis, _ends(box, 1 - axis), labels) for chain in chains]


def _ends(box: Box, axis: int) -> Window:
    return (box.left, box.right) if axis == 0 else (box.top, box.bottom)


def _corners(view: View, places: Sequence[Point]) -> list[Point]:
    """Return the corners of a cell around its middle, so that cells touch."""
    apart = min(dist(places[0], other) for other in places[1:])
    if view.surface == "hexagon":
        return [(apart / sqrt(3) * cos(k * pi / 3), apart / sqrt(3) * sin(k * pi / 3)) for k in range(6)]
    return [(-apart / 2, -apart / 2), (apart / 2, -apart / 2), (apart / 2, apart / 2), (-apart / 2, apart / 2)]


def _chain(places: Iterable[Point], axis: int, level: float, corners: Sequence[Point]) -> list[Point]:
    """Return the corners along which the cells before and behind a level touch, in order."""
    sides: tuple[set[frozenset[Point]], set[frozenset[Point]]] = (set(), set())
    for place in places:
        # Rounded, so that the same corner of two cells is one point.
        around = [(round(place[0] + x, 2), round(place[1] + y, 2)) for x, y in corners]
        sides[place[axis] > level].update(frozenset(side) for side in pairwise([*around, around[0]]))
    shared = sides[0] & sides[1]
    inner = {point for side in shared for point in side}
    chain = [min(inner, key=lambda point: (sum(point in side for side in shared), point[1 - axis]))]
    while len(chain) < len(inner):
        chain.append(next(p for p in inner if p not in chain and frozenset((chain[-1], p)) in shared))
    return chain


def _to_edges(chain: list[Point], axis: int, edges: Window, labels: Sequence[Point]) -> Seam:
    """Lead a chain to both edges of the board, past the coordinates."""
    return (_edge(chain[0], axis, edges[0], labels), *chain, _edge(chain[-1], axis, edges[1], labels))


def _edge(end: Point, axis: int, edge: float, labels: Sequence[Point]) -> Point:
    places = ((end[0] + bend, edge) if axis == 0 else (edge, end[1] + bend) for bend in _BENDS)
    clear = (place for place in places if all(_distance(label, end, place) >= _CLEAR for label in labels))
    return next(clear, (end[0], edge) if axis == 0 else (edge, end[1]))


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the line between two others."""
    along = (end[0] - start[0], end[1] - start[1])
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / (hypot(*along) ** 2)
    share = max(0.0, min(1.0, share))
    return dist(point, (start[0] + share * along[0], start[1] + share * along[1]))
