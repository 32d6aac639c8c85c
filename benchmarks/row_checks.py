"""Checks what remarks on hex rows say: the stones named are laid, and the points counted anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from benchmarks.played_out import Cells, turned
from benchmarks.told import Checker, Told
from veier.core.position import Position

_DIRECTIONS = ((1, 0), (0, 1), (1, 1))


def _runs(stones: Mapping[str, int], seat: int) -> Iterator[Cells]:
    """Find the straight, unbroken runs of a seat that cannot be extended."""
    points = {(ord(cell[0]), int(cell[1:])): cell for cell, owner in stones.items() if owner == seat}
    for right, up in _DIRECTIONS:
        for x, y in points:
            if (x - right, y - up) in points:
                continue
            run = []
            while (x, y) in points:
                run.append(points[x, y])
                x, y = x + right, y + up
            yield frozenset(run)


def _points(position: Position, seat: int) -> int:
    return sum(len(run) // 4 for run in _runs(position.stones, seat))


def _gain(position: Position, seat: int, cell: str) -> int:
    """Return the points that a seat's stone on a cell makes, were it its turn; none without a stone."""
    there = turned(position, seat)
    if there.reserves[seat]["stone"] == 0:
        return 0
    return _points(there.play(cell), seat) - _points(there, seat) if there.is_legal(cell) else 0


def _scores(position: Position, seat: int, told: Told, cell: str) -> bool:
    """Return whether a seat's stone on a cell makes a point, with all the rows named."""
    if _gain(position, seat, cell) < 1:
        return False
    runs = {*_runs(turned(position, seat).play(cell).stones, seat)}
    rows = cast(tuple[str, ...], told.remark.text.params["rows"])
    return told.squares == {frozenset(row.split("-")) for row in rows} and told.squares <= {
        run for run in runs if cell in run and len(run) >= 4
    }


def _row_scores(told: Told) -> bool:
    cell = cast(str, told.move)
    return _scores(told.before, told.mover, told, cell) and told.count() == _gain(told.before, told.mover, cell)


def _row_blocks(told: Told) -> bool:
    cell = told.text("cell")
    return cell == told.move and _scores(told.before, told.seat("other"), told, cell)


def _row_threatens(told: Told) -> bool:
    cell = told.text("cell")
    new = {*_runs(turned(told.before, told.mover).play(cell).stones, told.mover)}
    return _scores(told.after, told.mover, told, cell) and not told.squares <= {run for run in new if len(run) >= 4}


def _row_double(told: Told) -> bool:
    """Whichever of the places the next player takes, the others are still there to score on."""
    cells = cast(tuple[str, ...], told.remark.text.params["cells"])
    if told.count() != len(cells) or not all(_gain(told.after, told.mover, cell) for cell in cells):
        return False
    for reply in told.after.legal_moves:
        reached = told.after.play(reply)
        if reached.is_over or not any(_gain(reached, told.mover, cell) for cell in cells):
            return False
    return True


def _row_extends(told: Told) -> bool:
    (row,) = told.squares
    return (
        row in {*_runs(told.after.stones, told.mover)}
        and told.move in row
        and told.count() == len(row) > 4
        and frozenset(told.text("row").split("-")) == row
        and _gain(told.before, told.mover, told.move) == 0
        and any(len(run) >= 4 and run < row for run in _runs(told.before.stones, told.mover))
    )


def _row_leaves(told: Told) -> bool:
    other = told.seat("other")
    return other == told.after.mover and _scores(told.after, other, told, told.text("cell"))


def _row_missed(told: Told) -> bool:
    made = _gain(told.before, told.mover, cast(str, told.move))
    return made == 0 and _scores(told.before, told.mover, told, told.text("cell"))


def _can_score(position: Position, seat: int) -> set[str]:
    return {move.text for move in turned(position, seat).legal_moves if _gain(position, seat, move.text)}


def _row_quiet(told: Told) -> bool:
    other = 1 - told.mover
    return (
        _gain(told.before, told.mover, cast(str, told.move)) == 0
        and not _can_score(told.after, told.mover)
        and _can_score(told.before, other) <= _can_score(told.after, other)
    )


def _row_loose(told: Told) -> bool:
    seat, after = told.seat("colour"), turned(told.after, told.seat("colour"))
    left = after.reserves[seat]["stone"]
    return left == told.count() and (left > 1 or after.play(after.legal_moves[0]).is_over)


def _row_last(told: Told) -> bool:
    """After the last stone of this player, the other one has a turn, which is the last."""
    seat, there = told.seat("colour"), turned(told.after, told.seat("colour"))
    reached = there.play(there.legal_moves[0])
    return (
        there.reserves[seat]["stone"] == 1
        and not reached.is_over
        and reached.mover == told.seat("other") == 1 - seat
        and all(reached.play(move).is_over for move in reached.legal_moves)
    )


def _row_out(told: Told) -> bool:
    seat, after = told.seat("colour"), told.after
    return (
        after.reserves[seat]["stone"] == 0
        and after.mover == told.seat("other") == 1 - seat
        and all(after.play(move).is_over for move in after.legal_moves)
    )


def _ends(position: Position, seat: int, told: Told) -> bool:
    if position.mover != seat or not position.is_legal(told.text("move")):
        return False
    reached = position.play(told.text("move"))
    points = _points(reached, seat), _points(reached, 1 - seat)
    ended = reached.outcome is not None and reached.outcome.winner == seat
    return ended and points == (told.count("points"), told.count("fewer"))


def _row_allows_end(told: Told) -> bool:
    return _ends(told.after, told.seat("other"), told)


def _row_can_end(told: Told) -> bool:
    return _ends(told.before, told.seat("colour"), told)


def _row_can_score(told: Told) -> bool:
    return told.seat("colour") == told.mover and _scores(told.before, told.mover, told, told.text("cell"))


def _row_is_threatened(told: Told) -> bool:
    return _scores(told.before, told.seat("other"), told, told.text("cell"))


def _row_calm(told: Told) -> bool:
    return not any(_can_score(told.before, seat) for seat in range(2))


ROW_CHECKS: dict[str, Checker] = {
    "explain.row_allows_end": _row_allows_end,
    "explain.row_blocks": _row_blocks,
    "explain.row_calm": _row_calm,
    "explain.row_can_end": _row_can_end,
    "explain.row_can_score": _row_can_score,
    "explain.row_double": _row_double,
    "explain.row_extends": _row_extends,
    "explain.row_is_threatened": _row_is_threatened,
    "explain.row_last": _row_last,
    "explain.row_leaves": _row_leaves,
    "explain.row_loose": _row_loose,
    "explain.row_missed": _row_missed,
    "explain.row_out": _row_out,
    "explain.row_quiet": _row_quiet,
    "explain.row_scores": _row_scores,
    "explain.row_threatens": _row_threatens,
}
