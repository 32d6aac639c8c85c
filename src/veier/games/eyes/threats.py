"""4EYES for threat search: the doors of `square_attack`, for two players in the placing phase."""

from __future__ import annotations

from veier.core.kernel import inner, kernel
from veier.core.placements import Scene, is_empty, kind_of, partner, winning_cells
from veier.core.signatures import CAN_WIN, ESTIMATE, EXPAND, SAFE, TO_MOVE
from veier.core.square_attack import estimate_scene, expand_scene, list_safe
from veier.core.state import MOVER, Tables, ThreatKernels, Words
from veier.games.eyes.kernels import cells_of_fields, empty_fields, kinds_held
from veier.games.eyes.layout import HASHES, HELD, STONES, THREATS


@inner
def _lasts(row: Words, seat: int) -> int:
    """Give the types of which a seat holds one tile."""
    held = HELD + 3 * seat
    return (row[held] == 1) + 2 * (row[held + 1] == 1) + 4 * (row[held + 2] == 1)


@inner
def _scene(tables: Tables, row: Words) -> Scene:
    stones = (row[STONES], row[STONES + 1]), (row[STONES + 2], row[STONES + 3])
    threats = (row[THREATS], row[THREATS + 1]), (row[THREATS + 2], row[THREATS + 3])
    free = cells_of_fields(empty_fields(tables, row))
    kinds = kinds_held(row, 0), kinds_held(row, 1)
    return Scene(row[MOVER], stones, threats, free, kinds, (_lasts(row, 0), _lasts(row, 1)), HASHES)


@kernel(EXPAND)
def expand(tables: Tables, row: Words, attacker: int, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's attacks or parries."""
    return expand_scene(tables, True, _scene(tables, row), row, attacker, out, gains, cells)


@kernel(ESTIMATE)
def estimate(tables: Tables, row: Words, attacker: int, placement: int, gains: Words, cells: Words) -> int:
    """Estimate what is left to prove after one of them."""
    return estimate_scene(tables, True, _scene(tables, row), attacker, placement, gains, cells)


@kernel(SAFE)
def safe(tables: Tables, row: Words, out: Words, gains: Words, cells: Words) -> int:
    """Write the mover's placements that do not lose at once."""
    return list_safe(tables, True, _scene(tables, row), row, out, gains, cells)


@kernel(CAN_WIN)
def can_win(tables: Tables, row: Words, seat: int) -> int:
    """Tell whether a seat could win at once if it were its turn."""
    scene = _scene(tables, row)
    own, other = scene.threats[seat], scene.threats[1 - seat]
    return not is_empty(winning_cells(tables, True, seat, scene.kinds[seat], own, other, scene.free))


@kernel(TO_MOVE)
def to_move(tables: Tables, row: Words, placement: int) -> int:
    """Give the number of a placement as a move."""
    x, k = placement >> 2, placement & 3
    red = x if row[MOVER] == 0 else partner(tables, True, x, k)
    return 100 * kind_of(True, row[MOVER], k) + red


# The looks are from the experiments that solved the game: larger ones hurt, a field offers so many placements.
THREAT_KERNELS = ThreatKernels(expand, estimate, safe, can_win, to_move, HASHES, 30, 10_000)
