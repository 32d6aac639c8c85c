"""Notakto as arrays: an action is the number of its cell; stones of both colours are one plane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from veier.core.encoding import Encoding, Plane
from veier.core.symmetry import CellImages
from veier.kernels.state import EncodingKernels


class NotaktoEncoding(Encoding):
    """Notakto as arrays."""

    def move_numbers(self) -> Sequence[int]:
        return range(len(self.rules.cell_names))

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        return (Plane("stones"),)

    @cached_property
    def kernels(self) -> EncodingKernels:
        from toy.notakto.kernels import ENCODING_KERNELS

        return ENCODING_KERNELS

    def map_move(self, number: int, images: CellImages) -> int:
        return images[number]
