"""4EYES for threat search: the doors of `square_attack`, while placing and up to the first move of phase 2."""

from __future__ import annotations

from veier.games.eyes.kernels import empty_fields, kinds_held
from veier.games.eyes.layout import FIELDS, HELD, STONES, THREATS
from veier.games.squares.placements import (
    Board,
    Scene,
    common,
    hash_stones,
    hashes_after,
    kind_of,
    partner,
    union,
)
from veier.games.squares.threats import estimate_scene, expand_scene, list_safe, outlook_of
from veier.kernels.arrays import place_of_least
from veier.kernels.bits import lowest_bit, without_lowest
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import ESTIMATE, EXPAND, HASH_ALL, OUTLOOK, SAFE, TO_MOVE
from veier.kernels.state import MOVER, ThreatKernels, ThreatTables, Words


@inner
def _cells_of_fields(fields: int) -> Board:
    """Give the cells of some fields, four bits for each."""
    cells = (0, 0)
    while fields:
        field = lowest_bit(fields)
        fields = without_lowest(fields)
        cells = union(cells, (15 << (4 * field), 0) if field < 16 else (0, 15 << (4 * (field - 16))))
    return cells


@inner
def _lasts(row: Words, seat: int) -> int:
    """Give the types of which a seat holds one tile."""
    held = HELD + 3 * seat
    return (row[held] == 1) + 2 * (row[held + 1] == 1) + 4 * (row[held + 2] == 1)


@inner
def _scene(ground: ThreatTables, row: Words) -> Scene:
    stones = (row[STONES], row[STONES + 1]), (row[STONES + 2], row[STONES + 3])
    threats = (row[THREATS], row[THREATS + 1]), (row[THREATS + 2], row[THREATS + 3])
    kinds = kinds_held(row, 0), kinds_held(row, 1)
    free = _cells_of_fields(empty_fields(ground, row))
    lasts, fields = (_lasts(row, 0), _lasts(row, 1)), (row[FIELDS], row[FIELDS + 1])
    return Scene(row[MOVER], stones, threats, free, kinds, lasts, fields)


@kernel(EXPAND)
def expand(
    ground: ThreatTables, row: Words, hashes: Words, attacker: int, out: Words, gains: Words, cells: Words
) -> int:
    """Write the mover's attacks or parries."""
    return expand_scene(ground, True, _scene(ground, row), hashes, attacker, out, gains, cells)


@kernel(ESTIMATE)
def estimate(ground: ThreatTables, row: Words, attacker: int, placement: int, gains: Words, cells: Words) -> int:
    """Estimate what is left to prove after one of them."""
    return estimate_scene(ground, True, _scene(ground, row), attacker, placement, gains, cells)


@kernel(SAFE)
def safe(ground: ThreatTables, row: Words, hashes: Words, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's placements that do not lose at once."""
    return list_safe(ground, True, _scene(ground, row), hashes, out, gains, cells)


@kernel(OUTLOOK)
def outlook(ground: ThreatTables, row: Words, gains: Words, cells: Words) -> int:
    """Judge who will win."""
    return outlook_of(ground, True, _scene(ground, row), gains, cells)


@kernel(TO_MOVE)
def to_move(ground: ThreatTables, row: Words, placement: int, hashes: Words, after: Words) -> int:
    """Give a placement as a move, and the hashes after it."""
    hashes_after(ground, True, row[MOVER], placement, hashes, after)
    x, k = placement >> 2, placement & 3
    red = x if row[MOVER] == 0 else partner(ground, True, x, k)
    return 100 * kind_of(True, row[MOVER], k) + red


@kernel(HASH_ALL)
def hash_all(ground: ThreatTables, row: Words, hashes: Words) -> int:
    """Find the hashes of a position from its stones, and its key."""
    scene = _scene(ground, row)
    hashes[:] = 0
    for owner in range(2):
        own = _cells_of_fields(row[FIELDS + owner])
        for colour in range(2):
            hash_stones(ground, True, owner, colour, common(scene.stones[colour], own), hashes)
    return hashes[place_of_least(hashes)]


# The looks are from the experiments that solved the game: larger ones hurt, a field offers so many placements.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, outlook, to_move, hash_all, 50, 10_000)
