"""Monte Carlo tree search as a function: `simulate` runs UCT over a game's evaluation kernels."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from veier.core.bundles import eval_bundle
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.mcts_params import MctsParams
from veier.kernels.scores import WINS
from veier.kernels.state import RESULT, Words
from veier.search.analysis import Analysis, Proven, Variation
from veier.search.limits import DEFAULT_MOVETIME, UNLIMITED, Limits, Stop
from veier.search.mcts.tree import (
    ATTITUDE,
    BLUNDER_RATES,
    COUNT,
    DEPTH_LIMIT,
    DRAW,
    EXPECTED,
    FAIR,
    FIRST,
    ME,
    OUTCOMES,
    OWN,
    PARANOID,
    PLAYERS,
    PLIES,
    PROBABILITY_STEPS,
    SEATS,
    SIMULATION_LIMIT,
    SIMULATIONS,
    VISITS,
    MctsMemory,
    Tree,
    make_tree,
)
from veier.search.mcts.uct import search_tree
from veier.search.mcts.variations import write_variations
from veier.search.opponent_model import OpponentModel

ATTITUDES = {"own": OWN, "paranoid": PARANOID, "fair": FAIR}

# The depth limit of a tree. Chances are multiples of one step, so that they add up to exactly one.
_DEEPEST = 250
_STEPS = 2**24
# Simulations of the first step of a search that tells what it knows in between.
_FIRST_STEP = 64


@dataclass
class _Found:
    """What the trees together know about a move at the root."""

    number: int
    nodes: int
    sums: list[float]
    outcomes: int
    expected: int
    plies: int
    pv: list[int]


def simulate(
    position: Position,
    limits: Limits | None = None,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    opponents: OpponentModel | None = None,
    mcts_params: MctsParams | None = None,
) -> Analysis:
    """Search a position that is not over; `mcts_params` are the game's unless others are to be tried."""
    limits, stop, opponents = limits or Limits(), stop or Stop(), opponents or OpponentModel()
    attitude = opponents.attitude
    begun = time.monotonic()
    # The moves are described now: when the search is stopped, its answer must not wait for that.
    moves = {move.number: move for move in position.legal_moves}
    mcts_params = mcts_params or position.game.evaluation.mcts_params
    rates = opponents.blunder_rates(position, mcts_params.blunder_rate) if mcts_params.blunder_rate else ()
    trees = _make_trees(position, limits, attitude, rates)
    # A tree of limited depth never comes to an end by itself: with a limit of depth alone it takes the default time.
    is_limited = any(limit is not None for limit in (limits.movetime, limits.nodes, limits.simulations))
    seconds = limits.movetime if is_limited else DEFAULT_MOVETIME
    sum_up = partial(_analyse, position, attitude, moves, begun=begun)
    searched = _Watched(stop, lambda: stop.tell(lambda: sum_up(trees[:1])))
    left = None if seconds is None else max(begun + seconds - time.monotonic(), 0.0)
    with stop.after(left), ThreadPoolExecutor(limits.threads) as pool:
        seeds = [(seed * limits.threads + number) % 2**63 for number in range(limits.threads)]
        list(pool.map(lambda tree, seed: _search(position, mcts_params, tree, seed, searched), trees, seeds))
    return sum_up(trees)


def _analyse(position: Position, attitude: str, moves: dict[int, Move], trees: list[Tree], begun: float) -> Analysis:
    """Return what trees together know of a position."""
    found = _sum_up(trees)
    _decide_untried(position, trees[0], found)
    tried = [each for each in found if each.nodes or each.outcomes]
    if any(not _loses(position, each) for each in tried):
        found = tried
    found.sort(key=lambda each: _merit(position, attitude, each), reverse=True)
    variations = tuple(_to_variation(position, attitude, moves[each.number], each) for each in found)
    nodes = sum(int(tree.control[SIMULATIONS]) for tree in trees)
    return Analysis(position, variations, nodes, time.monotonic() - begun)


