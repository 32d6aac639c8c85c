"""Hex rows as arrays: an action is the number of its cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from veier.core.encoding import Encoding, Plane, planes_of_seats
from veier.core.symmetry import CellImages
from veier.games.hexrows.rules import HexrowsRules
from veier.kernels.state import EncodingKernels


class HexrowsEncoding(Encoding):
    """Hex rows as arrays."""

    rules: HexrowsRules

    def move_numbers(self) -> Sequence[int]:
        return range(len(self.rules.points))

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        stones, loose = (
            planes_of_seats("stones", 2),
            planes_of_seats("stones not placed yet", 2, self.rules.stone_count),
        )
        return (*stones, *loose, Plane("cells of the board"), Plane("turns until the mover's"))

    @cached_property
    def kernels(self) -> EncodingKernels:
        from veier.games.hexrows.encoding_kernels import ENCODING_KERNELS

        return ENCODING_KERNELS

    def map_move(self, number: int, images: CellImages) -> int:
        return images[number]
