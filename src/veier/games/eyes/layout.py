"""How a 4EYES position is laid out in memory: fields, cells, the state vector, move numbers, tables.

Field f stands in column f % side and row f // side, counted from the lower left. Its four cells are
4f + quadrant, the quadrants clockwise from the upper left:

    0 1
    3 2

so that the four bits of a field stand together and turning a tile turns its bits. Colours are 0 red, 1 blue.
"""

from __future__ import annotations

import numpy as np

from veier.games.squares.geometry import find_squares, masks_by_cell, square_masks
from veier.kernels.state import FIRST, Tables

# Words of the state; STONES and THREATS hold two words per colour, HELD one per seat and type of tile. THREATS are
# derived from the others and come last.
STONES = FIRST
FIELDS = STONES + 4  # fields that hold a tile of that seat
HELD = FIELDS + 2
THREATS = HELD + 6  # cells that would complete a square; kept while phase 1 goes on, else zero
STATE_SIZE = THREATS + 4

# Words of tables.numbers; NO_GIFTS is 1 where nobody may complete the opponent's square. tables.steps holds for each
# field one word: the fields next to it, as bits.
SIDE, FIELD_COUNT, NO_GIFTS = 1, 2, 3

# Types of tiles, and how many quadrants clockwise from red their blue stone lies.
TYPES = ("A", "B", "D")
BLUE_AFTER_RED = (1, 3, 2)

# Move numbers: type * 100 + red's cell for a placement, SLIDE + field * 25 + target field, TURN + field * 2 + side
# with side 0 for a quarter to the left and 1 to the right. No position has more than MOVE_LIMIT moves.
SLIDE, TURN, MOVE_LIMIT = 300, 925, 300

# Where a quadrant lies in its field: columns to the right, rows up.
QUADRANTS = ((0, 1), (1, 1), (1, 0), (0, 0))


def cell_points(side: int) -> list[tuple[int, int]]:
    """Return the column and row of each cell, both from 0."""
    return [
        (2 * (field % side) + right, 2 * (field // side) + up)
        for field in range(side * side)
        for right, up in QUADRANTS
    ]


def make_tables(side: int, no_gifts: bool) -> Tables:
    """Build what the kernels look up for a board of side x side large fields."""
    fields = side * side
    squares = find_squares(cell_points(side))
    lengths, masks = masks_by_cell(squares, 4 * fields)
    reach = np.array([[_neighbours(side, field)] for field in range(fields)], np.int64)
    return Tables(np.array([THREATS, side, fields, no_gifts], np.int64), lengths, masks, square_masks(squares), reach)


def _neighbours(side: int, field: int) -> int:
    """Return the fields next to a field in the eight directions, as bits."""
    columns, rows = range(field % side - 1, field % side + 2), range(field // side - 1, field // side + 2)
    near = [side * row + column for row in rows for column in columns if 0 <= row < side and 0 <= column < side]
    return sum(1 << other for other in near if other != field)
