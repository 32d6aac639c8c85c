"""The tree of a simulation search, in arrays of fixed size, and what is certain about its nodes.

A node is a position reached by a move. Its candidates are slots: the move, until it is first tried, then the child.
`outcomes` of a node is 0 while nothing is certain, else the set of results that can come about if nobody errs, as bits:
one a seat that may win, one more for a draw. With three players there may be several, where somebody who cannot win
decides who does. `expected` is the same if such a player, too, keeps the next one from winning at once as long as it
can: most do. It says less for certain, but it is known far earlier.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import float64, int32, int64, types

from veier.core.mcts_params import MctsParams
from veier.kernels.jit import inner
from veier.kernels.signatures import REALS, REALS_2D, WORDS, WORDS_2D
from veier.kernels.state import Reals, Words

# Words of a node: the move that led to it, who moves, visits, where its slots begin (-1: not looked at yet) and how
# many there are, outcomes and the plies until then, how many moves were left out, the child that looks best (0: none
# yet), the digest where positions may repeat, and expected outcomes.
MOVE, SEAT, VISITS, FIRST, COUNT, OUTCOMES, PLIES, LEFT_OUT, BEST, DIGEST, EXPECTED = range(11)
_NODE_WORDS = 11

# Words of `control`. In: who asks, how many players, the attitude, how many simulations and how deep at most. In and
# out: nodes and slots in use, simulations made. In: for each seat how likely it is careless, in steps of 1 / CHANCES.
ME, PLAYERS, ATTITUDE, SIMULATION_LIMIT, DEPTH_LIMIT, NODES, SLOTS, SIMULATIONS, CARELESS = range(9)
CHANCES = 1 << 20

# Attitudes: each wants to win; the others want me to lose; each wants to win and does not want to crown another.
OWN, PARANOID, FAIR = 0, 1, 2

# Chances of up to three seats, then of a draw.
SEATS = 3
DRAW = 3
CONTROL_WORDS = CARELESS + SEATS

# What a fair player gives up in own chances for not letting one other player have all the rest.
_FAIRNESS = 0.1

# Slots for each node: new nodes are tried few at a time, but their candidates are many.
_SLOTS_A_NODE = 16


class Tree(NamedTuple):
    """A tree under construction.

    nodes    [node, word]: see above
    sums     [node, seat or draw]: what its simulations came to
    looks    [node, seat or draw]: what it looks like at a glance, and if everybody then takes what looks best
    slots    children, or ~move where there is none yet
    control  see above
    """

    nodes: Words
    sums: Reals
    looks: Reals
    slots: Words
    control: Words


TREE = types.NamedTuple(  # type: ignore[no-untyped-call]
    (WORDS_2D, REALS_2D, REALS_2D, types.Array(int32, 1, "C"), WORDS), Tree
)
MCTS_PARAMS = types.NamedTuple(  # type: ignore[no-untyped-call]
    (float64, float64, float64, int64, float64, int64, float64), MctsParams
)


class Desk(NamedTuple):
    """Room to work in: the state at hand, candidates and their scores, the path from the root, a vector of chances."""

    state: Words
    moves: Words
    scores: Reals
    path: Words
    chances: Reals


DESK = types.NamedTuple((WORDS, WORDS, REALS, WORDS, REALS), Desk)  # type: ignore[no-untyped-call]


def make_tree(megabytes: float) -> Tree:
    """Set aside memory for a tree."""
    node_bytes = 8 * _NODE_WORDS + 2 * 8 * (SEATS + 1) + 4 * _SLOTS_A_NODE
    room = max(int(megabytes * 2**20) // node_bytes, 64)
    return Tree(
        np.empty((room, _NODE_WORDS), np.int64),
        np.empty((room, SEATS + 1)),
        np.empty((room, SEATS + 1)),
        np.empty(max(room * _SLOTS_A_NODE, 4096), np.int32),
        np.zeros(CONTROL_WORDS, np.int64),
    )


@inner
def add_node(tree: Tree, move: int, seat: int) -> int:
    """Make a node that nothing is known of, or give -1 if there is no room."""
    node = tree.control[NODES]
    if node >= tree.nodes.shape[0]:
        return -1
    tree.control[NODES] += 1
    tree.nodes[node] = 0
    tree.nodes[node, MOVE], tree.nodes[node, SEAT], tree.nodes[node, FIRST] = move, seat, -1
    tree.sums[node] = 0.0
    tree.looks[node] = 0.0
    return node


@inner
def is_certain(outcomes: int) -> bool:
    """Tell whether outcomes are known and there is only one."""
    return outcomes != 0 and outcomes & (outcomes - 1) == 0


@inner
def next_seat(control: Words, seat: int) -> int:
    """Give who moves after a seat."""
    return seat + 1 if seat + 1 < control[PLAYERS] else 0


@inner
def utility(control: Words, chances: Reals, seat: int) -> float:
    """Say what chances are worth to a seat, given the attitude of the search."""
    even = chances[DRAW] / control[PLAYERS]
    if control[ATTITUDE] == PARANOID and seat != control[ME]:
        return 1.0 - chances[control[ME]] - even
    worth = chances[seat] + even
    if control[ATTITUDE] == FAIR:
        most = 0.0
        for other in range(SEATS):
            most = max(most, chances[other] if other != seat else 0.0)
        worth -= _FAIRNESS * most
    return worth


@inner
def _gain(control: Words, result: int, seat: int) -> float:
    """Say what a certain result is worth to a seat."""
    against_me = control[ATTITUDE] == PARANOID and seat != control[ME]
    mine = control[ME] if against_me else seat
    worth = 1.0 / control[PLAYERS] if result == DRAW else 1.0 if result == mine else 0.0
    return 1.0 - worth if against_me else worth


@inner
def gain_bounds(control: Words, outcomes: int, seat: int) -> tuple[float, float]:
    """Say what a set of results is at least and at most worth to a seat."""
    low, high = 2.0, -1.0
    for result in range(SEATS + 1):
        if (outcomes >> result) & 1:
            worth = _gain(control, result, seat)
            low, high = min(low, worth), max(high, worth)
    return low, high


@inner
def write_outcomes(outcomes: int, chances: Reals) -> None:
    """Write a set of results as chances, each as likely."""
    n = 0
    for result in range(SEATS + 1):
        n += (outcomes >> result) & 1
    for result in range(SEATS + 1):
        chances[result] = ((outcomes >> result) & 1) / n


@inner
def _settled(tree: Tree, node: int, column: int, sure: int) -> tuple[int, int]:
    """Find out what the children of a node make of its outcomes, or of what is expected; give plies too, 0 if unknown.

    A move that is certainly best settles it. Otherwise all moves must be settled, and every result stays possible that
    the mover could let happen without giving up anything.
    """
    nodes, control = tree.nodes, tree.control
    seat, first, count = nodes[node, SEAT], nodes[node, FIRST], nodes[node, COUNT]
    floor, known = -1.0, True
    won, quickest = 0, 1 << 30
    for k in range(first, first + count):
        child = tree.slots[k]
        outcomes = nodes[child, column] if child >= 0 else 0
        if outcomes == 0:
            known = False
            continue
        low, _ = gain_bounds(control, outcomes, seat)
        floor = max(floor, low)
        if low == 1.0 and nodes[child, PLIES] < quickest:
            won, quickest = outcomes, nodes[child, PLIES]
    if won:
        return won, quickest + 1
    if not known or (nodes[node, LEFT_OUT] and not sure):
        return 0, 0
    possible, longest = 0, 0
    for k in range(first, first + count):
        child = tree.slots[k]
        _, high = gain_bounds(control, nodes[child, column], seat)
        if high >= floor:
            possible |= nodes[child, column]
            longest = max(longest, nodes[child, PLIES])
    if column == OUTCOMES and nodes[node, LEFT_OUT]:
        # The moves left out make the next player win.
        following = next_seat(control, seat)
        if _gain(control, following, seat) >= floor:
            possible |= 1 << following
    return possible, longest + 1


@inner
def settle(tree: Tree, node: int, sure: int) -> bool:
    """Find out what the children of a node make certain, and what they let expect; tell whether that is news."""
    nodes = tree.nodes
    outcomes, expected = nodes[node, OUTCOMES], nodes[node, EXPECTED]
    nodes[node, OUTCOMES], nodes[node, PLIES] = _settled(tree, node, OUTCOMES, sure)
    nodes[node, EXPECTED] = nodes[node, OUTCOMES]
    if tree.control[PLAYERS] > 2 and not is_certain(nodes[node, OUTCOMES]):
        nodes[node, EXPECTED], _ = _settled(tree, node, EXPECTED, sure)
    return nodes[node, OUTCOMES] != outcomes or nodes[node, EXPECTED] != expected
