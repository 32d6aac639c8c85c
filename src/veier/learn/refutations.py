"""Refutations of wrong answers to puzzles: the opponents' moves, a sentence, and the squares concerned."""

from __future__ import annotations

from dataclasses import dataclass

from veier.core.descriptions import describe_outcome
from veier.core.patterns import Row, Square
from veier.core.position import Position
from veier.explain.forced_wins import forced_win
from veier.explain.tactics import find_threats, to_square
from veier.learn.puzzle import Puzzle, seat_names, won_by_points
from veier.learn.puzzle_proofs import attack_plies, find_parry, forced_line, most_likely, plies_left
from veier.messages import Message, message
from veier.search.one_ply import winning_numbers

# Node limit of a search for a forced win: well below a second.
_NODES = 2000


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why an answer is wrong: what to say, the moves after it, and the squares or rows concerned."""

    text: Message
    line: tuple[str, ...] = ()
    squares: tuple[Square | Row, ...] = ()


def refute(puzzle: Puzzle, before: Position, after: Position, left: int) -> Refutation:
    """Say what is wrong with the move between two positions, when the solver had `left` moves, this one included."""
    if after.outcome:
        return Refutation(describe_outcome(after), squares=after.squares(made=True))
    if puzzle.kind == "stop":
        line = forced_line(after, "stop", after.mover, 2 * puzzle.moves - 1)
        return Refutation(message("puzzle.wrong.point_lost", move=line[-1], **_words(after)), line, _rows(after, line))
    if puzzle.kind == "score":
        return _refute_score(after, left)
    if after.game.players == 3:
        return _refute_among_three(before, after, left)
    if won_by_points(after.game):
        return _refute_end(puzzle, after, left)
    return _refute_square(puzzle, after, left)


def _refute_square(puzzle: Puzzle, after: Position, left: int) -> Refutation:
    """Show how the opponent wins, or else how it parries."""
    words = _words(after)
    if puzzle.kind == "only":
        line: tuple[str, ...] | None = forced_line(after, "only", after.mover, 2 * puzzle.moves - 1)
    else:
        line = forced_win(after, _NODES)
    if line:
        if len(line) == 1:
            text = message("puzzle.wrong.loses_at_once", move=line[0], **words)
            return Refutation(text, line, _squares(after, after.mover, line[0]))
        return Refutation(message("puzzle.wrong.loses", line=", ".join(line), **words), line)
    if left == 1:
        return Refutation(message("puzzle.wrong.no_win", **words))
    parry = find_parry(after, "win", 1 - after.mover, 2 * left - 2)
    assert parry is not None
    move = after.game.notation.move_text(parry)
    key = "puzzle.wrong.slower" if forced_win(after, _NODES, 1 - after.mover) else "puzzle.wrong.parried"
    text = message(key, move=move, count=left - 1, **words)
    return Refutation(text, (move,), _squares(after, 1 - after.mover))


def _refute_among_three(before: Position, after: Position, left: int) -> Refutation:
    """Show that the next player wins, or how the other two keep the solver from winning in time."""
    solver, text = before.mover, after.game.notation.move_text
    words, wins = seat_names(after, solver), winning_numbers(after)
    if wins:
        move = text(wins[0])
        squares = _squares(after, after.mover, move)
        return Refutation(message("puzzle.wrong.loses_at_once", move=move, **words), (move,), squares)
    if left == 1:
        return Refutation(message("puzzle.wrong.no_win", **words))
    line: list[str] = []
    position, plies = after, attack_plies(after.game, left) - 1
    while position.mover != solver and not position.is_over:
        parry = find_parry(position, "win", solver, plies - len(line))
        assert parry is not None
        line.append(text(parry))
        position = position.play(line[-1])
    if position.is_over:
        said = message("puzzle.wrong.end", line=", ".join(line), outcome=describe_outcome(position))
    else:
        said = message("puzzle.wrong.parried_by_two", move=line[0], reply=line[1], count=left - 1, **words)
    return Refutation(said, tuple(line), _squares(after, solver))


def _refute_score(after: Position, left: int) -> Refutation:
    """Show that a stone makes no point, or how the opponent keeps the next one from making one."""
    if left == 1:
        return Refutation(message("puzzle.wrong.no_point", **_words(after)))
    parry = find_parry(after, "score", 1 - after.mover, 2 * left - 2)
    assert parry is not None
    move = after.game.notation.move_text(parry)
    return Refutation(message("puzzle.wrong.point_parried", move=move, **_words(after)), (move,))


def _refute_end(puzzle: Puzzle, after: Position, left: int) -> Refutation:
    """Play a game by points to its end: the opponent sees to its result, and it is not the one that was asked for.

    Where the end is farther than the task looks, the opponent's parry is shown.
    """
    other = after.mover
    if puzzle.kind == "only":
        return _show_end(after, forced_line(after, "only", other, 2 * puzzle.moves - 1))
    plies = plies_left(after)
    assert plies is not None
    if plies > 2 * left - 2:
        return _refute_points(after, left)
    line: list[str] = []
    position = after
    # Each turn is one move, and there are no more turns than that.
    for remaining in range(plies, 0, -1):
        if position.is_over:
            break
        number = find_parry(position, "win", 1 - other, remaining) if position.mover == other else None
        if number is None:
            number = most_likely(position, frozenset(position.legal_numbers))
        line.append(position.game.notation.move_text(number))
        position = position.play(line[-1])
    return _show_end(after, tuple(line))


def _refute_points(after: Position, left: int) -> Refutation:
    """Say that a move does not win yet, or how the opponent keeps the solver from winning in time."""
    if left == 1:
        return Refutation(message("puzzle.wrong.no_win", **_words(after)))
    parry = find_parry(after, "win", 1 - after.mover, 2 * left - 2)
    assert parry is not None
    move = after.game.notation.move_text(parry)
    return Refutation(message("puzzle.wrong.parried", move=move, count=left - 1, **_words(after)), (move,))


def _show_end(after: Position, line: tuple[str, ...]) -> Refutation:
    """Show how a game goes on to its end."""
    outcome = after.play(*line).outcome
    assert outcome is not None
    said = message("puzzle.wrong.end", line=", ".join(line), outcome=describe_outcome(after.play(*line)))
    return Refutation(said, line)


def _words(after: Position) -> dict[str, Message]:
    return seat_names(after, 1 - after.mover)


def _squares(position: Position, seat: int, move: str | None = None) -> tuple[Square, ...]:
    """List the squares that a seat's next move would complete, or those of one move."""
    threats = find_threats(position, seat)
    return tuple(to_square(threat) for threat in threats if move is None or move in threat.moves)


def _rows(position: Position, line: tuple[str, ...]) -> tuple[Row, ...]:
    """List the rows that the last move of a line makes or lengthens."""
    reached = position.play(*line)
    return tuple(row for row in reached.rows() if line[-1] in row.cells)
