"""Checking a strategy by the rules alone: every legal reply is walked, each line must end with the winner's square.

Nothing of the searches is used but the keys of positions, which tell which are alike. So that a walk takes seconds, a
position that came up before is not walked again, and a move that won at once is tried first in the next position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
from numba import int64, types

from veier.core.position import Position
from veier.kernels.arrays import copy_words, place_of_least
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PASS, PHASE, SYMMETRIES, Tables, Words
from veier.search.limits import Stop
from veier.search.solve.strategy import Strategy
from veier.search.solve.symmetry import MIRRORS, Mirrors, make_mirrors

# Why a walk fails; what is wrong with the position that it stands on.
NO_ENTRY, ILLEGAL, LOST, STUCK, STOPPED = -1, -2, -3, -4, -5
# Words of `counts`: replies walked, positions that were won at once, in phase 2 among them, and plies of the line that
# failed.
_REPLIES, _AT_ONCE, _IN_PHASE_2, _FAILED, _STOP = range(5)

# No placing phase is longer.
_PLIES = 128


class _Walk(NamedTuple):
    """What a walk works with.

    keys    [k]: of the strategy's positions, in order
    chosen  [k]: the moves
    plies   [k]: what the walk finds: how many plies the win takes at most; 0 where it did not come
    states    [ply]: the line that is being walked
    hashes  [ply]: its positions' hashes
    lists   [ply]: its legal moves
    made    [ply]: its moves
    quick   [ply]: the move that won at once the last time
    counts  see above
    """

    keys: Words
    chosen: Words
    plies: Words
    states: Words
    hashes: Words
    lists: Words
    made: Words
    quick: Words
    counts: Words


_WALK = types.NamedTuple(  # type: ignore[no-untyped-call]
    (WORDS, WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS_2D, WORDS, WORDS, WORDS), _Walk
)


@inner
def _find(keys: Words, key: int) -> int:
    """Find a key among those in order, or -1."""
    low, high = 0, keys.size
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.size and keys[low] == key else -1


@inner
def _is_listed(moves: Words, n: int, move: int) -> bool:
    found = False
    for k in range(n):
        found |= moves[k] == move
    return found


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, WORDS, WORDS, WORDS, int64))
def win_at_once(moves: Any, push: Any, tables: Tables, state: Words, room: Words, out: Words, seat: int) -> int:
    """Find a move of a seat, who is to move, that completes its square, or -1; `room` holds a state."""
    for k in range(moves(tables, state, out)):
        copy_words(state, room)
        if push(tables, room, out[k]) % 8 == seat + 1:
            return out[k]
    return -1


@kernel(int64(MOVES_FUNCTION, PUSH_FUNCTION, TABLES, MIRRORS, _WALK, int64, int64))
def _walk(moves: Any, push: Any, tables: Tables, mirrors: Mirrors, walk: _Walk, ply: int, winner: int) -> int:
    """Give how many plies the winner needs at most from states[ply], or why it fails; the loser moves at roots only."""
    counts, state, following = walk.counts, walk.states[ply], walk.states[ply + 1]
    counts[_FAILED] = ply
    here, entry = ply, -1
    if state[MOVER] == winner:
        # 1. A win at once, the one of last time first.
        n = moves(tables, state, walk.lists[ply])
        if _is_listed(walk.lists[ply], n, walk.quick[ply]):
            copy_words(state, following)
            if push(tables, following, walk.quick[ply]) % 8 == winner + 1:
                counts[_AT_ONCE] += 1
                counts[_IN_PHASE_2] += state[PHASE] == 2
                return 1
        symmetry = place_of_least(walk.hashes[ply])
        # After a pass the stones do not tell whose turn it is, and in phase 2 nothing is placed: keys end here.
        if state[PHASE] == 1 and (ply == 0 or walk.made[ply - 1] != PASS):
            entry = _find(walk.keys, walk.hashes[ply, symmetry])
        if entry < 0:
            quick = win_at_once(moves, push, tables, state, following, walk.lists[ply], winner)
            if quick < 0:
                return NO_ENTRY
            walk.quick[ply] = quick
            counts[_AT_ONCE] += 1
            counts[_IN_PHASE_2] += state[PHASE] == 2
            return 1
        if walk.plies[entry]:
            return walk.plies[entry]
        # 2. The strategy's move.
        chosen = walk.chosen[entry]
        move = mirrors.backs[symmetry, chosen] if chosen < mirrors.backs.shape[1] else -1
        if not _is_listed(walk.lists[ply], n, move):
            return ILLEGAL
        copy_words(state, following)
        walk.made[ply] = move
        result = push(tables, following, move)
        if result:
            walk.plies[entry] = 1
            return 1 if result % 8 == winner + 1 else LOST
        here = ply + 1
        for k in range(SYMMETRIES):
            walk.hashes[here, k] = walk.hashes[ply, k] ^ mirrors.words[winner, move, k]
    # 3. Every reply.
    if walk.states[here, MOVER] == winner:
        return STUCK
    longest = 0
    replies = walk.lists[here]
    for i in range(moves(tables, walk.states[here], replies)):
        move = replies[i]
        counts[_REPLIES] += 1
        walk.made[here] = move
        copy_words(walk.states[here], walk.states[here + 1])
        result = push(tables, walk.states[here + 1], move)
        if result:
            if result % 8 != winner + 1:
                counts[_FAILED] = here + 1
                return LOST
            continue
        for k in range(SYMMETRIES):
            walk.hashes[here + 1, k] = walk.hashes[here, k]
            if move != PASS:
                walk.hashes[here + 1, k] ^= mirrors.words[1 - winner, move, k]
        plies = _walk(moves, push, tables, mirrors, walk, here + 1, winner)
        if plies < 0 or counts[_STOP]:
            return plies if plies < 0 else STOPPED
        longest = max(longest, plies)
    total = longest + 1 + (here - ply)
    if entry >= 0:
        walk.plies[entry] = total
    return total


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a strategy found.

    holds       whether every line ends with the winner's square, in time
    plies       how many plies that takes at most, and `by_entry` the same for each position of the strategy; 0: not met
    positions   how many positions of the strategy came up
    replies     how many legal replies were walked
    at_once     how often the winner won at once; `in_phase_2`: with the first move of phase 2
    line        the moves to the position that fails
    problem     what is wrong there: "missing", "illegal", "lost", "stuck", "slow" or "stopped"
    """

    holds: bool
    plies: int
    by_entry: Words
    positions: int
    replies: int
    at_once: int
    in_phase_2: int
    line: tuple[str, ...] = ()
    problem: str | None = None


