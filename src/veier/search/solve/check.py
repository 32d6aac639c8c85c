"""Checking a strategy by the rules alone: every legal reply is tried, each line must end with the winner's square.

Nothing of the searches is used but the keys of positions, which identify symmetric ones. So that a check takes seconds,
a position that came up before is not walked again, and a move that won at once is tried first in the next position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Thread
from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.kernels.arrays import copy_words, find_sorted, place_of_least
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.one_ply import find_win, wins_by
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PASS, PHASE, SYMMETRIES, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.limits import Stop
from veier.search.solve.strategy import Strategy
from veier.search.solve.symmetry import SYMMETRY_MAPS, SymmetryMaps, find_symmetry_maps, hash_move

# Why a walk fails: what is wrong with the position where it ends.
NO_ENTRY, ILLEGAL, LOST, STUCK, STOPPED = -1, -2, -3, -4, -5
# Words of `counts`: replies tried, positions that were won at once, those of phase 2 among them, the number of moves to
# the position that fails, and a word that any thread may set to end the walk.
_REPLIES, _AT_ONCE, _IN_PHASE_2, _FAILED, _STOP = range(5)

# No placing phase is longer.
_PLIES = 128


class CheckMemory(NamedTuple):
    """What a check works with.

    maps    how symmetries map placements
    keys    [k]: those of the strategy's positions, in order
    chosen  [k]: their moves
    plies   [k]: what the check finds: the most plies that the win takes; 0 where it did not come
    states  [ply]: the line of play being walked
    hashes  [ply]: the hashes of its positions
    lists   [ply]: their legal moves
    made    [ply]: the moves made
    quick   [ply]: the move that won at once the last time
    counts  see above
    """

    maps: SymmetryMaps
    keys: Words
    chosen: Words
    plies: Words
    states: Words
    hashes: Words
    lists: Words
    made: Words
    quick: Words
    counts: Words


CHECK_MEMORY = named_tuple(
    (SYMMETRY_MAPS, WORDS, WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS_2D, WORDS, WORDS, WORDS), CheckMemory
)


@inner
def _is_listed(moves: Words, n: int, move: int) -> bool:
    found = False
    for k in range(n):
        found |= moves[k] == move
    return found


@inner
def _count_win(memory: CheckMemory, ply: int) -> None:
    memory.counts[_AT_ONCE] += 1
    memory.counts[_IN_PHASE_2] += memory.states[ply, PHASE] == 2


@kernel(signature(RULES_BUNDLE, CHECK_MEMORY, INT, INT))
def _walk(game: RulesBundle, memory: CheckMemory, ply: int, winner: int) -> int:
    """Return the most plies that the winner needs from states[ply], or why it fails; the loser moves at roots only."""
    maps, counts, state, following = memory.maps, memory.counts, memory.states[ply], memory.states[ply + 1]
    counts[_FAILED] = ply
    here, entry = ply, -1
    if state[MOVER] == winner:
        # 1. A win at once, the one of the last time first.
        moves = memory.lists[ply]
        n = game.moves(game.tables, state, moves)
        if _is_listed(moves, n, memory.quick[ply]) and wins_by(game, state, memory.quick[ply], following):
            _count_win(memory, ply)
            return 1
        symmetry = place_of_least(memory.hashes[ply])
        must_pass = moves[0] == PASS
        # In phase 2 nothing is placed: keys end here.
        if state[PHASE] == 1 and not must_pass:
            entry = find_sorted(memory.keys, memory.hashes[ply, symmetry])
        if entry < 0 and not (must_pass and state[PHASE] == 1):
            quick = find_win(game, state, following, moves)
            if quick < 0:
                return NO_ENTRY
            memory.quick[ply] = quick
            _count_win(memory, ply)
            return 1
        if entry >= 0 and memory.plies[entry]:
            return memory.plies[entry]
        # 2. The strategy's move; a pass is the only one.
        move = PASS
        if entry >= 0:
            chosen = memory.chosen[entry]
            move = maps.inverses[symmetry, chosen] if chosen < maps.inverses.shape[1] else -1
        if not _is_listed(moves, n, move):
            return ILLEGAL
        copy_words(state, following)
        memory.made[ply] = move
        result = game.push(game.tables, following, move)
        if result and result % 8 != winner + 1:
            return LOST
        if result:
            memory.plies[entry] = 1
            return 1
        here = ply + 1
        hash_move(maps, memory.hashes, here, winner, move)
    # 3. Every reply.
    if memory.states[here, MOVER] == winner:
        return STUCK
    longest = 0
    replies = memory.lists[here]
    for i in range(game.moves(game.tables, memory.states[here], replies)):
        move = replies[i]
        counts[_REPLIES] += 1
        memory.made[here] = move
        copy_words(memory.states[here], memory.states[here + 1])
        result = game.push(game.tables, memory.states[here + 1], move)
        if result:
            if result % 8 != winner + 1:
                counts[_FAILED] = here + 1
                return LOST
            continue
        hash_move(maps, memory.hashes, here + 1, 1 - winner, move)
        plies = _walk(game, memory, here + 1, winner)
        if plies < 0 or counts[_STOP]:
            return plies if plies < 0 else STOPPED
        longest = max(longest, plies)
    total = longest + 1 + (here - ply)
    if entry >= 0:
        memory.plies[entry] = total
    return total


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What checking a strategy found.

    holds       whether every line ends with the winner's square, in time
    plies       the most plies that the win takes
    by_entry    the same for each position of the strategy; 0 where it did not come up
    positions   the number of positions of the strategy that came up
    replies     the number of legal replies that were tried
    at_once     how often the winner won at once
    in_phase_2  how often with the first move of phase 2
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


def check_strategy(
    strategy: Strategy,
    position: Position,
    watch: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
) -> CheckResult:
    """Walk a strategy from each of its lines after a position, the one that its moves lead to.

    `watch` is called with positions and replies now and then.
    """
    memory = _make_memory(strategy, position)
    if stop:
        stop.tie(memory.counts[_STOP:])
    longest = 0
    for line in strategy.lines:
        _set_up(memory, position.play(*line))
        plies = _run(
            lambda: _walk(rules_bundle(position.game), memory, 0, strategy.winner),
            lambda: watch and watch(int((memory.plies > 0).sum()), int(memory.counts[_REPLIES])),
        )
        if plies < 0:
            return _to_result(strategy, position, memory, plies, line)
        longest = max(longest, len(line) + plies)
    return _to_result(strategy, position, memory, longest)


def trim_strategy(
    strategy: Strategy,
    position: Position,
    watch: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
) -> tuple[Strategy, CheckResult]:
    """Check a strategy; return it with the positions that come up and the plies of each, and the result."""
    slowest = replace(strategy, plies=np.full(strategy.keys.size, 255, np.uint8))
    checked = check_strategy(slowest, position, watch, stop)
    met = checked.by_entry > 0
    keys, chosen, plies = strategy.keys[met], strategy.chosen[met], checked.by_entry[met].astype(np.uint8)
    return replace(strategy, keys=keys, chosen=chosen, plies=plies), checked


def _make_memory(strategy: Strategy, position: Position) -> CheckMemory:
    rules = position.game.rules
    return CheckMemory(
        find_symmetry_maps(position.game),
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


def _set_up(memory: CheckMemory, position: Position) -> None:
    """Write the position where a walk begins."""
    memory.states[0] = position.state
    threats = position.game.threat_support
    assert threats is not None
    threats.kernels.hash_all(threats.tables, position.state, memory.hashes[0])


def _run(work: Callable[[], int], watch: Callable[[], object]) -> int:
    """Run the work in a thread and call `watch` now and then."""
    results: list[int] = []
    thread = Thread(target=lambda: results.append(int(work())), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.5)
        watch()
    return results[0]


def _to_result(
    strategy: Strategy, position: Position, memory: CheckMemory, result: int, begun: tuple[str, ...] = ()
) -> CheckResult:
    """Read the memory; `begun` is the line whose walk failed."""
    counts, met = memory.counts.tolist(), int((memory.plies > 0).sum())
    problem = _PROBLEMS.get(result)
    if problem is None and (memory.plies > strategy.plies).any():
        problem = "slow"
    line: list[str] = []
    if result < 0 and result != STOPPED:
        line = [*begun]
        line += [position.game.notation.move_text(int(move)) for move in memory.made[: counts[_FAILED]]]
    figures = (counts[_REPLIES], counts[_AT_ONCE], counts[_IN_PHASE_2])
    return CheckResult(problem is None, max(result, 0), memory.plies, met, *figures, tuple(line), problem)
