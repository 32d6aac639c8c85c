"""Threat search: does a player win by threats alone, each parry of the other being answered by another threat?

Depth-first search with proof numbers (df-pn; Nagai 2002). The attacker makes only moves that threaten to win next, the
defender every move that parries. New positions begin with an estimate instead of 1 and 1, which is worth a factor of 4.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from veier.kernels.arrays import copy_words
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import (
    ESTIMATE_FUNCTION,
    EXPAND_FUNCTION,
    PUSH_FUNCTION,
    TABLES,
    THREAT_TABLES,
    TO_MOVE_FUNCTION,
)
from veier.kernels.state import MOVER, Tables, ThreatTables
from veier.search.pn.memory import HORIZON, STOP, THREAT_LIMIT, THREAT_NODES, THREAT_STOP, WORKSPACE, Workspace
from veier.search.pn.numbers import (
    INFINITE,
    REFUTED,
    UNKNOWN,
    add_up,
    disproof_of,
    pack,
    plies_of,
    proof_of,
    proved_in,
    recall,
    remember,
)


@inner
def salt(attacker: int, horizon: int) -> int:
    """Give what tells the keys of different questions about the same position apart."""
    return attacker | horizon << 1


@kernel(
    int64(
        *(EXPAND_FUNCTION, ESTIMATE_FUNCTION, TO_MOVE_FUNCTION, PUSH_FUNCTION, TABLES, THREAT_TABLES, WORKSPACE),
        *(int64, int64, int64, int64, int64),
    )
)
def search_threats(
    expand: Any,
    estimate: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    ply: int,
    attacker: int,
    key: int,
    proof_limit: int,
    disproof_limit: int,
) -> int:
    """Search states[ply] until a number of "the attacker wins by threats" reaches its limit; give the numbers.

    `key` is the position's, with `salt` flipped in. With a horizon, the win must be complete that many plies from the
    root.
    """
    control, state, children = space.control, space.states[ply], space.lists[ply]
    control[THREAT_NODES] += 1
    if control[THREAT_NODES] > control[THREAT_LIMIT]:
        control[THREAT_STOP] = 1
    begun = control[THREAT_NODES]
    attacks = state[MOVER] == attacker
    horizon = control[HORIZON]
    # Whoever attacks threatens with this ply, sees the threat unmet by the next and completes with the third.
    if attacks and 0 < horizon < ply + 3:
        return REFUTED
    flip = salt(attacker, horizon)
    # 1. What is known or estimated of each child; one may decide, others are out of the question.
    n = 0
    # A win takes so many plies after the parry that puts it off longest; without a parry the next ply completes.
    longest = 1
    numbers = REFUTED
    decided = False
    count = expand(threat_tables, state, space.hashes[ply], attacker, children, space.gains, space.cells)
    for i in range(count):
        numbers = recall(space.threats, children[i, 1] ^ flip)
        if numbers == UNKNOWN:
            left = estimate(threat_tables, state, attacker, children[i, 0], space.gains, space.cells)
            hopeful = pack(left, 1) if attacks else pack(1, 1 + left // 4)
            numbers = hopeful if left > 0 else proved_in(2) if attacks and left == 0 else REFUTED
        proof, disproof = proof_of(numbers), disproof_of(numbers)
        if (proof if attacks else disproof) == 0:
            decided = True
            break
        if proof == 0:
            longest = max(longest, plies_of(numbers))
        elif disproof:
            children[n, 0], children[n, 1] = children[i, 0], children[i, 1]
            children[n, 2], children[n, 3] = proof, disproof
            n += 1
    if decided or n == 0:
        if attacks:
            numbers = proved_in(1 + plies_of(numbers)) if decided else REFUTED
        else:
            # Where phase 2 is not reached, though the attacker needs it, nobody wins by this.
            numbers = REFUTED if decided or count < 0 else proved_in(1 + longest)
        remember(space.threats, key, numbers, 0)
        return numbers
    # 2. Follow the most promising child until a limit is reached.
    mine_limit, others_limit = (proof_limit, disproof_limit) if attacks else (disproof_limit, proof_limit)
    found = numbers
    while True:
        best, least, second, total = add_up(children, n, attacks)
        if best < 0 or least == 0:
            if attacks:
                numbers = proved_in(1 + plies_of(found)) if best >= 0 else REFUTED
            else:
                numbers = REFUTED if best >= 0 else proved_in(1 + longest)
            break
        if total >= others_limit or least >= mine_limit or control[THREAT_STOP] or control[STOP]:
            numbers = pack(least, total) if attacks else pack(total, least)
            break
        next_mine = min(mine_limit, second + 1 + second // 4)
        next_others = min(INFINITE, others_limit - (total - children[best, 3 if attacks else 2]))
        copy_words(state, space.states[ply + 1])
        move = to_move(threat_tables, state, children[best, 0], space.hashes[ply], space.hashes[ply + 1])
        push(tables, space.states[ply + 1], move)
        found = search_threats(
            expand,
            estimate,
            to_move,
            push,
            tables,
            threat_tables,
            space,
            ply + 1,
            attacker,
            children[best, 1] ^ flip,
            next_mine if attacks else next_others,
            next_others if attacks else next_mine,
        )
        children[best, 2], children[best, 3] = proof_of(found), disproof_of(found)
        if proof_of(found) == 0:
            longest = max(longest, plies_of(found))
    remember(space.threats, key, numbers, control[THREAT_NODES] - begun)
    return numbers
