"""Depth-first search for a win within few plies: every safe placement, the most recent refutation first.

Proof search asks which line is the most promising; within a short horizon the answer is mostly the move that refuted
the neighbouring position: the defender attacks until the plies have run out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import threat_bundle
from veier.core.position import Position
from veier.kernels.arrays import copy_words, place_of_least
from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.rng import mix
from veier.kernels.signatures import THREAT_BUNDLE, THREAT_SCRATCH, WORDS, WORDS_2D, WORDS_3D
from veier.kernels.state import MOVER, SYMMETRIES, ThreatScratch, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.one_ply import winning_move
from veier.search.solve.solver import require_threat_support

NO, YES, UNKNOWN = 0, 1, -1

# Words of `control`: how many positions may still be searched, and how many refutations were found.
_BUDGET, _REFUTATIONS = range(2)
# Columns of a child: its placement, its key, what it is ordered by.
_PLACEMENT, _KEY, _ORDER = range(3)
_COLUMNS = 3
# So many children are tried in the order of earlier refutations, the others by evaluation; in the last plies, where
# evaluating takes longer than searching and so does the table, all by refutations.
_TRIED, _LAST_PLIES = 10, 4
_PLACEMENTS = 512


class ShortMemory(NamedTuple):
    """Working memory of a search.

    states       [ply]: the line of play being searched
    hashes       [ply]: the hashes of its positions
    lists        [ply, child]: their children, or the attacks or parries of the last plies
    refutations  [ply, placement]: the number of the last refutation by this placement
    table        what is known: keys with the answer as their lowest bit
    control      see above
    scratch      working memory of the threat kernels
    """

    states: Words
    hashes: Words
    lists: Words
    refutations: Words
    table: Words
    control: Words
    scratch: ThreatScratch


SHORT_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS_3D, WORDS_2D, WORDS, WORDS, THREAT_SCRATCH), ShortMemory)


@inner
def _make(game: ThreatBundle, memory: ShortMemory, ply: int, placement: int) -> None:
    """Make a placement of states[ply]: write the next state and its hashes."""
    state, after = memory.states[ply], memory.states[ply + 1]
    copy_words(state, after)
    move = game.to_move(game.threat_tables, state, placement, memory.hashes[ply], memory.hashes[ply + 1])
    game.push(game.tables, after, move)


@inner
def _count(game: ThreatBundle, memory: ShortMemory, ply: int, attacker: int) -> int:
    """List the attacks or parries of states[ply] and return their number, or -1: see `ThreatKernels`."""
    state, hashes, out = memory.states[ply], memory.hashes[ply], memory.lists[ply]
    return int(game.expand(game.threat_tables, state, hashes, attacker, out, memory.scratch))


@inner
def _list_attacks_or_parries(game: ThreatBundle, memory: ShortMemory, ply: int, attacker: int) -> int:
    """Write the attacks or parries of states[ply] to its list; return their number, or -1: see `ThreatKernels`."""
    state, hashes, out = memory.states[ply], memory.hashes[ply], memory.lists[ply]
    return int(game.expand(game.threat_tables, state, hashes, attacker, out, memory.scratch))


@inner
def _wins_in_three(game: ThreatBundle, memory: ShortMemory, ply: int) -> int:
    """Return whether the mover of states[ply], who cannot win at once, has an attack that no move parries."""
    state, attacks, scratch = memory.states[ply], memory.lists[ply], memory.scratch
    mover = state[MOVER]
    n = _list_attacks_or_parries(game, memory, ply, mover)
    # Attacks in two places first: their parries are counted by what the listing has left in the scratch.
    for i in range(n):
        if game.estimate(game.threat_tables, state, mover, attacks[i, _PLACEMENT], scratch) == 0:
            return YES
    for i in range(n):
        _make(game, memory, ply, attacks[i, _PLACEMENT])
        if _list_attacks_or_parries(game, memory, ply + 1, mover) == 0:
            return YES
    return NO


@inner
def _order_by_refutations(memory: ShortMemory, ply: int, n: int) -> None:
    """Order the children of states[ply] by how lately each of these placements has refuted a position."""
    children = memory.lists[ply]
    for i in range(n):
        children[i, _ORDER] = memory.refutations[ply, children[i, _PLACEMENT]]


@inner
def _order_by_attacks(game: ThreatBundle, memory: ShortMemory, ply: int, first: int, n: int) -> None:
    """Order the children of states[ply] from `first` on by evaluation."""
    children = memory.lists[ply]
    for i in range(first, n):
        _make(game, memory, ply, children[i, _PLACEMENT])
        children[i, _ORDER] = -game.evaluate_attacks(game.threat_tables, memory.states[ply + 1], memory.scratch)


@inner
def _next_placement(memory: ShortMemory, ply: int, i: int, n: int) -> int:
    """Exchange child i with the most promising one from there on; return its placement."""
    children, best = memory.lists[ply], i
    for j in range(i + 1, n):
        if children[j, _ORDER] > children[best, _ORDER]:
            best = j
    for column in range(_COLUMNS):
        children[i, column], children[best, column] = children[best, column], children[i, column]
    return int(children[i, _PLACEMENT])


@kernel(signature(THREAT_BUNDLE, SHORT_MEMORY, INT, INT))
def _reaches(game: ThreatBundle, memory: ShortMemory, ply: int, left: int) -> int:
    """Return whether the mover of states[ply], who cannot win at once, reaches its goal; UNKNOWN beyond the budget.

    With an odd number of plies left its goal is to win within them, with an even number to keep the other from that.
    """
    if left == 3:
        return _wins_in_three(game, memory, ply)
    control, table, hashes = memory.control, memory.table, memory.hashes[ply]
    key = (hashes[place_of_least(hashes)] ^ mix(left)) & ~1
    place = (key >> 1) & (table.size - 1)
    if left > _LAST_PLIES and key and table[place] & ~1 == key:
        return int(table[place] & 1)
    control[_BUDGET] -= 1
    n = int(game.safe(game.threat_tables, memory.states[ply], hashes, memory.lists[ply], memory.scratch))
    if control[_BUDGET] < 0 or n < 0:
        # Passes are not searched.
        return UNKNOWN
    _order_by_refutations(memory, ply, n)
    found = NO
    for i in range(n):
        if i == _TRIED and left > _LAST_PLIES:
            _order_by_attacks(game, memory, ply, i, n)
        placement = _next_placement(memory, ply, i, n)
        _make(game, memory, ply, placement)
        answer = _reaches(game, memory, ply + 1, left - 1)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == NO:
            control[_REFUTATIONS] += 1
            memory.refutations[ply, placement] = control[_REFUTATIONS]
            found = YES
            break
    if left > _LAST_PLIES:
        table[place] = key | found
    return found


def wins_within(position: Position, plies: int, budget: int, megabytes: int = 64) -> int:
    """Return whether the mover wins within an odd number of plies, three at least; UNKNOWN beyond the budget."""
    threats = require_threat_support(position)
    if winning_move(position):
        return YES
    rules = position.game.rules
    cells = len(rules.cell_names)
    memory = ShortMemory(
        np.zeros((plies + 1, rules.state_size), np.int64),
        np.zeros((plies + 1, SYMMETRIES), np.int64),
        np.zeros((plies + 1, _PLACEMENTS, _COLUMNS), np.int64),
        np.zeros((plies + 1, _PLACEMENTS), np.int64),
        np.zeros(1 << (megabytes * 2**17).bit_length() - 1, np.int64),
        np.array([budget, 0]),
        ThreatScratch(np.zeros((4 * cells, 2), np.int64), np.zeros(cells, np.int64)),
    )
    memory.states[0] = position.state
    threats.kernels.hash_all(threats.tables, memory.states[0], memory.hashes[0])
    return int(_reaches(threat_bundle(position.game), memory, 0, plies))
