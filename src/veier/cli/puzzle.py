"""`veier puzzle`: a puzzle in the terminal, wrong tries answered with what refutes them."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import click

from veier.cli.answers import thinking
from veier.cli.compiling import compiling
from veier.cli.framework import command, option
from veier.cli.language import Refusal, language, tell
from veier.cli.terminal import console, speaks_unicode
from veier.core.errors import VeierError
from veier.core.position import Position

if TYPE_CHECKING:
    from veier.learn.judging import Judgement
    from veier.learn.puzzle import Puzzle


@command(
    "puzzle", "veier puzzle", "veier puzzle 4eyes-beginners", "veier puzzle hexrows --daily", "veier puzzle --lang lb"
)
@click.argument("game", required=False, metavar="[GAME]")
@option("--id", "name", metavar="ID", text="cli.puzzle.id")
@option("--daily", is_flag=True, text="cli.puzzle.daily")
def puzzle(game: str | None, name: str | None, daily: bool) -> None:
    """Solve a puzzle."""
    if name and (game or daily):
        raise Refusal(tell("cli.puzzle.one"))
    with compiling():
        chosen = _choose(game, name, daily)
        import veier.learn.judging  # noqa: F401 - importing loads what judges

        chosen.start()
    _Solving(chosen).run()


def _choose(game: str | None, name: str | None, daily: bool) -> Puzzle:
    """Find the puzzle by its id, or the one of the day, or any of a game."""
    from veier.games import game as find_game
    from veier.learn.shelf import daily_puzzle, find_puzzle, puzzles_of

    if name:
        return find_puzzle(name)
    known = find_game(game).id if game else None
    if known is None or daily or not puzzles_of(known):
        return daily_puzzle(datetime.now(UTC).date(), known)
    return random.choice(puzzles_of(known))


class _Solving:
    """One puzzle being solved: the moves so far, right ones and their answers."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._start = puzzle.start()
        self._moves: list[str] = []
        self._open = True
        actions = (self.show, self.solution, self.quit)
        self._actions = {action.__name__: action for action in actions}
        self._actions |= {tell(f"cli.puzzle.word.{name}"): action for name, action in self._actions.items()}

    def run(self) -> None:
        """Ask until it is solved or somebody stops."""
        from veier.learn.puzzle import tell_difficulty, tell_kind, tell_origin

        title = self._start.game.text("title").text(language())
        told = [part(self._puzzle).text(language()) for part in (tell_kind, tell_difficulty)]
        click.echo(title)
        click.echo(tell("cli.puzzle.title", id=self._puzzle.id, kind=told[0], difficulty=told[1]))
        click.echo(tell_origin(self._puzzle).text(language()))
        self.show()
        try:
            while self._open:
                self._answer(input("> ").strip())
        except (EOFError, KeyboardInterrupt):
            click.echo()

    def show(self) -> None:
        """Draw the position and say what is to be found."""
        from veier.learn.puzzle import tell_puzzle

        _draw(self._start.play(*self._moves))
        click.echo(tell_puzzle(self._puzzle).text(language()))

    def solution(self) -> None:
        """Tell the solution and stop."""
        from veier.learn.judging import solution_line

        line = thinking(partial(solution_line, self._puzzle, self._moves))
        _draw(self._start.play(*self._moves, *line))
        click.echo(tell("cli.puzzle.solution", line=", ".join(line)))
        self._explain()
        self.quit()

    def quit(self) -> None:
        """Stop."""
        self._open = False

    def _answer(self, typed: str) -> None:
        action = self._actions.get(typed.lower())
        if action:
            action()
        elif typed:
            self._try(typed)

    def _try(self, move: str) -> None:
        from veier.learn.judging import judge

        try:
            said = thinking(partial(judge, self._puzzle, [*self._moves, move]))
        except VeierError as error:
            click.echo(tell("cli.play.refused", reason=error.text(language())))
            return
        _draw(self._start.play(*self._moves, move, *said.line))
        click.echo(said.text.text(language()))
        self._go_on(move, said)

    def _go_on(self, move: str, said: Judgement) -> None:
        if said.solved:
            self._explain()
            self.quit()
        elif said.right:
            self._moves += [move, *said.line]
        else:
            click.echo(tell("cli.puzzle.try_again"))

    def _explain(self) -> None:
        for remark in self._puzzle.remarks:
            click.echo(remark.text.text(language()))


def _draw(position: Position) -> None:
    from veier.view import to_rich

    screen = console()
    screen.print()
    screen.print(to_rich(position.view(), unicode=speaks_unicode()))
    screen.print()
