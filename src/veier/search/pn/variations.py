"""Principal variations of proof searches, read from their tables."""

from __future__ import annotations

from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import THREAT_BUNDLE, WORDS
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, signature
from veier.search.pn.memory import (
    HORIZON,
    PROOF_MEMORY,
    ProofMemory,
    estimate_child,
    list_attacks_or_parries,
    list_safe,
    make_placement,
)
from veier.search.pn.numbers import INFINITE, NUMBERS, disproof_of, plies_of, proof_of
from veier.search.pn.table import UNKNOWN, find_place, recall
from veier.search.pn.threats import salt


@inner
def _next_threat(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int) -> int:
    """Return the attacker's quickest proved attack, or the parry that puts the win off longest; -1 if there is none."""
    children = memory.lists[ply]
    attacks = memory.states[ply, MOVER] == attacker
    flip = salt(attacker, memory.control[HORIZON])
    chosen, bound = -1, INFINITE if attacks else 0
    for i in range(list_attacks_or_parries(game, memory, ply, attacker)):
        numbers = recall(memory.threats, children[i, 1] ^ flip)
        plies = 0
        if numbers != UNKNOWN and proof_of(numbers) == 0:
            plies = plies_of(numbers)
        elif numbers == UNKNOWN and attacks:
            plies = 2 if estimate_child(game, memory, ply, attacker, i) == 0 else 0
        if plies == 0:
            continue
        if plies < bound if attacks else plies > bound:
            chosen, bound = children[i, 0], plies
    return chosen


@inner
def _most_proving(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int) -> int:
    """Return the placement that the outer search would follow from states[ply]; -1 if it has not come there.

    Where all is proved, that is the one that puts the win off longest.
    """
    children = memory.lists[ply]
    attacks = memory.states[ply, MOVER] == attacker
    chosen, least = -1, 2 * INFINITE
    for i in range(list_safe(game, memory, ply)):
        numbers = memory.proofs[find_place(memory.proofs, children[i, 1]), 1] & NUMBERS
        if numbers == 0:
            continue
        left = proof_of(numbers) if attacks else disproof_of(numbers)
        if proof_of(numbers) == 0:
            left = plies_of(numbers) - INFINITE if attacks else 2 * INFINITE - 1 - plies_of(numbers)
        if left < least:
            chosen, least = children[i, 0], left
    return chosen


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, WORDS))
def write_attack(game: ThreatBundle, memory: ProofMemory, attacker: int, out: Words) -> int:
    """Write the moves of a proved attack from the root, as far as they are remembered; return their number.

    It ends where no parry is left; the memory's horizon must be that of the search.
    """
    n = 0
    while n < out.size:
        placement = _next_threat(game, memory, n, attacker)
        if placement < 0:
            break
        out[n] = make_placement(game, memory, n, placement)
        n += 1
    return n


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, INT, WORDS))
def write_proof(game: ThreatBundle, memory: ProofMemory, attacker: int, first: int, out: Words) -> int:
    """Write the expected moves from the root's safe placement with index `first` on; return their number.

    They are read from the searches without a horizon for an attacker.
    """
    memory.control[HORIZON] = 0
    list_safe(game, memory, 0)
    placement, n = memory.lists[0, first, 0], 0
    while n < out.size and placement >= 0:
        out[n] = make_placement(game, memory, n, placement)
        n += 1
        placement = _most_proving(game, memory, n, attacker)
        if placement < 0:
            placement = _next_threat(game, memory, n, attacker)
    return n
