"""4EYES+ and its pencil version as arrays.

The actions of placements are counted by the head's cell and the way from there, where it has a neighbour. Moves of
dominoes follow in the same order, once for each cell where the domino's head may have been.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from veier.core.encoding import Encoding, Plane, planes_of_seats
from veier.core.symmetry import CellImages
from veier.games.plus.layout import FROM, WAY_STEPS
from veier.games.plus.rules import PlusRules
from veier.kernels.state import EncodingKernels

_WAY_NAMES = ("to the right", "upwards", "to the left", "downwards")


class PlusEncoding(Encoding):
    """4EYES+ and its pencil version as arrays."""

    rules: PlusRules

    def move_numbers(self) -> Sequence[int]:
        steps = self.rules.steps
        cells, ways = range(len(steps)), range(len(WAY_STEPS))
        placements = [4 * head + way for head in cells for way in ways if steps[head][way] >= 0]
        lifted = () if self.rules.pencil else cells
        return [*placements, *(FROM * (1 + head) + number for head in lifted for number in placements)]

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        players = self.rules.players
        stones = planes_of_seats("stones", players)
        turns = Plane("turns until the mover's", players - 1)
        if self.rules.pencil:
            left = planes_of_seats("turns left", players, self.rules.supply) if self.rules.supply else ()
            return (*stones, *left, Plane("passes", players), turns)
        heads = [Plane(f"dominoes' own stones, the other one {way}") for way in _WAY_NAMES]
        reserves = planes_of_seats("dominoes not placed yet", players, self.rules.supply)
        return (*stones, *heads, *reserves, Plane("phase 2"), Plane("passes", players), Plane("times stood", 3), turns)

    @cached_property
    def kernels(self) -> EncodingKernels:
        from veier.games.plus.encoding_kernels import ENCODING_KERNELS

        return ENCODING_KERNELS

    def map_move(self, number: int, images: CellImages) -> int:
        old, place = divmod(number, FROM)
        head, way = place >> 2, place & 3
        there = images[head]
        tail = images[self.rules.steps[head][way]]
        return (FROM * (1 + images[old - 1]) if old else 0) + 4 * there + self.rules.steps[there].index(tail)

    def map_planes(self, images: CellImages) -> Sequence[int]:
        planes = list(range(len(self.planes)))
        if self.rules.pencil:
            return planes
        # A cell with neighbours on all sides shows where each way leads.
        cell, near = next((cell, near) for cell, near in enumerate(self.rules.steps) if min(near) >= 0)
        there, first = self.rules.steps[images[cell]], self.rules.players
        planes[first : first + 4] = [first + there.index(images[tail]) for tail in near]
        return planes