def _make_trees(position: Position, limits: Limits, attitude: str, rates: Sequence[float]) -> list[Tree]:
    """Make a tree for each thread, with its share of the limits."""
    trees = [make_tree(limits.megabytes / limits.threads) for _ in range(limits.threads)]
    most = min(limits.nodes or UNLIMITED, limits.simulations or UNLIMITED)
    for number, tree in enumerate(trees):
        tree.control[ME], tree.control[PLAYERS] = position.mover, position.game.players
        tree.control[ATTITUDE] = ATTITUDES[attitude]
        for seat, rate in enumerate(rates):
            tree.control[BLUNDER_RATES + seat] = int(PROBABILITY_STEPS * rate)
        share = -((number - most) // limits.threads)
        tree.control[SIMULATION_LIMIT] = max(share, 1)
        tree.control[DEPTH_LIMIT] = min(limits.depth or _DEEPEST, _DEEPEST)
    return trees


@dataclass(frozen=True, slots=True)
class _Watched:
    """How a search is stopped, and how it tells what its first tree knows."""

    stop: Stop
    tell: Callable[[], None]


def _search(position: Position, mcts_params: MctsParams, tree: Tree, seed: int, watched: _Watched) -> None:
    rules = position.game.rules
    room = rules.move_limit + 1
    memory = MctsMemory(
        position.state,
        np.array(position.seen, np.uint64).view(np.int64),
        np.array([seed], np.int64),
        watched.stop.word,
        np.empty(rules.state_size, np.int64),
        np.empty(room, np.int64),
        np.empty(room),
        np.empty(_DEEPEST + 2, np.int64),
        np.empty(SEATS + 1),
    )
    bundle, every = eval_bundle(position.game), watched.stop.report_seconds
    if every is None:
        search_tree(bundle, mcts_params, tree, memory)
        return
    # In steps, between which it can tell what it knows: a tree that is searched further goes on as it would have.
    limit, step = int(tree.control[SIMULATION_LIMIT]), _FIRST_STEP
    while True:
        begun = time.monotonic()
        tree.control[SIMULATION_LIMIT] = min(limit, int(tree.control[SIMULATIONS]) + step)
        if search_tree(bundle, mcts_params, tree, memory) < tree.control[SIMULATION_LIMIT]:
            return
        if tree.control[SIMULATION_LIMIT] >= limit or watched.stop.is_set:
            return
        if time.monotonic() - begun < every / 4:
            step *= 2
        watched.tell()


def _sum_up(trees: list[Tree]) -> list[_Found]:
    """Add up what the trees know about each move at the root, in the order of the candidates."""
    found: dict[int, _Found] = {}
    for tree in trees:
        first, count = int(tree.nodes[0, FIRST]), int(tree.nodes[0, COUNT])
        slots = tree.slots[first : first + count]
        lines, lengths = np.empty((count, _DEEPEST), np.int64), np.empty(count, np.int64)
        write_variations(tree, lines, lengths)
        tried = np.maximum(slots, 0)
        children = tree.nodes[tried].tolist(), tree.sums[tried].tolist()
        for slot, line, length, child, sums in zip(slots.tolist(), lines, lengths, *children, strict=True):
            number = int(line[0])
            each = found.setdefault(number, _Found(number, 0, [0.0] * (SEATS + 1), 0, 0, 0, [number]))
            if slot < 0:
                continue
            if child[VISITS] > each.nodes:
                each.pv = line[:length].tolist()
            each.nodes += child[VISITS]
            each.sums = [one + more for one, more in zip(each.sums, sums, strict=True)]
            each.expected = each.expected or child[EXPECTED]
            if child[OUTCOMES]:
                each.outcomes, each.plies = child[OUTCOMES], child[PLIES] + 1
    return list(found.values())


def _decide_untried(position: Position, tree: Tree, found: list[_Found]) -> None:
    """Set the outcomes of each candidate where the root's candidates decide and nothing was tried."""
    if tree.nodes[0, OUTCOMES] and not any(each.nodes for each in found):
        for each in found:
            over = _reach(position, [each.number])[RESULT]
            each.outcomes, each.plies = int(tree.nodes[0, OUTCOMES]), 1 if over else 2


def _reach(position: Position, numbers: Sequence[int]) -> Words:
    """Return the state of a position after some moves; without a `Position`, since there may be hundreds."""
    rules, state = position.game.rules, position.state
    for number in numbers:
        rules.kernels.push(rules.tables, state, number)
    return state


def _wins(position: Position, found: _Found) -> bool:
    return found.outcomes == 1 << position.mover


def _loses(position: Position, found: _Found) -> bool:
    return found.outcomes != 0 and not found.outcomes & (1 << position.mover | 1 << DRAW)


def _merit(position: Position, attitude: str, found: _Found) -> tuple[int, int, int]:
    """Return the sort key of a move: quick wins first, then by promise and visits, last what loses.

    The later a loss, the better; but a fair player prefers to leave several winners possible.
    """
    mine = 1 << position.mover
    if _wins(position, found):
        return 2, -found.plies, found.nodes
    if _loses(position, found):
        return 0, found.outcomes.bit_count() if attitude == "fair" else 0, found.plies
    promise = 2 if found.expected == mine else 1 if found.expected == 0 or found.expected & (mine | 1 << DRAW) else 0
    return 1, promise, found.nodes


def _to_variation(position: Position, attitude: str, move: Move, found: _Found) -> Variation:
    """Return what is known about a move."""
    players = position.game.players
    is_known = found.outcomes.bit_count() == 1 or (found.outcomes and not found.nodes)
    shares = [found.outcomes >> result & 1 for result in range(SEATS + 1)] if is_known else found.sums
    chances, draw = _to_chances([*shares[:players], shares[DRAW]])
    proven = _proven(position, attitude, found)
    return Variation(move, chances, draw, proven, _write_pv(position, found), found.nodes)


def _to_chances(shares: list[float]) -> tuple[tuple[float, ...], float]:
    """Scale the shares of the seats and of a draw, in steps, so that they add up to exactly one.

    Where all are zero, the seats are equal.
    """
    total = sum(shares)
    if total == 0:
        shares, total = [1.0] * (len(shares) - 1) + [0.0], len(shares) - 1
    steps = [math.floor(share / total * _STEPS) for share in shares]
    steps[steps.index(max(steps))] += _STEPS - sum(steps)
    *chances, draw = (step / _STEPS for step in steps)
    return tuple(chances), draw


def _write_pv(position: Position, found: _Found) -> tuple[str, ...]:
    """Return the expected moves as text; where they let a player win at once, with that move."""
    rules, evaluation, notation = position.game.rules, position.game.evaluation, position.game.notation
    pv = tuple(notation.move_text(number) for number in found.pv)
    if found.outcomes and found.outcomes != 1 << DRAW:
        reached = _reach(position, found.pv)
        moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
        if not reached[RESULT]:
            evaluation.kernels.candidates(rules.tables, evaluation.tables, reached, moves, scores)
            if scores[0] == WINS:
                return *pv, notation.move_text(int(moves[0]))
    return pv


def _proven(position: Position, attitude: str, found: _Found) -> Proven | None:
    """Return a result that is certain whatever the attitude of the others; with "paranoid" only the own win is."""
    if found.outcomes.bit_count() != 1:
        return None
    if attitude == "paranoid" and position.game.players > 2 and not _wins(position, found):
        return None
    winner = found.outcomes.bit_length() - 1
    return Proven(None, 0) if winner == DRAW else Proven(winner, found.plies)
