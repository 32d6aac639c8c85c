"""The memory of a proof search: transposition tables, and the line of play being searched. Kernels get it whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.position import Position
from veier.kernels.arrays import copy_words
from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner
from veier.kernels.hashing import PASSED
from veier.kernels.signatures import THREAT_SCRATCH, WORDS, WORDS_2D, WORDS_3D
from veier.kernels.state import MOVER, PASS, SYMMETRIES, ThreatScratch, Words
from veier.kernels.types import named_tuple
from veier.search.limits import UNLIMITED

# Words of `control`.
# Threat search: nodes searched, the limit of the present search, whether it was reached.
THREAT_NODES, THREAT_LIMIT, THREAT_STOP = 0, 1, 2
# Outer search: nodes searched, their limit, a word that any thread may set to end all searches, entries of `proofs`.
NODES, NODE_LIMIT, STOP, PROOFS = 3, 4, 5, 6
# Both: the ply by which a win must be complete, 0 for any; the limit of threat search nodes in all.
HORIZON, TOTAL_LIMIT = 7, 8

# No line of play is longer, no position has more placements.
_PLIES, _PLACEMENTS = 128, 512


class ProofMemory(NamedTuple):
    """What a proof search works with.

    states   [ply]: the line of play being searched
    hashes   [ply]: the hashes of its positions
    lists    [ply, child]: their children: placement, key, proof number, disproof number
    scratch  working memory of the threat kernels
    threats  the table of threat search
    proofs   the table of the outer search for one attacker; `ProofSearch` puts it in
    control  see above
    """

    states: Words
    hashes: Words
    lists: Words
    scratch: ThreatScratch
    threats: Words
    proofs: Words
    control: Words


PROOF_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS_3D, THREAT_SCRATCH, WORDS_2D, WORDS_2D, WORDS), ProofMemory)


def make_memory(position: Position, megabytes: int) -> ProofMemory:
    """Allocate memory for searches from a position; a table takes half of the megabytes."""
    rules = position.game.rules
    cells = len(rules.cell_names)
    places = 1 << (megabytes * 2**20 // 32).bit_length() - 1
    states = np.zeros((_PLIES, rules.state_size), np.int64)
    states[0] = position.state
    control = np.zeros(TOTAL_LIMIT + 1, np.int64)
    control[TOTAL_LIMIT] = UNLIMITED
    return ProofMemory(
        states,
        np.zeros((_PLIES, SYMMETRIES), np.int64),
        np.zeros((_PLIES, _PLACEMENTS, 4), np.int64),
        ThreatScratch(np.zeros((4 * cells, 2), np.int64), np.zeros(cells, np.int64)),
        np.zeros((places, 2), np.int64),
        np.zeros((0, 2), np.int64),
        control,
    )


@inner
def make_placement(game: ThreatBundle, memory: ProofMemory, ply: int, placement: int) -> int:
    """Make a placement of states[ply]: write the next state and its hashes, and return the move."""
    state, after = memory.states[ply], memory.states[ply + 1]
    copy_words(state, after)
    move = game.to_move(game.threat_tables, state, placement, memory.hashes[ply], memory.hashes[ply + 1])
    game.push(game.tables, after, move)
    return move


@inner
def make_pass(game: ThreatBundle, memory: ProofMemory, ply: int) -> int:
    """Pass in states[ply]: write the next state and its hashes, and return the result: a second pass ends the game."""
    copy_words(memory.states[ply], memory.states[ply + 1])
    for symmetry in range(SYMMETRIES):
        memory.hashes[ply + 1, symmetry] = memory.hashes[ply, symmetry] ^ PASSED
    return game.push(game.tables, memory.states[ply + 1], PASS)


@inner
def wins_after_pass(game: ThreatBundle, memory: ProofMemory, ply: int) -> bool:
    """Return whether the other player wins at once if the mover of states[ply], who has no placement, passes."""
    return list_attacks_or_parries(game, memory, ply, 1 - memory.states[ply, MOVER]) == 0


@inner
def list_safe(game: ThreatBundle, memory: ProofMemory, ply: int) -> int:
    """Write the safe placements of states[ply] to its list; return their number, or -1 if none is legal."""
    return game.safe(game.threat_tables, memory.states[ply], memory.hashes[ply], memory.lists[ply], memory.scratch)


@inner
def list_attacks_or_parries(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int) -> int:
    """Write the attacks or parries of states[ply] to its list; return their number, or -1: see `ThreatKernels`."""
    state, hashes, out = memory.states[ply], memory.hashes[ply], memory.lists[ply]
    return game.expand(game.threat_tables, state, hashes, attacker, out, memory.scratch)


@inner
def estimate_child(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int, child: int) -> int:
    """Estimate what is left to prove after a child that was just listed."""
    placement = memory.lists[ply, child, 0]
    return game.estimate(game.threat_tables, memory.states[ply], attacker, placement, memory.scratch)
