"""Simulation search for everybody: `simulate` runs UCT over a game's doors of judgement and tells what it found."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from veier.core.mcts_params import MctsParams
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.scores import WINS
from veier.kernels.state import RESULT, Words
from veier.search.analysis import Analysis, Line, Proven
from veier.search.limits import DEFAULT_MOVETIME, UNLIMITED, Limits, Stop
from veier.search.mcts.tree import (
    ATTITUDE,
    CARELESS,
    CHANCES,
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
    SEATS,
    SIMULATION_LIMIT,
    SIMULATIONS,
    VISITS,
    Desk,
    Tree,
    make_tree,
)
from veier.search.mcts.uct import search_tree
from veier.search.mcts.variations import write_lines
from veier.search.opponent_model import find_careless

ATTITUDES = {"own": OWN, "paranoid": PARANOID, "fair": FAIR}

# No line is followed deeper than this; chances are told in steps so small, so that they add up to exactly one.
_DEEPEST = 250
_STEPS = 2**24


@dataclass
class _Found:
    """What the trees say together of a move at the root."""

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
    attitude: str = "own",
    mcts_params: MctsParams | None = None,
) -> Analysis:
    """Search a position that is not over; `manner` is the game's own unless another is to be tried."""
    limits, stop = limits or Limits(), stop or Stop()
    begun = time.monotonic()
    # The moves are described now: when the search is stopped, its answer must not wait for that.
    moves = {move.number: move for move in position.legal_moves}
    mcts_params = mcts_params or position.game.evaluation.mcts_params
    careless = find_careless(position, mcts_params.blunder_rate) if mcts_params.blunder_rate else ()
    trees = _plant(position, limits, attitude, careless)
    # A tree that may not grow deeper never comes to an end by itself: depth alone takes the usual time.
    is_limited = limits.movetime is not None or limits.nodes is not None
    seconds = limits.movetime if is_limited else DEFAULT_MOVETIME
    left = None if seconds is None else max(begun + seconds - time.monotonic(), 0.0)
    with stop.after(left), ThreadPoolExecutor(limits.threads) as pool:
        seeds = [(seed * limits.threads + number) % 2**63 for number in range(limits.threads)]
        list(pool.map(lambda tree, seed: _search(position, mcts_params, tree, seed, stop), trees, seeds))
    found = _gather(trees)
    _settle_untried(position, trees[0], found)
    tried = [each for each in found if each.nodes or each.outcomes]
    if any(not _loses(position, each) for each in tried):
        found = tried
    found.sort(key=lambda each: _merit(position, attitude, each), reverse=True)
    lines = tuple(_to_line(position, attitude, moves[each.number], each) for each in found)
    nodes = sum(int(tree.control[SIMULATIONS]) for tree in trees)
    return Analysis(position, lines, nodes, time.monotonic() - begun)


