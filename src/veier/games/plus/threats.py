"""4EYES+ and its pencil version for threat search: the doors of `square_attack`, for two players while placing."""

from __future__ import annotations

from veier.games.plus.kernels import free_cells
from veier.games.plus.layout import HELD, PENCIL, STONES, THREATS
from veier.games.squares.placements import Scene, hash_stones, hashes_after
from veier.games.squares.threats import estimate_scene, expand_scene, list_safe, outlook_of
from veier.kernels.arrays import place_of_least
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import ESTIMATE, EXPAND, HASH_ALL, OUTLOOK, SAFE, TO_MOVE
from veier.kernels.state import MOVER, ThreatKernels, ThreatTables, Words


@inner
def _scene(ground: ThreatTables, row: Words) -> Scene:
    stones = (row[STONES], row[STONES + 1]), (row[STONES + 2], row[STONES + 3])
    threats = (row[THREATS], row[THREATS + 1]), (row[THREATS + 2], row[THREATS + 3])
    pencil = ground.numbers[PENCIL]
    kinds = int((row[HELD] > 0) | pencil), int((row[HELD + 1] > 0) | pencil)
    lasts = int(row[HELD] == 1), int(row[HELD + 1] == 1)
    return Scene(row[MOVER], stones, threats, free_cells(ground, row), kinds, lasts, (0, 0))


@kernel(EXPAND)
def expand(
    ground: ThreatTables, row: Words, hashes: Words, attacker: int, out: Words, gains: Words, cells: Words
) -> int:
    """Write the mover's attacks or parries."""
    return expand_scene(ground, False, _scene(ground, row), hashes, attacker, out, gains, cells)


@kernel(ESTIMATE)
def estimate(ground: ThreatTables, row: Words, attacker: int, placement: int, gains: Words, cells: Words) -> int:
    """Estimate what is left to prove after one of them."""
    return estimate_scene(ground, False, _scene(ground, row), attacker, placement, gains, cells)


@kernel(SAFE)
def safe(ground: ThreatTables, row: Words, hashes: Words, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's placements that do not lose at once."""
    return list_safe(ground, False, _scene(ground, row), hashes, out, gains, cells)


@kernel(OUTLOOK)
def outlook(ground: ThreatTables, row: Words, gains: Words, cells: Words) -> int:
    """Judge who will win."""
    return outlook_of(ground, False, _scene(ground, row), gains, cells)


@kernel(TO_MOVE)
def to_move(ground: ThreatTables, row: Words, placement: int, hashes: Words, after: Words) -> int:
    """Give a placement as a move, and the hashes after it."""
    hashes_after(ground, False, row[MOVER], placement, hashes, after)
    return placement


@kernel(HASH_ALL)
def hash_all(ground: ThreatTables, row: Words, hashes: Words) -> int:
    """Find the hashes of a position from its stones, and its key."""
    scene = _scene(ground, row)
    hashes[:] = 0
    for colour in range(2):
        hash_stones(ground, False, colour, colour, scene.stones[colour], hashes)
    return hashes[place_of_least(hashes)]


# The looks are from the experiments that solved the game up to 11x11.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, outlook, to_move, hash_all, 50, 20_000)