_PROBLEMS = {NO_ENTRY: "missing", ILLEGAL: "illegal", LOST: "lost", STUCK: "stuck", STOPPED: "stopped"}


def check(
    strategy: Strategy,
    position: Position,
    watch: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
) -> Verdict:
    """Walk a strategy from the position where it begins; `watch` is told positions and replies now and then."""
    rules = position.game.rules
    walk = _Walk(
        np.ascontiguousarray(strategy.keys),
        strategy.chosen.astype(np.int64),
        np.zeros(strategy.keys.size, np.int64),
        np.zeros((_PLIES, rules.state_size), np.int64),
        np.zeros((_PLIES, SYMMETRIES), np.int64),
        np.zeros((_PLIES, rules.move_limit), np.int64),
        np.zeros(_PLIES, np.int64),
        np.full(_PLIES, -1, np.int64),
        np.zeros(_STOP + 1, np.int64),
    )
    walk.states[0] = position.state
    support = position.game.threat_support
    assert support is not None
    support.kernels.hash_all(support.tables, position.state, walk.hashes[0])
    if stop:
        stop.tie(walk.counts[_STOP:])
    result = _run(
        lambda: _walk(
            rules.kernels.moves, rules.kernels.push, rules.tables, make_mirrors(position.game), walk, 0, strategy.winner
        ),
        lambda: watch and watch(int((walk.plies > 0).sum()), int(walk.counts[_REPLIES])),
    )
    return _verdict(strategy, position, walk, result)


def _run(work: Callable[[], int], watch: Callable[[], object]) -> int:
    """Do the work in a thread and look at it now and then."""
    results: list[int] = []
    thread = Thread(target=lambda: results.append(int(work())), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.5)
        watch()
    return results[0]


def _verdict(strategy: Strategy, position: Position, walk: _Walk, result: int) -> Verdict:
    counts, met = walk.counts.tolist(), int((walk.plies > 0).sum())
    problem = _PROBLEMS.get(result)
    if problem is None and (walk.plies > strategy.plies).any():
        problem = "slow"
    line: list[str] = []
    if result < 0 and result != STOPPED:
        line = [position.game.notation.move_text(int(move)) for move in walk.made[: counts[_FAILED]]]
    figures = (counts[_REPLIES], counts[_AT_ONCE], counts[_IN_PHASE_2])
    return Verdict(problem is None, max(result, 0), walk.plies, met, *figures, tuple(line), problem)
