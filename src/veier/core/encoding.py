"""A game as arrays, for programs that learn: moves as dense actions, positions as planes, and the symmetries of both.

An action is a number from 0 to `action_count` - 1, the last one the pass; a move has the same action in every position.
A plane is a board of int8, `[row, column]` from the cell a1; docs/environments.md lists the planes of each game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veier.core.rules import Rules
from veier.core.symmetry import CellImages
from veier.kernels.state import NO_CELL, PASS, EncodingKernels, EncodingTables, Words

Bytes = NDArray[np.int8]
_SEEN_FROM = ("own {}", "{} of the next player", "{} of the player after next")


class Plane(NamedTuple):
    """A plane: what it shows, and the largest number in it."""

    name: str
    limit: int = 1


def planes_of_seats(name: str, players: int, limit: int = 1) -> tuple[Plane, ...]:
    """Return a plane for each seat in the order of turns, beginning with the one that looks."""
    return tuple(Plane(_SEEN_FROM[k].format(name), limit) for k in range(players))


@dataclass(frozen=True)
class ArraySymmetry:
    """What a symmetry of the board makes of arrays.

    actions  [action]: its image
    planes   [plane]: the plane that shows in the image what this one shows here
    places   [place]: its image, places being numbered row by row
    """

    actions: Words
    planes: Words
    places: Words

    def map_actions(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return a mask, or any array whose last axis are actions, as the symmetry shows it."""
        mapped = np.empty_like(values)
        mapped[..., self.actions] = values
        return mapped

    def map_planes(self, planes: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return planes, or any array whose last axes are plane, row and column, as the symmetry shows them."""
        flat = planes.reshape(*planes.shape[:-2], -1)
        mapped = np.empty_like(flat)
        mapped[..., self.planes[:, None], self.places] = flat
        return mapped.reshape(planes.shape)


class Encoding(ABC):
    """How a variant is shown as arrays. A family defines the abstract methods, in a file of its folder."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @abstractmethod
    def move_numbers(self) -> Sequence[int]:
        """List the numbers of all moves that some position allows, in the order of their actions, without the pass."""

    @cached_property
    @abstractmethod
    def planes(self) -> tuple[Plane, ...]:
        """The planes that the kernel writes."""

    @cached_property
    @abstractmethod
    def kernels(self) -> EncodingKernels:
        """The kernels; loading them may compile them."""

    @abstractmethod
    def map_move(self, number: int, images: CellImages) -> int:
        """Return the number of a move as a symmetry shows it; never called for a pass."""

    def map_planes(self, images: CellImages) -> Sequence[int]:
        """Return for each plane the one that shows the same after a symmetry; by default itself."""
        return range(len(self.planes))

    # The same for every game.

    @property
    def action_count(self) -> int:
        """The number of actions."""
        return len(self.tables.numbers)

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """The number of planes, rows and columns."""
        points = self.rules.points
        return len(self.planes), 1 + max(row for _, row in points), 1 + max(column for column, _ in points)

    @cached_property
    def tables(self) -> EncodingTables:
        """The tables that the kernels look up."""
        numbers = np.array([*self.move_numbers(), PASS], np.int64)
        actions = np.full(PASS + 1, -1, np.int32)
        actions[numbers] = np.arange(len(numbers), dtype=np.int32)
        places = np.full(self.shape[1:], NO_CELL, np.int64)
        for cell, (column, row) in enumerate(self.rules.points):
            places[row, column] = cell
        return EncodingTables(numbers, actions, places.reshape(-1))

    @property
    def mask_words(self) -> int:
        """The number of words that a packed mask has."""
        return (self.action_count + 63) // 64

    def mask(self, state: Words) -> Bytes:
        """Return 1 for each action that is legal, 0 for the others."""
        rules = self.rules
        words, moves = np.empty(self.mask_words, np.int64), np.empty(rules.move_limit, np.int64)
        self.kernels.mask(rules.tables, self.tables, state, moves, words)
        return unpack_masks(words, self.action_count)

    def draw(self, state: Words, seat: int, occurrences: int) -> Bytes:
        """Return the planes of a position that has stood so often, as a seat sees them."""
        planes = np.empty((self.shape[0], self.shape[1] * self.shape[2]), np.int8)
        self.kernels.planes(self.rules.tables, self.tables, state, np.array([seat, occurrences], np.int64), planes)
        return planes.reshape(self.shape)

    @cached_property
    def plane_limits(self) -> Bytes:
        """The largest number of each plane, with the axes plane, row and column."""
        return np.array([plane.limit for plane in self.planes], np.int8).reshape(-1, 1, 1)

    @cached_property
    def symmetries(self) -> tuple[ArraySymmetry, ...]:
        """What each symmetry of the board makes of arrays, in the order of `Position.symmetries`."""
        return tuple(map(self._symmetry, self.rules.symmetries))

    def _symmetry(self, images: CellImages) -> ArraySymmetry:
        numbers, actions, cells = self.tables
        mapped = [self.map_move(number, images) for number in numbers[:-1].tolist()]
        place_of = {cell: place for place, cell in enumerate(cells.tolist())}
        places = [place if cell == NO_CELL else place_of[images[cell]] for place, cell in enumerate(cells.tolist())]
        return ArraySymmetry(
            actions[[*mapped, PASS]].astype(np.int64), np.array(self.map_planes(images)), np.array(places)
        )


def unpack_masks(words: Words, action_count: int) -> Bytes:
    """Return packed masks as arrays of 0 and 1, along the last axis."""
    # Words as bytes are in the order of bits on every processor that there is a library for.
    bits = np.unpackbits(words.astype("<i8", copy=False).view(np.uint8), axis=-1, bitorder="little", count=None)
    return bits[..., :action_count].view(np.int8)
