"""The threat kernels of 4EYES+ and its pencil version: for two players while placing."""

from __future__ import annotations

from veier.games.plus.layout import HEADS, HELD, NO_GIFTS, STONES, THREATS, UNLIMITED
from veier.games.plus.placements import free_cells, way_of
from veier.games.squares.placements import (
    Board,
    Scene,
    first_cell,
    has_passed,
    hash_stones,
    hashes_after,
    is_empty,
    rest_of,
    single,
    union,
)
from veier.games.squares.threats import estimate_scene, evaluate_scene, expand_scene, list_safe
from veier.kernels.arrays import place_of_least
from veier.kernels.decorators import inner, kernel
from veier.kernels.hashing import PASSED
from veier.kernels.signatures import ESTIMATE, EVALUATE_ATTACKS, EXPAND, HASH_ALL, SAFE, TO_MOVE
from veier.kernels.state import MOVER, ThreatKernels, ThreatScratch, ThreatTables, Words


@inner
def _scene(threat_tables: ThreatTables, state: Words) -> Scene:
    stones = (state[STONES], state[STONES + 1]), (state[STONES + 2], state[STONES + 3])
    threats = (state[THREATS], state[THREATS + 1]), (state[THREATS + 2], state[THREATS + 3])
    unlimited, gifts = threat_tables.numbers[UNLIMITED], threat_tables.numbers[NO_GIFTS] == 0
    kinds = int((state[HELD] > 0) | unlimited), int((state[HELD + 1] > 0) | unlimited)
    lasts = int(state[HELD] == 1), int(state[HELD + 1] == 1)
    # With gifts, one who must pass has an empty reserve, or neither can place: so stones and mover tell the reserves.
    owners = not gifts and not unlimited
    free = free_cells(threat_tables, state)
    return Scene(False, owners, gifts, state[MOVER], stones, threats, free, kinds, lasts, (0, 0))


@inner
def _tails(threat_tables: ThreatTables, state: Words, heads: Board) -> Board:
    """Return the cells of the other stones of the dominoes with these heads."""
    tails = (0, 0)
    while not is_empty(heads):
        head = first_cell(heads)
        heads = rest_of(heads)
        tails = union(tails, single(threat_tables.steps[head, way_of(state, head)]))
    return tails


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
    return placement


@kernel(HASH_ALL)
def hash_all(threat_tables: ThreatTables, state: Words, hashes: Words) -> int:
    """Compute the hashes of a position from its stones and its mover; return its key."""
    scene = _scene(threat_tables, state)
    hashes[:] = PASSED if has_passed(scene) else 0
    for seat in range(2):
        if scene.owners:
            heads = state[HEADS + 2 * seat], state[HEADS + 2 * seat + 1]
            hash_stones(threat_tables, True, seat, seat, heads, hashes)
            hash_stones(threat_tables, True, seat, 1 - seat, _tails(threat_tables, state, heads), hashes)
        else:
            hash_stones(threat_tables, False, seat, seat, scene.stones[seat], hashes)
    return hashes[place_of_least(hashes)]


# The node limits are from the experiments that solved the game up to 11x11.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, evaluate_attacks, to_move, hash_all, 50, 20_000)
