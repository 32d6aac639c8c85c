"""Wins by threats at the root of a search: the mover's own, those that its moves allow, and how they go.

Kernels over `search_threats` for `duel`. With a horizon the quickest of these wins is found, by asking for longer and
longer ones.
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
    SAFE_FUNCTION,
    TABLES,
    THREAT_TABLES,
    TO_MOVE_FUNCTION,
    WORDS,
    WORDS_2D,
)
from veier.kernels.state import MOVER, Tables, ThreatTables, Words
from veier.search.pn.memory import (
    HORIZON,
    STOP,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    TOTAL_LIMIT,
    WORKSPACE,
    Workspace,
)
from veier.search.pn.numbers import INFINITE, NUMBERS, UNKNOWN, disproof_of, find_place, plies_of, proof_of, recall
from veier.search.pn.threats import salt, search_threats

# Columns of `fates`, one entry per safe placement: its move number, its key, whether the opponent is known
# to win after it, in how many plies, the nodes that went into it, and the proof numbers of a win of either seat.
MOVE, KEY, LOST, PLIES, EFFORT, PROOFS_OF = range(6)
COLUMNS = PROOFS_OF + 2


@inner
def _allow(space: Workspace, horizon: int, limit: int) -> None:
    """Set the limits of the next threat search."""
    control = space.control
    control[HORIZON] = horizon
    control[THREAT_LIMIT] = min(control[THREAT_NODES] + limit, control[TOTAL_LIMIT])
    control[THREAT_STOP] = 0


@kernel(
    int64(
        *(EXPAND_FUNCTION, ESTIMATE_FUNCTION, TO_MOVE_FUNCTION, PUSH_FUNCTION, TABLES, THREAT_TABLES, WORKSPACE),
        *(int64, int64, int64),
    )
)
def attack(
    expand: Any,
    estimate: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    key: int,
    horizon: int,
    limit: int,
) -> int:
    """Search for a win of the mover at the root within a horizon; give the numbers."""
    mover = space.states[0, MOVER]
    _allow(space, horizon, limit)
    flip = salt(mover, horizon)
    return search_threats(
        expand, estimate, to_move, push, tables, threat_tables, space, 0, mover, key ^ flip, INFINITE, INFINITE
    )


@kernel(int64(SAFE_FUNCTION, TO_MOVE_FUNCTION, THREAT_TABLES, WORKSPACE, WORDS_2D))
def list_fates(safe: Any, to_move: Any, threat_tables: ThreatTables, space: Workspace, fates: Words) -> int:
    """Write the root's safe placements as moves; give how many, or -1 if none is legal."""
    state, children = space.states[0], space.lists[0]
    n = safe(threat_tables, state, space.hashes[0], children, space.gains, space.cells)
    for i in range(n):
        fates[i] = 0
        fates[i, MOVE] = to_move(threat_tables, state, children[i, 0], space.hashes[0], space.hashes[1])
        fates[i, KEY] = children[i, 1]
    return n


@kernel(
    int64(
        *(EXPAND_FUNCTION, ESTIMATE_FUNCTION, SAFE_FUNCTION, TO_MOVE_FUNCTION, PUSH_FUNCTION),
        *(TABLES, THREAT_TABLES, WORKSPACE, WORDS_2D, int64, int64),
    )
)
def refute(
    expand: Any,
    estimate: Any,
    safe: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    fates: Words,
    horizon: int,
    limit: int,
) -> int:
    """Search after each safe placement for a win of the opponent; give how many are left that are not lost.

    The limit is that of each search; a horizon counts from the root. What is lost as soon already is left out.
    """
    control, state, after = space.control, space.states[0], space.states[1]
    other = 1 - state[MOVER]
    left = 0
    placements = space.lists[0]
    n = safe(threat_tables, state, space.hashes[0], placements, space.gains, space.cells)
    for i in range(n):
        known = fates[i, LOST] and (horizon == 0 or fates[i, PLIES] <= horizon)
        if known or control[STOP]:
            left += 1 - fates[i, LOST]
            continue
        copy_words(state, after)
        push(tables, after, to_move(threat_tables, state, placements[i, 0], space.hashes[0], space.hashes[1]))
        begun = control[THREAT_NODES]
        _allow(space, horizon, limit)
        key = fates[i, KEY] ^ salt(other, horizon)
        numbers = search_threats(
            expand, estimate, to_move, push, tables, threat_tables, space, 1, other, key, INFINITE, INFINITE
        )
        fates[i, EFFORT] += control[THREAT_NODES] - begun
        if proof_of(numbers) == 0:
            fates[i, LOST], fates[i, PLIES] = 1, 1 + plies_of(numbers)
        left += 1 - fates[i, LOST]
    return left


