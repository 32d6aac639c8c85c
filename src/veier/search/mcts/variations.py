"""How a simulation search expects the game to go on: read from its tree for all moves at the root at once."""

from __future__ import annotations

from numba import int64

from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import WORDS, WORDS_2D
from veier.kernels.state import Words
from veier.search.mcts.tree import COUNT, FIRST, MOVE, OUTCOMES, PLIES, SEAT, TREE, VISITS, Tree, is_certain

# Less than what any child is worth; what leads elsewhere than to the certain outcome.
_NONE, _ASTRAY = -(1 << 62), -(1 << 30)


@inner
def _merit(tree: Tree, node: int, child: int) -> int:
    """Say how likely a child is: the shortest way where the mover wins, the longest where it does not, else visits."""
    nodes = tree.nodes
    outcomes = nodes[node, OUTCOMES]
    if not is_certain(outcomes):
        return nodes[child, VISITS]
    if nodes[child, OUTCOMES] != outcomes:
        return _ASTRAY
    return -nodes[child, PLIES] if outcomes == 1 << nodes[node, SEAT] else nodes[child, PLIES]


@inner
def _likeliest(tree: Tree, node: int) -> int:
    """Give the child that the search expects, or -1 if none was tried."""
    best, most = -1, _NONE
    first = tree.nodes[node, FIRST]
    for slot in range(first, first + tree.nodes[node, COUNT]):
        child = tree.slots[slot]
        if child >= 0:
            merit = _merit(tree, node, child)
            if merit > most:
                best, most = child, merit
    return best


@kernel(int64(TREE, WORDS_2D, WORDS))
def write_lines(tree: Tree, out: Words, lengths: Words) -> int:
    """Write each slot of the root as a line of moves, its own first, and how long they are; give how many there are."""
    nodes, slots = tree.nodes, tree.slots
    for k in range(lengths.size):
        node = slots[nodes[0, FIRST] + k]
        out[k, 0] = nodes[node, MOVE] if node >= 0 else ~node
        n = 1
        while node >= 0 and nodes[node, FIRST] >= 0 and n < out.shape[1]:
            child = _likeliest(tree, node)
            if child >= 0:
                out[k, n] = nodes[child, MOVE]
                n += 1
            elif nodes[node, OUTCOMES]:
                # Nothing was tried because the candidates decide.
                out[k, n] = ~slots[nodes[node, FIRST]]
                n += 1
            node = child
        lengths[k] = n
    return lengths.size
