"""Reviews: each seat's chances after each move of a game, what would have been better, and where the game turned.

    found = review(start, moves, Limits(movetime=0.3), progress=print)
    found.plies[3].loss, found.turning

`look_through` yields the same move by move. Importing this module loads the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veier.core.position import Position
from veier.explain.explainers import DEFAULT_NODES, explain_move
from veier.explain.hints import REMARKS
from veier.explain.remark import Remark
from veier.record.result import result_of
from veier.search.limits import Limits, Stop
from veier.search.think import think

# A move that costs this share of the point turns a game: from an even one to a worse one.
TURNING_LOSS = 0.2
DEFAULT_LIMITS = Limits(movetime=0.3)
_DIGITS = 4

# The share of the point that each seat may expect, draws shared: they add up to one.
Chances = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a position is worth to each seat, and how the game may go on from there, best move first.

    certain  whether that is proved
    moves    each seat's chances by the move that is made now, as the same search sees them
    """

    chances: Chances
    line: tuple[str, ...]
    certain: bool
    moves: Mapping[str, Chances]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a review.

    chances       each seat's after the move
    best          the move that the search prefers; the same if it agrees
    best_chances  each seat's after that one
    best_line     how the game might have gone on with it
    loss          how much of the point the move cost its player, from 0 to 1
    remarks       what the move does
    best_remarks  what the preferred move does, where the game turned
    """

    move: str
    mover: int
    chances: Chances
    best: str
    best_chances: Chances
    best_line: tuple[str, ...]
    loss: float
    remarks: tuple[Remark, ...]
    best_remarks: tuple[Remark, ...] = ()

    @property
    def turns(self) -> bool:
        """Whether the game turned with this move."""
        return self.loss >= TURNING_LOSS

    def to_data(self) -> dict[str, Any]:
        """Return the ply as data that JSON can hold."""
        return {
            "move": self.move,
            "mover": self.mover,
            "chances": [round(chance, _DIGITS) for chance in self.chances],
            "best": self.best,
            "bestChances": [round(chance, _DIGITS) for chance in self.best_chances],
            "bestLine": list(self.best_line),
            "loss": round(self.loss, _DIGITS),
            "turns": self.turns,
            "remarks": [remark.to_data() for remark in self.remarks],
            "bestRemarks": [remark.to_data() for remark in self.best_remarks],
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game; if it was stopped, only of its beginning."""

    plies: tuple[Ply, ...]
    complete: bool

    @property
    def turning(self) -> tuple[int, ...]:
        """The plies, counted from 0, with which the game turned."""
        return tuple(number for number, ply in enumerate(self.plies) if ply.turns)

    def to_data(self) -> dict[str, Any]:
        """Return the review as data that JSON can hold."""
        return {"plies": [ply.to_data() for ply in self.plies], "turning": list(self.turning)}


def review(
    start: Position,
    moves: Sequence[str],
    limits: Limits = DEFAULT_LIMITS,
    *,
    stop: Stop | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a game move by move; the limits hold for each.

    `progress` is called with the numbers of moves done and of all. After `stop` is set, what is done so far is
    returned.
    """
    plies: list[Ply] = []
    for ply in look_through(start, moves, limits, stop=stop):
        plies.append(ply)
        if progress:
            progress(len(plies), len(moves))
    return Review(tuple(plies), len(plies) == len(moves))


def look_through(
    start: Position, moves: Sequence[str], limits: Limits = DEFAULT_LIMITS, *, stop: Stop | None = None
) -> Iterator[Ply]:
    """Yield the moves of a game one after the other as they are reviewed, until `stop` is set."""
    stop, before = stop or Stop(), start
    known = assess(start, limits, stop)
    for move in moves:
        after = before.play(move)
        then = assess(after, limits, stop)
        if stop.is_set:
            return
        yield look_at(before, after, known, then)
        before, known = after, then


def assess(position: Position, limits: Limits = DEFAULT_LIMITS, stop: Stop | None = None) -> Assessment:
    """Assess what a position is worth to each seat."""
    players = position.game.players
    if position.outcome:
        return Assessment(tuple(map(float, result_of(position.outcome, players))), (), True, {})
    # A search sets its flag when its time is over, so it gets its own.
    own = Stop()
    if stop:
        stop.tie(own.word)
    # The book knows who wins from the first move, which no player could have known: it would make every other move,
    # about which the search can only guess, seem to throw that win away.
    lines = think(position, limits, stop=own, book=False).variations
    moves = {line.move.text: tuple(chance + line.draw / players for chance in line.chances) for line in lines}
    return Assessment(moves[lines[0].move.text], lines[0].pv, lines[0].proven is not None, moves)


def look_at(before: Position, after: Position, known: Assessment, then: Assessment) -> Ply:
    """Compare the move between two positions with the one that the search prefers; given the assessments of both."""
    assert after.last_move is not None
    made, mover, best = after.last_move.text, before.mover, known.line[0]
    best_chances = then.chances if made == best else known.chances
    # The mover looks better than a move later, so guesses are compared within one search.
    real = then.chances if then.certain else known.moves.get(made, then.chances)
    loss = 0.0 if made == best else max(known.chances[mover] - real[mover], 0.0)
    turns = loss >= TURNING_LOSS
    remarks = explain_move(before, made, DEFAULT_NODES if turns else 0)
    best_remarks = explain_move(before, best) if turns else ()
    return Ply(
        made, mover, then.chances, best, best_chances, known.line, loss, remarks[:REMARKS], best_remarks[:REMARKS]
    )
