"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reason = Literal["square", "score", "repetition", "full", "passes", "goal", "turns"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winner's seat, None if it is drawn, and why it ended."""

    winner: int | None
    why: Reason

    @property
    def drawn(self) -> bool:
        """Whether nobody has won."""
        return self.winner is None
