"""`veier puzzles`: list the shipped puzzles, make more, and prove that they are right."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.console import echo
from veier.cli.framework import OneOf, WholeNumber, bundle, command, option
from veier.cli.language import Refusal, language, translate
from veier.cli.progress import clear_progress, show_progress
from veier.core.errors import VeierError
from veier.messages import message

if TYPE_CHECKING:
    from veier.core.game import Game
    from veier.learn.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class _Making:
    """How many puzzles to make, from which seed, and where to write them."""

    count: int
    seed: int
    out: str | None


@command(
    "puzzles",
    "veier puzzles list hexrows",
    "veier puzzles list 4eyes --json",
    "veier puzzles make 4eyes-beginners --count 10 --seed 7 --out puzzles.jsonl",
    "veier puzzles check",
)
@click.argument("action", type=OneOf("list", "make", "check"))
@click.argument("game", required=False, metavar="[GAME]", shell_complete=complete_game)
@option("--count", type=WholeNumber(1, 1000), default=36, text="cli.puzzles.count")
@option("--seed", type=WholeNumber(0, 2**32), default=1, text="cli.puzzles.seed")
@option("--out", metavar="FILE")
@option("--every", type=WholeNumber(1, 1000), default=1, text="cli.puzzles.every")
@option("--json", "as_json", is_flag=True, text="cli.puzzles.json")
@bundle("making", _Making, "count", "seed", "out")
def puzzles(action: str, game: str | None, every: int, as_json: bool, making: _Making) -> None:
    """List, make or check puzzles."""
    with compile_progress():
        from veier.games import game as find_game

        found = find_game(game) if game else None
        import veier.learn.puzzle_generator  # noqa: F401 - importing loads the kernels
    if action == "make":
        if found is None:
            raise Refusal(translate("cli.puzzles.needs_game"))
        _make(found, making)
    elif action == "check":
        _check(_shipped(found)[::every])
    else:
        _list(_shipped(found), as_json)


def _shipped(game: Game | None) -> list[Puzzle]:
    from veier.learn.puzzle_store import puzzle_games, puzzles_of

    # By id: a variant does not have the puzzles of its game.
    names = [game.id] if game else puzzle_games()
    found = [puzzle for name in names for puzzle in puzzles_of(name)]
    if not found:
        raise VeierError(message("puzzle.none", game=game.id if game else ""))
    return found


def _list(found: Sequence[Puzzle], as_json: bool) -> None:
    from veier.learn.puzzle import describe_difficulty, describe_kind

    if as_json:
        echo(json.dumps([puzzle.to_data() for puzzle in found], ensure_ascii=False))
        return
    for puzzle in found:
        kind, difficulty = describe_kind(puzzle).text(language()), describe_difficulty(puzzle).text(language())
        echo(f"{puzzle.id:<28} {kind:<24} {difficulty}")


def _make(game: Game, making: _Making) -> None:
    """Make puzzles and write them, easiest first."""
    from veier.learn.puzzle import format_puzzle
    from veier.learn.puzzle_generator import make_puzzles, sort_puzzles

    def watch(games: int, made: int) -> None:
        show_progress(translate("cli.puzzles.making", games=games, count=made))

    made = _with_progress(lambda: list(make_puzzles(game, making.count, making.seed, watch)))
    text = "".join(f"{format_puzzle(puzzle)}\n" for puzzle in sort_puzzles(made))
    if making.out:
        Path(making.out).write_text(text, encoding="utf-8")
    else:
        echo(text, nl=False)


def _check(found: Sequence[Puzzle]) -> None:
    """Prove and grade puzzles again; fail if one is not proved or gets another grade."""
    from veier.learn.puzzle_difficulty import has_right_difficulty
    from veier.learn.puzzle_proofs import is_proved_puzzle

    regraded: list[Puzzle] = []

    def prove() -> list[Puzzle]:
        failed = []
        for done, puzzle in enumerate(found, 1):
            if not is_proved_puzzle(puzzle):
                failed.append(puzzle)
            elif not has_right_difficulty(puzzle):
                regraded.append(puzzle)
            show_progress(translate("cli.puzzles.checking", done=done, count=len(found)))
        return failed

    failed = _with_progress(prove)
    for name in dict.fromkeys(puzzle.game for puzzle in found):
        proved = [puzzle for puzzle in found if puzzle.game == name and puzzle not in failed]
        echo(translate("cli.puzzles.proved", game=name, count=len(proved)))
    if failed:
        raise VeierError(message("cli.puzzles.failed", ids=", ".join(puzzle.id for puzzle in failed)))
    if regraded:
        raise VeierError(message("cli.puzzles.regraded", ids=", ".join(puzzle.id for puzzle in regraded)))


def _with_progress(work: Callable[[], list[Puzzle]]) -> list[Puzzle]:
    try:
        return run_interruptibly(work)
    finally:
        clear_progress()
