"""Search of small boards that tries every move: what a seat can force, and whether anybody can win at all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benchmarks.small_hashing import Hashing, hash_dominoes, hash_stones
from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.games.plus.layout import FROM
from veier.games.plus.placements import way_of
from veier.kernels.arrays import copy_words, place_of_least
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.rng import mix
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D, WORDS_3D
from veier.kernels.state import MOVER, PASS, PASSES, PHASE, RESULT, Words
from veier.kernels.types import INT, named_tuple, signature

# What is asked for a seat, and the answers.
WIN, SAFE = 1, 0
NO, YES, UNKNOWN = 0, 1, -1


class SmallMemory(NamedTuple):
    """Working memory of a search.

    states  [row]: a position; a row is a ply of the line of play, or a place in the queue of positions found
    lists   [ply]: its moves
    hashes  [row]: the hashes of its position, one per symmetry
    words   [seat, placement, symmetry]: what a seat's placement flips in the hashes; the last row is zero
    table   what is known: keys with the answer as their lowest bit
    budget  [0]: the number of positions that may still be searched
    """

    states: Words
    lists: Words
    hashes: Words
    words: Words
    table: Words
    budget: Words


SMALL_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS_2D, WORDS_3D, WORDS, WORDS), SmallMemory)


@inner
def _push(game: RulesBundle, memory: SmallMemory, row: int, move: int, target: int) -> int:
    """Make a move of states[row]; write the state and its hashes to the target's row, and return the result."""
    state, after, words = memory.states[row], memory.states[target], memory.words[memory.states[row, MOVER]]
    placed = lifted = words.shape[0] - 1
    if move != PASS:
        placed = move % FROM
        if state[PHASE] == 2:
            head = move // FROM - 1
            lifted = 4 * head + way_of(state, head)
    for symmetry in range(memory.hashes.shape[1]):
        flipped = words[placed, symmetry] ^ words[lifted, symmetry]
        memory.hashes[target, symmetry] = memory.hashes[row, symmetry] ^ flipped
    copy_words(state, after)
    return int(game.push(game.tables, after, move))


@inner
def _key(memory: SmallMemory, row: int, question: int) -> int:
    """Return the key of a question about states[row], without its lowest bit; 0 stands for an empty place."""
    state, hashes = memory.states[row], memory.hashes[row]
    code = mix(state[MOVER] + 4 * state[PASSES] + 16 * question + 1)
    return int(hashes[place_of_least(hashes)] ^ code) & ~1


@inner
def _decided(state: Words, result: int, seat: int, goal: int, left: int) -> int:
    """Return the answer where a move ends the game or reaches the horizon, else UNKNOWN."""
    if result % 8:
        return int(result % 8 == seat + 1)
    return int(goal == SAFE) if result or (state[PHASE] == 2 and left == 0) else UNKNOWN


@kernel(signature(RULES_BUNDLE, SMALL_MEMORY, INT, INT, INT, INT))
def _forces(game: RulesBundle, memory: SmallMemory, ply: int, seat: int, goal: int, left: int) -> int:
    """Return whether a seat reaches its goal from states[ply] whatever the others do; UNKNOWN beyond the budget.

    left  the number of plies of phase 2 that are searched; after them nobody wins
    """
    table, moves, budget = memory.table, memory.lists[ply], memory.budget
    key = _key(memory, ply, seat + 4 * goal + 8 * left)
    place = (key >> 1) & (table.size - 1)
    if key and table[place] & ~1 == key:
        return int(table[place] & 1)
    budget[0] -= 1
    if budget[0] < 0:
        return UNKNOWN
    mine = int(memory.states[ply, MOVER] == seat)
    n = game.moves(game.tables, memory.states[ply], moves)
    found = 1 - mine
    after = left - 1 if memory.states[ply, PHASE] == 2 else left
    # First what a move decides at once, then what lies deeper.
    for deeper in range(2):
        for k in range(n):
            result = _push(game, memory, ply, moves[k], ply + 1)
            answer = _decided(memory.states[ply + 1], result, seat, goal, after)
            if answer == UNKNOWN and deeper:
                answer = _forces(game, memory, ply + 1, seat, goal, after)
                if answer == UNKNOWN:
                    return UNKNOWN
            if answer == mine:
                found = mine
                break
        if found == mine:
            break
    table[place] = key | found
    return found


@inner
def _add(table: Words, key: int) -> bool:
    """Add a key to a table in which each key has a place; return whether it is new."""
    place = (key >> 1) & (table.size - 1)
    while table[place] and table[place] != key:
        place = (place + 1) & (table.size - 1)
    is_new = bool(table[place] != key)
    table[place] = key
    return is_new


@kernel(signature(RULES_BUNDLE, SMALL_MEMORY))
def _explore(game: RulesBundle, memory: SmallMemory) -> int:
    """Find all positions that can be reached from states[0] and count them; 0 if somebody wins, or rows are too few."""
    moves, found, row = memory.lists[0], 1, 0
    _add(memory.table, _key(memory, 0, 0))
    while row < found:
        for k in range(game.moves(game.tables, memory.states[row], moves)):
            if found == memory.states.shape[0]:
                return 0
            result = _push(game, memory, row, moves[k], found)
            if result % 8:
                return 0
            if result == 0 and _add(memory.table, _key(memory, found, 0)):
                found += 1
        row += 1
    return found


class SmallBoard:
    """The search from one position, with dominoes to a number of plies of phase 2: the horizon."""

    def __init__(self, position: Position, megabytes: int = 64, horizon: int = 0) -> None:
        rules = position.game.rules
        plies = len(rules.cell_names) + position.game.players + 1 + horizon
        hashing = hash_dominoes(position) if horizon else hash_stones(position)
        self._position, self._horizon = position, horizon
        self._memory = _make_memory(position, hashing, plies, plies, megabytes * 2**17)

    def forces(self, seat: int, goal: int, budget: int) -> int:
        """Return whether a seat reaches a goal within the horizon; UNKNOWN if the search exceeds its budget."""
        position, state = self._position, self._memory.states[0]
        state[:], self._memory.budget[0] = position.state, budget
        answer = _decided(state, state[RESULT], seat, goal, self._horizon)
        if answer != UNKNOWN:
            return answer
        return int(_forces(rules_bundle(position.game), self._memory, 0, seat, goal, self._horizon))

    def left(self) -> int:
        """Return what the last search has left of its budget."""
        return int(self._memory.budget[0])


def count_if_nobody_wins(position: Position, limit: int = 2**20) -> int:
    """Count the positions that can be reached if nobody wins in any; 0 if somebody can, or they exceed the limit."""
    memory = _make_memory(position, hash_dominoes(position), limit, 1, 4 * limit)
    return int(_explore(rules_bundle(position.game), memory))


def _make_memory(position: Position, hashing: Hashing, rows: int, lists: int, table: int) -> SmallMemory:
    """Allocate the memory of a search, with a table of at most `table` words."""
    rules = position.game.rules
    memory = SmallMemory(
        np.zeros((rows, rules.state_size), np.int64),
        np.zeros((lists, rules.move_limit), np.int64),
        np.zeros((rows, hashing.start.size), np.int64),
        hashing.words,
        np.zeros(1 << table.bit_length() - 1, np.int64),
        np.zeros(1, np.int64),
    )
    memory.states[0], memory.hashes[0] = position.state, hashing.start
    return memory
