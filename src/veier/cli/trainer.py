"""`veier trainer`: the square trainer in the terminal."""

from __future__ import annotations

import time
from random import SystemRandom
from typing import TYPE_CHECKING

from veier.cli.compile_progress import compile_progress
from veier.cli.console import console, echo, supports_unicode
from veier.cli.framework import WholeNumber, command, option
from veier.cli.language import label, translate

if TYPE_CHECKING:
    from veier.learn.trainer import Exercise
    from veier.view import View


@command("trainer", "veier trainer", "veier trainer --count 10 --seed 7")
@option("--count", type=WholeNumber(1, 100), default=20, text="cli.trainer.count")
@option("--seed", type=WholeNumber(0, 2**32), text="cli.trainer.seed")
@option("--ascii", is_flag=True)
def trainer(count: int, seed: int | None, ascii: bool) -> None:  # noqa: A002 - the option's name
    """Ask for the fourth corners of squares."""
    with compile_progress():
        import veier.learn.trainer  # noqa: F401 - importing loads the kernels
    echo(translate("web.trainer.intro"))
    seed = SystemRandom().randrange(2**32) if seed is None else seed
    _TrainerSession(count, seed, supports_unicode() and not ascii).run()


class _TrainerSession:
    """A run of exercises."""

    def __init__(self, count: int, seed: int, unicode: bool) -> None:
        self._count, self._seed, self._unicode = count, seed, unicode
        self._quit = translate("cli.word.quit")

    def run(self) -> None:
        """Run the exercises until the last one or until the player stops; the skill rises with each right answer."""
        from veier.learn.trainer import HIGHEST, LOWEST, exercises

        found = asked = 0
        skill, highest, begun = LOWEST, LOWEST, time.monotonic()
        try:
            while asked < self._count:
                [exercise] = exercises(self._seed + asked, skill, 1)
                right = self._ask(exercise, asked + 1)
                asked, found = asked + 1, found + right
                highest = max(highest, skill) if right else highest
                skill = min(max(skill + (1 if right else -1), LOWEST), HIGHEST)
        except (EOFError, KeyboardInterrupt):
            echo()
        seconds = round(time.monotonic() - begun)
        echo(translate("web.trainer.result", count=found, asked=asked, seconds=seconds))
        echo(translate("web.trainer.highest", skill=highest))

    def _ask(self, exercise: Exercise, number: int) -> bool:
        """Ask for the missing corner and show the square; return whether it was right, raise EOFError to stop."""
        self._draw(exercise.view)
        where = translate("web.trainer.of", number=number, total=self._count)
        how = translate("cli.trainer.how", quit=self._quit)
        echo(f"{label(where)} {translate('web.trainer.ask')} {how}")
        typed = self._read(exercise.view)
        corners = exercise.solved.squares[0].corners
        self._draw(exercise.solved)
        right = typed == exercise.answer
        key = "web.trainer.right" if right else "web.trainer.wrong"
        echo(translate(key, cell=typed, cells=corners))
        return right

    def _read(self, view: View) -> str:
        """Read the name of an empty cell; raise EOFError to stop."""
        cells, taken = [cell.name for cell in view.cells], {stone.cell for stone in view.stones}
        while True:
            typed = input("> ").strip().lower()
            if typed in ("quit", self._quit):
                raise EOFError
            if typed in taken:
                echo(translate("illegal.taken_cell", cell=typed))
            elif typed in cells:
                return typed
            elif typed:
                echo(translate("notation.cell", cell=typed, last=cells[-1]))

    def _draw(self, view: View) -> None:
        from veier.view import to_styled

        console().print(to_styled(view, unicode=self._unicode, trays=False))
