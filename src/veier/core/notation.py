"""The notation of a game: moves and boards as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from veier.kernels.state import PASS, Words
from veier.messages import Message


class Notation(ABC):
    """How moves and boards of one variant are written."""

    @abstractmethod
    def explain_move(self, number: int) -> Message:
        """Say how moves like this one are written, with it as the example; never called for a pass.

        Moves that are written in the same way have the same key; the parameter `move` is the move.
        """

    @abstractmethod
    def format_move(self, number: int) -> str:
        """Write a move; never called for a pass."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """Read a move; raise BadNotation, or IllegalMove for what no position allows."""

    @abstractmethod
    def format_board(self, state: Words) -> str:
        """Write the board as one word of a position string."""

    @abstractmethod
    def parse_board(self, text: str, state: Words) -> None:
        """Read a board into the state of the start, taking its pieces from the reserves; raise BadPosition."""

    def move_text(self, number: int) -> str:
        """Write a move, also a pass; memoized, because long lists of moves are written again and again."""
        text = self._move_texts.get(number)
        if text is None:
            text = self._move_texts[number] = "pass" if number == PASS else self.format_move(number)
        return text

    def is_move(self, number: int) -> bool:
        """Return whether a move has this number, in whatever position."""
        try:
            return self.parse_move(self.format_move(number)) == number
        except (LookupError, ValueError, OverflowError):
            return False

    @cached_property
    def _move_texts(self) -> dict[int, str]:
        return {}
