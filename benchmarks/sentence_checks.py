"""Checks what remarks say, sentence by sentence: each key has a checker that plays the moves and looks at the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from benchmarks.force_checks import FORCE_CHECKS
from benchmarks.hint_checks import HINT_CHECKS
from benchmarks.played_out import (
    can_play,
    cell_sets,
    completable,
    lacks_only,
    loses_to,
    made_by,
    safe_moves,
    turned,
    winning_moves,
)
from benchmarks.row_checks import ROW_CHECKS
from benchmarks.told import Checker, Told
from veier.core.descriptions import describe_outcome, describe_task
from veier.core.position import Position
from veier.kernels.state import PASS
from veier.messages import Message

# Names of squares.


def _named(value: object) -> Iterator[Message]:
    """Find the names of squares among parameters."""
    if isinstance(value, Message):
        if value.key.startswith("explain.square_"):
            yield value
        else:
            yield from _named(tuple(value.params.values()))
    elif isinstance(value, tuple):
        for part in value:
            yield from _named(part)


def _is_well_named(name: Message) -> bool:
    """Return whether four cells are a square in this order, and stand as is said."""
    points = [(ord(cell[0]), int(cell[1:])) for cell in str(name.params["square"]).split("-")]
    sides = [(x - u, y - v) for (u, v), (x, y) in zip(points, [*points[1:], points[0]], strict=True)]
    is_square = all((-y, x) == following for (x, y), following in zip(sides, [*sides[1:], sides[0]], strict=True))
    across, along = sorted(map(abs, sides[0]))
    kind = "upright" if across == 0 else "diamond" if across == along else "tilted"
    told = name.key, name.params["along"], name.params["across"]
    return is_square and told == (f"explain.square_{kind}", along, across)


def names_what_it_shows(told: Told) -> bool:
    """Return whether the squares of the text are those of the remark, each rightly described."""
    names = [*_named(tuple(told.remark.text.params.values()))]
    squares = {frozenset(str(name.params["square"]).split("-")) for name in names}
    return all(map(_is_well_named, names)) and (not names or squares == told.squares)


# How a game ends.


def _ended(told: Told) -> bool:
    outcome = told.remark.text.params["outcome"]
    return told.after.is_over and outcome == describe_outcome(told.after)


def _described(told: Told) -> bool:
    """Return whether a position is described as it is, by its outcome or by the mover's task."""
    describe = describe_outcome if told.after.is_over else describe_task
    return told.remark.text == describe(told.after)


def _wins(told: Told) -> bool:
    winner = told.seat("colour" if told.key == "explain.wins" else "other")
    outcome, move = told.after.outcome, cast(str, told.move)
    made = frozenset(frozenset(square.cells) for square in told.after.squares(made=True))
    stones = told.after.stones
    return (
        outcome is not None
        and outcome.winner == winner
        and (winner == told.mover) == (told.key == "explain.wins")
        and told.squares == made
        and all({stones.get(cell) for cell in square} == {winner} for square in made)
        and told.before.is_legal(move)
    )


def _illegal(told: Told) -> bool:
    """A forbidden move is not legal; squares that are shown it would complete, for two seats or as a gift."""
    if told.before.is_legal(cast(str, told.move)):
        return False
    if not told.remark.squares:
        return True
    move = told.before.game.rules.describe_move(
        told.before.state, told.before.game.notation.parse_move(cast(str, told.move))
    )
    stones = {cell: seat for cell, seat in told.before.stones.items() if cell not in move.lifted} | dict(move.stones)
    shown = [(square.seat, square.cells) for square in told.remark.squares]
    seats = {seat for seat, _ in shown}
    return (
        all({stones.get(cell) for cell in cells} == {seat} for seat, cells in shown)
        and (len(seats) == 2 or (told.before.game.options["nogifts"] == 1 and told.mover not in seats))
        and all("-".join(cells) in str(told.remark) for _, cells in _one_of_each_seat(told))
    )


def _one_of_each_seat(told: Told) -> list[tuple[int, tuple[str, ...]]]:
    """Return for each seat one of the squares shown that the text names, else any."""
    by_seat: dict[int, tuple[str, ...]] = {}
    for square in told.remark.squares:
        if square.seat not in by_seat or "-".join(square.cells) in str(told.remark):
            by_seat[square.seat] = square.cells
    return [*by_seat.items()]


def _pass(told: Told) -> bool:
    return told.before.legal_numbers == (PASS,) and (told.move in (None, "pass"))


# Who can win at once.


def _completes(position: Position, seat: int, told: Told) -> bool:
    """Return whether the named move of a seat makes exactly the named squares, and wins."""
    move = told.text("move")
    return bool(
        told.squares and move in winning_moves(position, seat) and made_by(position, seat, move) == told.squares
    )


