"""What all commands with long work share: where it runs, its progress, and how it goes on after Ctrl-C."""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from veier.cli.console import echo
from veier.cli.framework import Function, WholeNumber, bundle, option
from veier.cli.language import format_number, translate
from veier.cli.progress import clear_progress, show_progress
from veier.lab.run.executor import Executor
from veier.lab.run.ledger import Ledger
from veier.lab.run.local import LocalExecutor
from veier.lab.run.running import Progress, run_job

# Seconds between two lines where standard error is no terminal, as in the logs of a cluster.
_PAUSE = 60.0


class Place(NamedTuple):
    """Where work runs: so many processes of this machine, or a cluster."""

    jobs: int | None
    cluster: str | None

    def executor(self) -> Executor:
        """Return what runs it."""
        if self.cluster is None:
            return LocalExecutor(self.jobs or 0)
        from veier.lab.run.ray import RayExecutor

        return RayExecutor(self.cluster, self.jobs or 0)


def place_options(function: Function) -> Function:
    """Add --jobs and --cluster to a command, which gets them as `place`."""
    decorated = bundle("place", Place, "jobs", "cluster")(function)
    decorated = option("--cluster", metavar="ADDRESS")(decorated)
    return option("--jobs", type=WholeNumber(1, 10_000), metavar="N")(decorated)


def run_with_progress(ledger: Ledger, executor: Executor, counted: str, total: int) -> bool:
    """Run what is missing of a job and show its progress; return whether all is done, or False after Ctrl-C.

    `counted` is the key of a count, such as "cli.count.games", and `total` how many of them the whole job is.
    """
    line = ProgressLine(counted, total)
    steps = run_job(ledger, executor)
    try:
        for progress in steps:
            line.show(progress)
        return True
    except KeyboardInterrupt:
        return False
    finally:
        steps.close()
        clear_progress()


def say_how_to_go_on(ledger: Ledger) -> int:
    """Say on standard error that nothing is lost; return the exit code after Ctrl-C."""
    done, size = format_number(ledger.done), format_number(ledger.job.size)
    key = "cli.lab.stopped" if ledger.directory else "cli.lab.stopped_in_memory"
    echo(translate(key, done=done, size=size, directory=ledger.directory), err=True)
    return 130


class ProgressLine:
    """The line that shows how far a job has come, counted in what users know, such as games."""

    def __init__(self, counted: str, total: int) -> None:
        self._counted, self._total = counted, total
        self._next = time.monotonic() + _PAUSE

    def show(self, progress: Progress) -> None:
        """Replace the line of a terminal; elsewhere write a line now and then."""
        if sys.stderr.isatty():
            show_progress(self._text(progress))
        elif time.monotonic() > self._next:
            self._next = time.monotonic() + _PAUSE
            echo(self._text(progress), err=True)

    def _text(self, progress: Progress) -> str:
        each = self._total / progress.size
        done = min(round(progress.done * each), self._total)
        figures = {
            "done": format_number(done),
            "total": translate(self._counted, count=self._total, number=format_number(self._total)),
        }
        if progress.rate is None or progress.seconds_left is None:
            return translate("cli.lab.progress", **figures)
        rate = progress.rate * each
        key = "cli.lab.progress_per_second" if rate >= 1 else "cli.lab.progress_per_hour"
        shown = format_number(round(rate) if rate >= 1 else round(rate * 3600))
        return translate(key, rate=shown, left=format_duration(progress.seconds_left), **figures)


def format_share(successes: int, n: int) -> str:
    """Write a share with its 95 % interval: 52 % (48–56)."""
    from veier.datasets.intervals import wilson

    low, high = (format_number(round(100 * end, 1)) for end in wilson(successes, n))
    share = translate("cli.search.percent", number=format_number(round(100 * successes / n, 1)))
    return f"{share} ({low}–{high})"


def format_duration(seconds: float) -> str:
    """Write seconds as a clock does: 0:05, 12:34, 1:02:03."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
