"""What a two-player search knows about each move at its root, and how that becomes variations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

import numpy as np

from veier.core.move import Move
from veier.core.notation import Notation
from veier.core.position import Position
from veier.kernels.reals import exp
from veier.kernels.state import RESULT
from veier.search.alphabeta.search import WIN, WON
from veier.search.analysis import Proven, Variation

_SCALE = 1000
# More replies than there are.
_UNCOUNTED = 1 << 20
# Plies of a loss that comes soon.
_SHORT_LOSS = 4


@dataclass(slots=True)
class RootMove:
    """What is known about a move.

    won, lost  the most plies in which it wins or loses; 0 if that is not known
    drawn      whether it is certain that nobody wins
    not_lost   whether it is certain that the opponent does not win by force while pieces are placed
    value      the value to the mover, in thousandths of a logit; None if it was not searched
    score      the score of the evaluation's candidates
    replies    where all is lost: the number of replies that are known to win
    found      where all is lost: how likely players who err find one of them
    pv         the expected moves by number, this one first
    """

    number: int
    won: int = 0
    lost: int = 0
    drawn: bool = False
    not_lost: bool = False
    value: int | None = None
    score: float = -inf
    replies: int = _UNCOUNTED
    found: float = 1.0
    nodes: int = 0
    pv: list[int] = field(default_factory=list)

    def set_value(self, value: int, exact: bool) -> None:
        """Set the value of an alpha-beta search; it is exact if no position of it was evaluated."""
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
    def is_counted(self) -> bool:
        """Whether the replies that win were looked for."""
        return self.replies < _UNCOUNTED

    @property
    def rank(self) -> tuple[float, ...]:
        """The sort key, best first: quick wins, safe moves and then others by value, losses that are hard to find.

        Of moves that lose later than at once, those within four plies come last: few opponents miss such wins. Of the
        others those come first whose refutation is least likely found, then those with the longest line. Where the
        replies that win do so at once, their number comes first: none is hard to see. Of moves that win or lose alike,
        those come first that the evaluation prefers.
        """
        if self.won:
            return 0, self.won, -self.score
        if self.lost > 2:
            return 3, self.lost <= _SHORT_LOSS, self.found, self.replies, -self.lost, -self.score
        if self.lost:
            return 5 - self.lost / 2, self.replies, self.found, -self.score
        return 1 if self.not_lost else 2, -(self.value or 0)

    def to_variation(self, move: Move, mover: int, notation: Notation) -> Variation:
        """Return this as a variation."""
        proven, chance, draw = None, 0.5, 0.0
        if self.is_open:
            chance = 1 / (1 + exp(-(self.value or 0) / _SCALE))
        elif self.won:
            proven, chance = Proven(mover, self.won), 1.0
        elif self.lost:
            proven, chance = Proven(1 - mover, self.lost), 0.0
        else:
            proven, chance, draw = Proven(None, 0), 0.0, 1.0
        other = 1.0 - chance - draw
        chances = (chance, other) if mover == 0 else (other, chance)
        pv = tuple(notation.move_text(number) for number in self.pv) if self.pv else (move.text,)
        return Variation(move, chances, draw, proven, pv, self.nodes)


def to_variations(position: Position, root_moves: Iterable[RootMove]) -> tuple[Variation, ...]:
    """Return root moves as variations, the best move first; moves that were not searched are left out."""
    known = [root_move for root_move in root_moves if root_move.value is not None or not root_move.is_open]
    ranked = sorted(known, key=lambda root_move: root_move.rank)
    if ranked[0].won or ranked[0].lost:
        _finish_pv(position, ranked[0])
    moves = {move.number: move for move in position.legal_moves}
    mover, notation = position.mover, position.game.notation
    return tuple(root_move.to_variation(moves[root_move.number], mover, notation) for root_move in ranked)


def _finish_pv(position: Position, root_move: RootMove) -> None:
    """Add the end of a win: any move of the loser, and the move that completes."""
    rules, evaluation, state = position.game.rules, position.game.evaluation, position.state
    pv = root_move.pv or [root_move.number]
    for number in pv:
        rules.kernels.push(rules.tables, state, number)
    moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
    for _ in range(2):
        if state[RESULT]:
            break
        evaluation.kernels.candidates(rules.tables, evaluation.tables, state, moves, scores)
        pv = [*pv, int(moves[0])]
        rules.kernels.push(rules.tables, state, pv[-1])
    if state[RESULT]:
        root_move.pv = pv
