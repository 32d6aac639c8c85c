"""Checks what hints say of the best move: that nothing is pressing, or that all is lost by the book."""

from __future__ import annotations

from benchmarks.played_out import turned, winning_moves, wins_by_book
from benchmarks.told import Checker, Told
from veier.core.position import Position
from veier.search.solve.knowledge import known_moves


def _quiet(told: Told) -> bool:
    """Nobody can finish anything with the next move: neither the mover, nor the others if it were their turn."""
    return not any(_can_finish(told.before, seat) for seat in range(told.before.game.players))


def _can_finish(position: Position, seat: int) -> bool:
    """Return whether a move of a seat would win, or make a point where points are made."""
    there = turned(position, seat)
    if position.game.patterns.shapes:
        return bool(winning_moves(position, seat))
    return any(there.play(move).scores[seat] > there.scores[seat] for move in there.legal_moves)


def _no_better(told: Told) -> bool:
    """The book wins after every move, and after none later than after this one."""
    assert told.move is not None
    known, made = known_moves(told.before), told.before.parse_move(told.move).number
    others = {proven.winner for proven in known.values()}
    latest = max(proven.plies for proven in known.values())
    return (
        known.keys() == set(told.before.legal_numbers)
        and others == {told.after.mover}
        and known[made].plies == latest
        and wins_by_book(told.after, told.after.mover, latest - 1)
    )


HINT_CHECKS: dict[str, Checker] = {"hint.no_better": _no_better, "hint.quiet": _quiet}
