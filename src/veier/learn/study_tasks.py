"""Tasks of studies, judged by the rules: what is right is proved by exhaustive search, not looked up.

    task = open_task(chapter)
    task.solution()
    task.check(["13@C3"])

A task is a puzzle without a stored solution, so several moves may win; where only one move is to be right, the task is
refused if there are more. A task that is too deep to be proved within a moment is refused, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.learn.exhaustive import Exhaustive
from veier.learn.puzzle import ATTACKS, Kind, Puzzle, describe_puzzle, seat_names
from veier.learn.puzzle_proofs import attack_plies, main_line, right_moves
from veier.learn.puzzle_verdicts import PuzzleVerdict, check_puzzle_try
from veier.messages import Message, message
from veier.record import format_position, parse_position
from veier.record.study import Chapter

# Moves that are made to find out what is right, a second or two; tries need fewer.
_BUDGET = 12_000_000


@dataclass(frozen=True, slots=True)
class TaskSolution:
    """All moves that solve a task, in exact notation, and how the game goes on after the first of them."""

    moves: tuple[str, ...]
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenTask:
    """A task that can be tried."""

    puzzle: Puzzle

    @property
    def text(self) -> Message:
        """What is to be found: nothing beyond the moves that the task is about, since no more is proved."""
        kind, position = self.puzzle.kind, self.puzzle.start()
        if kind == "score" or kind == "stop" or position.game.players > 2:
            return describe_puzzle(self.puzzle)
        key = "puzzle.task.win" if kind == "win" else "study.task.only"
        return message(key, count=self.puzzle.moves, **seat_names(position, position.mover))

    def solution(self) -> TaskSolution:
        """Return what is right; raise VeierError if nothing is, or it cannot be proved."""
        return _solve(self.puzzle.position, self.puzzle.kind, self.puzzle.moves)

    def check(self, moves: Sequence[str]) -> PuzzleVerdict:
        """Check the last of some moves from the task's position on; raise VeierError."""
        self.solution()
        return check_puzzle_try(self.puzzle, moves)


def open_task(chapter: Chapter) -> OpenTask | None:
    """Return the task of a chapter; None if it has none."""
    if chapter.task is None:
        return None
    game = chapter.record.game
    position = format_position(chapter.record.start or game.start())
    return OpenTask(Puzzle("", game.id, position, chapter.task.kind, chapter.task.moves, (), 1, (), (), 0))


@lru_cache(maxsize=256)
def _solve(text: str, kind: Kind, moves: int) -> TaskSolution:
    position = parse_position(text)
    if not _is_within_reach(position, kind, moves):
        raise VeierError(message("study.task.deep"))
    right = right_moves(position, kind, moves)
    if not right or len(right) == len(position.legal_numbers):
        raise VeierError(message("study.task.none"))
    if kind in ATTACKS and moves > 1 and right_moves(position, kind, moves - 1):
        raise VeierError(message("study.task.sooner", count=moves - 1))
    if kind not in ATTACKS and len(right) > 1:
        raise VeierError(message("study.task.several", count=len(right)))
    texts = sorted(map(position.game.notation.move_text, right))
    lines = [main_line(position, kind, moves, each) for each in texts]
    # The quickest win is shown; of equal ones the first.
    best = min(lines, key=len)
    return TaskSolution((best[0], *(each for each in texts if each != best[0])), best)


def _is_within_reach(position: Position, kind: Kind, moves: int) -> bool:
    """Return whether the proof ends within the budget; points are looked for a few plies deep only."""
    if kind in ("score", "stop"):
        return True
    search = Exhaustive(position.game, _BUDGET)
    seat = position.mover if kind == "win" else 1 - position.mover
    plies = attack_plies(position.game, moves) if kind == "win" else 2 * moves
    search.forced(position.state, seat, plies)
    return not search.spent
