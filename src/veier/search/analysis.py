"""What a search says about a position: a variation for each move it searched, best first."""

from __future__ import annotations

from dataclasses import dataclass

from veier.core.move import Move
from veier.core.position import Position


@dataclass(frozen=True, slots=True)
class Proven:
    """A result that is certain with best play.

    winner  the seat that wins; None: nobody does
    plies   the most plies until then, if the winner hurries; 0 where nobody wins
    """

    winner: int | None
    plies: int


@dataclass(frozen=True, slots=True)
class Variation:
    """What is known about a move.

    chances  each seat's probability to win; with `draw` they add up to one
    proven   the certain result, where there is one
    pv       the principal variation: the expected moves, this one first
    nodes    the part of the search that went into it
    """

    move: Move
    chances: tuple[float, ...]
    draw: float
    proven: Proven | None
    pv: tuple[str, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position that is not over: its moves, best first for the mover."""

    position: Position
    variations: tuple[Variation, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> Variation:
        """The best move found."""
        return self.variations[0]

    def with_others(self, other: Analysis) -> Analysis:
        """Add the moves that only another analysis of the position has: those that win sooner first, others last."""
        known = {variation.move.number for variation in self.variations}
        more = [variation for variation in other.variations if variation.move.number not in known]
        sooner = tuple(variation for variation in more if self._is_sooner(variation))
        variations = sooner + self.variations + tuple(variation for variation in more if variation not in sooner)
        return Analysis(self.position, variations, self.nodes + other.nodes, self.seconds + other.seconds)

    def _is_sooner(self, variation: Variation) -> bool:
        """Return whether a variation wins sooner than the best one here, which wins."""
        mine, proven = self.best.proven, variation.proven
        if mine is None or proven is None:
            return False
        return proven.winner == mine.winner == self.position.mover and proven.plies < mine.plies
