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
from veier.games.squares.threats import estimate_scene, evaluate_scene, expand_scene, list_safe
from veier.kernels.arrays import place_of_least
from veier.kernels.bits import lowest_bit, without_lowest
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import ESTIMATE, EVALUATE_ATTACKS, EXPAND, HASH_ALL, SAFE, TO_MOVE
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
def _lasts(state: Words, seat: int) -> int:
    """Give the types of which a seat holds one tile."""
    held = HELD + 3 * seat
    return (state[held] == 1) + 2 * (state[held + 1] == 1) + 4 * (state[held + 2] == 1)


@inner
def _scene(threat_tables: ThreatTables, state: Words) -> Scene:
    stones = (state[STONES], state[STONES + 1]), (state[STONES + 2], state[STONES + 3])
    threats = (state[THREATS], state[THREATS + 1]), (state[THREATS + 2], state[THREATS + 3])
    kinds = kinds_held(state, 0), kinds_held(state, 1)
    free = _cells_of_fields(empty_fields(threat_tables, state))
    lasts, fields = (_lasts(state, 0), _lasts(state, 1)), (state[FIELDS], state[FIELDS + 1])
    return Scene(state[MOVER], stones, threats, free, kinds, lasts, fields)


@kernel(EXPAND)
def expand(
    threat_tables: ThreatTables, state: Words, hashes: Words, attacker: int, out: Words, gains: Words, cells: Words
) -> int:
    """Write the mover's attacks or parries."""
    return expand_scene(threat_tables, True, _scene(threat_tables, state), hashes, attacker, out, gains, cells)


@kernel(ESTIMATE)
def estimate(
    threat_tables: ThreatTables, state: Words, attacker: int, placement: int, gains: Words, cells: Words
) -> int:
    """Estimate what is left to prove after one of them."""
    return estimate_scene(threat_tables, True, _scene(threat_tables, state), attacker, placement, gains, cells)


@kernel(SAFE)
def safe(threat_tables: ThreatTables, state: Words, hashes: Words, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's placements that do not lose at once."""
    return list_safe(threat_tables, True, _scene(threat_tables, state), hashes, out, gains, cells)


@kernel(EVALUATE_ATTACKS)
def evaluate_attacks(threat_tables: ThreatTables, state: Words, gains: Words, cells: Words) -> int:
    """Judge who will win."""
    return evaluate_scene(threat_tables, True, _scene(threat_tables, state), gains, cells)


@kernel(TO_MOVE)
def to_move(threat_tables: ThreatTables, state: Words, placement: int, hashes: Words, after: Words) -> int:
    """Give a placement as a move, and the hashes after it."""
    hashes_after(threat_tables, True, state[MOVER], placement, hashes, after)
    x, k = placement >> 2, placement & 3
    red = x if state[MOVER] == 0 else partner(threat_tables, True, x, k)
    return 100 * kind_of(True, state[MOVER], k) + red


@kernel(HASH_ALL)
def hash_all(threat_tables: ThreatTables, state: Words, hashes: Words) -> int:
    """Find the hashes of a position from its stones, and its key."""
    scene = _scene(threat_tables, state)
    hashes[:] = 0
    for owner in range(2):
        own = _cells_of_fields(state[FIELDS + owner])
        for colour in range(2):
            hash_stones(threat_tables, True, owner, colour, common(scene.stones[colour], own), hashes)
    return hashes[place_of_least(hashes)]


# The looks are from the experiments that solved the game: larger ones hurt, a field offers so many placements.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, evaluate_attacks, to_move, hash_all, 50, 10_000)
