"""A position in sentences: whose turn it is and what the player may do, what a move does, how the game ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.state import PASS
from veier.messages import Message, message
from veier.view.model import Colour


def describe_turn(position: Position) -> Message:
    """Say whose turn it is."""
    return message("turn", colour=position.game.rules.seat_message(position.mover))


def describe_task(position: Position) -> Message:
    """Say what the mover may do."""
    if position.legal_numbers == (PASS,):
        return message("task.pass")
    return position.game.rules.task(position.state)


def describe_notation(position: Position, spoils: Callable[[str], bool] = lambda _: False) -> tuple[Message, ...]:
    """Say how the mover's moves are written: a sentence for each way of writing, with a legal move as its example.

    `spoils` says of a move whether it gives something away; such a move is the example only if there is no other.
    """
    notation = position.game.notation
    if position.legal_numbers == (PASS,):
        return (message("notation.pass"),)
    examples: dict[str, list[Message]] = {}
    for number in position.legal_numbers:
        explained = notation.explain_move(number)
        examples.setdefault(explained.key, []).append(explained)
    return tuple(
        next((each for each in alike if not spoils(str(each.params["move"]))), alike[0]) for alike in examples.values()
    )


def describe_move(position: Position, move: Move) -> Message:
    """Say what a move in a position does."""
    seat = position.game.rules.seat_message
    if move.kind == "pass":
        return message("told.pass", colour=seat(position.mover))
    stones = tuple(_stone_message(position.game.colours[owner], cell) for cell, owner in move.stones)
    kind = "single" if len(stones) == 1 else move.kind
    return message(f"told.{kind}", colour=seat(position.mover), move=move.text, piece=move.piece, stones=stones)


@cache
def _stone_message(colour: Colour, cell: str) -> Message:
    """Name a stone; tables keep the descriptions of all their moves, which share these."""
    return message("told.stone", colour=message(f"colour.{colour}"), cell=cell)


def describe_outcome(position: Position) -> Message:
    """Say how a finished game ended."""
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return message(f"outcome.drawn_{outcome.why}", count=position.scores[0])
    winner = position.game.rules.seat_message(outcome.winner)
    if outcome.why == "square":
        square = position.squares(made=True, seat=outcome.winner)[0]
        return message("outcome.square", colour=winner, cells=square.cells)
    if outcome.why == "goal":
        return message("outcome.goal", colour=winner)
    others = [score for seat, score in enumerate(position.scores) if seat != outcome.winner]
    return message("outcome.score", colour=winner, points=position.scores[outcome.winner], other=max(others))
