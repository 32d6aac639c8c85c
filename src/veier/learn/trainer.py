"""The square trainer: boards with three corners of a square among other stones; the fourth is to be found.

Exercises come from a seed. With skill the squares grow and lean, the board grows, and more stones stand around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from veier.core.data import to_plain
from veier.games import game as find_game
from veier.games.squares.geometry import Corners, Point, find_squares, step_of
from veier.games.squares.overlooking import difficulty
from veier.view import SquareMark, View
from veier.view.model import Stone

LOWEST, HIGHEST = 1, 10
# The game whose board is shown.
_BOARD = "4eyes-plus-2p?side={side}&tiles=1"
# The smallest and the largest board, in cells a side.
_SIDES = (5, 9)
# How many stones stand around the three corners, at the lowest and at the highest skill.
_OTHERS = (3, 22)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board with exactly one empty cell that completes a square: `answer`; `solved` shows the square."""

    skill: int
    answer: str
    view: View
    solved: View

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        views = {"view": to_plain(self.view), "solved": to_plain(self.solved)}
        return {"skill": self.skill, "answer": self.answer, **views}


def exercises(seed: int, skill: int, count: int) -> tuple[Exercise, ...]:
    """Make some exercises; the same seed, skill and count always give the same ones."""
    if not LOWEST <= skill <= HIGHEST:
        raise ValueError(f"a skill is {LOWEST} to {HIGHEST}")
    random = Random(f"{seed} {skill}")
    return tuple(_make(random, skill) for _ in range(count))


def _make(random: Random, skill: int) -> Exercise:
    part = (skill - LOWEST) / (HIGHEST - LOWEST)
    side = round(_SIDES[0] + part * (_SIDES[1] - _SIDES[0]))
    game = find_game(_BOARD.format(side=side))
    points = [(number % side, number // side) for number in range(side * side)]
    # What is asked for can come about in a game; what would be a square to the eye stands nowhere else.
    possible = [(one, two, three, four) for one, two, three, four in game.patterns.shapes]
    corners, squares = random.choice(_fitting(points, possible, part)), find_squares(points)
    seat = random.randrange(2)
    missing = random.choice(corners)
    stones = {cell: seat for cell in corners if cell != missing}
    others = round(_OTHERS[0] + part * (_OTHERS[1] - _OTHERS[0]))
    cells = [cell for cell in range(len(points)) if cell not in corners]
    for cell in random.sample(cells, len(cells)):
        if len(stones) == 3 + others:
            break
        either = random.randrange(2)
        # A stone goes where it completes nothing and lets no other cell do so; else the other colour is tried.
        for colour in (either, 1 - either):
            if completing(squares, stones | {cell: colour}) == {missing}:
                stones[cell] = colour
                break
    return _exercise(game.start().view(), skill, (seat, missing, corners), stones)


def completing(squares: Sequence[Corners], stones: dict[int, int]) -> set[int]:
    """Find the cells where one more stone makes a square of one colour; a square that stands already gives its own."""
    found: set[int] = set()
    for corners in squares:
        seats = [stones.get(cell, -1) for cell in corners]
        for seat in (0, 1):
            if seats.count(seat) == 4:
                found.update(corners)
            elif seats.count(seat) == 3 and -1 in seats:
                found.add(corners[seats.index(-1)])
    return found


def _fitting(points: Sequence[Point], squares: Sequence[Corners], part: float) -> list[Corners]:
    """Choose the squares that are about as hard to see as is wanted: a third of all, from easy to hard."""
    ordered = sorted(squares, key=lambda corners: difficulty(step_of(points, corners)))
    third = max(1, len(ordered) // 3)
    first = round(part * (len(ordered) - third))
    return ordered[first : first + third]


def _exercise(board: View, skill: int, asked: tuple[int, int, Corners], stones: dict[int, int]) -> Exercise:
    seat, missing, corners = asked
    # Cells are drawn in the order of their numbers.
    cells, colours, side = board.cells, board.colours, round(len(board.cells) ** 0.5)

    def stone(cell: int, colour: int) -> Stone:
        return Stone(cells[cell].name, cells[cell].x, cells[cell].y, colours[colour])

    view = replace(board, stones=tuple(stone(cell, colour) for cell, colour in sorted(stones.items())))
    one, two, three, four = (cells[cell].name for cell in corners)
    step = step_of([(number % side, number // side) for number in range(len(cells))], corners)
    solved = replace(
        view,
        stones=(*view.stones, stone(missing, seat)),
        squares=(SquareMark("made", colours[seat], (one, two, three, four), step),),
    )
    return Exercise(skill, cells[missing].name, view, solved)
