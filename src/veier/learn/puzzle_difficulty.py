"""How hard a puzzle is, from 1 to 5: how far one must look, and whether the move is one that meets the eye."""

from __future__ import annotations

from veier.core.position import Position
from veier.learn.puzzle import HARDEST, Kind, Puzzle
from veier.search.levels import think_at_level

# Difficulty of a kind and number of moves; the others' moves are harder to see than one's own.
_DEPTHS: dict[tuple[Kind, int], int] = {("win", 2): 2, ("win", 3): 4, ("only", 2): 3, ("only", 3): 4, ("score", 2): 2}
# The levels that play by evaluation alone, and how often each is asked.
_LEVELS, _TIMES = (1, 2, 3, 4), 8
# A move that fewer of them find does not meet the eye.
_SHARE = 0.25


def rate_difficulty(position: Position, kind: Kind, moves: int, solution: str) -> int:
    """Rate how hard it is to find the right move, from 1 to 5."""
    tries = [think_at_level(position, level, seed=seed) for level in _LEVELS for seed in range(_TIMES)]
    found = sum(tried.best.move.text == solution for tried in tries) / len(tries)
    return min(_DEPTHS.get((kind, moves), 1) + (found < _SHARE), HARDEST)


def has_right_difficulty(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is as hard as it says, by the levels as they are now."""
    return puzzle.difficulty == rate_difficulty(puzzle.start(), puzzle.kind, puzzle.moves, puzzle.solution)
