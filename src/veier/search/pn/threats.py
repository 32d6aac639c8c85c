"""Threat search: does a player win by threats alone, answering each parry with another threat?

The inner of two levels of df-pn. The attacker makes only moves that threaten to win next, the defender every move that
parries. New positions begin with an estimate instead of 1 and 1, which saves a factor of 4.
"""

from __future__ import annotations

from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import THREAT_BUNDLE
from veier.kernels.state import MOVER
from veier.kernels.types import INT, signature
from veier.search.pn.memory import (
    HORIZON,
    PROOF_MEMORY,
    STOP,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    TOTAL_LIMIT,
    ProofMemory,
    estimate_child,
    list_attacks_or_parries,
    make_placement,
)
from veier.search.pn.numbers import NO_LIMITS, REFUTED, disproof_of, pack, plies_of, proof_of, proved_in
from veier.search.pn.selection import decided_numbers, select_child, update_child
from veier.search.pn.table import UNKNOWN, recall, remember


@inner
def salt(attacker: int, horizon: int) -> int:
    """Return what distinguishes the keys of different questions about the same position."""
    return attacker | horizon << 1


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, INT, INT, INT))
def search_threats(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int, key: int, limits: int) -> int:
    """Search states[ply] until a number of "the attacker wins by threats" reaches its limit; return the numbers.

    `key` is the position's, with `salt` flipped in. With a horizon, the win must be complete that many plies from the
    root.
    """
    # 1. Count the node; refute what the horizon excludes.
    control, children = memory.control, memory.lists[ply]
    control[THREAT_NODES] += 1
    if control[THREAT_NODES] > control[THREAT_LIMIT]:
        control[THREAT_STOP] = 1
    begun = control[THREAT_NODES]
    attacks = memory.states[ply, MOVER] == attacker
    horizon = control[HORIZON]
    # An attack takes three plies: it threatens with this one, the next does not parry, the third completes.
    if attacks and 0 < horizon < ply + 3:
        return REFUTED
    flip = salt(attacker, horizon)
    # 2. List the children with what is known or estimated of them; one may decide, others are out of the question.
    n = 0
    # The plies of the win after the parry that puts it off longest; without a parry the next ply completes.
    longest = 1
    numbers = REFUTED
    decides = False
    count = list_attacks_or_parries(game, memory, ply, attacker)
    for i in range(count):
        numbers = recall(memory.threats, children[i, 1] ^ flip)
        if numbers == UNKNOWN:
            left = estimate_child(game, memory, ply, attacker, i)
            hopeful = pack(left, 1) if attacks else pack(1, 1 + left // 4)
            numbers = hopeful if left > 0 else proved_in(2) if attacks and left == 0 else REFUTED
        proof, disproof = proof_of(numbers), disproof_of(numbers)
        if (proof if attacks else disproof) == 0:
            decides = True
            break
        if proof == 0:
            longest = max(longest, plies_of(numbers))
        elif disproof:
            children[n, 0], children[n, 1] = children[i, 0], children[i, 1]
            children[n, 2], children[n, 3] = proof, disproof
            n += 1
    if decides or n == 0:
        numbers = REFUTED if count < 0 else decided_numbers(attacks, decides, numbers, longest)
        remember(memory.threats, key, numbers, 0)
        return numbers
    # 3. Search the most promising child until a limit is reached.
    found = numbers
    while True:
        best, next_limits, numbers = select_child(children, n, attacks, limits, found, longest)
        if best < 0 or control[THREAT_STOP] or control[STOP]:
            break
        make_placement(game, memory, ply, children[best, 0])
        found = search_threats(game, memory, ply + 1, attacker, children[best, 1] ^ flip, next_limits)
        longest = update_child(children, best, found, longest)
    remember(memory.threats, key, numbers, control[THREAT_NODES] - begun)
    return numbers


@inner
def search_threats_within(
    game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int, key: int, nodes: int
) -> int:
    """Search states[ply] for a win by threats with at most `nodes` more nodes; return the numbers.

    `key` is the position's; the horizon is that of the memory.
    """
    control = memory.control
    control[THREAT_LIMIT] = min(control[THREAT_NODES] + nodes, control[TOTAL_LIMIT])
    control[THREAT_STOP] = 0
    return search_threats(game, memory, ply, attacker, key ^ salt(attacker, control[HORIZON]), NO_LIMITS)
