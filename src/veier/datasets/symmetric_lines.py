"""Lines that are the same but for symmetry or the order of moves: which games of a dataset came to a position.

Everything here is by move numbers and states, as kernels know them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise, permutations, product

import numpy as np

from veier.core.game import Game
from veier.core.symmetry import CellImages, map_state
from veier.kernels.state import MOVER, Words

# More orders of the moves than this are not looked for.
_ORDERS = 500


class SymmetricLines:
    """A line from the start of a game, by move numbers, and those that lead to a symmetric position.

    A line is found if it is this one, mapped by a symmetry of the board, with the moves of each player in any order.
    """

    def __init__(self, game: Game, moves: Sequence[int]) -> None:
        self._game, self._rules, self._moves = game, game.rules, tuple(moves)
        self._states = list(self._played(self._rules.start_state(), moves))

    @cached_property
    def lines(self) -> dict[tuple[int, ...], CellImages]:
        """The lines, each with a symmetry that maps this position to the one it leads to."""
        found: dict[tuple[int, ...], CellImages] = {}
        orders = self._orders()
        start = self._states[0].tobytes()
        for images in self._rules.symmetries:
            mapped = [map_state(self._rules, state, images) for state in self._states]
            if mapped[0].tobytes() == start:
                image = [self._successors(state)[after.tobytes()] for state, after in pairwise(mapped)]
                for order in orders:
                    found.setdefault(tuple(image[k] for k in order), images)
        return found

    def map_back(self, images: CellImages, move: int) -> int:
        """Return the move of this position that a symmetry maps to a move of the other one."""
        other = map_state(self._rules, self._states[-1], images)
        after = self._push(other, move)
        inverse = tuple(int(cell) for cell in np.argsort(images))
        return self._own_successors[map_state(self._rules, after, inverse).tobytes()]

    def key(self, move: int) -> bytes:
        """Return what is equal for moves of this position that lead to symmetric ones."""
        after = self._push(self._states[-1], move)
        return min(map_state(self._rules, after, images).tobytes() for images in self._rules.symmetries)

    @cached_property
    def _own_successors(self) -> dict[bytes, int]:
        return self._successors(self._states[-1])

    def _orders(self) -> list[tuple[int, ...]]:
        """List the orders of the moves, as indices, that each player could have chosen and that lead here."""
        movers = [int(state[MOVER]) for state in self._states[:-1]]
        own = [[k for k, mover in enumerate(movers) if mover == seat] for seat in range(self._rules.players)]
        choices = list(islice(product(*map(permutations, own)), _ORDERS + 1))
        given = tuple(range(len(movers)))
        if len(choices) > _ORDERS:
            return [given]
        orders = []
        for choice in choices:
            queues = [list(indices) for indices in choice]
            order = tuple(queues[mover].pop(0) for mover in movers)
            if order == given or self._leads_here(order):
                orders.append(order)
        return orders

    def _leads_here(self, order: tuple[int, ...]) -> bool:
        state = self._states[0]
        for k in order:
            if self._moves[k] not in self._rules.legal_numbers(state):
                return False
            state = self._push(state, self._moves[k])
        return state.tobytes() == self._states[-1].tobytes()

    def _played(self, state: Words, moves: Sequence[int]) -> Iterator[Words]:
        yield state
        for move in moves:
            state = self._push(state, move)
            yield state

    def _successors(self, state: Words) -> dict[bytes, int]:
        return {self._push(state, move).tobytes(): move for move in self._rules.legal_numbers(state)}

    def _push(self, state: Words, move: int) -> Words:
        after = state.copy()
        self._rules.kernels.push(self._rules.tables, after, move)
        return after
