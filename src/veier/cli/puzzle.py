"""`veier puzzle`: solve a puzzle in the terminal; wrong moves are refuted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import click

from veier.cli.background import run_with_spinner
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.console import console, echo, say, supports_unicode
from veier.cli.framework import command, option
from veier.cli.language import Refusal, language, translate
from veier.cli.prompt import Words, explain_notation, list_moves
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.record.move_numbers import skip_numbers

if TYPE_CHECKING:
    from veier.learn.puzzle import Puzzle
    from veier.learn.puzzle_verdicts import PuzzleVerdict


@command(
    "puzzle", "veier puzzle", "veier puzzle 4eyes-beginners", "veier puzzle hexrows --daily", "veier puzzle --lang lb"
)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=complete_game)
@option("--id", "name", metavar="ID", text="cli.puzzle.id")
@option("--daily", is_flag=True, text="cli.puzzle.daily")
def puzzle(game: str | None, name: str | None, daily: bool) -> None:
    """Solve a puzzle."""
    if name and (game or daily):
        raise Refusal(translate("cli.puzzle.one"))
    with compile_progress():
        chosen = _choose(game, name, daily)
        import veier.learn.puzzle_verdicts  # noqa: F401 - importing loads the kernels

        chosen.start()
    _PuzzleSession(chosen).run()


def _choose(game: str | None, name: str | None, daily: bool) -> Puzzle:
    """Return the puzzle with an id, the puzzle of the day, or a random one of a game."""
    from veier.games import game as find_game
    from veier.learn.puzzle_store import daily_puzzle, find_puzzle, puzzles_of

    if name:
        return find_puzzle(name)
    known = find_game(game).id if game else None
    if known is None or daily or not puzzles_of(known):
        return daily_puzzle(datetime.now(UTC).date(), known)
    return random.choice(puzzles_of(known))


class _PuzzleSession:
    """A puzzle being solved: the right moves so far and the replies to them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._start = puzzle.start()
        self._moves: list[str] = []
        self._open = True
        # The moves after which a hint has been given.
        self._hinted: list[str] | None = None
        actions = (self.help, self.moves, self.hint, self.show, self.solution, self.quit)
        self._actions = {action.__name__: action for action in actions}
        self._words = Words(*self._actions, does={"hint": "look"})

    def run(self) -> None:
        """Ask for moves until the puzzle is solved or the player stops."""
        from veier.learn.puzzle import describe_difficulty, describe_kind, describe_origin

        title = self._start.game.text("title").text(language())
        kind, difficulty = [part(self._puzzle).text(language()) for part in (describe_kind, describe_difficulty)]
        say(
            title,
            translate("cli.puzzle.title", id=self._puzzle.id, kind=kind, difficulty=difficulty),
            describe_origin(self._puzzle).text(language()),
        )
        self.show()
        say(translate("cli.prompt.how", words=self._words))
        try:
            while self._open:
                self._answer(input("> ").strip())
        except (EOFError, KeyboardInterrupt):
            echo()

    def help(self, _: str = "") -> None:
        """List what can be typed, and how a move is written now; the example is not the move to find."""
        self._words.explain()
        right = self._right_move()
        explain_notation(self._position, lambda move: move == right)

    def moves(self, beginning: str = "") -> None:
        """List the legal moves that start with a text."""
        list_moves(self._position, beginning)

    def hint(self, _: str = "") -> None:
        """Say where to look; the second time, which move it is."""
        from veier.explain.hints import describe_region, find_region

        move = self._position.parse_move(self._right_move())
        if self._hinted == self._moves:
            say(translate("cli.play.hint", move=move))
            return
        self._hinted = list(self._moves)
        region = find_region(self._position, move)
        say(" ".join(each.text(language()) for each in describe_region(region, move.kind)))

    def show(self, _: str = "") -> None:
        """Draw the position and print the task."""
        from veier.learn.puzzle import describe_puzzle

        _draw(self._position)
        say(describe_puzzle(self._puzzle).text(language()))

    def solution(self, _: str = "") -> None:
        """Print the solution and stop."""
        line = self._solution_line()
        _draw(self._start.play(*self._moves, *line))
        say(translate("cli.puzzle.solution", line=", ".join(line)))
        self._explain()
        self.quit()

    def quit(self, _: str = "") -> None:
        """Stop."""
        self._open = False

    # Inside.

    @property
    def _position(self) -> Position:
        return self._start.play(*self._moves)

    def _solution_line(self) -> Sequence[str]:
        from veier.learn.puzzle_verdicts import solution_line

        return run_with_spinner(partial(solution_line, self._puzzle, self._moves))

    def _right_move(self) -> str:
        return self._solution_line()[0]

    def _answer(self, typed: str) -> None:
        found = self._words.find(typed)
        if found:
            name, rest = found
            self._actions[name](rest)
        elif typed:
            self._try(skip_numbers(typed))

    def _try(self, move: str) -> None:
        from veier.learn.puzzle_verdicts import check_puzzle_try

        try:
            said = run_with_spinner(partial(check_puzzle_try, self._puzzle, [*self._moves, move]))
        except VeierError as error:
            say(translate("cli.play.refused", reason=error.text(language())))
            return
        _draw(self._start.play(*self._moves, move, *said.line))
        say(said.text.text(language()))
        self._go_on(move, said)

    def _go_on(self, move: str, said: PuzzleVerdict) -> None:
        if said.solved:
            self._explain()
            self.quit()
        elif said.right:
            self._moves += [move, *said.line]
        else:
            say(translate("cli.puzzle.try_again"))

    def _explain(self) -> None:
        for remark in self._puzzle.remarks:
            say(remark.text.text(language()))


def _draw(position: Position) -> None:
    from veier.view import to_styled

    console().print("", to_styled(position.view(), unicode=supports_unicode()), "")
