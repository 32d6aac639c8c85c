"""Threat searches at the root: the mover's own wins, and those that its moves allow the opponent.

With a horizon the quickest of these wins is found, by asking for longer and longer ones.
"""

from __future__ import annotations

from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import THREAT_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, signature
from veier.search.pn.memory import (
    HORIZON,
    PROOF_MEMORY,
    STOP,
    THREAT_NODES,
    TOTAL_LIMIT,
    ProofMemory,
    list_safe,
    make_placement,
)
from veier.search.pn.numbers import NUMBERS, plies_of, proof_of
from veier.search.pn.table import UNKNOWN, find_place, recall
from veier.search.pn.threats import salt, search_threats_within

# Columns of `placements`, one entry per safe placement: its move number, its key, whether the opponent is known to win
# after it, in how many plies, the nodes searched after it, and the proof numbers of a win of either seat.
MOVE, KEY, LOST, PLIES, EFFORT, PROOFS_OF = range(6)
COLUMNS = PROOFS_OF + 2


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, INT, INT))
def attack(game: ThreatBundle, memory: ProofMemory, key: int, horizon: int, nodes: int) -> int:
    """Search for a win of the mover at the root within a horizon; return the numbers."""
    memory.control[HORIZON] = horizon
    return search_threats_within(game, memory, 0, memory.states[0, MOVER], key, nodes)


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, WORDS_2D))
def list_placements(game: ThreatBundle, memory: ProofMemory, placements: Words) -> int:
    """Write the root's safe placements as moves; return their number, or -1 if none is legal."""
    n = list_safe(game, memory, 0)
    for i in range(n):
        placements[i] = 0
        placements[i, MOVE] = make_placement(game, memory, 0, memory.lists[0, i, 0])
        placements[i, KEY] = memory.lists[0, i, 1]
    return n


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, WORDS_2D, INT, INT))
def refute(game: ThreatBundle, memory: ProofMemory, placements: Words, horizon: int, nodes: int) -> int:
    """Search after each safe placement for a win of the opponent; return the number of those that are not lost.

    `nodes` limits each search; a horizon counts from the root. What is known to lose as soon is not searched again.
    """
    control = memory.control
    control[HORIZON] = horizon
    other = 1 - memory.states[0, MOVER]
    left = 0
    for i in range(list_safe(game, memory, 0)):
        known = placements[i, LOST] and (horizon == 0 or placements[i, PLIES] <= horizon)
        if known or control[STOP]:
            left += 1 - placements[i, LOST]
            continue
        make_placement(game, memory, 0, memory.lists[0, i, 0])
        begun = control[THREAT_NODES]
        numbers = search_threats_within(game, memory, 1, other, placements[i, KEY], nodes)
        placements[i, EFFORT] += control[THREAT_NODES] - begun
        if proof_of(numbers) == 0:
            placements[i, LOST], placements[i, PLIES] = 1, 1 + plies_of(numbers)
        left += 1 - placements[i, LOST]
    return left


@kernel(signature(PROOF_MEMORY, WORDS_2D, INT))
def read_proofs(memory: ProofMemory, placements: Words, attacker: int) -> int:
    """Write what a proof search for an attacker knows of the safe placements: its numbers, 0 for none, and losses."""
    other = salt(1 - memory.states[0, MOVER], memory.control[HORIZON])
    for i in range(placements.shape[0]):
        place = find_place(memory.proofs, placements[i, KEY])
        placements[i, PROOFS_OF + attacker] = memory.proofs[place, 1] & NUMBERS
        numbers = recall(memory.threats, placements[i, KEY] ^ other)
        if numbers != UNKNOWN and proof_of(numbers) == 0 and not placements[i, LOST]:
            placements[i, LOST], placements[i, PLIES] = 1, 1 + plies_of(numbers)
    return placements.shape[0]


@inner
def _loses(game: ThreatBundle, memory: ProofMemory, attacker: int, nodes: int, saving: int) -> int:
    """Return -1 if the attacker wins by threats after every safe placement of states[2], else one that may save.

    The one that saved before is tried first.
    """
    control, children = memory.control, memory.lists[2]
    n = list_safe(game, memory, 2)
    if n < 0:
        return 0
    for first in range(2):
        for j in range(n):
            if (children[j, 0] == saving) != (first == 0):
                continue
            make_placement(game, memory, 2, children[j, 0])
            numbers = search_threats_within(game, memory, 3, attacker, children[j, 1], nodes)
            if proof_of(numbers) or control[STOP]:
                return children[j, 0]
    return -1


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, INT, WORDS))
def list_winning_replies(game: ThreatBundle, memory: ProofMemory, index: int, nodes: int, out: Words) -> int:
    """Write the opponent's replies to a safe placement of the root that win by threats; return their number.

    `nodes` limits each threat search, so that some may be missing. A reply need not threaten anything itself.
    """
    control = memory.control
    control[HORIZON] = 0
    other = 1 - memory.states[0, MOVER]
    list_safe(game, memory, 0)
    make_placement(game, memory, 0, memory.lists[0, index, 0])
    found, saving = 0, -1
    for i in range(list_safe(game, memory, 1)):
        if control[STOP] or control[THREAT_NODES] >= control[TOTAL_LIMIT]:
            break
        move = make_placement(game, memory, 1, memory.lists[1, i, 0])
        answer = _loses(game, memory, other, nodes, saving)
        if answer < 0:
            out[found] = move
            found += 1
        else:
            saving = answer
    return found
