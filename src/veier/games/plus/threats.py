"""4EYES+ and its pencil version for threat search: the doors of `square_attack`, for two players while placing."""

from __future__ import annotations

from veier.core.kernel import inner, kernel
from veier.core.placements import Scene, is_empty, winning_cells
from veier.core.signatures import CAN_WIN, ESTIMATE, EXPAND, SAFE, TO_MOVE
from veier.core.square_attack import estimate_scene, expand_scene, list_safe
from veier.core.state import MOVER, Tables, ThreatKernels, Words
from veier.games.plus.kernels import free_cells
from veier.games.plus.layout import HASHES, HELD, PENCIL, STONES, THREATS


@inner
def _scene(tables: Tables, row: Words) -> Scene:
    stones = (row[STONES], row[STONES + 1]), (row[STONES + 2], row[STONES + 3])
    threats = (row[THREATS], row[THREATS + 1]), (row[THREATS + 2], row[THREATS + 3])
    pencil = tables.numbers[PENCIL]
    kinds = int((row[HELD] > 0) | pencil), int((row[HELD + 1] > 0) | pencil)
    lasts = int(row[HELD] == 1), int(row[HELD + 1] == 1)
    return Scene(row[MOVER], stones, threats, free_cells(tables, row), kinds, lasts, HASHES)


@kernel(EXPAND)
def expand(tables: Tables, row: Words, attacker: int, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's attacks or parries."""
    return expand_scene(tables, False, _scene(tables, row), row, attacker, out, gains, cells)


@kernel(ESTIMATE)
def estimate(tables: Tables, row: Words, attacker: int, placement: int, gains: Words, cells: Words) -> int:
    """Estimate what is left to prove after one of them."""
    return estimate_scene(tables, False, _scene(tables, row), attacker, placement, gains, cells)


@kernel(SAFE)
def safe(tables: Tables, row: Words, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's placements that do not lose at once."""
    return list_safe(tables, False, _scene(tables, row), row, out, gains, cells)


@kernel(CAN_WIN)
def can_win(tables: Tables, row: Words, seat: int) -> int:
    """Tell whether a seat could win at once if it were its turn."""
    scene = _scene(tables, row)
    own, other = scene.threats[seat], scene.threats[1 - seat]
    return not is_empty(winning_cells(tables, False, seat, scene.kinds[seat], own, other, scene.free))


@kernel(TO_MOVE)
def to_move(tables: Tables, row: Words, placement: int) -> int:
    """Give the number of a placement as a move."""
    return placement


# The looks are from the experiments that solved the game up to 11x11.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, can_win, to_move, HASHES, 500, 20_000)
