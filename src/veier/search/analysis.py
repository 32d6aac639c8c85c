"""What a search says of a position: a line for each move it looked at, best first."""

from __future__ import annotations

from dataclasses import dataclass

from veier.core.move import Move
from veier.core.position import Position


@dataclass(frozen=True, slots=True)
class Proven:
    """A result that is certain if nobody errs.

    winner  the seat that wins; None: nobody does
    plies   how many plies at most until then, if the winner hurries; 0 where nobody wins
    """

    winner: int | None
    plies: int


@dataclass(frozen=True, slots=True)
class Line:
    """What is known of a move.

    chances  each seat's chance to win, and `draw`: they add up to one
    proven   the certain result, where there is one
    pv       how the game may go on, this move first
    nodes    how much of the search went into it
    """

    move: Move
    chances: tuple[float, ...]
    draw: float
    proven: Proven | None
    pv: tuple[str, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position that is not over: its moves, best first for the mover."""

    position: Position
    lines: tuple[Line, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> Line:
        """The best move found."""
        return self.lines[0]

    def with_others(self, other: Analysis) -> Analysis:
        """Add the moves that only another analysis of the position has: those that win sooner first, others last."""
        known = {line.move.number for line in self.lines}
        more = [line for line in other.lines if line.move.number not in known]
        sooner = tuple(line for line in more if self._is_sooner(line))
        lines = sooner + self.lines + tuple(line for line in more if line not in sooner)
        return Analysis(self.position, lines, self.nodes + other.nodes, self.seconds + other.seconds)

    def _is_sooner(self, line: Line) -> bool:
        """Tell whether a line wins sooner than the best one here, which wins."""
        mine, proven = self.best.proven, line.proven
        if mine is None or proven is None:
            return False
        return proven.winner == mine.winner == self.position.mover and proven.plies < mine.plies
