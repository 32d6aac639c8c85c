"""What a search of two players knows of each move at its root, and how that becomes lines for people."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from veier.core.move import Move
from veier.core.notation import Notation
from veier.core.position import Position
from veier.kernels.state import RESULT
from veier.search.alphabeta.search import WIN, WON
from veier.search.analysis import Line, Proven

_SCALE = 1000


@dataclass(slots=True)
class Fate:
    """What is known of a move.

    won, lost  in how many plies it wins or loses at most; 0 if that is not known
    drawn      whether nobody wins for certain
    safe       whether the opponent is known not to win by force while pieces are placed
    value      what it is worth to the mover, in thousandths of a logit; None if nobody has asked
    line       how the game may go on, as numbers of moves, this one first
    """

    number: int
    won: int = 0
    lost: int = 0
    drawn: bool = False
    safe: bool = False
    value: int | None = None
    nodes: int = 0
    line: list[int] = field(default_factory=list)

    def note(self, value: int, exact: bool) -> None:
        """Take down a value of alpha-beta; it is exact if no position below was judged by an evaluation."""
        self.value = value
        if value > WON:
            self.won = WIN - value
        elif value < -WON:
            self.lost = WIN + value
        elif exact:
            self.drawn = True

    @property
    def is_open(self) -> bool:
        """Whether nothing is certain yet."""
        return not (self.won or self.lost or self.drawn)

    @property
    def rank(self) -> tuple[int, int]:
        """What moves are sorted by, the best first: quick wins, what is safe, the others by worth, then late losses."""
        if self.won:
            return 0, self.won
        if self.lost:
            return 3, -self.lost
        return 1 if self.safe else 2, -(self.value or 0)

    def make_line(self, move: Move, mover: int, notation: Notation) -> Line:
        """Say it as a line."""
        proven, chance, draw = None, 0.5, 0.0
        if self.is_open:
            chance = 1 / (1 + math.exp(-(self.value or 0) / _SCALE))
        elif self.won:
            proven, chance = Proven(mover, self.won), 1.0
        elif self.lost:
            proven, chance = Proven(1 - mover, self.lost), 0.0
        else:
            proven, chance, draw = Proven(None, 0), 0.0, 1.0
        other = 1.0 - chance - draw
        chances = (chance, other) if mover == 0 else (other, chance)
        pv = tuple(notation.move_text(number) for number in self.line) if self.line else (move.text,)
        return Line(move, chances, draw, proven, pv, self.nodes)


def make_lines(position: Position, fates: Iterable[Fate]) -> tuple[Line, ...]:
    """Turn fates into lines, the best move first; moves that nobody has looked at are left out."""
    known = [fate for fate in fates if fate.value is not None or not fate.is_open]
    ranked = sorted(known, key=lambda fate: fate.rank)
    if ranked[0].won or ranked[0].lost:
        finish_line(position, ranked[0])
    moves = {move.number: move for move in position.legal_moves}
    mover, notation = position.mover, position.game.notation
    return tuple(fate.make_line(moves[fate.number], mover, notation) for fate in ranked)


def finish_line(position: Position, fate: Fate) -> None:
    """Show the end of a win: whatever the loser does, and the move that completes."""
    rules, evaluation = position.game.rules, position.game.evaluation
    state = position.state
    line = fate.line or [fate.number]
    for number in line:
        rules.kernels.push(rules.tables, state, number)
    moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
    for _ in range(2):
        if state[RESULT]:
            break
        evaluation.kernels.candidates(rules.tables, evaluation.tables, state, moves, scores)
        line = [*line, int(moves[0])]
        rules.kernels.push(rules.tables, state, line[-1])
    if state[RESULT]:
        fate.line = line
