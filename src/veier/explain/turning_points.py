"""Turning points in words: one sentence that a child understands, with the squares or rows that it speaks of.

Each sentence rests on the plain rules or on a proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from veier.core.patterns import Row, Square
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.explain.tactics import find_threats, to_square
from veier.messages import Message, message
from veier.search.analysis import Proven
from veier.search.one_ply import winning_numbers


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that turned a game.

    was, proven     what was proved before and after the move
    best_line       the move that the search prefers and how the game might have gone on
    following_line  how it may go on after the move made
    """

    before: Position
    after: Position
    was: Proven | None
    proven: Proven | None
    best_line: tuple[str, ...]
    following_line: tuple[str, ...]

    @property
    def best_after(self) -> Position:
        """The position after the move that the search prefers."""
        return self.before.play(self.best_line[0])

    @property
    def mover(self) -> int:
        """The seat that made the move."""
        return self.before.mover

    def colour(self, seat: int) -> Message:
        """Name a seat."""
        return self.before.game.rules.seat_message(seat)


def tell_turning_point(turn: Turn) -> Remark:
    """Say why a move turned the game."""
    for tell in (_tell_missed_win, _tell_gift, _tell_allowed_win, _tell_missed_force, _tell_allowed_force, _tell_row):
        if remark := tell(turn):
            return remark
    return Remark(message("review.turn.better", colour=turn.colour(turn.mover)))


def _tell_missed_win(turn: Turn) -> Remark | None:
    """The mover could have won at once."""
    outcome = turn.best_after.outcome
    if outcome is None or outcome.winner != turn.mover:
        return None
    keys = "review.turn.missed_win", "review.turn.missed_win_plain"
    return _about_made(turn, keys, turn.best_after, turn.mover)


def _tell_gift(turn: Turn) -> Remark | None:
    """The mover ended the game, and another player won."""
    outcome = turn.after.outcome
    if outcome is None or outcome.winner in (None, turn.mover):
        return None
    assert outcome.winner is not None
    return _about_made(turn, ("review.turn.gift", "review.turn.gift_plain"), turn.after, outcome.winner)


def _about_made(turn: Turn, keys: tuple[str, str], ended: Position, winner: int) -> Remark:
    """Make a remark on a win with the squares that it makes; the second key is for a win without any."""
    made: tuple[Square | Row, ...] = ended.squares(made=True, seat=winner)
    words = {"colour": turn.colour(turn.mover), "other": turn.colour(winner)}
    return Remark(message(keys[0] if made else keys[1], **words), squares=made)


def _tell_allowed_win(turn: Turn) -> Remark | None:
    """The next player can win at once, and the preferred move would have prevented it."""
    if turn.after.is_over or not winning_numbers(turn.after):
        return None
    if not turn.best_after.is_over and winning_numbers(turn.best_after):
        return None
    other = turn.after.mover
    words = {"colour": turn.colour(turn.mover), "other": turn.colour(other)}
    threats = find_threats(turn.after, other)[:1]
    key = "review.turn.allowed_win" if threats else "review.turn.allowed_win_plain"
    return Remark(message(key, **words), squares=tuple(map(to_square, threats)))


def _tell_missed_force(turn: Turn) -> Remark | None:
    """The mover had a win by force, which is no longer proved."""
    if turn.was is None or turn.was.winner != turn.mover:
        return None
    keys = "review.turn.missed_force", "review.turn.missed_force_square"
    return _about_force(turn, keys, turn.was, turn.before.play(*turn.best_line))


def _tell_allowed_force(turn: Turn) -> Remark | None:
    """Another player now wins by force, which was not proved before."""
    if turn.after.is_over or turn.proven is None or turn.proven.winner in (None, turn.mover):
        return None
    keys = "review.turn.allowed_force", "review.turn.allowed_force_square"
    return _about_force(turn, keys, turn.proven, turn.after.play(*turn.following_line))


def _about_force(turn: Turn, keys: tuple[str, str], proven: Proven, end: Position) -> Remark:
    """Make a remark on a forced win; the second key is for a line that is known up to the winner's square."""
    assert proven.winner is not None
    count = -(-proven.plies // turn.before.game.players)
    words = {"colour": turn.colour(turn.mover), "other": turn.colour(proven.winner)}
    made = end.squares(made=True, seat=proven.winner) if end.is_over else ()
    return Remark(message(keys[1] if made else keys[0], count=count, **words), squares=made)


def _tell_row(turn: Turn) -> Remark | None:
    """The preferred move makes a row that is worth points, the move made none."""
    earlier = turn.before.rows()
    missed = tuple(row for row in turn.best_after.rows() if row.points and row not in earlier)
    missed = tuple(row for row in missed if row.seat == turn.mover)
    if not missed or turn.after.scores[turn.mover] > turn.before.scores[turn.mover]:
        return None
    return Remark(message("review.turn.missed_row", colour=turn.colour(turn.mover)), squares=missed)
