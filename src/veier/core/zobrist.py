"""Random words for hashing positions so that the eight symmetries of a square board give the same key.

A feature is a layer (such as a colour) and a cell. Its row holds a word for each symmetry: the word of the cell that
the symmetry brings it to. A position keeps eight hashes, the sums by XOR of its features' rows; the smallest is its
key.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veier.core.squares import Point
from veier.core.state import Words

SYMMETRIES = 8
_SEED = 4


def zobrist_table(points: Sequence[Point], layers: int) -> Words:
    """Build the table for a square board: row layer * cells + cell, a column for each symmetry."""
    side = max(x for x, _ in points) + 1
    index = {point: cell for cell, point in enumerate(points)}
    words = np.random.default_rng(_SEED).integers(-(2**63), 2**63, (layers, len(points)), np.int64)
    columns = []
    for symmetry in range(SYMMETRIES):
        moved = [index[_image(point, symmetry, side)] for point in points]
        columns.append(words[:, moved].reshape(-1))
    return np.ascontiguousarray(np.stack(columns, axis=1))


def _image(point: Point, symmetry: int, side: int) -> Point:
    x, y = point
    if symmetry & 1:
        x = side - 1 - x
    if symmetry & 2:
        y = side - 1 - y
    return (y, x) if symmetry & 4 else (x, y)