def _can_win(told: Told) -> bool:
    return told.seat("colour") == told.mover and _completes(told.before, told.mover, told)


def _missed_win(told: Told) -> bool:
    outcome = told.after.outcome
    return _can_win(told) and not (outcome and outcome.winner == told.mover)


def _lets_win(told: Told) -> bool:
    """`ignores` speaks of a threat that stood before the move, `allows` of one that did not."""
    other = told.seat("other")
    stood = completable(told.before, other) & told.squares
    return (
        other == told.after.mover
        and bool(stood) == (told.key == "explain.ignores")
        and _completes(told.after, other, told)
    )


def _is_threatened(told: Told) -> bool:
    return _completes(told.before, told.seat("other"), told)


def _waits(told: Told) -> bool:
    """One move completes all the squares named, and the player named moves before."""
    following = (told.mover + 1) % told.before.game.players
    return told.seat("following") == following and _one_move_completes(told.before, told.seat("other"), told)


def _one_move_completes(position: Position, seat: int, told: Told) -> bool:
    moves = winning_moves(position, seat)
    return bool(told.squares) and any(made_by(position, seat, move) == told.squares for move in moves)


def _no_win(told: Told) -> bool:
    seat = told.seat("colour")
    return seat == told.after.mover and not winning_moves(told.after, seat)


def _calm(told: Told) -> bool:
    return not any(winning_moves(told.after, seat) for seat in range(told.after.game.players))


# Moves that do not lose at once.


def _hopeless(told: Told) -> bool:
    return told.seat("colour") == told.mover and not safe_moves(told.before)


def _only(told: Told) -> bool:
    safe = safe_moves(told.before)
    return told.move in safe and told.count() == len(safe) < len(told.before.legal_moves)


def _stops(told: Told) -> bool:
    safe = safe_moves(told.before)
    return set(cast(tuple[str, ...], told.remark.text.params["moves"])) == safe and told.count() == len(safe)


def _cannot_stop(told: Told) -> bool:
    shown = not told.line or told.line[-1] in winning_moves(told.before.play(*told.line[:-1]), told.seat("other"))
    return shown and loses_to(told.before, told.seat("other"))


def _no_answer(told: Told) -> bool:
    reply, win = told.line
    return (
        (reply, win) == (told.text("reply"), told.text("move"))
        and loses_to(told.after, told.mover)
        and win in winning_moves(told.after.play(reply), told.mover)
    )


def _gives_all(told: Told) -> bool:
    outcomes = [told.after.play(move).outcome for move in told.after.legal_moves]
    return all(outcome and outcome.winner == told.mover for outcome in outcomes)


def _third_wins(told: Told) -> bool:
    third = told.seat("other")
    if told.line and told.line[-1] not in winning_moves(told.after.play(*told.line[:-1]), third):
        return False
    return loses_to(told.after, third) and told.squares <= completable(told.after, third)


# What a move does to threats.


def _gone(told: Told, seat: int) -> bool:
    """Return whether a seat could complete the squares named before the move, and cannot after it."""
    return bool(
        told.squares
        and told.squares <= completable(told.before, seat)
        and not told.squares & completable(told.after, seat)
    )


def _blocks(told: Told) -> bool:
    other, cell = told.seat("other"), told.text("cell")
    laid = dict(told.before.parse_move(cast(str, told.move)).stones)
    return laid.get(cell, other) != other and lacks_only(told.before, other, cell, told.squares) and _gone(told, other)


def _breaks(told: Told) -> bool:
    other, stone = told.seat("other"), told.text("stone")
    return (
        _gone(told, other)
        and all(stone in square for square in told.squares)
        and told.before.stones.get(stone) == other != told.after.stones.get(stone)
    )


def _spoils(told: Told) -> bool:
    """The named move would complete the square that is spoilt, and the banned one of another seat too."""
    other, third, move = told.seat("other"), told.seat("third"), told.text("move")
    there = turned(told.after, other)
    reason = there.why_illegal(move)
    laid = there.game.rules.describe_move(there.state, there.game.notation.parse_move(move))
    stones = {cell: seat for cell, seat in there.stones.items() if cell not in laid.lifted} | dict(laid.stones)
    spoilt = cell_sets(square for square in told.remark.squares if square.seat == other)
    banned = cell_sets(square for square in told.remark.squares if square.seat == third)
    return bool(
        can_play(told.before, other, move)
        and reason
        and reason.key == "illegal.both"
        and spoilt
        and banned
        and all({stones.get(cell) for cell in square} == {other} for square in spoilt)
        and all({stones.get(cell) for cell in square} == {third} for square in banned)
        and spoilt <= completable(told.before, other)
        and not spoilt & completable(told.after, other)
    )


