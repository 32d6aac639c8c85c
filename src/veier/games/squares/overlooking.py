"""The squares that weak players overlook: tables without them, selected from those of all squares."""

from __future__ import annotations

from functools import cached_property
from math import hypot
from random import Random

import numpy as np
from numpy.typing import NDArray

from veier.core.evaluation import BlindTables
from veier.games.squares.geometry import square_masks, step_of
from veier.games.squares.rules import SquareRules
from veier.games.squares.weights import squares_by_cell
from veier.kernels.state import EvalTables, Words

# Lists of masks are padded to a multiple of this, with masks that no stones ever fill.
_STRIDE = 16
_PADDING = square_masks([(0, 0, 0, 0)])[:, -1]


def difficulty(step: tuple[int, int]) -> float:
    """Rate how hard a square is to see, from 0 to 1: upright ones are easy, then those on a corner, then the others."""
    along, across = step
    tilt = 0.3 if across == 0 else 0.65 if across == along else 1.0
    return tilt * min(1.0, 0.5 + hypot(along, across) / 8)


class Overlooking:
    """Leaves squares out of the tables of a board; what is kept stands in the same order.

    Levels do so for every move, and selecting takes a twentieth of the time of building tables.
    """

    def __init__(self, rules: SquareRules) -> None:
        self._rules = rules

    def __call__(self, eval_tables: EvalTables, state: Words, blindness: float, random: Random) -> BlindTables:
        """Leave out the squares that are overlooked: more of the tilted and of the large ones."""
        seen = np.array([random.random() >= blindness * hard for hard in self._difficulties], bool)
        tables = self._rules.tables
        kept, counts = self._kept(seen)
        lengths, masks = self._masks(kept, counts)
        squares = _padded(tables.squares[:, : len(seen)][:, seen])
        seen_tables = tables._replace(lengths=lengths, masks=masks, squares=squares)
        dim = state.copy()
        self._rules.kernels.recompute(seen_tables, dim)
        return seen_tables, eval_tables._replace(windows=self._windows(seen, kept, counts)), dim

    @cached_property
    def _difficulties(self) -> tuple[float, ...]:
        rules = self._rules
        return tuple(difficulty(step_of(rules.points, corners)) for corners in rules.all_squares)

    @cached_property
    def _through(self) -> tuple[Words, NDArray[np.bool_]]:
        """The squares through each cell, [cell, k], and which of the entries are squares."""
        by_cell = squares_by_cell(self._rules.all_squares, len(self._rules.points))[:-1]
        return by_cell[:, 1:], np.arange(by_cell.shape[1] - 1) < by_cell[:, :1]

    def _kept(self, seen: NDArray[np.bool_]) -> tuple[Words, Words]:
        """Return the places of the squares through each cell, those seen first, [cell, k]; and their number."""
        numbers, exist = self._through
        here = exist & seen[numbers]
        counts = here.sum(axis=1)
        order: Words = np.argsort(~here, axis=1, kind="stable")[:, : int(counts.max())]
        return order, counts

    def _masks(self, kept: Words, counts: Words) -> tuple[Words, Words]:
        """Return what `geometry.masks_by_cell` returns for the squares that are seen."""
        lengths = -(-counts // _STRIDE) * _STRIDE
        masks = _padded(np.take_along_axis(self._rules.tables.masks, kept[:, None, :], axis=2))
        unused = np.arange(masks.shape[2]) >= counts[:, None]
        return lengths, np.where(unused[:, None, :], _PADDING[:, None], masks)

    def _windows(self, seen: NDArray[np.bool_], kept: Words, counts: Words) -> Words:
        """Return what `squares_by_cell` returns for the squares that are seen, which have new numbers."""
        new = np.cumsum(seen) - 1
        numbers = new[np.take_along_axis(self._through[0], kept, axis=1)]
        numbers[np.arange(kept.shape[1]) >= counts[:, None]] = 0
        last = np.zeros((1, kept.shape[1] + 1), np.int64)
        last[0, 0] = seen.sum()
        return np.concatenate([np.hstack([counts[:, None], numbers]), last])


def _padded(masks: Words) -> Words:
    """Return lists of masks, [..., word, k], with padding up to the next multiple of the stride."""
    *rest, length = masks.shape
    padding = np.broadcast_to(_PADDING[:, None], (*rest, -length % _STRIDE))
    return np.ascontiguousarray(np.concatenate([masks, padding], axis=-1))
