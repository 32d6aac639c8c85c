"""Principal variations of a Monte Carlo tree search, read from its tree for all moves at the root at once."""

from __future__ import annotations

from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import WORDS, WORDS_2D
from veier.kernels.state import Words
from veier.kernels.types import signature
from veier.search.mcts.outcomes import is_certain
from veier.search.mcts.tree import COUNT, FIRST, MOVE, OUTCOMES, PLIES, SEAT, TREE, VISITS, Tree

# Less than the merit of any child; the merit of one that does not lead to the certain outcome.
_NONE, _OTHER_OUTCOME = -(1 << 62), -(1 << 30)


@inner
def _merit(tree: Tree, node: int, child: int) -> int:
    """Return how much a child is expected: the shortest way if the mover wins, the longest if not, else visits."""
    nodes = tree.nodes
    outcomes = nodes[node, OUTCOMES]
    if not is_certain(outcomes):
        return nodes[child, VISITS]
    if nodes[child, OUTCOMES] != outcomes:
        return _OTHER_OUTCOME
    return -nodes[child, PLIES] if outcomes == 1 << nodes[node, SEAT] else nodes[child, PLIES]


@inner
def _likeliest(tree: Tree, node: int) -> int:
    """Return the child that the search expects, or -1 if none was tried."""
    best, most = -1, _NONE
    first = tree.nodes[node, FIRST]
    for slot in range(first, first + tree.nodes[node, COUNT]):
        child = tree.slots[slot]
        if child >= 0:
            merit = _merit(tree, node, child)
            if merit > most:
                best, most = child, merit
    return best


@kernel(signature(TREE, WORDS_2D, WORDS))
def write_variations(tree: Tree, out: Words, lengths: Words) -> int:
    """Write the expected moves from each slot of the root on, its own first, and their lengths; return the number."""
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
