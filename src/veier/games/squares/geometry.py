"""All squares on a set of points, and the tables of them that kernels scan.

A square is four points at equal distances and right angles, of any size and any tilt. An n x n grid holds
n²(n²-1)/12 of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from veier.kernels.boards import board_words
from veier.kernels.state import Words

Point = tuple[int, int]
Corners = tuple[int, int, int, int]

# Kernels scan masks without branches, several at a time: lists are padded to a multiple of this.
_STRIDE = 16
# Two cells that no square board has (they end at 120): a mask of them never lacks fewer than two stones.
_NEVER = 1 << 126 | 1 << 127
NO_PAIR = 0xFFFF


def find_squares(points: Sequence[Point]) -> list[Corners]:
    """List every square once, as indices of its corners in order around it."""
    index = {point: i for i, point in enumerate(points)}
    span = max(x for x, _ in points) - min(x for x, _ in points)
    found = []
    for (x, y), first in index.items():
        # With along > 0 and across >= 0, each square is met from exactly one of its corners.
        for along in range(1, span + 1):
            for across in range(span + 1 - along):
                second = index.get((x + along, y + across))
                third = index.get((x + along - across, y + across + along))
                fourth = index.get((x - across, y + along))
                if second is not None and third is not None and fourth is not None:
                    found.append((first, second, third, fourth))
    return found


def step_of(points: Sequence[Point], square: Corners) -> tuple[int, int]:
    """Return how the sides run, the longer way first: (5, 3) is 5 along and 3 across."""
    (x, y), (to_x, to_y) = points[square[0]], points[square[1]]
    low, high = sorted((abs(to_x - x), abs(to_y - y)))
    return high, low


def square_masks(squares: Sequence[Corners]) -> Words:
    """Return all squares as two-word masks: [word, k]."""
    return _to_words([_mask(corners) for corners in squares])


def masks_by_cell(squares: Sequence[Corners], cells: int) -> tuple[Words, Words]:
    """Return for each cell the squares through it, without the cell itself: lengths[cell], masks[cell, word, k]."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for corners in squares:
        for cell in corners:
            through[cell].append(_mask(corners) & ~(1 << cell))
    lengths = np.array([-(-len(masks) // _STRIDE) * _STRIDE for masks in through], np.int64)
    longest = int(lengths.max())
    masks = np.stack([_to_words(masks, longest) for masks in through])
    return lengths, np.ascontiguousarray(masks)


def pair_table(squares: Sequence[Corners], cells: int) -> Words:
    """Return for two cells the up to three squares through both: 16 bits each, the other two cells in 8 bits each.

    Where there are fewer squares, NO_PAIR stands in the 16 bits.
    """
    found: dict[tuple[int, int], list[int]] = {}
    for corners in squares:
        for one, two in permutations(corners, 2):
            three, four = (cell for cell in corners if cell not in (one, two))
            found.setdefault((one, two), []).append(three | four << 8)
    table = np.full((cells, cells), NO_PAIR | NO_PAIR << 16 | NO_PAIR << 32, np.int64)
    for (one, two), others in found.items():
        padded = [*others, *[NO_PAIR] * (3 - len(others))]
        table[one, two] = padded[0] | padded[1] << 16 | padded[2] << 32
    return table


def _mask(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)


def _to_words(masks: Sequence[int], length: int | None = None) -> Words:
    length = -(-len(masks) // _STRIDE) * _STRIDE if length is None else length
    padded = [*masks, *[_NEVER] * (length - len(masks))]
    return np.array([board_words(mask) for mask in padded], np.int64).T.copy()
