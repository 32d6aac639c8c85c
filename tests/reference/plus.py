"""4EYES+ with dominoes, and the same game drawn with pencils."""

from collections.abc import Hashable, Iterator
from typing import NamedTuple, Self

from .cells import Cell, cell_name, cells_in
from .squaregame import SquareGame


class Domino(NamedTuple):
    """A domino as it lies: its owner, the cell of the owner's stone, the cell of the next player's stone."""

    owner: int
    own: Cell
    other: Cell


class PairGame(SquareGame):
    """A game in which stones come in pairs: one of the mover's, and beside it one of the next player's."""

    def __init__(self, game: str, seats: int, side: int, reserves: list[dict[str, int]], nogifts: bool) -> None:
        """An empty board."""
        self.pairs = [
            ((x, y), (x + dx, y + dy))
            for x in range(side)
            for y in range(side)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= x + dx < side and 0 <= y + dy < side
        ]
        super().__init__(game, seats, side, reserves, nogifts)

    def _free_pairs(self, stones: dict[Cell, int]) -> Iterator[tuple[Cell, Cell]]:
        """Each two empty cells that share an edge, both ways round."""
        for one, two in self.pairs:
            if one not in stones and two not in stones:
                yield one, two

    def _allowed_pairs(self, stones: dict[Cell, int]) -> Iterator[tuple[Cell, Cell]]:
        """Where the mover may put an own stone and the next player's, given these stones on the board."""
        for own, other in self._free_pairs(stones):
            if not self.is_forbidden(stones, own, other):
                yield own, other

    def _put(self, own: Cell, other: Cell) -> None:
        self.stones[own] = self.mover
        self.stones[other] = self.next_seat()


class Plus(PairGame):
    """A game of 4EYES+ with dominoes."""

    def __init__(self, game: str, seats: int, side: int, tiles: int, elsewhere: bool, nogifts: bool) -> None:
        """An empty board, and the dominoes of each player in reserve."""
        self.elsewhere = elsewhere
        self.dominoes: set[Domino] = set()
        super().__init__(game, seats, side, [{"domino": tiles} for _ in range(seats)], nogifts)

    def copy(self) -> Self:
        """A twin with its own dominoes."""
        twin = super().copy()
        twin.dominoes = set(self.dominoes)
        return twin

    def _moves(self) -> Iterator[str]:
        if self.phase() == 2:
            yield from self._transfers()
        elif self.reserves[self.mover]["domino"] > 0:
            for own, other in self._allowed_pairs(self.stones):
                yield cell_name(own) + cell_name(other)

    def _transfers(self) -> Iterator[str]:
        """Phase 2: an own domino is lifted and laid anywhere, but not exactly as it lay.

        Where it must go elsewhere, both cells must have been free while it still lay.
        """
        for domino in self.dominoes:
            if domino.owner != self.mover:
                continue
            rest = dict(self.stones)
            del rest[domino.own], rest[domino.other]
            for own, other in self._allowed_pairs(rest):
                if self.elsewhere and (own in self.stones or other in self.stones):
                    continue
                if (own, other) != (domino.own, domino.other):
                    yield f"{cell_name(domino.own)}-{cell_name(own)}{cell_name(other)}"

    def _carry_out(self, text: str) -> None:
        if "-" in text:
            start, own, other = cells_in(text)
            lifted = next(d for d in self.dominoes if d.owner == self.mover and d.own == start)
            self.dominoes.remove(lifted)
            del self.stones[lifted.own], self.stones[lifted.other]
        else:
            own, other = cells_in(text)
            self.reserves[self.mover]["domino"] -= 1
        self.dominoes.add(Domino(self.mover, own, other))
        self._put(own, other)

    def _board(self) -> Hashable:
        return frozenset(self.dominoes)


class Pencil(PairGame):
    """A game of 4EYES+ on paper: nothing is ever moved."""

    def __init__(self, game: str, seats: int, side: int, turns: int, nogifts: bool) -> None:
        """An empty sheet, and the turns that each player has; with 0 there is no limit, and nothing is counted."""
        self.limited = turns > 0
        super().__init__(game, seats, side, [{"turn": turns} if turns else {} for _ in range(seats)], nogifts)

    def phase(self) -> int:
        """There is no phase 2."""
        return 1

    def _moves(self) -> Iterator[str]:
        if self.limited and self.reserves[self.mover]["turn"] == 0:
            return
        for own, other in self._allowed_pairs(self.stones):
            yield cell_name(own) + cell_name(other)

    def _carry_out(self, text: str) -> None:
        own, other = cells_in(text)
        self._put(own, other)
        if self.limited:
            self.reserves[self.mover]["turn"] -= 1

    def _verdict(self) -> tuple[str, int | None] | None:
        """A square comes first; then the sheet is full when no two empty neighbours are left; then turns run out."""
        square = super()._verdict()
        if square is not None:
            return square
        if next(self._free_pairs(self.stones), None) is None:
            return "full", None
        if self.limited and all(reserve["turn"] == 0 for reserve in self.reserves):
            return "turns", None
        return None

    def _board(self) -> Hashable:
        return frozenset(self.stones.items())
