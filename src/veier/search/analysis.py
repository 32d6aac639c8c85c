"""What a search says about a position: a variation for each move it searched, best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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

    def with_proven(self, proven: Proven) -> Variation:
        """Return the variation with a result that is certain."""
        chances = tuple(float(seat == proven.winner) for seat in range(len(self.chances)))
        return replace(self, chances=chances, draw=float(proven.winner is None), proven=proven)


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

    @property
    def proven(self) -> Proven | None:
        """The certain result of the position: where the mover loses, by the move that puts it off longest."""
        found = self.best.proven
        if found is None or found.winner in (None, self.position.mover):
            return found
        losses = [variation.proven for variation in self.variations if variation.proven]
        return max(losses, key=lambda proven: proven.plies)

    def with_others(self, other: Analysis) -> Analysis:
        """Add the moves that only another analysis of the position has."""
        known = {variation.move.number for variation in self.variations}
        more = tuple(variation for variation in other.variations if variation.move.number not in known)
        return Analysis(self.position, self.variations + more, self.nodes + other.nodes, self.seconds + other.seconds)

    def with_proven(self, known: Mapping[int, Proven]) -> Analysis:
        """Add what is known of moves by their numbers; they stay in their order."""
        variations = tuple(
            variation.with_proven(known[variation.move.number]) if variation.move.number in known else variation
            for variation in self.variations
        )
        return replace(self, variations=variations)
