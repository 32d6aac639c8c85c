"""The tree of a Monte Carlo tree search, in arrays of fixed size, and the working memory beside it.

A node is a position reached by a move. Its candidates are slots: the move, until it is first tried, then the child.
Chances are the win probabilities of up to three seats, then the probability of a draw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.kernels.decorators import inner
from veier.kernels.mcts_params import MctsParams
from veier.kernels.signatures import HALF_WORDS, REALS, REALS_2D, WORDS, WORDS_2D
from veier.kernels.state import Reals, Words
from veier.kernels.types import INT, REAL, named_tuple

# Words of a node: the move that led to it, the seat to move, visits, the index of its first slot (-1: not expanded) and
# their number, outcomes and the plies until then, the number of moves left out, the child with the best evaluation for
# the mover (0: none yet), the digest where positions may repeat, and expected outcomes.
MOVE, SEAT, VISITS, FIRST, COUNT, OUTCOMES, PLIES, LEFT_OUT, BEST, DIGEST, EXPECTED = range(11)
_NODE_WORDS = 11

# Words of `control`. In: the seat that searches, the number of players, the attitude, the limits of simulations and of
# depth. In and out: nodes and slots in use, simulations made. In: for each seat its blunder rate, in PROBABILITY_STEPS.
ME, PLAYERS, ATTITUDE, SIMULATION_LIMIT, DEPTH_LIMIT, NODES, SLOTS, SIMULATIONS, BLUNDER_RATES = range(9)
PROBABILITY_STEPS = 1 << 20

# Attitudes: each wants to win; the others want me to lose; each wants to win and not to decide which other one does.
OWN, PARANOID, FAIR = 0, 1, 2

SEATS = 3
DRAW = 3
CONTROL_WORDS = BLUNDER_RATES + SEATS

# What a fair player gives up in own chances so that no other player has all the rest.
_FAIRNESS = 0.1

# Slots per node: most nodes are never expanded, but candidates are many.
_SLOTS_A_NODE = 16


class Tree(NamedTuple):
    """A tree under construction.

    nodes        [node, word]: see above
    sums         [node, seat or draw]: the sum of the chances of its simulations
    evaluations  [node, seat or draw]: its evaluation, that of its best child once it has children (max^n)
    slots        children, or ~move where there is none yet
    control      see above
    """

    nodes: Words
    sums: Reals
    evaluations: Reals
    slots: Words
    control: Words


TREE = named_tuple((WORDS_2D, REALS_2D, REALS_2D, HALF_WORDS, WORDS), Tree)
MCTS_PARAMS = named_tuple((REAL, REAL, REAL, INT, REAL, INT, REAL), MctsParams)


class MctsMemory(NamedTuple):
    """What simulations work with beside the tree.

    start    the state of the root
    seen     the digests of the positions that stood before it
    rng      the state of the random number generator
    stop     a word that any thread may set to end the search
    state    the state of the simulation
    moves    candidates
    scores   their scores
    path     the nodes from the root down
    chances  those of the simulation
    """

    start: Words
    seen: Words
    rng: Words
    stop: Words
    state: Words
    moves: Words
    scores: Reals
    path: Words
    chances: Reals


MCTS_MEMORY = named_tuple((WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, REALS, WORDS, REALS), MctsMemory)


def make_tree(megabytes: float) -> Tree:
    """Allocate memory for a tree."""
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
    """Add an empty node; return its index, or -1 if there is no room."""
    node = tree.control[NODES]
    if node >= tree.nodes.shape[0]:
        return -1
    tree.control[NODES] += 1
    tree.nodes[node] = 0
    tree.nodes[node, MOVE], tree.nodes[node, SEAT], tree.nodes[node, FIRST] = move, seat, -1
    tree.sums[node] = 0.0
    tree.evaluations[node] = 0.0
    return node


@inner
def next_seat(control: Words, seat: int) -> int:
    """Return the seat that moves after a seat."""
    return seat + 1 if seat + 1 < control[PLAYERS] else 0


@inner
def utility(control: Words, chances: Reals, seat: int) -> float:
    """Return the value of chances to a seat, given the attitude of the search."""
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
