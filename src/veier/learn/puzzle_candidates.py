"""Candidates for puzzles: what may be asked in a position, found with little work. Nothing is proved here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veier.core.position import Position
from veier.explain.forced_wins import forced_win
from veier.explain.tactics import move_outcomes
from veier.learn.promising import promising_moves
from veier.learn.puzzle import Kind
from veier.learn.puzzle_proofs import FAR, attack_plies, goal_of, plies_left, right_moves
from veier.search.one_ply import winning_numbers, wins_after_replies

# Node limit of a search for wins by threats; short ones need no more.
_NODES = 500
# Node limit for other moves, tried for wins that only take longer: such puzzles would puzzle people in the wrong way.
_OTHER_NODES = 200
# Longer wins than that are no puzzles.
LONGEST = 3
# Where pieces are moved, wins are looked for by trying everything if there are no more moves than that.
_FEW_MOVES = 90
# Only moves two moves deep are looked for if no more moves than that survive the first look.
_FEW_LEFT = 40


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be a puzzle: its kind, number of moves and solution."""

    kind: Kind
    moves: int
    solution: str


def look_for(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[Candidate]:
    """List what may be a puzzle, found with little work; nothing is proved yet."""
    if position.game.players == 3:
        yield from _look_among_three(position, wanted)
    elif plies_left(position) is None:
        yield from _look_for_squares(position, wanted)
    else:
        yield from _look_at_end(position, wanted)
        yield from _look_for_points(position, wanted)


# Games that are won by a square.


def _look_for_squares(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[Candidate]:
    text, outcomes = position.game.notation.move_text, move_outcomes(position)
    if outcomes.wins:
        if len(outcomes.wins) == 1:
            yield Candidate("win", 1, text(outcomes.wins[0]))
        return
    if not outcomes.safe:
        return
    found = _look_for_win(position, wanted)
    if found and found.moves <= LONGEST:
        yield found
    elif len(outcomes.safe) == 1:
        yield Candidate("only", 1, text(outcomes.safe[0]))
    elif ("only", 2) in wanted and 1 < len(outcomes.safe) <= _FEW_LEFT:
        right = right_moves(position, "only", 2)
        if len(right) == 1:
            yield Candidate("only", 2, text(*right))


def _look_for_win(position: Position, wanted: set[tuple[Kind, int]]) -> Candidate | None:
    if position.phase == 1:
        line = forced_win(position, _NODES)
        return Candidate("win", (len(line) + 1) // 2, line[0]) if line else None
    if len(position.legal_numbers) > _FEW_MOVES:
        return None
    for moves in (2, 3):
        right = right_moves(position, "win", moves) if ("win", moves) in wanted else frozenset()
        if right:
            return Candidate("win", moves, position.game.notation.move_text(min(right)))
    return None


def wins_otherwise(position: Position, found: Candidate) -> bool:
    """Return whether another move than the right one wins by threats as well, only later; such puzzles mislead."""
    if found.kind != "win" or found.moves == 1 or position.phase != 1 or plies_left(position) is not None:
        return False
    # Only moves that threaten to win next can do that.
    threats = wins_after_replies(position, position.mover) or {}
    moves = [position.game.notation.move_text(number) for number, wins in threats.items() if wins]
    return any(_wins_by_threats(position.play(move), position.mover) for move in moves if move != found.solution)


def _wins_by_threats(position: Position, seat: int) -> bool:
    return not position.is_over and forced_win(position, _OTHER_NODES, seat) is not None


# Games of three.


def _look_among_three(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[Candidate]:
    """Look for the one move that completes a tilted square, or that wins in two whatever the others do."""
    text, wins = position.game.notation.move_text, winning_numbers(position)
    if len(wins) == 1:
        made = position.play(text(wins[0])).squares(made=True, seat=position.mover)
        if all(square.step[1] for square in made):
            yield Candidate("win", 1, text(wins[0]))
    if not wins and ("win", 2) in wanted:
        others = frozenset(position.legal_numbers) - promising_moves(position)
        plies = attack_plies(position.game, 2)
        right = goal_of(position.game, "win").forced(position.state, position.mover, plies, others) - others
        if len(right) == 1:
            yield Candidate("win", 2, text(*right))


# Games that are won by points.


def _look_at_end(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[Candidate]:
    """Look for the one move that wins or saves the game at its end."""
    left = plies_left(position)
    assert left is not None
    ends: tuple[tuple[Kind, int], ...] = (("win", (left + 2) // 2), ("only", (left + 1) // 2))
    for kind, moves in ends:
        if (kind, moves) in wanted:
            right = right_moves(position, kind, moves)
            if len(right) == 1:
                yield Candidate(kind, moves, position.game.notation.move_text(*right))


def _look_for_points(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[Candidate]:
    """Look for the one stone that makes a point, makes it certain, or keeps the opponent from it."""
    text, mover, left = position.game.notation.move_text, position.mover, plies_left(position)
    if left is not None and left < FAR:
        return
    own, theirs = ({threat.missing for threat in position.threats(seat)} for seat in (mover, 1 - mover))
    if len(own) == 1:
        yield Candidate("score", 1, *own)
    if own:
        return
    if len(theirs) == 1 and ("stop", 1) in wanted:
        yield Candidate("stop", 1, *theirs)
    if not theirs and ("score", 2) in wanted:
        right = goal_of(position.game, "score").forced(position.state, mover, 3)
        if len(right) == 1:
            yield Candidate("score", 2, text(*right))
