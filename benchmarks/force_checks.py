"""Checks what remarks say of forced wins: their lines are played, and searched through or played by the book."""

from __future__ import annotations

from benchmarks.played_out import is_forced, turned, wins_along, wins_by_book
from benchmarks.told import Checker, Told
from veier.core.position import Position


def _forces(position: Position, seat: int, told: Told) -> bool:
    """Return whether a seat wins by force from a position, within the moves named, and the line shows it."""
    own = sum((position.mover + ply) % position.game.players == seat for ply in range(len(told.line)))
    return (
        told.text("line") == ", ".join(told.line)
        and told.count() == own
        and wins_along(position, told.line, seat)
        and is_forced(position, seat, len(told.line))
    )


def _force(told: Told) -> bool:
    return _forces(told.after, told.seat("colour"), told)


def _allows_force(told: Told) -> bool:
    return _forces(told.after, told.seat("other"), told)


def _had_force(told: Told) -> bool:
    return _forces(told.before, told.seat("colour"), told)


def _is_lost(told: Told) -> bool:
    return _forces(told.before, told.seat("other"), told)


def _looms(told: Told) -> bool:
    return _forces(turned(told.before, told.seat("other")), told.seat("other"), told)


def _book_win(told: Told) -> bool:
    return told.seat("colour") == told.mover and wins_by_book(told.after, told.mover, 2 * told.count())


def _book_loss(told: Told) -> bool:
    return told.seat("other") == told.after.mover and wins_by_book(told.after, told.after.mover, 2 * told.count() - 1)


def _book_result(told: Told) -> bool:
    winner = told.seat("colour")
    return wins_by_book(told.before, winner, 2 * told.count() - (winner == told.before.mover))


def _wins_next(told: Told) -> bool:
    """Of a puzzle: whatever both others do, the mover wins with its next move."""
    others = [(told.mover + 1) % 3, (told.mover + 2) % 3]
    named = [told.seat("other"), told.seat("last")]
    return told.seat("colour") == told.mover and named == others and is_forced(told.after, told.mover, 3)


FORCE_CHECKS: dict[str, Checker] = {
    "explain.allows_force": _allows_force,
    "explain.book_loss": _book_loss,
    "explain.book_result": _book_result,
    "explain.book_win": _book_win,
    "explain.force": _force,
    "explain.has_force": _had_force,
    "explain.is_lost": _is_lost,
    "explain.looms": _looms,
    "explain.missed_force": _had_force,
    "puzzle.wins_next": _wins_next,
}
