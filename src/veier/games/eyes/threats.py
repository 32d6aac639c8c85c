"""The threat kernels of 4EYES: while placing and up to the first move of phase 2."""

from __future__ import annotations

from veier.games.eyes.layout import FIELDS, HELD, NO_GIFTS, STONES, THREATS
from veier.games.eyes.placements import empty_fields, kinds_held
from veier.games.squares.placements import (
    Board,
    Scene,
    common,
    has_passed,
    hash_stones,
    hashes_after,
    kind_of,
    partner,
    union,
)
from veier.games.squares.threats import estimate_scene, evaluate_scene, expand_scene, list_safe
from veier.kernels.arrays import place_of_least
from veier.kernels.bits import lowest_bit, without_lowest
from veier.kernels.decorators import inner, kernel
from veier.kernels.hashing import PASSED
from veier.kernels.signatures import ESTIMATE, EVALUATE_ATTACKS, EXPAND, HASH_ALL, SAFE, TO_MOVE
from veier.kernels.state import MOVER, ThreatKernels, ThreatScratch, ThreatTables, Words


@inner
def _cells_of_fields(fields: int) -> Board:
    """Return the cells of some fields, four bits for each."""
    cells = (0, 0)
    while fields:
        field = lowest_bit(fields)
        fields = without_lowest(fields)
        cells = union(cells, (15 << (4 * field), 0) if field < 16 else (0, 15 << (4 * (field - 16))))
    return cells


@inner
def _lasts(state: Words, seat: int) -> int:
    """Return the types of which a seat holds one tile."""
    held = HELD + 3 * seat
    return (state[held] == 1) + 2 * (state[held + 1] == 1) + 4 * (state[held + 2] == 1)


@inner
def _scene(threat_tables: ThreatTables, state: Words) -> Scene:
    stones = (state[STONES], state[STONES + 1]), (state[STONES + 2], state[STONES + 3])
    threats = (state[THREATS], state[THREATS + 1]), (state[THREATS + 2], state[THREATS + 3])
    kinds = kinds_held(state, 0), kinds_held(state, 1)
    free = _cells_of_fields(empty_fields(threat_tables, state))
    lasts, fields = (_lasts(state, 0), _lasts(state, 1)), (state[FIELDS], state[FIELDS + 1])
    gifts = threat_tables.numbers[NO_GIFTS] == 0
    return Scene(True, True, gifts, state[MOVER], stones, threats, free, kinds, lasts, fields)


@kernel(EXPAND)
def expand(
    threat_tables: ThreatTables, state: Words, hashes: Words, attacker: int, out: Words, scratch: ThreatScratch
) -> int:
    """Write the mover's attacks or parries."""
    return expand_scene(threat_tables, _scene(threat_tables, state), hashes, attacker, out, scratch)


@kernel(ESTIMATE)
def estimate(threat_tables: ThreatTables, state: Words, attacker: int, placement: int, scratch: ThreatScratch) -> int:
    """Estimate what is left to prove after one of them."""
    return estimate_scene(threat_tables, _scene(threat_tables, state), attacker, placement, scratch)


@kernel(SAFE)
def safe(threat_tables: ThreatTables, state: Words, hashes: Words, out: Words, scratch: ThreatScratch) -> int:
    """Write the mover's placements that do not lose at once."""
    return list_safe(threat_tables, _scene(threat_tables, state), hashes, out, scratch)


@kernel(EVALUATE_ATTACKS)
def evaluate_attacks(threat_tables: ThreatTables, state: Words, scratch: ThreatScratch) -> int:
    """Return the mover's advantage by the attacks of both players."""
    return evaluate_scene(threat_tables, _scene(threat_tables, state), scratch)


@kernel(TO_MOVE)
def to_move(threat_tables: ThreatTables, state: Words, placement: int, hashes: Words, after: Words) -> int:
    """Return a placement as a move, and write the hashes after it."""
    hashes_after(threat_tables, _scene(threat_tables, state), placement, hashes, after)
    x, k = placement >> 2, placement & 3
    red = x if state[MOVER] == 0 else partner(threat_tables, True, x, k)
    return 100 * kind_of(True, state[MOVER], k) + red


@kernel(HASH_ALL)
def hash_all(threat_tables: ThreatTables, state: Words, hashes: Words) -> int:
    """Compute the hashes of a position from its stones and its mover; return its key."""
    scene = _scene(threat_tables, state)
    hashes[:] = PASSED if has_passed(scene) else 0
    for owner in range(2):
        own = _cells_of_fields(state[FIELDS + owner])
        for colour in range(2):
            hash_stones(threat_tables, True, owner, colour, common(scene.stones[colour], own), hashes)
    return hashes[place_of_least(hashes)]


# The node limits are from the experiments that solved the game: larger ones hurt, as fields offer many placements.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, evaluate_attacks, to_move, hash_all, 50, 10_000)
