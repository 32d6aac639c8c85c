"""Symmetries of boards: rotations and mirror images around the middle of a board, and what they make of states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import FIRST, Words

if TYPE_CHECKING:
    from veier.core.rules import Rules

# A cell's column and row.
Place = tuple[int, int]
Symmetry = Callable[[Place], Place]
# The image of each cell, by number.
CellImages = tuple[int, ...]


def quarter_turn(place: Place) -> Place:
    """Rotate a square board by 90 degrees."""
    x, y = place
    return -y, x


def sixth_turn(place: Place) -> Place:
    """Rotate a hexagon, whose directions are (1, 0), (1, 1), (0, 1) and back, by 60 degrees."""
    x, y = place
    return x - y, x


def rotations(turn: Symmetry, times: int) -> tuple[Symmetry, ...]:
    """List the images under a rotation that comes back after some `times`; the board as it is comes first."""
    return tuple(partial(_image, turn, count, False) for count in range(times))


def rotations_and_mirrors(turn: Symmetry, times: int) -> tuple[Symmetry, ...]:
    """List the images under a rotation that comes back after some `times`, then each of them mirrored."""
    return rotations(turn, times) + tuple(partial(_image, turn, count, True) for count in range(times))


def _image(turn: Symmetry, count: int, mirrored: bool, place: Place) -> Place:
    x, y = place
    place = (y, x) if mirrored else place
    for _ in range(count):
        place = turn(place)
    return place


def map_cells(points: Sequence[Place], symmetries: Sequence[Symmetry]) -> tuple[CellImages, ...]:
    """Return how symmetries map cells, given the cells' places."""
    # Coordinates are twice as fine, from the middle of the board.
    middle = [min(point[axis] for point in points) + max(point[axis] for point in points) for axis in (0, 1)]
    places = [(2 * x - middle[0], 2 * y - middle[1]) for x, y in points]
    index = {place: cell for cell, place in enumerate(places)}
    return tuple(tuple(index[symmetry(place)] for place in places) for symmetry in symmetries)


def map_board(state: Words, word: int, images: CellImages) -> None:
    """Map the cells of the board that starts at a word of the state."""
    cells = cells_at(state, word)
    state[word : word + 2] = 0
    for cell in cells:
        add_cell(state, word, images[cell])


def map_state(rules: Rules, state: Words, images: CellImages) -> Words:
    """Return what one of the rules' symmetries makes of a state."""
    mapped = state.copy()
    rules.map_pieces(mapped, images)
    rules.kernels.recompute(rules.tables, mapped)
    # The board does not show every way in which a game ends.
    mapped[:FIRST] = state[:FIRST]
    return mapped
