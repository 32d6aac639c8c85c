"""A strategy: for every position that a winner can come to, up to symmetry, the move that wins.

Positions where the winner completes a square at once are left out: the rules show it. `gather` collects a strategy from
what a proof search remembers and searches again what it has forgotten; `checking` then verifies it without any of that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import int64
from numpy.typing import NDArray

from veier.kernels.arrays import copy_words, place_of_least
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
    STOP,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    WORKSPACE,
    Workspace,
)
from veier.search.pn.numbers import INFINITE, UNKNOWN, find_place, proof_of, recall
from veier.search.pn.prove import prove
from veier.search.pn.threats import salt, search_threats
from veier.search.solve.symmetry import MIRRORS, Mirrors

# What is searched again was found before with at most 20,000 nodes of threat search, or in the outer search.
_THREAT_NODES, _NODES = 2_000_000, 20_000
# `gather` gives this where it finds no winning move, or no more room.
NO_MOVE, NO_ROOM = -1, -2


@dataclass(frozen=True, slots=True)
class Strategy:
    """A winner's moves, in order of the positions' keys.

    game    the id of the game
    moves   the moves from its start to where the strategy begins
    winner  the seat that wins
    keys    the keys of the positions
    chosen  for each the winning move, seen from the side that gives the position its key
    plies   for each how many plies the win takes at most
    """

    game: str
    moves: tuple[str, ...]
    winner: int
    keys: NDArray[np.int64]
    chosen: NDArray[np.uint16]
    plies: NDArray[np.uint8]

    def longest(self, mover: int) -> int:
        """Give how many plies the win takes at most from where the strategy begins, and who moves there."""
        return int(self.plies.max(initial=1)) + (mover != self.winner)


def make_strategy_table(places: int) -> Words:
    """Make room for what `gather` finds: key, and move + 1 or 0 for an empty place; at most half is filled."""
    return np.zeros((places, 2), np.int64)


@inner
def _threat_move(
    expand: Any, estimate: Any, threat_tables: ThreatTables, space: Workspace, ply: int, attacker: int
) -> int:
    """Find an attack that is known to win, or -1."""
    children = space.lists[ply]
    flip = salt(attacker, space.control[HORIZON])
    for i in range(
        expand(threat_tables, space.states[ply], space.hashes[ply], attacker, children, space.gains, space.cells)
    ):
        numbers = recall(space.threats, children[i, 1] ^ flip)
        if numbers == UNKNOWN:
            if estimate(threat_tables, space.states[ply], attacker, children[i, 0], space.gains, space.cells) == 0:
                return children[i, 0]
        elif proof_of(numbers) == 0:
            return children[i, 0]
    return -1


@inner
def _proved_move(safe: Any, threat_tables: ThreatTables, space: Workspace, ply: int) -> int:
    """Find a placement that the outer search is known to have proved, or -1."""
    children = space.lists[ply]
    for i in range(safe(threat_tables, space.states[ply], space.hashes[ply], children, space.gains, space.cells)):
        place = find_place(space.proofs, children[i, 1])
        if space.proofs[place, 1] and proof_of(space.proofs[place, 1]) == 0:
            return children[i, 0]
    return -1


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
        *(TABLES, THREAT_TABLES, WORKSPACE, int64, int64, int64, int64),
    )
)
def winning_placement(
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
    first_look: int,
    later_look: int,
) -> int:
    """Find a winning placement of the attacker, who is to move in states[ply], in a position that was proved; or -1."""
    hashes = space.hashes[ply]
    key = hashes[place_of_least(hashes)]
    salted = key ^ salt(attacker, space.control[HORIZON])
    numbers = recall(space.threats, salted)
    if numbers != UNKNOWN and proof_of(numbers) == 0:
        found = _threat_move(expand, estimate, threat_tables, space, ply, attacker)
        if found >= 0:
            return found
    found = _proved_move(safe, threat_tables, space, ply)
    if found >= 0:
        return found
    space.control[THREAT_LIMIT] = space.control[THREAT_NODES] + _THREAT_NODES
    space.control[THREAT_STOP] = 0
    numbers = search_threats(
        expand, estimate, to_move, push, tables, threat_tables, space, ply, attacker, salted, INFINITE, INFINITE
    )
    if proof_of(numbers) == 0:
        found = _threat_move(expand, estimate, threat_tables, space, ply, attacker)
        if found >= 0:
            return found
    space.control[NODE_LIMIT] = space.control[NODES] + _NODES
    prove(
        expand,
        estimate,
        safe,
        evaluate_attacks,
        to_move,
        push,
        tables,
        threat_tables,
        space,
        ply,
        attacker,
        key,
        INFINITE,
        INFINITE,
        first_look,
        later_look,
    )
    if space.control[NODES] > space.control[NODE_LIMIT]:
        space.control[STOP] = 0
    found = _proved_move(safe, threat_tables, space, ply)
    return found if found >= 0 else _threat_move(expand, estimate, threat_tables, space, ply, attacker)


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
        *(TABLES, THREAT_TABLES, MIRRORS, WORKSPACE, WORDS_2D, int64, int64, int64, int64, int64),
    )
)
def gather(
    expand: Any,
    estimate: Any,
    safe: Any,
    evaluate_attacks: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    mirrors: Mirrors,
    space: Workspace,
    strategy: Words,
    ply: int,
    attacker: int,
    filled: int,
    first_look: int,
    later_look: int,
) -> int:
    """Add the winning moves from states[ply] on, a position that was proved, to a strategy that holds `filled` of them.

    Gives how many moves it holds then, or NO_MOVE or NO_ROOM, or stops half-way if somebody sets the STOP.
    """
    here = ply
    if space.states[ply, MOVER] == attacker:
        symmetry = place_of_least(space.hashes[ply])
        place = find_place(strategy, space.hashes[ply, symmetry])
        if strategy[place, 1]:
            return filled
        if 2 * filled > strategy.shape[0]:
            return NO_ROOM
        placement = winning_placement(
            expand,
            estimate,
            safe,
            evaluate_attacks,
            to_move,
            push,
            tables,
            threat_tables,
            space,
            ply,
            attacker,
            first_look,
            later_look,
        )
        if placement < 0:
            return NO_MOVE
        here = ply + 1
        copy_words(space.states[ply], space.states[here])
        move = to_move(threat_tables, space.states[ply], placement, space.hashes[ply], space.hashes[here])
        push(tables, space.states[here], move)
        strategy[place, 0] = space.hashes[ply, symmetry]
        strategy[place, 1] = 1 + mirrors.images[symmetry, move]
        filled += 1
    # Replies that are not safe let the attacker win at once.
    replies = space.lists[here]
    for i in range(safe(threat_tables, space.states[here], space.hashes[here], replies, space.gains, space.cells)):
        if space.control[STOP]:
            return filled
        copy_words(space.states[here], space.states[here + 1])
        move = to_move(threat_tables, space.states[here], replies[i, 0], space.hashes[here], space.hashes[here + 1])
        push(tables, space.states[here + 1], move)
        filled = gather(
            expand,
            estimate,
            safe,
            evaluate_attacks,
            to_move,
            push,
            tables,
            threat_tables,
            mirrors,
            space,
            strategy,
            here + 1,
            attacker,
            filled,
            first_look,
            later_look,
        )
        if filled < 0:
            return filled
    return filled
