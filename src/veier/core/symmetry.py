"""Symmetries of boards: rotations and mirror images of places around the middle of a board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from veier.core.patterns import Place

Symmetry = Callable[[Place], Place]


def quarter_turn(place: Place) -> Place:
    """Rotate a square board by 90 degrees."""
    x, y = place
    return -y, x


def sixth_turn(place: Place) -> Place:
    """Rotate a hexagon, whose directions are (1, 0), (1, 1), (0, 1) and back, by 60 degrees."""
    x, y = place
    return x - y, x


def rotations_and_mirrors(turn: Symmetry, times: int) -> tuple[Symmetry, ...]:
    """List the images under a rotation that comes back after some `times`, each also mirrored."""
    return tuple(partial(_image, turn, count, mirrored) for mirrored in (False, True) for count in range(times))


def _image(turn: Symmetry, count: int, mirrored: bool, place: Place) -> Place:
    x, y = place
    place = (y, x) if mirrored else place
    for _ in range(count):
        place = turn(place)
    return place
