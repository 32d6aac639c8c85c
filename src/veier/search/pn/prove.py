"""Proofs: does a player win by force? The outer of two levels of df-pn, over all moves that do not lose at once.

Each new position is first tried with a threat search of its mover, with a small limit; it decides most of them. Without
that, 9x9 boards stay unsolved after half a million nodes. What it does not decide begins with numbers from the game's
outlook, and the most promising moves come first. With numbers that are the same for all, solving takes twice as many
nodes of threat search for 4EYES+, and from six to sixteen times as many for 4EYES with its boards and mixes of tiles.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from veier.kernels.arrays import copy_words
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import (
    ESTIMATE_FUNCTION,
    EVALUATE_ATTACKS_FUNCTION,
    EXPAND_FUNCTION,
    PUSH_FUNCTION,
    SAFE_FUNCTION,
    TABLES,
    THREAT_TABLES,
    TO_MOVE_FUNCTION,
    WORDS_2D,
)
from veier.kernels.state import MOVER, Tables, ThreatTables, Words
from veier.search.pn.memory import (
    HORIZON,
    NODE_LIMIT,
    NODES,
    PROOFS,
    STOP,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    TOTAL_LIMIT,
    WORKSPACE,
    Workspace,
)
from veier.search.pn.numbers import (
    INFINITE,
    NUMBERS,
    REFUTED,
    UNKNOWN,
    add_up,
    disproof_of,
    find_place,
    is_decided,
    pack,
    plies_of,
    proof_of,
    proved_in,
    recall,
)
from veier.search.pn.threats import salt, search_threats

# A position whose moves were looked at is marked in the table.
_OPENED = 1 << 48
# A number grows by one for so many thousandths of a logit that its player is behind, or ahead by less than the margin.
# 120 openings of 4EYES and its beginners' board were solved soonest with steps of 8 to 32 and margins of 2000 to 4000;
# with steps of 250 that took about three times as long. Who moves counts as ahead by the tempo: without it, half as
# many nodes again were looked at, or more.
_STEP, _MARGIN, _TEMPO = 16, 3000, 2000


@inner
def _known_first(children: Words, n: int, proofs: Words) -> int:
    """Bring the children that were looked at before to the front; give how many they are."""
    known = 0
    for i in range(n):
        placement, key = children[i, 0], children[i, 1]
        if proofs[find_place(proofs, key), 1] & NUMBERS:
            children[i, 0], children[i, 1] = children[known, 0], children[known, 1]
            children[known, 0], children[known, 1] = placement, key
            known += 1
    return known


@inner
def _order(
    evaluate_attacks: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    ply: int,
    first: int,
    n: int,
) -> None:
    """Sort the children of rows[ply] from the first on by their outlook, best for the mover first, and write it."""
    state, after, children = space.states[ply], space.states[ply + 1], space.lists[ply]
    for i in range(first, n):
        placement, key = children[i, 0], children[i, 1]
        copy_words(state, after)
        push(tables, after, to_move(threat_tables, state, placement, space.hashes[ply], space.hashes[ply + 1]))
        worth = evaluate_attacks(threat_tables, after, space.gains, space.cells)
        j = i
        while j > first and children[j - 1, 2] > worth:
            children[j, 0], children[j, 1], children[j, 2] = children[j - 1, 0], children[j - 1, 1], children[j - 1, 2]
            j -= 1
        children[j, 0], children[j, 1], children[j, 2] = placement, key, worth


@inner
def _first_numbers(ahead: int) -> int:
    """Give the numbers of a new position in which the attacker is ahead by so many thousandths of a logit."""
    return pack(1 + max(_MARGIN - ahead, 0) // _STEP, 1 + max(_MARGIN + ahead, 0) // _STEP)


@inner
def _is_listed(children: Words, n: int, key: int) -> bool:
    found = False
    for i in range(n):
        found |= children[i, 1] == key
    return found


@inner
def _known(proofs: Words, place: int) -> int:
    """Give the numbers at a place of the table, or those of a position that nobody has looked at."""
    numbers = proofs[place, 1] & NUMBERS
    return numbers if numbers else pack(1, 1)


@inner
def _look_for_threats(
    expand: Any,
    estimate: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    ply: int,
    key: int,
    limit: int,
) -> int:
    """Give the numbers of "the mover of rows[ply] wins by threats" after a search of so many nodes."""
    mover = space.states[ply, MOVER]
    salted = key ^ salt(mover, space.control[HORIZON])
    numbers = recall(space.threats, salted)
    if numbers == UNKNOWN or not is_decided(numbers):
        space.control[THREAT_LIMIT] = min(space.control[THREAT_NODES] + limit, space.control[TOTAL_LIMIT])
        space.control[THREAT_STOP] = 0
        numbers = search_threats(
            expand, estimate, to_move, push, tables, threat_tables, space, ply, mover, salted, INFINITE, INFINITE
        )
    return numbers


@kernel(int64(WORDS_2D, WORDS_2D))
def add_proofs(proofs: Words, found: Words) -> int:
    """Put what another search has found into a table, while half of it is free; give how many positions were new."""
    new = 0
    for i in range(min(found.shape[0], proofs.shape[0] // 2)):
        place = find_place(proofs, found[i, 0])
        new += proofs[place, 1] == 0
        if proofs[place, 1] == 0 or is_decided(found[i, 1]):
            proofs[place, 0], proofs[place, 1] = found[i, 0], found[i, 1]
    return new


@kernel(
    int64(
        *(
            EXPAND_FUNCTION,
            ESTIMATE_FUNCTION,
            SAFE_FUNCTION,
            EVALUATE_ATTACKS_FUNCTION,
            TO_MOVE_FUNCTION,
            PUSH_FUNCTION,
        ),
        *(TABLES, THREAT_TABLES, WORKSPACE, int64, int64, int64, int64, int64, int64, int64),
    )
)
def prove(
    expand: Any,
    estimate: Any,
    safe: Any,
    evaluate_attacks: Any,
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
    first_look: int,
    later_look: int,
) -> int:
    """Search states[ply] until a number of "the attacker wins" reaches its limit; give the numbers.

    `first_look` limits the threat search of new children, `later_look` that of a position whose moves are looked at.
    With a horizon, the win must be complete that many plies from the root; as every ply adds a piece, a position always
    stands at the same ply.
    """
    control, proofs, state, children = space.control, space.proofs, space.states[ply], space.lists[ply]
    control[NODES] += 1
    full = 2 * control[PROOFS] > proofs.shape[0]
    if full or control[NODES] > control[NODE_LIMIT] or control[THREAT_NODES] >= control[TOTAL_LIMIT]:
        control[STOP] = 1
    mover = state[MOVER]
    attacks = mover == attacker
    # Whoever attacks and cannot win at once threatens with this ply at best, and completes with the third.
    if attacks and 0 < control[HORIZON] < ply + 3:
        return REFUTED
    me = find_place(proofs, key)
    if control[STOP]:
        return _known(proofs, me)
    if not proofs[me, 1] & _OPENED:
        control[PROOFS] += proofs[me, 1] == 0
        proofs[me, 0] = key
        proofs[me, 1] |= _OPENED
        numbers = _look_for_threats(expand, estimate, to_move, push, tables, threat_tables, space, ply, key, later_look)
        if proof_of(numbers) == 0:
            numbers = numbers if attacks else REFUTED
            proofs[me, 1] = numbers | _OPENED
            return numbers
    # 1. What is known of each child; new ones are tried with a threat search.
    count = safe(threat_tables, state, space.hashes[ply], children, space.gains, space.cells)
    known = _known_first(children, count, proofs)
    n, total, least = 0, 0, INFINITE
    # A win takes so many plies after the defence that puts it off longest; moves that are not safe lose in two.
    longest = 1
    numbers = REFUTED
    decided = cut = False
    for i in range(count):
        if i == known:
            _order(evaluate_attacks, to_move, push, tables, threat_tables, space, ply, known, count)
        placement, child, worth = children[i, 0], children[i, 1], children[i, 2]
        if control[STOP]:
            return _known(proofs, me)
        if _is_listed(children, n, child):
            continue
        place = find_place(proofs, child)
        numbers = proofs[place, 1] & NUMBERS
        if numbers == 0:
            copy_words(state, space.states[ply + 1])
            move = to_move(threat_tables, state, placement, space.hashes[ply], space.hashes[ply + 1])
            push(tables, space.states[ply + 1], move)
            found = _look_for_threats(
                expand, estimate, to_move, push, tables, threat_tables, space, ply + 1, child, first_look
            )
            if proof_of(found) == 0:
                numbers = REFUTED if attacks else found
            else:
                worth += _TEMPO
                numbers = _first_numbers(-worth if attacks else worth)
            proofs[place, 0], proofs[place, 1] = child, numbers
            control[PROOFS] += 1
        proof, disproof = proof_of(numbers), disproof_of(numbers)
        mine, others = (proof, disproof) if attacks else (disproof, proof)
        if mine == 0:
            decided = True
            break
        if proof == 0:
            longest = max(longest, plies_of(numbers))
        if others == 0:
            continue
        children[n, 0], children[n, 1], children[n, 2], children[n, 3] = placement, child, proof, disproof
        n += 1
        total, least = total + others, min(least, mine)
        # The limit is reached whatever the others are worth: they need not be looked at yet.
        if total >= (disproof_limit if attacks else proof_limit):
            cut = True
            break
    if decided or n == 0:
        if attacks:
            numbers = proved_in(1 + plies_of(numbers)) if decided else REFUTED
        else:
            # Where no move is legal at all, nobody wins by this.
            numbers = REFUTED if decided or count < 0 else proved_in(1 + longest)
        proofs[me, 1] = numbers | _OPENED
        return numbers
    # 2. Follow the most promising child until a limit is reached.
    mine_limit, others_limit = (proof_limit, disproof_limit) if attacks else (disproof_limit, proof_limit)
    total = min(total, INFINITE - 1)
    found = numbers = pack(least, total) if attacks else pack(total, least)
    while not cut:
        best, least, second, total = add_up(children, n, attacks)
        if best < 0 or least == 0:
            if attacks:
                numbers = proved_in(1 + plies_of(found)) if best >= 0 else REFUTED
            else:
                numbers = REFUTED if best >= 0 else proved_in(1 + longest)
            break
        numbers = pack(least, total) if attacks else pack(total, least)
        if total >= others_limit or least >= mine_limit or control[STOP]:
            break
        next_mine = min(mine_limit, second + 1 + second // 4)
        next_others = min(INFINITE, others_limit - (total - children[best, 3 if attacks else 2]))
        copy_words(state, space.states[ply + 1])
        move = to_move(threat_tables, state, children[best, 0], space.hashes[ply], space.hashes[ply + 1])
        push(tables, space.states[ply + 1], move)
        found = prove(
            expand,
            estimate,
            safe,
            evaluate_attacks,
            to_move,
            push,
            tables,
            threat_tables,
            space,
            ply + 1,
            attacker,
            children[best, 1],
            next_mine if attacks else next_others,
            next_others if attacks else next_mine,
            first_look,
            later_look,
        )
        children[best, 2], children[best, 3] = proof_of(found), disproof_of(found)
        if proof_of(found) == 0:
            longest = max(longest, plies_of(found))
    proofs[me, 1] = numbers | _OPENED
    return numbers
