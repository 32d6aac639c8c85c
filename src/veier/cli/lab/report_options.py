"""What `veier lab report` and `veier lab reports` share: how much is played, and playing it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from veier.cli.console import echo
from veier.cli.framework import Function, OneOf, WholeNumber, bundle, option
from veier.cli.lab.running import run_with_progress, say_how_to_go_on
from veier.cli.language import format_number, translate
from veier.cli.settings import SEEDS
from veier.core.errors import VeierError
from veier.messages import message

if TYPE_CHECKING:
    from veier.core.game import Game
    from veier.lab.report.plan import Request
    from veier.lab.report.study import Study
    from veier.lab.run.executor import Executor

_BUDGETS = ("quick", "default", "long")
_PARTS = "openings,skill,options"


class Effort(NamedTuple):
    """How much is played, by whom, and with what random numbers."""

    budget: str
    games: int | None
    levels: str
    parts: str
    seed: int

    def request(self, game: Game, options: tuple[str, ...] | None) -> Request:
        """Return what a report on a game is asked for."""
        from veier.lab.report.plan import BUDGETS, Request, read_extras, read_players

        games = self.games or BUDGETS[self.budget]
        return Request(game, games, read_players(self.levels), options, self.seed, read_extras(self.parts))


def effort_options(function: Function) -> Function:
    """Add --budget, --games, --levels, --parts and --seed to a command, which gets them as `effort`."""
    decorated = bundle("effort", Effort, "budget", "games", "levels", "parts", "seed")(function)
    numbers = WholeNumber(0, SEEDS - 1)
    decorated = option("--seed", type=numbers, default=0, metavar="N", text="cli.lab-report.seed")(decorated)
    decorated = option("--parts", default=_PARTS, metavar="PART,...", text="cli.lab-report.parts")(decorated)
    decorated = option("--levels", default="", metavar="LEVEL,...", text="cli.lab-report.levels")(decorated)
    decorated = option("--games", type=WholeNumber(4, 10**6), metavar="N", text="cli.lab-report.games")(decorated)
    return option("--budget", type=OneOf(*_BUDGETS), default="default", text="cli.lab-report.budget")(decorated)


def check_charts() -> None:
    """Raise VeierError where charts cannot be drawn, before hours are spent on games."""
    if not (find_spec("altair") and find_spec("vl_convert")):
        raise VeierError(message("report.error.install", command="pip install 'veier[lab]'"))


def play(request: Request, executor: Executor, work: Path | None) -> Study | None:
    """Play all games of a report, with progress; return the study, or None after Ctrl-C, which is said."""
    from veier.lab.report.study import make_study
    from veier.lab.run.ledger import Ledger

    plan = request.plan()
    with Ledger(work, plan.job) as ledger:
        if run_with_progress(ledger, executor, "cli.count.games", plan.games):
            return make_study(plan, ledger.results())
        if work:
            say_how_to_go_on(ledger)
        else:
            done, size = format_number(ledger.done), format_number(ledger.job.size)
            echo(translate("cli.lab-report.stopped", done=done, size=size), err=True)
        return None


def write(path: Path, content: bytes) -> None:
    """Write a file and say so."""
    path.write_bytes(content)
    echo(translate("cli.lab-report.written", file=path, size=format_number(-(-len(content) // 1000))), err=True)
