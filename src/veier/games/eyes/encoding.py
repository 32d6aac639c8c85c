"""4EYES as arrays.

Actions, for c cells: kind of tile * c + red's cell for a placement; then the slides, field by field, to the fields
next to it in the order of their numbers; then field * 2 + side for the turns, side 0 being the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from veier.core.encoding import Encoding, Plane, planes_of_seats
from veier.core.symmetry import CellImages
from veier.games.eyes.layout import BLUE_AFTER_RED, SLIDE, TURN, TYPES
from veier.games.eyes.rules import EyesRules
from veier.kernels.state import EncodingKernels


class EyesEncoding(Encoding):
    """4EYES as arrays."""

    rules: EyesRules

    def move_numbers(self) -> Sequence[int]:
        fields = range(self.rules.side**2)
        near = [int(reach) for reach in self.rules.tables.steps[:, 0]]
        placements = [100 * kind + cell for kind in range(len(TYPES)) for cell in range(4 * len(fields))]
        slides = [SLIDE + 25 * field + target for field in fields for target in fields if near[field] >> target & 1]
        turns = [TURN + 2 * field + side for field in fields for side in range(2)]
        return [*placements, *slides, *turns]

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        reserves = [
            plane
            for kind, count in zip(TYPES, self.rules.tiles, strict=True)
            for plane in planes_of_seats(f"tiles {kind} not placed yet", 2, max(count, 1))
        ]
        last = (Plane("phase 2"), Plane("passes", 2), Plane("times stood", 3), Plane("turns until the mover's"))
        return (*planes_of_seats("stones", 2), *planes_of_seats("tiles", 2), *reserves, *last)

    @cached_property
    def kernels(self) -> EncodingKernels:
        from veier.games.eyes.encoding_kernels import ENCODING_KERNELS

        return ENCODING_KERNELS

    def map_move(self, number: int, images: CellImages) -> int:
        if number < SLIDE:
            kind, red = divmod(number, 100)
            blue = (red & ~3) + ((red + BLUE_AFTER_RED[kind]) & 3)
            there = BLUE_AFTER_RED.index((images[blue] - images[red]) & 3)
            return 100 * there + images[red]
        if number < TURN:
            field, target = divmod(number - SLIDE, 25)
            return SLIDE + 25 * (images[4 * field] >> 2) + (images[4 * target] >> 2)
        field, side = divmod(number - TURN, 2)
        corner = images[4 * field]
        # Where the turn takes a stone in the first quadrant.
        turned = images[4 * field + (1 if side else 3)]
        return TURN + 2 * (corner >> 2) + ((turned - corner) & 3 == 1)

    def map_planes(self, images: CellImages) -> Sequence[int]:
        planes = list(range(len(self.planes)))
        if (images[1] - images[0]) & 3 == 3:
            # A mirror turns tiles A into B.
            planes[4:8] = 6, 7, 4, 5
        return planes
