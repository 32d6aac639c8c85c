"""Forks: two threats at once of which no reply stops both, with a reply against each and what it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veier.core.patterns import Threat
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.explain.replies import natural_reply
from veier.explain.square_words import missing_cells, name_square
from veier.explain.tactics import to_square
from veier.messages import Message, message
from veier.search.one_ply import wins_after_replies


def explain_fork(
    position: Position, seat: int, pairs: Iterable[tuple[list[Threat], list[Threat]]], words: Mapping[str, Message]
) -> Remark | None:
    """Say that the mover cannot stop both of two threats of a seat; each side of a pair lacks the same cell.

    The first pair that shows it is named, each side with a reply that stops it and leaves the other; None if none does.
    """
    notation = position.game.notation
    wins = wins_after_replies(position, seat)
    if wins is None:
        return None
    for first, second in pairs:
        one, two = (
            {notation.parse_move(text) for threat in group for text in threat.moves} for group in (first, second)
        )
        stops_one = [reply for reply, left in wins.items() if one.isdisjoint(left)]
        stops_two = [reply for reply, left in wins.items() if two.isdisjoint(left)]
        if not stops_one or not stops_two or set(stops_one) & set(stops_two):
            continue
        if _are_touched(position, wins, [*first, *second]):
            continue
        reply = natural_reply(position, stops_one, [first[0].missing])
        other_reply = natural_reply(position, stops_two, [second[0].missing])
        move = next(win for win in wins[reply] if win in two)
        other_move = next(win for win in wins[other_reply] if win in one)
        numbers = {"reply": reply, "move": move, "other_reply": other_reply, "other_move": other_move}
        moves = {name: notation.move_text(number) for name, number in numbers.items()}
        squares = to_square(first[0]), to_square(second[0])
        text = message("explain.fork", first=name_square(squares[0]), second=name_square(squares[1]), **moves, **words)
        return Remark(text, missing_cells((first[0], second[0])), squares, (moves["reply"], moves["move"]))
    return None


def _are_touched(position: Position, replies: Iterable[int], threats: list[Threat]) -> bool:
    """Return whether a reply lifts a stone of these squares: then the same move may complete another one instead."""
    if position.phase == 1:
        return False
    corners = {cell for threat in threats for cell in threat.cells}
    moves = {move.number: move for move in position.legal_moves}
    return any(corners & set(moves[reply].lifted) for reply in replies)
