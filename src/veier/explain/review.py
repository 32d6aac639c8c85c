"""Reviews: what is proved after each move, each seat's practical chances, and where the game turned.

    found = review(start, moves, Limits(movetime=0.3), progress=print)
    found.plies[3].proven, found.plies[3].chances, found.turning, found.story

Two things are kept apart: what is proved, and what players like these make of it (`practical`). `look_through` yields
the plies one by one. Importing this module loads the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from veier.core.position import Position
from veier.explain.explainers import DEFAULT_NODES, explain_move
from veier.explain.hints import REMARKS
from veier.explain.practical import Chances, PracticalModel, choose_model, practical_chances
from veier.explain.remark import Remark
from veier.explain.review_story import TURNING_LOSS, choose_turning, summarise, tell_story
from veier.explain.turning_points import Turn, tell_turning_point
from veier.messages import Message
from veier.search.analysis import Analysis, Proven
from veier.search.limits import Limits, Stop
from veier.search.think import think

DEFAULT_LIMITS = Limits(movetime=0.3)
# Among two, a tree search needs no more: docs/reviews.md compares it with longer ones. Endings are still searched for
# the whole time.
_SIMULATIONS = 20_000
# Before a move is blamed for giving away a win by force, the position after it is searched so many times longer.
_DOUBT = 4
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is known of a position: what is proved, the move that the search prefers and how the game may go on."""

    proven: Proven | None
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a review.

    was, proven   what was proved before and after the move
    chances       each seat's practical chances after the move
    best          the move that the search prefers; the same if it agrees
    best_chances  each seat's after that one
    best_line     how the game might have gone on with it
    loss          how much of the point the move cost its player in practice, from 0 to 1; nothing if the move kept what
                  was proved, or its player was lost by force
    remarks       what the move does
    best_remarks  what the preferred move does, if the game may have turned
    point         the sentence that tells it then
    """

    move: str
    mover: int
    was: Proven | None
    proven: Proven | None
    chances: Chances
    best: str
    best_chances: Chances
    best_line: tuple[str, ...]
    loss: float
    remarks: tuple[Remark, ...]
    best_remarks: tuple[Remark, ...] = ()
    point: Remark | None = None

    def to_data(self) -> dict[str, Any]:
        """Return the ply as data that JSON can hold."""
        return {
            "move": self.move,
            "mover": self.mover,
            "was": _proven_data(self.was),
            "proven": _proven_data(self.proven),
            "chances": [round(chance, _DIGITS) for chance in self.chances],
            "best": self.best,
            "bestChances": [round(chance, _DIGITS) for chance in self.best_chances],
            "bestLine": list(self.best_line),
            "loss": round(self.loss, _DIGITS),
            "remarks": [remark.to_data() for remark in self.remarks],
            "bestRemarks": [remark.to_data() for remark in self.best_remarks],
            "point": self.point.to_data() if self.point else None,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game; if it was stopped, only of its beginning."""

    start: Position
    plies: tuple[Ply, ...]
    complete: bool

    @property
    def turning(self) -> tuple[int, ...]:
        """The plies, counted from 0, with which the game turned: at most three."""
        return choose_turning([ply.loss for ply in self.plies])

    @property
    def story(self) -> tuple[Message, ...]:
        """From which move on the result was certain."""
        return tell_story(self.start.game, [(ply.mover, ply.was, ply.proven) for ply in self.plies])

    def to_data(self) -> dict[str, Any]:
        """Return the review as data that JSON can hold."""
        plies = [ply.to_data() for ply in self.plies]
        return {"plies": plies, **summarise(self.start.game, plies)}


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
    return Review(start, tuple(plies), len(plies) == len(moves))


def look_through(
    start: Position, moves: Sequence[str], limits: Limits = DEFAULT_LIMITS, *, first: int = 0, stop: Stop | None = None
) -> Iterator[Ply]:
    """Yield the moves of a game as they are reviewed, from a ply on, until `stop` is set."""
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    reviewer = _Reviewer(choose_model(positions), limits, stop or Stop())
    known = reviewer.assess(positions[first])
    for before, after in zip(positions[first:], positions[first + 1 :], strict=False):
        then = reviewer.assess(after)
        ply = reviewer.look_at(before, after, known, then)
        if reviewer.stop.is_set:
            return
        yield ply
        known = then


@dataclass(frozen=True, slots=True)
class _Reviewer:
    """What holds for all plies of a review."""

    model: PracticalModel
    limits: Limits
    stop: Stop

    def assess(self, position: Position, patience: int = 1) -> Assessment:
        """Search a position, with so many times the limits."""
        if position.outcome:
            return Assessment(Proven(position.outcome.winner, 0))
        found = self._search(position, patience)
        return Assessment(found.proven, found.best.pv)

    def _search(self, position: Position, patience: int) -> Analysis:
        # A search sets its flag when its time is over, so it gets its own.
        own = Stop()
        self.stop.tie(own.word)
        return think(position, self._limits(position).times(patience), stop=own)

    def _limits(self, position: Position) -> Limits:
        return replace(self.limits, simulations=_SIMULATIONS) if position.game.players == 2 else self.limits

    def look_at(self, before: Position, after: Position, known: Assessment, then: Assessment) -> Ply:
        """Compare the move between two positions with the one that the search prefers; given what is known of both."""
        assert after.last_move is not None
        made, mover, best = after.last_move.text, before.mover, known.line[0]
        if _may_have_given_away(known, then, mover):
            then = self.assess(after, _DOUBT)
        chances = practical_chances(after, then.proven, self.model)
        best_after = before.play(best)
        best_chances = chances
        if made != best:
            best_chances = practical_chances(best_after, _a_ply_later(known.proven), self.model)
        blameless = made == best or _is_lost(known, mover) or _keeps(known, then)
        loss = 0.0 if blameless else max(best_chances[mover] - chances[mover], 0.0)
        turns = loss >= TURNING_LOSS
        return Ply(
            made,
            mover,
            known.proven,
            then.proven,
            chances,
            best,
            best_chances,
            known.line,
            loss,
            explain_move(before, made, DEFAULT_NODES if turns else 0)[:REMARKS],
            explain_move(before, best)[:REMARKS] if turns else (),
            tell_turning_point(Turn(before, after, known.proven, then.proven, known.line, then.line))
            if turns
            else None,
        )


def _may_have_given_away(known: Assessment, then: Assessment, mover: int) -> bool:
    """Return whether a player seems to have given away a win by force, which only a longer search can show."""
    return known.proven is not None and known.proven.winner == mover and then.proven is None


def _is_lost(known: Assessment, mover: int) -> bool:
    """Return whether another player wins by force."""
    return known.proven is not None and known.proven.winner not in (None, mover)


def _keeps(known: Assessment, then: Assessment) -> bool:
    """Return whether what is proved stays the same."""
    return known.proven is not None and then.proven is not None and known.proven.winner == then.proven.winner


def _a_ply_later(proven: Proven | None) -> Proven | None:
    return proven and Proven(proven.winner, max(proven.plies - 1, 0))


def _proven_data(proven: Proven | None) -> dict[str, int | None] | None:
    return None if proven is None else {"winner": proven.winner, "plies": proven.plies}