def _leaves_no_room(told: Told) -> bool:
    return _gone(told, told.seat("other"))


def _threatens(told: Told) -> bool:
    cell, move = told.text("cell"), told.text("move")
    there = turned(told.after, told.mover)
    return (
        _completes(told.after, told.mover, told)
        and lacks_only(told.after, told.mover, cell, told.squares)
        and there.parse_move(move).stones[0][0] == cell
        and not told.squares <= completable(told.before, told.mover)
    )


def _leaves(told: Told) -> bool:
    """`leaves` speaks of a threat that stood before the move, `helps` of one that did not."""
    other = told.seat("other")
    stood = completable(told.before, other) & told.squares
    return (
        told.seat("following") == told.after.mover
        and bool(stood) == (told.key == "explain.leaves")
        and lacks_only(told.after, other, told.text("cell"), told.squares)
        and _one_move_completes(told.after, other, told)
        and bool(safe_moves(told.after))
    )


def _fork(told: Told) -> bool:
    """No reply stops both squares; the replies named stop one each, and the moves named win."""
    one, two = (frozenset(square.cells) for square in told.remark.squares)
    for reply in told.after.legal_moves:
        reached = told.after.play(reply)
        if not reached.is_over and not {one, two} & completable(reached, told.mover):
            return False
    left = []
    for reply_name, move_name in (("reply", "move"), ("other_reply", "other_move")):
        reached = told.after.play(told.text(reply_name))
        if told.text(move_name) not in winning_moves(reached, told.mover):
            return False
        left.append({one, two} & completable(reached, told.mover))
    return left == [{two}, {one}] and _is_new(told) and {one, two} <= completable(told.after, told.mover)


def _fork_of_three(told: Told) -> bool:
    if told.count() != len(told.squares) or not told.squares <= completable(told.after, told.mover):
        return False
    for reply in told.after.legal_moves:
        reached = told.after.play(reply)
        if not reached.is_over and not told.squares & completable(reached, told.mover):
            return False
    return _is_new(told)


def _is_new(told: Told) -> bool:
    return not told.squares <= completable(told.before, told.mover)


def _quiet(told: Told) -> bool:
    """Nobody can win at once who could not before, the mover not at all, and no threat of another seat is gone."""
    others = [seat for seat in range(told.before.game.players) if seat != told.mover]
    return (
        not winning_moves(told.after, told.mover)
        and not winning_moves(told.after, told.after.mover)
        and all(completable(told.before, seat) <= completable(told.after, seat) for seat in others)
    )


# Any game.


def _plain_wins(told: Told) -> bool:
    return told.seat("colour") == told.mover and told.text("move") in winning_moves(told.before, told.mover)


def _plain_allows(told: Told) -> bool:
    other = told.seat("other")
    return other == told.after.mover and told.text("move") in winning_moves(told.after, other)


_SQUARE_CHECKS: dict[str, Checker] = {
    "explain.allows": _lets_win,
    "explain.blocks": _blocks,
    "explain.breaks": _breaks,
    "explain.calm": _calm,
    "explain.can_win": _can_win,
    "explain.cannot_stop": _cannot_stop,
    "explain.ends": _ended,
    "explain.fork": _fork,
    "explain.fork_of_three": _fork_of_three,
    "explain.gives": _wins,
    "explain.gives_all": _gives_all,
    "explain.helps": _leaves,
    "explain.hopeless": _hopeless,
    "explain.ignores": _lets_win,
    "explain.illegal": _illegal,
    "explain.is_threatened": _is_threatened,
    "explain.leaves": _leaves,
    "explain.leaves_no_room": _leaves_no_room,
    "explain.missed_win": _missed_win,
    "explain.must_pass": _pass,
    "explain.no_answer": _no_answer,
    "explain.no_win": _no_win,
    "explain.only": _only,
    "explain.pass": _pass,
    "explain.plain_allows": _plain_allows,
    "explain.plain_can_win": _plain_wins,
    "explain.plain_missed": _plain_wins,
    "explain.quiet": _quiet,
    "explain.spoils": _spoils,
    "explain.stops": _stops,
    "explain.stops_many": _stops,
    "explain.third_wins": _third_wins,
    "explain.threatens": _threatens,
    "explain.waits": _waits,
    "explain.wins": _wins,
}
CHECKS = _SQUARE_CHECKS | FORCE_CHECKS | ROW_CHECKS | HINT_CHECKS


def holds(told: Told) -> bool:
    """Return whether a remark says what is so; raise KeyError for a key that has no checker."""
    # Beside these, positions are described by how the game ended or by what the mover may do.
    checker = CHECKS[told.key] if told.key.startswith(("explain.", "puzzle.", "hint.")) else _described
    return names_what_it_shows(told) and checker(told)
