"""Verdicts on tries at the tasks of lessons: whether a move does what the task asks for, in words and on the board.

The plain rules decide: what a move ends in, what the next player could finish, what is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from veier.core.data import to_plain
from veier.core.descriptions import describe_outcome
from veier.core.errors import IllegalMove
from veier.core.patterns import Threat
from veier.core.position import Position
from veier.learn.figures import Refused, refuse, refused_data, squares_of
from veier.learn.lessons import Task
from veier.messages import Message, message
from veier.view import RowMark, SquareMark, View


@dataclass(frozen=True, slots=True)
class TaskVerdict:
    """The verdict on a try: right or not, why, and the board that shows it; `refused` is a move that was not made."""

    right: bool
    text: Message
    view: View
    refused: Refused | None = None

    def to_data(self) -> dict[str, Any]:
        """Return the verdict as data that JSON can hold."""
        return {
            "right": self.right,
            "text": self.text.to_data(),
            "view": to_plain(self.view),
            "refused": refused_data(self.refused, self.view) if self.refused else None,
        }


def check_task_try(task: Task, text: str) -> TaskVerdict:
    """Check a move as a try at a task; raise BadNotation for what is no move at all."""
    before = task.position
    try:
        after = before.play(text)
    except IllegalMove as error:
        return _check_refused(task, text, error.reason)
    if task.goal == "forbidden":
        return TaskVerdict(False, message("lesson.wrong.allowed"), after.view())
    if task.goal == "lay":
        return _check_laid(task, after)
    if after.outcome and after.outcome.winner not in (None, before.mover):
        return TaskVerdict(False, message("lesson.wrong.gift", outcome=describe_outcome(after)), after.view())
    return _CHECKS[before.game.patterns.kind](task, after)


def marks(position: Position, threats: Iterable[Threat]) -> View:
    """Return the view of a position with some squares or rows that lack a stone."""
    view, colours = position.view(), position.game.colours
    squares: list[SquareMark] = []
    rows: list[RowMark] = []
    for threat in threats:
        colour = colours[threat.seat]
        if threat.step is None:
            rows.append(RowMark(colour, threat.cells, False, threat.missing))
        else:
            one, two, three, four = threat.cells
            squares.append(SquareMark("threat", colour, (one, two, three, four), threat.step, threat.missing))
    return replace(view, squares=(*view.squares, *squares), rows=(*view.rows, *rows))


def hint_view(task: Task) -> View:
    """Show what a task is about: the squares or rows that lack one stone, of the players it concerns."""
    from veier.explain.tactics import find_threats

    position, mover = task.position, task.position.mover
    if task.goal == "forbidden":
        return replace(position.view(), squares=squares_of(position, refuse(position, task.answer).move))
    if task.goal == "stop":
        others = [seat for seat in range(position.game.players) if seat != mover]
        return marks(position, [threat for seat in others for threat in find_threats(position, seat)])
    if task.goal in ("win", "score"):
        return marks(position, [threat for threat in find_threats(position, mover) if task.answer in threat.moves])
    return position.view()


def _check_refused(task: Task, text: str, reason: Message) -> TaskVerdict:
    view, right = task.position.view(), task.goal == "forbidden" and reason.key == "illegal.both"
    told = message("lesson.right.forbidden" if right else "lesson.wrong.forbidden", reason=reason)
    if not _seems_possible(task.position, text):
        return TaskVerdict(False, told, view)
    refused = refuse(task.position, text)
    return TaskVerdict(right, told, replace(view, squares=squares_of(task.position, refused.move)), refused)


def _seems_possible(position: Position, text: str) -> bool:
    """Return whether a move can be shown: whether it could be made by the look of the board."""
    try:
        number = position.legal_moves.number_of(text)
    except IllegalMove:
        return False
    return number in position.game.patterns.pseudo_legal(position.state)


def _check_laid(task: Task, after: Position) -> TaskVerdict:
    """Check where the stones of a move stand; those that the task does not name may stand anywhere."""
    name, laid = after.game.rules.seat_message, after.last_move.stones if after.last_move else ()
    for place, ((cell, seat), wanted) in enumerate(zip(laid, task.cells, strict=False)):
        if cell != wanted:
            key = "lesson.wrong.turned" if place else "lesson.wrong.elsewhere"
            return TaskVerdict(False, message(key, colour=name(seat), stands=cell, cell=wanted), after.view())
    return TaskVerdict(True, task.praise, after.view())


# Squares.


def _check_square(task: Task, after: Position) -> TaskVerdict:
    from veier.explain.replies import natural_reply
    from veier.explain.tactics import find_threats, move_outcomes

    if after.outcome:
        return TaskVerdict(True, describe_outcome(after), after.view())
    if task.goal == "win":
        return TaskVerdict(False, message("lesson.wrong.no_square"), after.view())
    mover, name = task.position.mover, after.game.rules.seat_message
    danger = find_threats(after, after.mover)
    if danger:
        first = danger[0]
        text = message("lesson.wrong.allows", colour=name(after.mover), cells=first.cells, move=first.moves[0])
        return TaskVerdict(False, text, marks(after, danger[:1]))
    if task.goal != "fork":
        return TaskVerdict(True, message("lesson.right.safe", colour=name(after.mover)), after.view())
    own = find_threats(after, mover)
    shown = marks(after, _one_for_each_corner(own))
    outcomes = move_outcomes(after)
    if not own:
        return TaskVerdict(False, message("lesson.wrong.no_threat"), shown)
    if outcomes.is_lost:
        return TaskVerdict(True, message("lesson.right.fork", colour=name(after.mover)), shown)
    reply = after.game.notation.move_text(natural_reply(after, outcomes.safe, {threat.missing for threat in own}))
    return TaskVerdict(False, message("lesson.wrong.parried", colour=name(after.mover), move=reply), shown)


def _one_for_each_corner(threats: Iterable[Threat]) -> list[Threat]:
    """Keep one threat for each missing corner: more would hide each other."""
    return list({threat.missing: threat for threat in threats}.values())


# Rows.


def _check_rows(task: Task, after: Position) -> TaskVerdict:
    before, mover = task.position, task.position.mover
    name, gained = after.game.rules.seat_message, after.scores[mover] - before.scores[mover]
    if task.goal == "score":
        return _check_points(task, after, gained)
    if task.goal == "win":
        return _check_end(after, mover)
    danger = after.threats(after.mover)
    if danger and task.goal == "stop":
        text = message("lesson.wrong.row_open", colour=name(after.mover), move=danger[0].missing)
        return TaskVerdict(False, text, marks(after, danger[:1]))
    if task.goal == "stop":
        return TaskVerdict(True, message("lesson.right.row_stopped", colour=name(after.mover)), after.view())
    shown = marks(after, after.threats(mover))
    escapes = [move.text for move in after.legal_moves if not after.play(move).threats(mover)]
    if not escapes:
        return TaskVerdict(True, message("lesson.right.row_fork", colour=name(after.mover)), shown)
    if not after.threats(mover):
        return TaskVerdict(False, message("lesson.wrong.no_row_threat"), shown)
    return TaskVerdict(False, message("lesson.wrong.parried", colour=name(after.mover), move=escapes[0]), shown)


def _check_end(after: Position, mover: int) -> TaskVerdict:
    if after.outcome is None:
        return TaskVerdict(False, message("lesson.wrong.not_over", count=_loose(after, mover)), after.view())
    return TaskVerdict(after.outcome.winner == mover, describe_outcome(after), after.view())


def _check_points(task: Task, after: Position, gained: int) -> TaskVerdict:
    if gained >= task.points:
        mover = task.position.mover
        aside = _loose(task.position, mover) - _loose(after, mover) - 1
        points = message("lesson.right.points", count=gained)
        return TaskVerdict(True, message("lesson.right.aside", points=points, count=aside), after.view())
    if gained:
        return TaskVerdict(False, message("lesson.wrong.fewer", count=gained, wanted=task.points), after.view())
    laid = after.last_move.stones[0][0] if after.last_move else ""
    longest = max((len(row.cells) for row in after.rows() if laid in row.cells), default=0)
    if longest:
        text = message("lesson.wrong.run", length=longest, points=longest // 4, next=4 * (longest // 4) + 4)
        return TaskVerdict(False, text, after.view())
    return TaskVerdict(False, message("lesson.wrong.no_point"), after.view())


def _loose(position: Position, seat: int) -> int:
    """Count the loose stones of a seat."""
    return sum(position.reserves[seat].values())


# By the kind of patterns that a game has; a game with lessons and other patterns adds its own check.
_CHECKS = {"squares": _check_square, "rows": _check_rows}
