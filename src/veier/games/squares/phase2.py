"""The first move of phase 2 of the tile games, for threat search: does sliding or turning a tile win at once?"""

from __future__ import annotations

from veier.games.squares.placements import Board, Scene, common, contains, first_cell, is_empty, rest_of, without
from veier.kernels.bits import lowest_bit, without_lowest
from veier.kernels.decorators import inner
from veier.kernels.state import ThreatTables


@inner
def _makes_square(threat_tables: ThreatTables, cell: int, stones: Board) -> bool:
    """Return whether a stone on a cell makes a square with three of these, the first of which finds the others."""
    while not is_empty(stones):
        packed = threat_tables.pairs[cell, first_cell(stones)]
        stones = rest_of(stones)
        for _ in range(3):
            if contains(stones, packed & 255) & contains(stones, (packed >> 8) & 255):
                return True
            packed >>= 16
    return False


@inner
def _cells_of(field: int) -> Board:
    return (15 << (4 * field), 0) if field < 16 else (0, 15 << (4 * (field - 16)))


@inner
def wins_by_shift(threat_tables: ThreatTables, scene: Scene, seat: int) -> bool:
    """Return whether a slide or turn of one of the seat's tiles makes its square, and not the opponent's too."""
    empty = ((1 << threat_tables.steps.shape[0]) - 1) & ~(scene.fields[0] | scene.fields[1])
    left = scene.fields[seat]
    while left:
        field = lowest_bit(left)
        left = without_lowest(left)
        here = _cells_of(field)
        own, other = without(scene.stones[seat], here), without(scene.stones[1 - seat], here)
        x, y = first_cell(common(scene.stones[seat], here)) & 3, first_cell(common(scene.stones[1 - seat], here)) & 3
        for turn in (1, 3):
            to_x, to_y = 4 * field + ((x + turn) & 3), 4 * field + ((y + turn) & 3)
            if _makes_square(threat_tables, to_x, own) and not _makes_square(threat_tables, to_y, other):
                return True
        targets = threat_tables.steps[field, 0] & empty
        while targets:
            target = lowest_bit(targets)
            targets = without_lowest(targets)
            if _makes_square(threat_tables, 4 * target + x, own) and not _makes_square(
                threat_tables, 4 * target + y, other
            ):
                return True
    return False
