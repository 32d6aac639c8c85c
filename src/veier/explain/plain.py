"""Remarks on moves and positions of any game, by the plain rules: who wins at once, and what lets that happen."""

from __future__ import annotations

from collections.abc import Iterator

from veier.core.descriptions import describe_outcome, describe_task
from veier.core.move import Move
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.explain.tactics import MoveOutcomes, move_outcomes
from veier.messages import Message, message

# A choice of so few moves is worth a remark.
_FEW = 4


def explain_plain_move(before: Position, move: Move, nodes: int) -> Iterator[Remark]:
    """Explain a legal move, the most important first."""
    after, choice, words = before.play(move), move_outcomes(before), _words(before)
    notation = before.game.notation
    if after.outcome:
        yield Remark(message("explain.ends", outcome=describe_outcome(after)), _laid(move))
    elif move.kind == "pass":
        yield Remark(message("explain.pass", **words))
    if move.number in choice.allows:
        reply = notation.move_text(choice.allows[move.number])
        yield Remark(message("explain.plain_allows", move=reply, **words), _laid(move), line=(reply,))
    elif not after.outcome and _is_rare(choice):
        yield Remark(message("explain.only", count=len(choice.safe), **words), _laid(move))
    if choice.wins and move.number not in choice.wins:
        win = notation.move_text(choice.wins[0])
        yield Remark(message("explain.plain_missed", move=win, **words), line=(win,))
    elif choice.is_lost and len(before.legal_numbers) > 1:
        yield Remark(message("explain.hopeless", **words))


def explain_plain_position(position: Position, nodes: int) -> Iterator[Remark]:
    """Explain a position, the most important first."""
    if position.outcome:
        yield Remark(describe_outcome(position))
        return
    choice, words, text = move_outcomes(position), _words(position), position.game.notation.move_text
    if choice.wins:
        win = text(choice.wins[0])
        yield Remark(message("explain.plain_can_win", move=win, **words), line=(win,))
    elif choice.is_lost:
        yield Remark(message("explain.cannot_stop", **words))
    elif _is_rare(choice):
        moves = tuple(map(text, choice.safe))
        yield Remark(message("explain.stops", count=len(moves), moves=moves, **words))
    else:
        yield Remark(describe_task(position))


def _is_rare(choice: MoveOutcomes) -> bool:
    """Return whether few moves do not lose at once, and others do."""
    return not choice.wins and 0 < len(choice.safe) <= _FEW and bool(choice.allows or choice.gives)


def _laid(move: Move) -> tuple[str, ...]:
    return tuple(cell for cell, _ in move.stones)


def _words(position: Position) -> dict[str, Message]:
    seat = position.game.rules.seat_message
    return {"colour": seat(position.mover), "other": seat((position.mover + 1) % position.game.players)}
