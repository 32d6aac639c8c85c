"""Verdicts on tries at puzzles: whether a move is right, what the others answer, or what is wrong with it.

    check_puzzle_try(puzzle, ["c3c4"]).right

Nothing is remembered between tries: all moves from the puzzle's position on are given, the solver's and the answers.
A refutation is found by search when it is asked for, and proved by the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from veier.core.data import to_plain
from veier.core.errors import VeierError
from veier.core.patterns import Row, Square
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.learn.puzzle import Puzzle, seat_names
from veier.learn.puzzle_proofs import attack_plies, forced_line, goal_of, right_moves
from veier.learn.refutations import refute
from veier.messages import Message, message


@dataclass(frozen=True, slots=True)
class PuzzleVerdict:
    """The verdict on a try.

    right    whether it is right so far
    solved   whether nothing is left to find
    text     what to say
    line     after the try: the others' answers if it is right, else the moves that refute it
    squares  the squares or rows that the text is about
    remarks  why it was right, when the puzzle is solved
    """

    right: bool
    solved: bool
    text: Message
    line: tuple[str, ...] = ()
    squares: tuple[Square | Row, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Return the verdict as data that JSON can hold."""
        return {
            "right": self.right,
            "solved": self.solved,
            "message": self.text.to_data(),
            "line": list(self.line),
            "squares": [to_plain(square) for square in self.squares],
            "remarks": [remark.to_data() for remark in self.remarks],
        }


def check_puzzle_try(puzzle: Puzzle, moves: Sequence[str]) -> PuzzleVerdict:
    """Check the last of some moves from a puzzle's position on; raise VeierError for moves that cannot be made."""
    if not moves:
        raise VeierError(message("puzzle.no_move"))
    start = puzzle.start()
    position = start.play(*moves[:-1])
    left = puzzle.moves - (len(moves) - 1) // start.game.players
    if position.mover != start.mover or position.is_over or left < 1:
        raise VeierError(message("puzzle.over"))
    after = position.play(moves[-1])
    if not _is_right(puzzle, position, after, first=len(moves) == 1, left=left):
        found = refute(puzzle, position, after, left)
        return PuzzleVerdict(False, False, found.text, found.line, found.squares)
    if not puzzle.attacks or _is_reached(puzzle, start, after):
        return PuzzleVerdict(True, True, message("puzzle.solved"), remarks=puzzle.remarks)
    answers = _answers(puzzle, moves, after, attack_plies(start.game, left) - 1)
    if after.play(*answers).is_over:
        return PuzzleVerdict(True, True, message("puzzle.solved"), answers, remarks=puzzle.remarks)
    key = "puzzle.go_on_of_three" if len(answers) == 2 else "puzzle.go_on"
    words = seat_names(start, start.mover) | dict(zip(("move", "reply"), answers, strict=False))
    return PuzzleVerdict(True, False, message(key, **words), answers)


def solution_line(puzzle: Puzzle, moves: Sequence[str]) -> tuple[str, ...]:
    """Show the solution from the puzzle's position on, after right moves and answers; raise VeierError elsewhere."""
    if not moves:
        return puzzle.line
    start = puzzle.start()
    position = start.play(*moves)
    plies = attack_plies(start.game, puzzle.moves) - len(moves)
    if not puzzle.attacks or position.mover != start.mover or plies < 1 or position.is_over:
        raise VeierError(message("puzzle.over"))
    return forced_line(position, puzzle.kind, start.mover, plies)


def _is_right(puzzle: Puzzle, position: Position, after: Position, first: bool, left: int) -> bool:
    assert after.last_move is not None
    if first and puzzle.line:
        return after.last_move.text == puzzle.solution
    if not puzzle.attacks:
        return after.last_move.number in right_moves(position, puzzle.kind, puzzle.moves)
    plies = attack_plies(position.game, left)
    right = goal_of(position.game, puzzle.kind).forced(position.state, position.mover, plies)
    return after.last_move.number in right


def _is_reached(puzzle: Puzzle, start: Position, after: Position) -> bool:
    if puzzle.kind == "score":
        return after.scores[start.mover] > start.scores[start.mover]
    return after.outcome is not None and after.outcome.winner == start.mover


def _answers(puzzle: Puzzle, moves: Sequence[str], after: Position, plies: int) -> tuple[str, ...]:
    """Choose the others' answers: those of the solution's line where it is followed, else the longest resistance."""
    others = after.game.players - 1
    if tuple(moves) == puzzle.line[: len(moves)]:
        return puzzle.line[len(moves) : len(moves) + others]
    return forced_line(after, puzzle.kind, (after.mover - 1) % after.game.players, plies)[:others]
