"""Remarks on positions of the games that are won by a square: what the mover can and must do."""

from __future__ import annotations

from collections.abc import Iterator

from veier.core.descriptions import describe_outcome
from veier.core.position import Position
from veier.explain.forced_wins import forced_win
from veier.explain.remark import Remark
from veier.explain.square_words import completion_remark, completions, line_remark
from veier.explain.tactics import MoveOutcomes, can_move, find_threats, move_outcomes, turned
from veier.kernels.state import PASS
from veier.messages import message
from veier.search.analysis import Proven
from veier.search.solve.knowledge import known_result

# The number of moves named one by one, and of those searched for a forced win of the opponent.
_FEW, _SEARCHED = 4, 8


def explain_square_position(position: Position, nodes: int) -> Iterator[Remark]:
    """Explain a position, the most important first."""
    if position.outcome:
        made = position.squares(made=True)
        yield Remark(describe_outcome(position), tuple(cell for square in made for cell in square.cells), made)
        return
    rules, mover = position.game.rules, position.mover
    following, *later = [(mover + k) % position.game.players for k in range(1, position.game.players)]
    words = {"colour": rules.seat_message(mover), "other": rules.seat_message(following)}
    threats = [completions(find_threats(position, seat)) for seat in range(position.game.players)]
    if threats[mover]:
        yield from (completion_remark("explain.can_win", each, **words) for each in threats[mover])
        return
    if position.legal_numbers == (PASS,):
        yield Remark(message("explain.must_pass", **words))
    line = forced_win(position, nodes)
    if line:
        yield line_remark("explain.has_force", line, (len(line) + 1) // 2, **words)
    elif (proven := known_result(position)) and proven.plies > 2:
        yield _explain_book(position, proven)
    yield from (completion_remark("explain.is_threatened", each, **words) for each in threats[following])
    choice = move_outcomes(position)
    if choice.is_lost:
        yield Remark(message("explain.cannot_stop", **words), line=_example(position, choice))
    elif threats[following]:
        moves = tuple(position.game.notation.move_text(number) for number in choice.safe)
        key = "explain.stops" if len(moves) <= _FEW else "explain.stops_many"
        yield Remark(message(key, count=len(moves), moves=moves, **words))
    for seat in later if not choice.is_lost else ():
        waiting = {"other": rules.seat_message(seat), "following": words["other"]}
        yield from (completion_remark("explain.waits", each, **waiting) for each in threats[seat])
    if not any(threats) and position.legal_numbers != (PASS,):
        # A seat that waits for phase 2 may threaten something there, so that only the next move is certain.
        known = all(can_move(position, seat) for seat in range(position.game.players))
        yield Remark(message("explain.calm") if known else message("explain.no_win", **words))
    if not line and not choice.is_lost:
        yield from _explain_dangers(position, choice, bool(threats[following]), nodes)


def _explain_book(position: Position, proven: Proven) -> Remark:
    """Say who wins by the books."""
    assert proven.winner is not None
    first = proven.winner == position.mover
    count = (proven.plies + first) // 2
    return Remark(message("explain.book_result", colour=position.game.rules.seat_message(proven.winner), count=count))


def _example(position: Position, choice: MoveOutcomes) -> tuple[str, ...]:
    """Return a move and the next player's win after it."""
    text = position.game.notation.move_text
    return next(((text(move), text(win)) for move, win in choice.allows.items()), ())


def _explain_dangers(position: Position, choice: MoveOutcomes, pressed: bool, nodes: int) -> Iterator[Remark]:
    """Say whether the opponent wins by force whatever is done, or would if nothing were done."""
    rules, mover = position.game.rules, position.mover
    other = (mover + 1) % position.game.players
    words = {"colour": rules.seat_message(mover), "other": rules.seat_message(other)}
    if pressed:
        lines = [_forced_after(position, number, nodes) for number in choice.safe[: _SEARCHED + 1]]
        found = [line for line in lines if line]
        if len(found) == len(choice.safe):
            longest = max(found, key=len)
            yield line_remark("explain.is_lost", longest, len(longest) // 2, **words)
    elif line := forced_win(turned(position, other), nodes):
        yield line_remark("explain.looms", line, (len(line) + 1) // 2, **words)


def _forced_after(position: Position, number: int, nodes: int) -> tuple[str, ...] | None:
    """Return a move and the opponent's forced win after it; None if none is found."""
    text = position.game.notation.move_text(number)
    after = position.play(text)
    line = None if after.is_over else forced_win(after, nodes)
    return (text, *line) if line else None
