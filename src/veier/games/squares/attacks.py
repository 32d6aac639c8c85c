"""Attacks and parries: the placements of threat search.

An attack threatens to win with the next move; a parry keeps the opponent from doing so. In the tile games the first
move of phase 2 counts too: a player whose reserve is empty threatens to win with it.
"""

from __future__ import annotations

from veier.games.squares.gains import gained, scene_after, wins_next
from veier.games.squares.placements import (
    Board,
    Scene,
    common,
    contains,
    first_cell,
    free_after,
    has_one_left,
    is_empty,
    is_legal,
    kind_of,
    kinds_after,
    partner,
    partners,
    rest_of,
    single,
    union,
    winning_cells,
    without,
)
from veier.kernels.bits import count_bits
from veier.kernels.decorators import inner
from veier.kernels.state import ThreatTables, Words


@inner
def size_of(board: Board) -> int:
    """Return the number of cells of a set."""
    return count_bits(board[0]) + count_bits(board[1])


@inner
def _list_last_attacks(threat_tables: ThreatTables, scene: Scene, gains: Words, out: Words) -> int:
    """Write the placements of the mover's last tile that threaten to win with the first move of phase 2."""
    mover, other = scene.mover, 1 - scene.mover
    # Phase 2 must begin after the reply, and with the mover.
    if not has_one_left(scene, other):
        return 0
    n = 0
    left = without(scene.free, scene.threats[mover])
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        for k in range(partners(True)):
            if contains(scene.threats[other], partner(threat_tables, True, x, k)):
                continue
            if not (scene.kinds[mover] >> kind_of(True, mover, k)) & 1:
                continue
            after = scene_after(threat_tables, scene, 4 * x + k, gains)
            if wins_next(threat_tables, after, mover) and not wins_next(threat_tables, after, other):
                if out.size:
                    out[n, 0] = 4 * x + k
                n += 1
    return n


@inner
def _list_last_parries(threat_tables: ThreatTables, scene: Scene, gains: Words, out: Words) -> int:
    """Write the placements of the mover's last tile after which the opponent does not win in phase 2.

    Return -1 where phase 2 does not follow: the mover must pass, or has more tiles.
    """
    mover, other = scene.mover, 1 - scene.mover
    if not has_one_left(scene, mover):
        return -1
    n, legal = 0, False
    left = scene.free
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        for k in range(partners(True)):
            if not (scene.kinds[mover] >> kind_of(True, mover, k)) & 1:
                continue
            gives = contains(scene.threats[other], partner(threat_tables, True, x, k))
            legal |= is_legal(scene, x, gives)
            if gives or wins_next(threat_tables, scene_after(threat_tables, scene, 4 * x + k, gains), other):
                continue
            if out.size:
                out[n, 0] = 4 * x + k
            n += 1
    return n if legal else -1


@inner
def list_attacks(threat_tables: ThreatTables, scene: Scene, reach: Board, gains: Words, out: Words) -> int:
    """Write the mover's placements on the cells `reach` after which it could win next and the opponent could not.

    With no room, only count them.
    """
    tiles = scene.tiles
    cells, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    if tiles and has_one_left(scene, mover):
        return _list_last_attacks(threat_tables, scene, gains, out)
    n = 0
    left = without(common(reach, scene.free), scene.threats[mover])
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        own = union(scene.threats[mover], gained(gains, mover * cells + x))
        for k in range(partners(tiles)):
            y, kind = partner(threat_tables, tiles, x, k), kind_of(tiles, mover, k)
            if y < 0 or not contains(scene.free, y) or contains(scene.threats[other], y):
                continue
            if not (scene.kinds[mover] >> kind) & 1:
                continue
            free = free_after(tiles, scene.free, x, y)
            theirs = union(scene.threats[other], gained(gains, other * cells + y))
            if is_empty(
                winning_cells(threat_tables, tiles, mover, kinds_after(scene, mover, kind), (own, theirs), free)
            ):
                continue
            if is_empty(winning_cells(threat_tables, tiles, other, scene.kinds[other], (theirs, own), free)):
                if out.size:
                    out[n, 0] = 4 * x + k
                n += 1
    return n


@inner
def _strongest_threat(threat_tables: ThreatTables, scene: Scene, attacker: int) -> tuple[int, Board]:
    """Return the attacker's winning cell with the most partners to win with, and these; -1 if there is none."""
    tiles = scene.tiles
    good = without(scene.free, scene.threats[1 - attacker])
    left = common(scene.threats[attacker], scene.free)
    cell, most = -1, (0, 0)
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        here = (0, 0)
        for k in range(partners(tiles)):
            y = partner(threat_tables, tiles, x, k)
            if y >= 0 and contains(good, y) and (scene.kinds[attacker] >> kind_of(tiles, attacker, k)) & 1:
                here = union(here, single(y))
        if size_of(here) > size_of(most):
            cell, most = x, here
    return cell, most


@inner
def list_parries(threat_tables: ThreatTables, scene: Scene, gains: Words, out: Words) -> int:
    """Write the mover's placements after which the opponent does not win at once; with no room, only count them.

    A parry takes the cell of the strongest threat, or takes or spoils all the partners that it needs: a partner is
    spoilt where it would complete the parrying player's square too, which is banned. Return the number, or -1 where
    there is none and the opponent does not win next, because there is no threat or phase 2 is not reached.
    """
    tiles = scene.tiles
    cells, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    if tiles and scene.kinds[other] == 0:
        return _list_last_parries(threat_tables, scene, gains, out)
    target, needed = _strongest_threat(threat_tables, scene, other)
    n = 0
    left = without(scene.free, scene.threats[mover])
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        new_threats = gained(gains, mover * cells + x)
        unmet = (0, 0)
        if target >= 0 and (x >> 2 != target >> 2 if tiles else x != target):
            unmet = without(without(needed, new_threats), single(x))
            if size_of(unmet) > (0 if tiles else 1):
                continue
        for k in range(partners(tiles)):
            y = partner(threat_tables, tiles, x, k)
            if y < 0 or not contains(scene.free, y) or contains(scene.threats[other], y):
                continue
            if not (scene.kinds[mover] >> kind_of(tiles, mover, k)) & 1:
                continue
            if not is_empty(unmet) and not contains(unmet, y):
                continue
            own = union(scene.threats[mover], new_threats)
            theirs = union(scene.threats[other], gained(gains, other * cells + y))
            free = free_after(tiles, scene.free, x, y)
            if is_empty(winning_cells(threat_tables, tiles, other, scene.kinds[other], (theirs, own), free)):
                if out.size:
                    out[n, 0] = 4 * x + k
                n += 1
    return n if n > 0 or target >= 0 else -1
