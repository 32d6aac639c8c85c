"""What 4EYES, 4EYES+ and the pencil game have in common: coloured stones on a square board, and squares."""

from typing import Self

from .base import Reference
from .cells import Cell
from .squares import count_finished, would_finish


class SquareGame(Reference):
    """A game in which a square of four stones wins. A colour is the seat index of its player."""

    def __init__(self, game: str, seats: int, side: int, reserves: list[dict[str, int]], nogifts: bool) -> None:
        """An empty board of side x side cells; whether nobody may finish a square of another colour."""
        self.side = side
        self.nogifts = nogifts
        self.stones: dict[Cell, int] = {}
        super().__init__(game, seats, reserves)

    def is_forbidden(self, stones: dict[Cell, int], own: Cell, other: Cell) -> bool:
        """Whether the mover must not lay its stone on `own` and the next player's on `other`."""
        return self.is_double(stones, own, other) or self.is_gift(stones, other)

    def is_gift(self, stones: dict[Cell, int], other: Cell) -> bool:
        """Whether gifts are forbidden and the next player's stone on `other` finishes a square."""
        return self.nogifts and would_finish(self.side, stones, other, self.next_seat())

    def is_double(self, stones: dict[Cell, int], own: Cell, other: Cell) -> bool:
        """Whether the mover's stone on `own` and the next player's on `other` finish a square each.

        `stones` is the board without the piece about to be laid. No square stands on it (the game would
        be over), and the two new stones differ in colour, so no new square can contain both of them:
        it is enough to look at each on its own.
        """
        return would_finish(self.side, stones, own, self.mover) and would_finish(
            self.side, stones, other, self.next_seat()
        )

    def scores(self) -> list[int]:
        """How many finished squares stand in each colour."""
        return [count_finished(self.side, self.stones, colour) for colour in range(self.seats)]

    def phase(self) -> int:
        """2 when nobody has a piece left in reserve."""
        return 1 if any(count for reserve in self.reserves for count in reserve.values()) else 2

    def copy(self) -> Self:
        """A twin with its own stones."""
        twin = super().copy()
        twin.stones = dict(self.stones)
        return twin

    def _verdict(self) -> tuple[str, int | None] | None:
        """The colour that has a square has won, whoever made it."""
        owners = [colour for colour, count in enumerate(self.scores()) if count]
        if not owners:
            return None
        assert len(owners) == 1, "squares in two colours: such a move is illegal"
        return "square", owners[0]
