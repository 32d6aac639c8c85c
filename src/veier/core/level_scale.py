"""The strength of each level of a game: points on one scale, from a blind guess to a full search.

Families choose the points, `search/levels.py` plays them. Found by matches, see docs/levels.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Level(NamedTuple):
    """How a level plays.

    blindness     share of the patterns that is overlooked, from 0 to 1
    temperature   softmax temperature of moves chosen by evaluation: near 0 only the best is played
    search_share  share of moves that are searched; the others are chosen by evaluation alone
    nodes         node limit of these searches
    """

    blindness: float
    temperature: float
    search_share: float
    nodes: int


@dataclass(frozen=True, slots=True)
class LevelScale:
    """The levels of a game below the last one, which plays at full strength.

    warmest, coolest  temperature of the blindest player and of one who sees everything, in units of the evaluation
    nodes             node limit of the first levels that search
    strengths         a number per level: from 0 to 1 it overlooks less, from 1 to 2 it searches a growing share of its
                      moves, and from there every unit multiplies the nodes by ten
    """

    warmest: float
    coolest: float
    nodes: int
    strengths: tuple[float, ...]

    @property
    def count(self) -> int:
        """The number of levels, including the last one."""
        return len(self.strengths) + 1

    def level(self, number: int) -> Level:
        """Return how a level below the last one plays; the lowest is 1."""
        strength = self.strengths[number - 1]
        seen_share = min(strength, 1.0)
        temperature = self.warmest * (self.coolest / self.warmest) ** seen_share
        search_share = min(max(strength - 1.0, 0.0), 1.0)
        return Level(1.0 - seen_share, temperature, search_share, round(self.nodes * 10 ** max(strength - 2.0, 0.0)))
