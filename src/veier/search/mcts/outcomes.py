"""Certain and expected outcomes of the nodes of a tree.

`outcomes` of a node is 0 while nothing is certain, else the set of results that are possible with best play, as bits:
one for each seat that may win, one more for a draw. With three players there may be several, where a player who cannot
win decides who does. `expected` is the same if such a player, too, keeps the next one from winning at once as long as
it can: most do. It is less than certain, but it is known far earlier.
"""

from __future__ import annotations

from veier.kernels.decorators import inner
from veier.kernels.state import Reals, Words
from veier.search.mcts.tree import (
    ATTITUDE,
    COUNT,
    DRAW,
    EXPECTED,
    FIRST,
    LEFT_OUT,
    ME,
    OUTCOMES,
    PARANOID,
    PLAYERS,
    PLIES,
    SEAT,
    SEATS,
    Tree,
    next_seat,
)


@inner
def is_certain(outcomes: int) -> bool:
    """Return whether outcomes are known and there is only one."""
    return outcomes != 0 and outcomes & (outcomes - 1) == 0


@inner
def outcomes_of(result: int) -> int:
    """Return the outcomes of a finished game, given its state[RESULT]."""
    return 1 << (result % 8 - 1) if result % 8 else 1 << DRAW


@inner
def _gain(control: Words, result: int, seat: int) -> float:
    """Return the value of a certain result to a seat."""
    against_me = control[ATTITUDE] == PARANOID and seat != control[ME]
    mine = control[ME] if against_me else seat
    worth = 1.0 / control[PLAYERS] if result == DRAW else 1.0 if result == mine else 0.0
    return 1.0 - worth if against_me else worth


@inner
def gain_bounds(control: Words, outcomes: int, seat: int) -> tuple[float, float]:
    """Return the least and the greatest value of a set of results to a seat."""
    low, high = 2.0, -1.0
    for result in range(SEATS + 1):
        if (outcomes >> result) & 1:
            worth = _gain(control, result, seat)
            low, high = min(low, worth), max(high, worth)
    return low, high


@inner
def write_outcomes(outcomes: int, chances: Reals) -> None:
    """Write a set of results as chances, all equal."""
    n = 0
    for result in range(SEATS + 1):
        n += (outcomes >> result) & 1
    for result in range(SEATS + 1):
        chances[result] = ((outcomes >> result) & 1) / n


@inner
def _from_children(tree: Tree, node: int, column: int, sure: int) -> tuple[int, int]:
    """Return the outcomes, or the expected ones, that a node has by its children, and the plies; 0 if unknown.

    A move that is certainly best decides. Otherwise all moves must be known, and every result stays possible that the
    mover could let happen without giving up anything.
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
def update_outcomes(tree: Tree, node: int, sure: int) -> bool:
    """Update the outcomes of a node, certain and expected, from its children; return whether they changed."""
    nodes = tree.nodes
    outcomes, expected = nodes[node, OUTCOMES], nodes[node, EXPECTED]
    nodes[node, OUTCOMES], nodes[node, PLIES] = _from_children(tree, node, OUTCOMES, sure)
    nodes[node, EXPECTED] = nodes[node, OUTCOMES]
    if tree.control[PLAYERS] > 2 and not is_certain(nodes[node, OUTCOMES]):
        nodes[node, EXPECTED], _ = _from_children(tree, node, EXPECTED, sure)
    return nodes[node, OUTCOMES] != outcomes or nodes[node, EXPECTED] != expected
