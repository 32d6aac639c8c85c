"""The work behind a family's threat kernels: expand, estimate, evaluate, list safe placements.

Placements are written to `out`, each as number and key.
"""

from __future__ import annotations

from veier.games.squares.attacks import list_attacks, list_parries, size_of
from veier.games.squares.gains import find_gains, gained, scene_after, wins_next
from veier.games.squares.placements import (
    Scene,
    common,
    contains,
    first_cell,
    free_after,
    has_one_left,
    is_empty,
    is_legal,
    key_after,
    kind_of,
    partner,
    partners,
    rest_of,
    union,
    winning_cells,
    without,
)
from veier.kernels.decorators import inner
from veier.kernels.state import ThreatScratch, ThreatTables, Words

# What it is worth to the mover to have an attack, and that the other player has one, in thousandths of a logit. From
# logistic regressions on 6,000 solved positions of 4EYES, its beginners' board, and 4EYES+ on 7x7 and 9x9:
# 360, 280, 420 and 410 for an attack, 100, 200, 170 and 160 for the other player's. These two counts tell won positions
# from lost ones far better than live squares do: the areas under the curve are .98, .93, .94 and .97, with live squares
# .84, .77, .87 and .87.
_ATTACK, _THEIR_ATTACK = 400, 170


@inner
def expand_scene(
    threat_tables: ThreatTables, scene: Scene, hashes: Words, attacker: int, out: Words, scratch: ThreatScratch
) -> int:
    """Write the mover's attacks, if it is the attacker, or its parries; return their number, or -1: `list_parries`."""
    gains = scratch.gains
    red = find_gains(threat_tables, 0, scene.stones[0], scene.free, scratch)
    blue = find_gains(threat_tables, 1, scene.stones[1], scene.free, scratch)
    if scene.mover == attacker:
        n = list_attacks(threat_tables, scene, red if scene.mover == 0 else blue, gains, out)
    else:
        n = list_parries(threat_tables, scene, gains, out)
    for i in range(n):
        out[i, 1] = key_after(threat_tables, scene, out[i, 0], hashes)
    return n


@inner
def estimate_scene(
    threat_tables: ThreatTables, scene: Scene, attacker: int, placement: int, scratch: ThreatScratch
) -> int:
    """Estimate what is left to prove after an attack or parry; 0 decides for the mover, less than 0 for the other.

    After an attack: the number of parries, exact if the attacker threatens in two places. After a parry: the
    number of cells that could threaten again.
    """
    tiles, gains = scene.tiles, scratch.gains
    after = scene_after(threat_tables, scene, placement, gains)
    mover, other = scene.mover, after.mover
    if mover != attacker:
        if tiles and (after.kinds[attacker] == 0 or after.kinds[mover] == 0):
            # Phase 2 begins and the attacker cannot win with its first move, or does not have it.
            return 0
        no_gains = ThreatScratch(gains[:0], scratch.cells)
        reach = find_gains(threat_tables, 0, after.stones[attacker], after.free, no_gains)
        return size_of(without(common(reach, after.free), after.threats[attacker]))
    if not (tiles and after.kinds[mover] == 0):
        threats = after.threats[mover], after.threats[other]
        wins = winning_cells(threat_tables, tiles, mover, after.kinds[mover], threats, after.free)
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
    find_gains(threat_tables, 2, after.stones[0], after.free, scratch)
    find_gains(threat_tables, 3, after.stones[1], after.free, scratch)
    return list_parries(threat_tables, after, gains[2 * count :], gains[:0])


@inner
def _with_mover(scene: Scene, seat: int) -> Scene:
    """Return the scene with a seat to move."""
    return Scene(
        scene.tiles,
        scene.owners,
        scene.gifts,
        seat,
        scene.stones,
        scene.threats,
        scene.free,
        scene.kinds,
        scene.lasts,
        scene.fields,
    )


@inner
def evaluate_scene(threat_tables: ThreatTables, scene: Scene, scratch: ThreatScratch) -> int:
    """Return the mover's advantage by the number of attacks of both players, in thousandths of a logit."""
    gains = scratch.gains
    red = find_gains(threat_tables, 0, scene.stones[0], scene.free, scratch)
    blue = find_gains(threat_tables, 1, scene.stones[1], scene.free, scratch)
    reds = list_attacks(threat_tables, _with_mover(scene, 0), red, gains, gains[:0])
    blues = list_attacks(threat_tables, _with_mover(scene, 1), blue, gains, gains[:0])
    mine, theirs = (reds, blues) if scene.mover == 0 else (blues, reds)
    return _ATTACK * mine - _THEIR_ATTACK * theirs


@inner
def list_safe(threat_tables: ThreatTables, scene: Scene, hashes: Words, out: Words, scratch: ThreatScratch) -> int:
    """Write the mover's placements that neither give the game away nor let the opponent win at once.

    Return the number, or -1 if there is no legal placement at all.
    """
    tiles, gains = scene.tiles, scratch.gains
    count, mover, other = threat_tables.lengths.size, scene.mover, 1 - scene.mover
    find_gains(threat_tables, 0, scene.stones[0], scene.free, scratch)
    find_gains(threat_tables, 1, scene.stones[1], scene.free, scratch)
    phase_2_follows = tiles and has_one_left(scene, mover) and scene.kinds[other] == 0
    n, legal = 0, False
    left = scene.free
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        own = union(scene.threats[mover], gained(gains, mover * count + x))
        for k in range(partners(tiles)):
            y = partner(threat_tables, tiles, x, k)
            if y < 0 or not contains(scene.free, y) or not (scene.kinds[mover] >> kind_of(tiles, mover, k)) & 1:
                continue
            gives = contains(scene.threats[other], y)
            legal |= is_legal(scene, x, gives)
            if gives:
                continue
            if phase_2_follows:
                loses = wins_next(threat_tables, scene_after(threat_tables, scene, 4 * x + k, gains), other)
            else:
                theirs = union(scene.threats[other], gained(gains, other * count + y))
                free = free_after(tiles, scene.free, x, y)
                loses = not is_empty(
                    winning_cells(threat_tables, tiles, other, scene.kinds[other], (theirs, own), free)
                )
            if not loses:
                out[n, 0] = 4 * x + k
                out[n, 1] = key_after(threat_tables, scene, 4 * x + k, hashes)
                n += 1
    return n if legal else -1