@inner
def _next_placement(
    expand: Any, estimate: Any, threat_tables: ThreatTables, space: Workspace, ply: int, attacker: int
) -> int:
    """Give the attacker's quickest proved attack, or the parry that puts the win off longest; -1 if there is none."""
    state, children = space.states[ply], space.lists[ply]
    attacks = state[MOVER] == attacker
    flip = salt(attacker, space.control[HORIZON])
    chosen, bound = -1, INFINITE if attacks else 0
    for i in range(expand(threat_tables, state, space.hashes[ply], attacker, children, space.gains, space.cells)):
        numbers = recall(space.threats, children[i, 1] ^ flip)
        plies = 0
        if numbers != UNKNOWN and proof_of(numbers) == 0:
            plies = plies_of(numbers)
        elif numbers == UNKNOWN and attacks:
            unmet = estimate(threat_tables, state, attacker, children[i, 0], space.gains, space.cells) == 0
            plies = 2 if unmet else 0
        if plies == 0:
            continue
        if plies < bound if attacks else plies > bound:
            chosen, bound = children[i, 0], plies
    return chosen


@kernel(
    int64(
        *(EXPAND_FUNCTION, ESTIMATE_FUNCTION, TO_MOVE_FUNCTION, PUSH_FUNCTION, TABLES, THREAT_TABLES, WORKSPACE),
        *(int64, int64, WORDS),
    )
)
def write_line(
    expand: Any,
    estimate: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    ply: int,
    attacker: int,
    out: Words,
) -> int:
    """Write the moves of a proved attack from states[ply] on, as far as they are remembered; give how many.

    It ends where no parry is left; the space's horizon must be that of the search.
    """
    n = 0
    while n < out.size:
        state, hashes = space.states[ply + n], space.hashes[ply + n]
        placement = _next_placement(expand, estimate, threat_tables, space, ply + n, attacker)
        if placement < 0:
            break
        out[n] = to_move(threat_tables, state, placement, hashes, space.hashes[ply + n + 1])
        copy_words(state, space.states[ply + n + 1])
        push(tables, space.states[ply + n + 1], out[n])
        n += 1
    return n


@inner
def _most_proving(safe: Any, threat_tables: ThreatTables, space: Workspace, ply: int, attacker: int) -> int:
    """Give the placement that the outer search would follow from states[ply]; -1 if it has not come there.

    Where all is proved, that is the one that puts the win off longest.
    """
    state, children = space.states[ply], space.lists[ply]
    attacks = state[MOVER] == attacker
    chosen, least = -1, 2 * INFINITE
    for i in range(safe(threat_tables, state, space.hashes[ply], children, space.gains, space.cells)):
        numbers = space.proofs[find_place(space.proofs, children[i, 1]), 1] & NUMBERS
        if numbers == 0:
            continue
        left = proof_of(numbers) if attacks else disproof_of(numbers)
        if proof_of(numbers) == 0:
            left = plies_of(numbers) - INFINITE if attacks else 2 * INFINITE - 1 - plies_of(numbers)
        if left < least:
            chosen, least = children[i, 0], left
    return chosen


@kernel(
    int64(
        *(EXPAND_FUNCTION, ESTIMATE_FUNCTION, SAFE_FUNCTION, TO_MOVE_FUNCTION, PUSH_FUNCTION),
        *(TABLES, THREAT_TABLES, WORKSPACE, int64, int64, WORDS),
    )
)
def write_proof_line(
    expand: Any,
    estimate: Any,
    safe: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    attacker: int,
    first: int,
    out: Words,
) -> int:
    """Write how the game may go on after the root's safe placement of that index, as the searches without a horizon for
    an attacker know; give how many moves.
    """
    space.control[HORIZON] = 0
    safe(threat_tables, space.states[0], space.hashes[0], space.lists[0], space.gains, space.cells)
    placement, n = space.lists[0, first, 0], 0
    while n < out.size and placement >= 0:
        state, after = space.states[n], space.states[n + 1]
        out[n] = to_move(threat_tables, state, placement, space.hashes[n], space.hashes[n + 1])
        copy_words(state, after)
        push(tables, after, out[n])
        n += 1
        placement = _most_proving(safe, threat_tables, space, n, attacker)
        if placement < 0:
            placement = _next_placement(expand, estimate, threat_tables, space, n, attacker)
    return n


@kernel(int64(WORKSPACE, WORDS_2D, int64, int64))
def read_proofs(space: Workspace, fates: Words, n: int, attacker: int) -> int:
    """Write what a search for an attacker knows of the first n safe placements: its numbers, 0 for none, and losses."""
    other = salt(1 - space.states[0, MOVER], space.control[HORIZON])
    for i in range(n):
        place = find_place(space.proofs, fates[i, KEY])
        fates[i, PROOFS_OF + attacker] = space.proofs[place, 1] & NUMBERS
        numbers = recall(space.threats, fates[i, KEY] ^ other)
        if numbers != UNKNOWN and proof_of(numbers) == 0 and not fates[i, LOST]:
            fates[i, LOST], fates[i, PLIES] = 1, 1 + plies_of(numbers)
    return n