def _plant(position: Position, limits: Limits, attitude: str, careless: Sequence[float]) -> list[Tree]:
    """Make a tree for each thread, with its share of the limits."""
    trees = [make_tree(limits.megabytes / limits.threads) for _ in range(limits.threads)]
    for number, tree in enumerate(trees):
        tree.control[ME], tree.control[PLAYERS] = position.mover, position.game.players
        tree.control[ATTITUDE] = ATTITUDES[attitude]
        for seat, chance in enumerate(careless):
            tree.control[CARELESS + seat] = int(CHANCES * chance)
        share = -((number - (limits.nodes or 0)) // limits.threads)
        tree.control[SIMULATION_LIMIT] = UNLIMITED if limits.nodes is None else max(share, 1)
        tree.control[DEPTH_LIMIT] = min(limits.depth or _DEEPEST, _DEEPEST)
    return trees


def _search(position: Position, mcts_params: MctsParams, tree: Tree, seed: int, stop: Stop) -> None:
    rules, evaluation = position.game.rules, position.game.evaluation
    room = rules.move_limit + 1
    desk = Desk(
        np.empty(rules.state_size, np.int64),
        np.empty(room, np.int64),
        np.empty(room),
        np.empty(_DEEPEST + 2, np.int64),
        np.empty(SEATS + 1),
    )
    seen = np.array(position.seen, np.uint64).view(np.int64)
    rng = np.array([seed], np.int64)
    kernels, eval_kernels = rules.kernels, evaluation.kernels
    doors = kernels.count, kernels.push, eval_kernels.evaluate, eval_kernels.candidates, eval_kernels.rollout
    search_tree(*doors, rules.tables, evaluation.tables, mcts_params, tree, desk, position.state, seen, rng, stop.word)


def _gather(trees: list[Tree]) -> list[_Found]:
    """Add up what the trees say of each move at the root, in the order of the candidates."""
    found: dict[int, _Found] = {}
    for tree in trees:
        first, count = int(tree.nodes[0, FIRST]), int(tree.nodes[0, COUNT])
        slots = tree.slots[first : first + count]
        lines, lengths = np.empty((count, _DEEPEST), np.int64), np.empty(count, np.int64)
        write_lines(tree, lines, lengths)
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


def _settle_untried(position: Position, tree: Tree, found: list[_Found]) -> None:
    """Say of each candidate what the root's candidates decide, where nothing had to be tried."""
    if tree.nodes[0, OUTCOMES] and not any(each.nodes for each in found):
        for each in found:
            over = _reach(position, [each.number])[RESULT]
            each.outcomes, each.plies = int(tree.nodes[0, OUTCOMES]), 1 if over else 2


def _reach(position: Position, numbers: Sequence[int]) -> Words:
    """Give the state of a position after some moves; there may be hundreds of lines, so it is not described."""
    rules, state = position.game.rules, position.state
    for number in numbers:
        rules.kernels.push(rules.tables, state, number)
    return state


def _wins(position: Position, found: _Found) -> bool:
    return found.outcomes == 1 << position.mover


def _loses(position: Position, found: _Found) -> bool:
    return found.outcomes != 0 and not found.outcomes & (1 << position.mover | 1 << DRAW)


def _merit(position: Position, attitude: str, found: _Found) -> tuple[int, int, int]:
    """Order moves: quick wins first, then by what they promise and what was tried most, last what loses.

    The later a loss, the better, unless somebody is crowned whom a fair player would not.
    """
    mine = 1 << position.mover
    if _wins(position, found):
        return 2, -found.plies, found.nodes
    if _loses(position, found):
        return 0, found.outcomes.bit_count() if attitude == "fair" else 0, found.plies
    promise = 2 if found.expected == mine else 1 if found.expected == 0 or found.expected & (mine | 1 << DRAW) else 0
    return 1, promise, found.nodes


def _to_line(position: Position, attitude: str, move: Move, found: _Found) -> Line:
    """Tell what is known of a move."""
    players = position.game.players
    is_known = found.outcomes.bit_count() == 1 or (found.outcomes and not found.nodes)
    shares = [found.outcomes >> result & 1 for result in range(SEATS + 1)] if is_known else found.sums
    chances, draw = _to_chances([*shares[:players], shares[DRAW]])
    proven = _proven(position, attitude, found)
    return Line(move, chances, draw, proven, _continuation(position, found), found.nodes)


def _to_chances(shares: list[float]) -> tuple[tuple[float, ...], float]:
    """Scale the shares of the seats and of a draw, in steps, so that they add up to exactly one.

    Where nobody has any, the seats are even.
    """
    total = sum(shares)
    if total == 0:
        shares, total = [1.0] * (len(shares) - 1) + [0.0], len(shares) - 1
    steps = [math.floor(share / total * _STEPS) for share in shares]
    steps[steps.index(max(steps))] += _STEPS - sum(steps)
    *chances, draw = (step / _STEPS for step in steps)
    return tuple(chances), draw


def _continuation(position: Position, found: _Found) -> tuple[str, ...]:
    """Write how the game may go on; where it lets somebody win at once, with that move."""
    rules, evaluation, text = position.game.rules, position.game.evaluation, position.game.notation.move_text
    pv = tuple(map(text, found.pv))
    if found.outcomes and found.outcomes != 1 << DRAW:
        reached = _reach(position, found.pv)
        moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
        if not reached[RESULT]:
            evaluation.kernels.candidates(rules.tables, evaluation.tables, reached, moves, scores)
            if scores[0] == WINS:
                return *pv, text(int(moves[0]))
    return pv


def _proven(position: Position, attitude: str, found: _Found) -> Proven | None:
    """Give a result that is certain whatever others think; against all others at once only the own win is."""
    if found.outcomes.bit_count() != 1:
        return None
    if attitude == "paranoid" and position.game.players > 2 and not _wins(position, found):
        return None
    winner = found.outcomes.bit_length() - 1
    return Proven(None, 0) if winner == DRAW else Proven(winner, found.plies)
