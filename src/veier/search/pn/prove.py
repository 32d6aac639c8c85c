"""Proof search: does a player win by force? The outer of two levels of df-pn, over all moves that do not lose at once.

Each new position is first probed with a threat search of its mover, with a small limit; it decides most of them.
Without that, 9x9 boards stay unsolved after half a million nodes. What it does not decide begins with numbers from
the count of attacks that each player has (`evaluate_attacks`), and the most promising moves come first. With numbers
that are the same for all, solving takes twice as many nodes of threat search for 4EYES+, and from six to sixteen times
as many for 4EYES with its boards and mixes of tiles.
"""

from __future__ import annotations

from veier.kernels.arrays import place_of_least
from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import THREAT_BUNDLE, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, signature
from veier.search.pn.memory import (
    HORIZON,
    NODE_LIMIT,
    NODES,
    PROOF_MEMORY,
    PROOFS,
    STOP,
    THREAT_NODES,
    TOTAL_LIMIT,
    ProofMemory,
    list_safe,
    make_pass,
    make_placement,
    wins_after_pass,
)
from veier.search.pn.numbers import (
    INFINITE,
    NUMBERS,
    REFUTED,
    disproof_of,
    is_decided,
    pack,
    plies_of,
    proof_of,
    proved_in,
)
from veier.search.pn.selection import decided_numbers, select_child, update_child
from veier.search.pn.table import UNKNOWN, find_place, recall
from veier.search.pn.threats import salt, search_threats_within

# Marks a position of the table whose moves were expanded.
_EXPANDED = 1 << 48
# A number grows by one per _STEP thousandths of a logit that its player is behind, or ahead by less than the margin.
# 120 openings of 4EYES and its beginners' board were solved soonest with steps of 8 to 32 and margins of 2000 to 4000;
# with steps of 250 that took about three times as long. The mover counts as ahead by the tempo: without it, half as
# many nodes again were searched, or more.
_STEP, _MARGIN, _TEMPO = 16, 3000, 2000


@inner
def _known_first(children: Words, n: int, proofs: Words) -> int:
    """Bring the children that were searched before to the front; return their number."""
    known = 0
    for i in range(n):
        placement, key = children[i, 0], children[i, 1]
        if proofs[find_place(proofs, key), 1] & NUMBERS:
            children[i, 0], children[i, 1] = children[known, 0], children[known, 1]
            children[known, 0], children[known, 1] = placement, key
            known += 1
    return known


@inner
def _sort_by_attacks(game: ThreatBundle, memory: ProofMemory, ply: int, first: int, n: int) -> None:
    """Sort children of states[ply] from `first` on by evaluation, best for the mover first, and write it beside them.

    The evaluation is that of the player who moves next, so the lowest comes first.
    """
    children = memory.lists[ply]
    for i in range(first, n):
        placement, key = children[i, 0], children[i, 1]
        make_placement(game, memory, ply, placement)
        worth = game.evaluate_attacks(game.threat_tables, memory.states[ply + 1], memory.scratch)
        j = i
        while j > first and children[j - 1, 2] > worth:
            children[j, 0], children[j, 1], children[j, 2] = children[j - 1, 0], children[j - 1, 1], children[j - 1, 2]
            j -= 1
        children[j, 0], children[j, 1], children[j, 2] = placement, key, worth


