"""Attacks, parries and safe placements, and what is left to prove after them: the work behind a family's threat doors.

Of phase 2 the first move is known, in the tile games: a player whose reserve is empty threatens to win with it.

`gains` holds for a colour and a cell, in row colour * cells + cell, the cells that a stone there would newly threaten.
Placements are written to rows of `out`: number, key.
"""

from __future__ import annotations

from veier.games.squares.phase2 import wins_by_shift
from veier.games.squares.placements import (
    Board,
    Scene,
    common,
    contains,
    first_cell,
    free_after,
    has_one_left,
    is_empty,
    key_after,
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
from veier.kernels.jit import inner
from veier.kernels.state import ThreatTables, Words

# What it is worth to the mover to have an attack, and that the other player has one, in thousandths of a logit. From
# logistic regressions on 6,000 solved positions of 4EYES, its beginners' board, and 4EYES+ on 7x7 and 9x9:
# 360, 280, 420 and 410 for an attack, 100, 200, 170 and 160 for the other player's. These two counts tell won positions
# from lost ones far better than live squares do: the areas under the curve are .98, .93, .94 and .97, with live squares
# .84, .77, .87 and .87.
_ATTACK, _THEIR_ATTACK = 400, 170


@inner
def _size(board: Board) -> int:
    return count_bits(board[0]) + count_bits(board[1])


@inner
def _gained(gains: Words, index: int) -> Board:
    return gains[index, 0], gains[index, 1]


@inner
def find_gains(
    threat_tables: ThreatTables, colour: int, stones: Board, free: Board, gains: Words, cells: Words
) -> Board:
    """Fill in the gains of a colour's stones, from each pair of them; give the cells that gain anything.

    With no room for gains, only those.
    """
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
                        gains[first + u, v >> 6] |= 1 << (v & 63)
                        gains[first + v, u >> 6] |= 1 << (u & 63)
                    found = union(found, union(single(u), single(v)))
    return found


@inner
def scene_after(threat_tables: ThreatTables, tiles: bool, scene: Scene, placement: int, gains: Words) -> Scene:
    """Give the scene after a placement; the gains are those before it."""
    cells, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    x, k = placement >> 2, placement & 3
    y = partner(threat_tables, tiles, x, k)
    own, theirs = union(scene.stones[mover], single(x)), union(scene.stones[other], single(y))
    mine = union(scene.threats[mover], _gained(gains, mover * cells + x))
    yours = union(scene.threats[other], _gained(gains, other * cells + y))
    kinds = kinds_after(scene, mover, kind_of(tiles, mover, k))
    field = 1 << (x >> 2) if tiles else 0
    return Scene(
        other,
        (own, theirs) if mover == 0 else (theirs, own),
        (mine, yours) if mover == 0 else (yours, mine),
        free_after(tiles, scene.free, x, y),
        (kinds, scene.kinds[1]) if mover == 0 else (scene.kinds[0], kinds),
        scene.lasts,
        (scene.fields[0] | field, scene.fields[1]) if mover == 0 else (scene.fields[0], scene.fields[1] | field),
    )


@inner
def wins_next(threat_tables: ThreatTables, tiles: bool, scene: Scene, seat: int) -> bool:
    """Tell whether a seat could win at once if it were its turn; tiles whose reserve is empty by sliding or turning."""
    if tiles and scene.kinds[seat] == 0:
        return wins_by_shift(threat_tables, scene, seat)
    own, other = scene.threats[seat], scene.threats[1 - seat]
    return not is_empty(winning_cells(threat_tables, tiles, seat, scene.kinds[seat], own, other, scene.free))


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
            after = scene_after(threat_tables, True, scene, 4 * x + k, gains)
            if wins_next(threat_tables, True, after, mover) and not wins_next(threat_tables, True, after, other):
                if out.size:
                    out[n, 0] = 4 * x + k
                n += 1
    return n


@inner
def _list_last_parries(threat_tables: ThreatTables, scene: Scene, gains: Words, out: Words) -> int:
    """Write the placements of the mover's last tile after which the opponent does not win in phase 2; -1: must pass."""
    mover, other = scene.mover, 1 - scene.mover
    n, legal = 0, False
    left = scene.free
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        for k in range(partners(True)):
            if not (scene.kinds[mover] >> kind_of(True, mover, k)) & 1:
                continue
            gives = contains(scene.threats[other], partner(threat_tables, True, x, k))
            legal |= not (gives and contains(scene.threats[mover], x))
            if gives or wins_next(
                threat_tables, True, scene_after(threat_tables, True, scene, 4 * x + k, gains), other
            ):
                continue
            if out.size:
                out[n, 0] = 4 * x + k
            n += 1
    return n if legal else -1


@inner
def list_attacks(threat_tables: ThreatTables, tiles: bool, scene: Scene, reach: Board, gains: Words, out: Words) -> int:
    """Write the mover's placements on the cells `reach` after which it could win next and the opponent could not.

    With no room, only count them.
    """
    cells, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    if tiles and has_one_left(scene, mover):
        return _list_last_attacks(threat_tables, scene, gains, out)
    n = 0
    left = without(common(reach, scene.free), scene.threats[mover])
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        own = union(scene.threats[mover], _gained(gains, mover * cells + x))
        for k in range(partners(tiles)):
            y, kind = partner(threat_tables, tiles, x, k), kind_of(tiles, mover, k)
            if y < 0 or not contains(scene.free, y) or contains(scene.threats[other], y):
                continue
            if not (scene.kinds[mover] >> kind) & 1:
                continue
            free = free_after(tiles, scene.free, x, y)
            theirs = union(scene.threats[other], _gained(gains, other * cells + y))
            if is_empty(winning_cells(threat_tables, tiles, mover, kinds_after(scene, mover, kind), own, theirs, free)):
                continue
            if is_empty(winning_cells(threat_tables, tiles, other, scene.kinds[other], theirs, own, free)):
                if out.size:
                    out[n, 0] = 4 * x + k
                n += 1
    return n


@inner
def _strongest_threat(threat_tables: ThreatTables, tiles: bool, scene: Scene, attacker: int) -> tuple[int, Board]:
    """Give the attacker's winning cell with the most partners to win with, and these; -1 if there is none."""
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
        if _size(here) > _size(most):
            cell, most = x, here
    return cell, most


@inner
def list_parries(threat_tables: ThreatTables, tiles: bool, scene: Scene, gains: Words, out: Words) -> int:
    """Write the mover's placements after which the opponent does not win at once; with no room, only count them.

    A parry takes the cell of the strongest threat, or takes or spoils all the partners that it needs: a partner is
    spoilt where it would complete the parrying player's square too, which is banned. Gives -1 where the mover must
    pass and phase 2, which the opponent needs, is not reached.
    """
    cells, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    if tiles and scene.kinds[other] == 0:
        return _list_last_parries(threat_tables, scene, gains, out)
    target, needed = _strongest_threat(threat_tables, tiles, scene, other)
    n = 0
    left = without(scene.free, scene.threats[mover])
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        gained = _gained(gains, mover * cells + x)
        unmet = (0, 0)
        if target >= 0 and (x >> 2 != target >> 2 if tiles else x != target):
            unmet = without(without(needed, gained), single(x))
            if _size(unmet) > (0 if tiles else 1):
                continue
        for k in range(partners(tiles)):
            y = partner(threat_tables, tiles, x, k)
            if y < 0 or not contains(scene.free, y) or contains(scene.threats[other], y):
                continue
            if not (scene.kinds[mover] >> kind_of(tiles, mover, k)) & 1:
                continue
            if not is_empty(unmet) and not contains(unmet, y):
                continue
            own, theirs = union(scene.threats[mover], gained), _gained(gains, other * cells + y)
            theirs = union(scene.threats[other], theirs)
            free = free_after(tiles, scene.free, x, y)
            if is_empty(winning_cells(threat_tables, tiles, other, scene.kinds[other], theirs, own, free)):
                if out.size:
                    out[n, 0] = 4 * x + k
                n += 1
    return n


@inner
def expand_scene(
    threat_tables: ThreatTables,
    tiles: bool,
    scene: Scene,
    hashes: Words,
    attacker: int,
    out: Words,
    gains: Words,
    cells: Words,
) -> int:
    """Write the mover's attacks, if it is the attacker, or its parries; give how many, or -1: see `list_parries`."""
    red = find_gains(threat_tables, 0, scene.stones[0], scene.free, gains, cells)
    blue = find_gains(threat_tables, 1, scene.stones[1], scene.free, gains, cells)
    if scene.mover == attacker:
        n = list_attacks(threat_tables, tiles, scene, red if scene.mover == 0 else blue, gains, out)
    else:
        n = list_parries(threat_tables, tiles, scene, gains, out)
    for i in range(n):
        out[i, 1] = key_after(threat_tables, tiles, scene.mover, out[i, 0], hashes)
    return n


@inner
def estimate_scene(
    threat_tables: ThreatTables, tiles: bool, scene: Scene, attacker: int, placement: int, gains: Words, cells: Words
) -> int:
    """Estimate what is left to prove after an attack or parry; 0 decides for the mover, less than 0 for the other.

    After an attack: the number of parries, exact if the attacker threatens in two places. After a parry: how many
    cells could threaten again.
    """
    after = scene_after(threat_tables, tiles, scene, placement, gains)
    mover, other = scene.mover, after.mover
    if mover != attacker:
        if tiles and (after.kinds[attacker] == 0 or after.kinds[mover] == 0):
            # Phase 2 begins and the attacker cannot win with its first move, or does not have it.
            return 0
        reach = find_gains(threat_tables, 0, after.stones[attacker], after.free, gains[:0], cells)
        return _size(without(common(reach, after.free), after.threats[attacker]))
    if tiles and after.kinds[mover] == 0:
        find_gains(threat_tables, 2, after.stones[0], after.free, gains, cells)
        find_gains(threat_tables, 3, after.stones[1], after.free, gains, cells)
        return list_parries(threat_tables, tiles, after, gains[2 * threat_tables.lengths.size :], gains[:0])
    threats = after.threats
    wins = winning_cells(threat_tables, tiles, mover, after.kinds[mover], threats[mover], threats[other], after.free)
    place = first_cell(wins)
    if is_empty(common(wins, free_after(tiles, after.free, place, place))):
        if tiles:
            return 3
        n = 1
        for k in range(4):
            neighbour = partner(threat_tables, tiles, place, k)
            n += neighbour >= 0 and contains(after.free, neighbour)
        return n
    count = threat_tables.lengths.size
    find_gains(threat_tables, 2, after.stones[0], after.free, gains, cells)
    find_gains(threat_tables, 3, after.stones[1], after.free, gains, cells)
    return list_parries(threat_tables, tiles, after, gains[2 * count :], gains[:0])


@inner
def _as_if_moving(scene: Scene, seat: int) -> Scene:
    return Scene(seat, scene.stones, scene.threats, scene.free, scene.kinds, scene.lasts, scene.fields)


@inner
def evaluate_scene(threat_tables: ThreatTables, tiles: bool, scene: Scene, gains: Words, cells: Words) -> int:
    """Judge who will win by how many attacks each player has: how far the mover is ahead, in thousandths of a logit."""
    red = find_gains(threat_tables, 0, scene.stones[0], scene.free, gains, cells)
    blue = find_gains(threat_tables, 1, scene.stones[1], scene.free, gains, cells)
    reds = list_attacks(threat_tables, tiles, _as_if_moving(scene, 0), red, gains, gains[:0])
    blues = list_attacks(threat_tables, tiles, _as_if_moving(scene, 1), blue, gains, gains[:0])
    mine, theirs = (reds, blues) if scene.mover == 0 else (blues, reds)
    return _ATTACK * mine - _THEIR_ATTACK * theirs


@inner
def list_safe(
    threat_tables: ThreatTables, tiles: bool, scene: Scene, hashes: Words, out: Words, gains: Words, cells: Words
) -> int:
    """Write the mover's placements that neither give the game away nor let the opponent win at once.

    Gives how many, or -1 if there is no legal placement at all.
    """
    count, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    find_gains(threat_tables, 0, scene.stones[0], scene.free, gains, cells)
    find_gains(threat_tables, 1, scene.stones[1], scene.free, gains, cells)
    phase_2_follows = tiles and has_one_left(scene, mover) and scene.kinds[other] == 0
    n, legal = 0, False
    left = scene.free
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        own = union(scene.threats[mover], _gained(gains, mover * count + x))
        for k in range(partners(tiles)):
            y = partner(threat_tables, tiles, x, k)
            if y < 0 or not contains(scene.free, y) or not (scene.kinds[mover] >> kind_of(tiles, mover, k)) & 1:
                continue
            gives = contains(scene.threats[other], y)
            legal |= not (gives and contains(scene.threats[mover], x))
            if gives:
                continue
            if phase_2_follows:
                loses = wins_next(
                    threat_tables, tiles, scene_after(threat_tables, tiles, scene, 4 * x + k, gains), other
                )
            else:
                theirs = union(scene.threats[other], _gained(gains, other * count + y))
                free = free_after(tiles, scene.free, x, y)
                loses = not is_empty(winning_cells(threat_tables, tiles, other, scene.kinds[other], theirs, own, free))
            if not loses:
                out[n, 0] = 4 * x + k
                out[n, 1] = key_after(threat_tables, tiles, mover, 4 * x + k, hashes)
                n += 1
    return n if legal else -1
