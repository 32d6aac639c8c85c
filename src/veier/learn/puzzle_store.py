"""The puzzles that are shipped: by game, by id, and the one of the day."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files

from veier.core.errors import VeierError
from veier.games import all_specs
from veier.learn.puzzle import Puzzle, parse_puzzle
from veier.messages import message

_ENDING = ".jsonl"


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game by its name, the easiest first."""
    spec = all_specs().get(game)
    if spec is None:
        return ()
    place = files(spec.package).joinpath("puzzles", game + _ENDING)
    if not place.is_file():
        return ()
    return tuple(map(parse_puzzle, place.read_text(encoding="utf-8").splitlines()))


@cache
def puzzle_games() -> tuple[str, ...]:
    """List the games that have puzzles, by name."""
    return tuple(name for name in all_specs() if puzzles_of(name))


def find_puzzle(name: str) -> Puzzle:
    """Return a puzzle by its id; raise VeierError if there is none."""
    game = name.rpartition("-")[0]
    found = next((puzzle for puzzle in puzzles_of(game) if puzzle.id == name), None) if game in puzzle_games() else None
    if found is None:
        raise VeierError(message("puzzle.unknown", id=name))
    return found


def daily_puzzle(day: date, game: str | None = None) -> Puzzle:
    """Return the puzzle of a day, the same for everyone: the games take turns, and each goes through its ids in order.

    The n-th day since 0001-01-01 belongs to game n mod g of g games in the order of `puzzle_games`, and there to the
    puzzle n div g, counted around, in the order of ids, which look like chance. For one game alone it is puzzle n.
    """
    number = day.toordinal()
    if game is None:
        number, turn = divmod(number, len(puzzle_games()))
        game = puzzle_games()[turn]
    ordered = sorted(puzzles_of(game), key=lambda puzzle: puzzle.id)
    if not ordered:
        raise VeierError(message("puzzle.none", game=game))
    return ordered[number % len(ordered)]