@inner
def _first_numbers(ahead: int) -> int:
    """Return the numbers of a new position in which the attacker is ahead by `ahead` thousandths of a logit."""
    return pack(1 + max(_MARGIN - ahead, 0) // _STEP, 1 + max(_MARGIN + ahead, 0) // _STEP)


@inner
def _is_listed(children: Words, n: int, key: int) -> bool:
    found = False
    for i in range(n):
        found |= children[i, 1] == key
    return found


@inner
def _known_numbers(proofs: Words, place: int) -> int:
    """Return the numbers at a place of the table, or those of a position that was never searched."""
    numbers = proofs[place, 1] & NUMBERS
    return numbers if numbers else pack(1, 1)


@inner
def _probe(game: ThreatBundle, memory: ProofMemory, ply: int, key: int, nodes: int) -> int:
    """Return the numbers of "the mover of states[ply] wins by threats" after a search of at most `nodes` nodes."""
    mover = memory.states[ply, MOVER]
    numbers = recall(memory.threats, key ^ salt(mover, memory.control[HORIZON]))
    if numbers == UNKNOWN or not is_decided(numbers):
        numbers = search_threats_within(game, memory, ply, mover, key, nodes)
    return numbers


@inner
def _must_stop(memory: ProofMemory) -> bool:
    """Return whether a limit of the outer search is reached, or its table is half full."""
    control = memory.control
    full = 2 * control[PROOFS] > memory.proofs.shape[0]
    return full or control[NODES] > control[NODE_LIMIT] or control[THREAT_NODES] >= control[TOTAL_LIMIT]


@kernel(signature(WORDS_2D, WORDS_2D))
def add_proofs(proofs: Words, found: Words) -> int:
    """Add the entries of another search to a table, while half of it is free; return the number of new positions."""
    new = 0
    for i in range(min(found.shape[0], proofs.shape[0] // 2)):
        place = find_place(proofs, found[i, 0])
        new += proofs[place, 1] == 0
        if proofs[place, 1] == 0 or is_decided(found[i, 1]):
            proofs[place, 0], proofs[place, 1] = found[i, 0], found[i, 1]
    return new


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, INT, INT, INT))
def prove(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int, key: int, limits: int) -> int:
    """Search states[ply] until a number of "the attacker wins" reaches its limit; return the numbers.

    With a horizon, the win must be complete that many plies from the root. A position always stands at the same ply:
    every ply adds a piece, but for the passes of a player who has no placement left and will not have one again.
    """
    # 1. Count the node; stop at a limit, refute what the horizon excludes.
    control, proofs, children = memory.control, memory.proofs, memory.lists[ply]
    control[NODES] += 1
    if _must_stop(memory):
        control[STOP] = 1
    attacks = memory.states[ply, MOVER] == attacker
    # An attacker who cannot win at once threatens with this ply at best, and completes with the third.
    if attacks and 0 < control[HORIZON] < ply + 3:
        return REFUTED
    me = find_place(proofs, key)
    if control[STOP]:
        return _known_numbers(proofs, me)
    # 2. A position that is expanded for the first time: does its mover win by threats?
    if not proofs[me, 1] & _EXPANDED:
        control[PROOFS] += proofs[me, 1] == 0
        proofs[me, 0] = key
        proofs[me, 1] |= _EXPANDED
        numbers = _probe(game, memory, ply, key, game.expansion_nodes)
        if proof_of(numbers) == 0:
            numbers = numbers if attacks else REFUTED
            proofs[me, 1] = numbers | _EXPANDED
            return numbers
    # 3. List the children with what is known of them; probe new ones with a threat search.
    count = list_safe(game, memory, ply)
    if count < 0:
        # The mover must pass; if the other player has passed before, that ends the game.
        if wins_after_pass(game, memory, ply):
            numbers = REFUTED if attacks else proved_in(2)
        elif make_pass(game, memory, ply):
            numbers = REFUTED
        else:
            hashes = memory.hashes[ply + 1]
            numbers = prove(game, memory, ply + 1, attacker, hashes[place_of_least(hashes)], limits)
            numbers = proved_in(1 + plies_of(numbers)) if proof_of(numbers) == 0 else numbers
        proofs[me, 1] = numbers | _EXPANDED
        return numbers
    known = _known_first(children, count, proofs)
    n, total, least = 0, 0, INFINITE
    # The plies of the win after the defence that puts it off longest; moves that are not safe lose in two.
    longest = 1
    numbers = REFUTED
    decides = cut = False
    for i in range(count):
        if i == known:
            _sort_by_attacks(game, memory, ply, known, count)
        placement, child, worth = children[i, 0], children[i, 1], children[i, 2]
        if control[STOP]:
            return _known_numbers(proofs, me)
        if _is_listed(children, n, child):
            continue
        place = find_place(proofs, child)
        numbers = proofs[place, 1] & NUMBERS
        if numbers == 0:
            make_placement(game, memory, ply, placement)
            found = _probe(game, memory, ply + 1, child, game.probe_nodes)
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
            decides = True
            break
        if proof == 0:
            longest = max(longest, plies_of(numbers))
        if others == 0:
            continue
        children[n, 0], children[n, 1], children[n, 2], children[n, 3] = placement, child, proof, disproof
        n += 1
        total, least = total + others, min(least, mine)
        # The limit is reached whatever the numbers of the other children: they need not be probed yet.
        if total >= (disproof_of(limits) if attacks else proof_of(limits)):
            cut = True
            break
    if decides or n == 0:
        numbers = decided_numbers(attacks, decides, numbers, longest)
        proofs[me, 1] = numbers | _EXPANDED
        return numbers
    # 4. Search the most promising child until a limit is reached.
    total = min(total, INFINITE - 1)
    found = numbers = pack(least, total) if attacks else pack(total, least)
    while not cut:
        best, next_limits, numbers = select_child(children, n, attacks, limits, found, longest)
        if best < 0 or control[STOP]:
            break
        make_placement(game, memory, ply, children[best, 0])
        found = prove(game, memory, ply + 1, attacker, children[best, 1], next_limits)
        longest = update_child(children, best, found, longest)
    proofs[me, 1] = numbers | _EXPANDED
    return numbers
