"""What all games have in common: turn order, passes, repetition, and the report of a state."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Self


class Reference(ABC):
    """One game under way. It changes with each move played; `copy` gives an independent twin."""

    def __init__(self, game: str, seats: int, reserves: list[dict[str, int]]) -> None:
        """The start position. A subclass sets up its board first, then calls this."""
        self.game = game
        self.seats = seats
        self.reserves = reserves
        self.moves: list[str] = []
        self.mover = 0
        self.over = False
        self.winner: int | None = None
        self.why: str | None = None
        self.passes_in_a_row = 0
        self.occurrences: dict[Hashable, int] = {}
        self._count_this_position()

    # What each game must say for itself.

    @abstractmethod
    def _moves(self) -> Iterable[str]:
        """The legal moves of the mover in exact notation, in any order, without `pass`."""

    @abstractmethod
    def _carry_out(self, text: str) -> None:
        """Change board and reserves by a legal move of the mover (never a pass)."""

    @abstractmethod
    def _verdict(self) -> tuple[str, int | None] | None:
        """If the board (or the reserves) end the game: why, and the winner or None for a draw."""

    @abstractmethod
    def _board(self) -> Hashable:
        """Which stones and whose pieces stand where."""

    @abstractmethod
    def scores(self) -> list[int]:
        """A number a seat."""

    @abstractmethod
    def phase(self) -> int:
        """1 or 2."""

    # What is the same everywhere.

    def legal(self) -> list[str]:
        """All legal moves in plain string order; a pass only when there is nothing else."""
        if self.over:
            return []
        return sorted(self._moves()) or ["pass"]

    def play(self, text: str) -> None:
        """Play one move, written exactly; an illegal one raises ValueError and changes nothing."""
        if text not in self.legal():
            raise ValueError(f"illegal in {self.game} after {' '.join(self.moves) or 'no moves'}: {text!r}")
        self.play_known(text)

    def play_known(self, text: str) -> None:
        """Play a move that is known to be legal (it comes from `legal` of this very position)."""
        if text == "pass":
            self.passes_in_a_row += 1
        else:
            self.passes_in_a_row = 0
            self._carry_out(text)
        self.moves.append(text)
        self.mover = self.next_seat()
        self._count_this_position()
        self._end_if_due()

    def next_seat(self) -> int:
        """The seat after the mover's."""
        return (self.mover + 1) % self.seats

    def state(self) -> dict[str, object]:
        """Everything a test compares, ready for JSON."""
        return {
            "game": self.game,
            "moves": list(self.moves),
            "over": self.over,
            "winner": self.winner,
            "why": self.why,
            "mover": self.mover,
            "phase": self.phase(),
            "legal": self.legal(),
            "scores": self.scores(),
            "reserves": [dict(reserve) for reserve in self.reserves],
        }

    def copy(self) -> Self:
        """A twin that shares nothing changeable with this one. A subclass adds its own board."""
        twin = copy.copy(self)
        twin.reserves = [dict(reserve) for reserve in self.reserves]
        twin.moves = list(self.moves)
        twin.occurrences = dict(self.occurrences)
        return twin

    def _position(self) -> Hashable:
        """What must be the same for a position to count as the same."""
        reserves = tuple(tuple(sorted(reserve.items())) for reserve in self.reserves)
        return (self._board(), reserves, self.mover)

    def _count_this_position(self) -> None:
        position = self._position()
        self.occurrences[position] = self.occurrences.get(position, 0) + 1

    def _end_if_due(self) -> None:
        """The ends in their order: the board's own (square, full, score), passes, repetition."""
        verdict = self._verdict()
        if verdict is not None:
            self.over = True
            self.why, self.winner = verdict
        elif self.passes_in_a_row == self.seats:
            self.over, self.why = True, "passes"
        elif self.occurrences[self._position()] == 3:
            self.over, self.why = True, "repetition"
