"""Pairs of players: each with the nearest, such that everybody else can be paired as well."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

Allowed = Callable[[int, int], bool]


def pair_up(order: Sequence[int], allowed: Allowed) -> list[tuple[int, int]] | None:
    """Pair players, given in order of preference; None if that is not possible.

    The first is paired with the nearest one that leaves pairs for all others, then the next, and so on.
    """
    left = list(order)
    if not _can_pair(left, allowed):
        return None
    pairs = []
    while left:
        first, *others = left
        for second in others:
            rest = [player for player in others if player != second]
            if allowed(first, second) and _can_pair(rest, allowed):
                pairs.append((first, second))
                left = rest
                break
    return pairs


def _can_pair(players: Sequence[int], allowed: Allowed) -> bool:
    """Return whether all players can be paired at once."""
    if len(players) % 2:
        return False
    places = range(len(players))
    graph = [[k for k in places if k != n and allowed(players[n], players[k])] for n in places]
    return all(mate >= 0 for mate in _Matching(graph).find())


class _Matching:
    """Edmonds' blossom algorithm: the largest matching of a graph, given by the neighbours of each vertex."""

    def __init__(self, graph: Sequence[Sequence[int]]) -> None:
        self._graph = graph
        size = len(graph)
        self._mates = [-1] * size
        self._parents = [-1] * size
        self._bases = list(range(size))

    def find(self) -> list[int]:
        """Return the partner of each vertex, -1 for none."""
        for root in range(len(self._graph)):
            if self._mates[root] < 0:
                self._augment(self._path_from(root))
        return self._mates

    def _augment(self, vertex: int) -> None:
        """Exchange the pairs along a path that ends at a vertex without a partner."""
        while vertex >= 0:
            parent = self._parents[vertex]
            following = self._mates[parent]
            self._mates[vertex], self._mates[parent] = parent, vertex
            vertex = following

    def _path_from(self, root: int) -> int:
        """Search a path to a vertex without a partner; return that vertex, or -1."""
        size = len(self._graph)
        self._parents, self._bases = [-1] * size, list(range(size))
        used = [vertex == root for vertex in range(size)]
        waiting = deque([root])
        while waiting:
            vertex = waiting.popleft()
            for other in self._graph[vertex]:
                if self._bases[vertex] == self._bases[other] or self._mates[vertex] == other:
                    continue
                if other == root or (self._mates[other] >= 0 and self._parents[self._mates[other]] >= 0):
                    for member in self._contract(vertex, other):
                        if not used[member]:
                            used[member] = True
                            waiting.append(member)
                elif self._parents[other] < 0:
                    self._parents[other] = vertex
                    if self._mates[other] < 0:
                        return other
                    used[self._mates[other]] = True
                    waiting.append(self._mates[other])
        return -1

    def _contract(self, vertex: int, other: int) -> list[int]:
        """Make an odd cycle one vertex; return its members."""
        base = self._common_base(vertex, other)
        blossom: set[int] = set()
        self._mark(vertex, base, other, blossom)
        self._mark(other, base, vertex, blossom)
        members = [each for each in range(len(self._graph)) if self._bases[each] in blossom]
        for member in members:
            self._bases[member] = base
        return members

    def _common_base(self, vertex: int, other: int) -> int:
        """Return the first base that lies on the way to the root from both vertices."""
        seen = set()
        while True:
            vertex = self._bases[vertex]
            seen.add(vertex)
            if self._mates[vertex] < 0:
                break
            vertex = self._parents[self._mates[vertex]]
        while self._bases[other] not in seen:
            other = self._parents[self._mates[self._bases[other]]]
        return self._bases[other]

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self._bases[vertex] != base:
            blossom |= {self._bases[vertex], self._bases[self._mates[vertex]]}
            self._parents[vertex] = child
            child = self._mates[vertex]
            vertex = self._parents[child]
