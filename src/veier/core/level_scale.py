"""A ladder: how strong each level of a game is, as points on one way from a blind guess to a careful search.

Families name the points, `search/levels.py` plays them. Found by matches, see docs/levels.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Level(NamedTuple):
    """How a level plays.

    blindness  how much is overlooked at a glance, from 0 to 1
    warmth     how much worse a move may look and still be played: near 0 only the best
    care       the share of moves that are searched; the others are played at a glance
    nodes      how far they are searched
    """

    blindness: float
    warmth: float
    care: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels of a game below the last one, which plays at full strength.

    warm, cool  the warmth of the blindest player, and of one who sees everything, on the scale of the game's judgement
    nodes       how far a search goes at first
    rungs       a number for each level: from 0 to 1 it sees more and more, from 1 to 2 it searches more and more of its
                moves, and from there every unit makes the search ten times as long
    """

    warm: float
    cool: float
    nodes: int
    rungs: tuple[float, ...]

    @property
    def count(self) -> int:
        """How many levels there are, with the last one."""
        return len(self.rungs) + 1

    def level(self, number: int) -> Level:
        """Tell how a level below the last one plays; the lowest is 1."""
        rung = self.rungs[number - 1]
        sight = min(rung, 1.0)
        warmth = self.warm * (self.cool / self.warm) ** sight
        care = min(max(rung - 1.0, 0.0), 1.0)
        return Level(1.0 - sight, warmth, care, round(self.nodes * 10 ** max(rung - 2.0, 0.0)))
