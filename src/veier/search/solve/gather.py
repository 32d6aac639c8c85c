"""Gathering a strategy: the winner's moves are read from the tables of a proof search.

What a table has forgotten is searched again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.game import Game
from veier.kernels.arrays import place_of_least
from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import THREAT_BUNDLE, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.pn.memory import (
    HORIZON,
    NODE_LIMIT,
    NODES,
    PROOF_MEMORY,
    STOP,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    ProofMemory,
    estimate_child,
    list_attacks_or_parries,
    list_safe,
    make_pass,
    make_placement,
    wins_after_pass,
)
from veier.search.pn.numbers import NO_LIMITS, proof_of
from veier.search.pn.proof_search import Opening, ProofSearch
from veier.search.pn.prove import prove
from veier.search.pn.table import UNKNOWN, find_place, recall
from veier.search.pn.threats import salt, search_threats
from veier.search.solve.symmetry import find_symmetry_maps

# Limits of searching again: the first search took at most 20,000 nodes of threat search, or the outer search did it.
_THREAT_NODES, _NODES = 2_000_000, 20_000
# `gather` returns these where it finds no winning move, or no more room.
_NO_MOVE, _NO_ROOM = -1, -2


class GatherMemory(NamedTuple):
    """What gathering works with.

    search  the memory of the proof search, with the winner's table of proofs
    images  [symmetry, move]: see `SymmetryMaps`
    chosen  the table of what is found: key, and move + 1 or 0 for an empty place; at most half is filled
    """

    search: ProofMemory
    images: Words
    chosen: Words


GATHER_MEMORY = named_tuple((PROOF_MEMORY, WORDS_2D, WORDS_2D), GatherMemory)


@inner
def _find_attack(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int) -> int:
    """Return an attack that is known to win, or -1."""
    children = memory.lists[ply]
    flip = salt(attacker, memory.control[HORIZON])
    for i in range(list_attacks_or_parries(game, memory, ply, attacker)):
        numbers = recall(memory.threats, children[i, 1] ^ flip)
        if numbers == UNKNOWN:
            if estimate_child(game, memory, ply, attacker, i) == 0:
                return children[i, 0]
        elif proof_of(numbers) == 0:
            return children[i, 0]
    return -1


@inner
def _find_proved(game: ThreatBundle, memory: ProofMemory, ply: int) -> int:
    """Return a placement that the outer search is known to have proved, or -1."""
    children = memory.lists[ply]
    for i in range(list_safe(game, memory, ply)):
        place = find_place(memory.proofs, children[i, 1])
        if memory.proofs[place, 1] and proof_of(memory.proofs[place, 1]) == 0:
            return children[i, 0]
    return -1


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, INT, INT))
def find_winning_placement(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int) -> int:
    """Return a winning placement of the attacker, who is to move in states[ply], a proved position; or -1."""
    control, hashes = memory.control, memory.hashes[ply]
    key = hashes[place_of_least(hashes)]
    # 1. Read the tables.
    salted = key ^ salt(attacker, control[HORIZON])
    numbers = recall(memory.threats, salted)
    if numbers != UNKNOWN and proof_of(numbers) == 0:
        found = _find_attack(game, memory, ply, attacker)
        if found >= 0:
            return found
    found = _find_proved(game, memory, ply)
    if found >= 0:
        return found
    # 2. Search for threats again.
    control[THREAT_LIMIT] = control[THREAT_NODES] + _THREAT_NODES
    control[THREAT_STOP] = 0
    if proof_of(search_threats(game, memory, ply, attacker, salted, NO_LIMITS)) == 0:
        found = _find_attack(game, memory, ply, attacker)
        if found >= 0:
            return found
    # 3. Prove again.
    control[NODE_LIMIT] = control[NODES] + _NODES
    prove(game, memory, ply, attacker, key, NO_LIMITS)
    if control[NODES] > control[NODE_LIMIT]:
        control[STOP] = 0
    found = _find_proved(game, memory, ply)
    return found if found >= 0 else _find_attack(game, memory, ply, attacker)


@kernel(signature(THREAT_BUNDLE, GATHER_MEMORY, INT, INT, INT))
def gather(game: ThreatBundle, memory: GatherMemory, ply: int, attacker: int, filled: int) -> int:
    """Add the winning moves from states[ply] on, a proved position, to a table that holds `filled` of them.

    Return the number that it holds then, or _NO_MOVE or _NO_ROOM. Where STOP is set, it stops half-way.
    """
    search, chosen = memory.search, memory.chosen
    here = ply
    if search.states[ply, MOVER] == attacker and list_safe(game, search, ply) >= 0:
        symmetry = place_of_least(search.hashes[ply])
        place = find_place(chosen, search.hashes[ply, symmetry])
        if chosen[place, 1]:
            return filled
        if 2 * filled > chosen.shape[0]:
            return _NO_ROOM
        placement = find_winning_placement(game, search, ply, attacker)
        if placement < 0:
            return _NO_MOVE
        here = ply + 1
        move = make_placement(game, search, ply, placement)
        chosen[place, 0] = search.hashes[ply, symmetry]
        chosen[place, 1] = 1 + memory.images[symmetry, move]
        filled += 1
    # A pass needs no entry, nor does a win at once after it. Replies that are not safe let the attacker win at once.
    count = list_safe(game, search, here)
    if count < 0:
        if search.control[STOP] or wins_after_pass(game, search, here) or make_pass(game, search, here):
            return filled
        return gather(game, memory, here + 1, attacker, filled)
    for i in range(count):
        if search.control[STOP]:
            return filled
        make_placement(game, search, here, search.lists[here, i, 0])
        filled = gather(game, memory, here + 1, attacker, filled)
        if filled < 0:
            return filled
    return filled


class StrategyGatherer:
    """Gathers the winning moves of one attacker from a proof search.

    incomplete  whether something is missing, because there was no room or the search was interrupted
    """

    def __init__(self, game: Game, search: ProofSearch, attacker: int, megabytes: int) -> None:
        self.incomplete = False
        self._game, self._search, self._attacker = game, search, attacker
        self._places = 1 << (megabytes * 2**20 // 64).bit_length() - 1
        self._chosen: Words | None = None
        self._filled = 0

    def gather(self, opening: Opening | None = None) -> None:
        """Add the winning moves from the root, or from the position after an opening, which was proved to be won."""
        if self._chosen is None:
            self._chosen = np.zeros((self._places, 2), np.int64)
        search, images = self._search, find_symmetry_maps(self._game).images
        ply, _ = search.enter(opening)
        with search.memory_for(self._attacker) as memory:
            gathering = GatherMemory(memory, images, self._chosen)
            filled = int(gather(search.bundle, gathering, ply, self._attacker, self._filled))
        self.incomplete |= filled < 0 or bool(search.memory.control[STOP])
        self._filled = max(self._filled, filled)

    def winning_move(self) -> int | None:
        """Return a move that wins, where the attacker is to move at the root and was proved to win."""
        search = self._search
        search.resume()
        with search.memory_for(self._attacker) as memory:
            placement = int(find_winning_placement(search.bundle, memory, 0, self._attacker))
        return None if placement < 0 else search.to_move(placement)

    def entries(self) -> Words:
        """Return what was gathered: key and chosen move of each position."""
        if self._chosen is None:
            return np.zeros((0, 2), np.int64)
        return self._chosen[self._chosen[:, 1] != 0] - np.array([0, 1])
