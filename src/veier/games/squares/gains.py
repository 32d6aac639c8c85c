"""What stones gain: the cells that a new stone would threaten, and the position after a placement."""

from __future__ import annotations

from veier.games.squares.phase2 import wins_by_shift
from veier.games.squares.placements import (
    Board,
    Scene,
    contains,
    first_cell,
    free_after,
    is_empty,
    kind_of,
    kinds_after,
    partner,
    rest_of,
    single,
    union,
    winning_cells,
)
from veier.kernels.bits import one_bit
from veier.kernels.decorators import inner
from veier.kernels.state import ThreatScratch, ThreatTables, Words


@inner
def gained(gains: Words, index: int) -> Board:
    """Return the cells newly threatened: the gains at colour * cells + cell."""
    return gains[index, 0], gains[index, 1]


@inner
def find_gains(threat_tables: ThreatTables, colour: int, stones: Board, free: Board, scratch: ThreatScratch) -> Board:
    """Fill in the gains of a colour's stones, from each pair of them; return the cells that gain anything.

    With no room for gains, only return the cells.
    """
    gains, cells = scratch.gains, scratch.cells
    count = threat_tables.lengths.size
    first = colour * count
    has_room = gains.size > 0
    if has_room:
        gains[first : first + count] = 0
    n = 0
    while not is_empty(stones):
        cells[n] = first_cell(stones)
        stones = rest_of(stones)
        n += 1
    found = (0, 0)
    for i in range(1, n):
        for j in range(i):
            packed = threat_tables.pairs[cells[i], cells[j]]
            for _ in range(3):
                u, v = packed & 255, (packed >> 8) & 255
                packed >>= 16
                if contains(free, u) & contains(free, v):
                    if has_room:
                        gains[first + u, v >> 6] |= one_bit(v)
                        gains[first + v, u >> 6] |= one_bit(u)
                    found = union(found, union(single(u), single(v)))
    return found


@inner
def scene_after(threat_tables: ThreatTables, scene: Scene, placement: int, gains: Words) -> Scene:
    """Return the scene after a placement; the gains are those before it."""
    tiles = scene.tiles
    cells, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    x, k = placement >> 2, placement & 3
    y = partner(threat_tables, tiles, x, k)
    own, theirs = union(scene.stones[mover], single(x)), union(scene.stones[other], single(y))
    mine = union(scene.threats[mover], gained(gains, mover * cells + x))
    yours = union(scene.threats[other], gained(gains, other * cells + y))
    kinds = kinds_after(scene, mover, kind_of(tiles, mover, k))
    field = 1 << (x >> 2) if tiles else 0
    return Scene(
        tiles,
        scene.owners,
        scene.gifts,
        other,
        (own, theirs) if mover == 0 else (theirs, own),
        (mine, yours) if mover == 0 else (yours, mine),
        free_after(tiles, scene.free, x, y),
        (kinds, scene.kinds[1]) if mover == 0 else (scene.kinds[0], kinds),
        scene.lasts,
        (scene.fields[0] | field, scene.fields[1]) if mover == 0 else (scene.fields[0], scene.fields[1] | field),
    )


@inner
def wins_next(threat_tables: ThreatTables, scene: Scene, seat: int) -> bool:
    """Return whether a seat could win at once on its turn; with an empty reserve by sliding or turning a tile."""
    tiles = scene.tiles
    if tiles and scene.kinds[seat] == 0:
        return wins_by_shift(threat_tables, scene, seat)
    own, other = scene.threats[seat], scene.threats[1 - seat]
    return not is_empty(winning_cells(threat_tables, tiles, seat, scene.kinds[seat], (own, other), scene.free))
