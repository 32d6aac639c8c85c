"""Random words for hashing positions so that the eight symmetries of a square board give the same key.

A feature is a layer (such as a colour) and a cell. It has a word for each symmetry: the word of the cell that the
symmetry maps it to. A position has eight hashes, each the XOR of its features' words; the smallest is its key.
Proof files hold keys, so the words must not change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veier.games.squares.geometry import Point
from veier.kernels.state import SYMMETRIES, Words


def zobrist_table(points: Sequence[Point], layers: int, mirrors: bool = True) -> Words:
    """Build the table for a square board: [layer * cells + cell, symmetry].

    Where a mirrored position is another game, because the pieces change their kind, `mirrors` is False; then only the
    four turns count, each in two columns.
    """
    side = max(x for x, _ in points) + 1
    index = {point: cell for cell, point in enumerate(points)}
    words = _random_words(layers * len(points)).reshape(layers, len(points))
    columns = []
    for symmetry in range(SYMMETRIES):
        if not mirrors and symmetry.bit_count() % 2:
            symmetry ^= 1
        moved = [index[_image(point, symmetry, side)] for point in points]
        columns.append(words[:, moved].reshape(-1))
    return np.ascontiguousarray(np.stack(columns, axis=1))


def _random_words(count: int) -> Words:
    """Return the first words of SplitMix64 from 0; see `kernels/rng.py`."""
    word = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (word ^ (word >> np.uint64(31))).view(np.int64)


def _image(point: Point, symmetry: int, side: int) -> Point:
    x, y = point
    if symmetry & 1:
        x = side - 1 - x
    if symmetry & 2:
        y = side - 1 - y
    return (y, x) if symmetry & 4 else (x, y)
