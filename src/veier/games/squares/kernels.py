"""Inner loops over squares, shared by the games that are won by one.

The lists of masks are scanned without branches, so that the compiler turns each loop into vector instructions:
twice as fast as keeping a count for each square.
"""

from __future__ import annotations

from veier.kernels.bits import without_lowest
from veier.kernels.decorators import inner
from veier.kernels.state import Tables, Words


@inner
def _cells_one_short(masks_low: Words, masks_high: Words, length: int, low: int, high: int) -> tuple[int, int]:
    not_low, not_high = ~low, ~high
    found_low = found_high = 0
    for k in range(length):
        lacks_low, lacks_high = masks_low[k] & not_low, masks_high[k] & not_high
        # A mask lacks one stone when one word has one bit left and the other has none.
        more = without_lowest(lacks_low) | without_lowest(lacks_high)
        one = (more == 0) & ((lacks_low == 0) | (lacks_high == 0))
        found_low |= lacks_low if one else 0
        found_high |= lacks_high if one else 0
    return found_low, found_high


@inner
def completes(tables: Tables, cell: int, low: int, high: int) -> bool:
    """Return whether a stone on `cell` makes a square with the stones low, high."""
    not_low, not_high = ~low, ~high
    masks_low, masks_high = tables.masks[cell, 0], tables.masks[cell, 1]
    hit = False
    for k in range(tables.lengths[cell]):
        hit |= ((masks_low[k] & not_low) | (masks_high[k] & not_high)) == 0
    return hit


@inner
def threats_through(tables: Tables, cell: int, low: int, high: int) -> tuple[int, int]:
    """Return the cells that would complete a square through `cell` with two of the stones low, high."""
    return _cells_one_short(tables.masks[cell, 0], tables.masks[cell, 1], tables.lengths[cell], low, high)


@inner
def all_threats(tables: Tables, low: int, high: int) -> tuple[int, int]:
    """Return the cells that would complete a square with three of the stones low, high."""
    return _cells_one_short(tables.squares[0], tables.squares[1], tables.squares.shape[1], low, high)


@inner
def has_square(tables: Tables, low: int, high: int) -> bool:
    """Return whether the stones low, high hold a square."""
    not_low, not_high = ~low, ~high
    hit = False
    for k in range(tables.squares.shape[1]):
        hit |= ((tables.squares[0, k] & not_low) | (tables.squares[1, k] & not_high)) == 0
    return hit


@inner
def grow_threats(tables: Tables, state: Words, stones: int, threats: int, cell: int) -> None:
    """Add to the board `threats` of the state what a new stone on the cell threatens with the board `stones`."""
    low, high = threats_through(tables, cell, state[stones], state[stones + 1])
    state[threats] |= low
    state[threats + 1] |= high


@inner
def find_threats(tables: Tables, state: Words, stones: int, threats: int) -> None:
    """Write to the board `threats` of the state all that the board `stones` threatens."""
    state[threats], state[threats + 1] = all_threats(tables, state[stones], state[stones + 1])
