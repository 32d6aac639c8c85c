"""Work in a background thread, so that Ctrl-C ends a command at once: kernels do not react to signals."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from veier.cli.language import translate
from veier.cli.spinner import spinner
from veier.search.limits import Stop

if TYPE_CHECKING:
    from veier.cli.settings import Settings
    from veier.core.history import History
    from veier.search.analysis import Analysis

T = TypeVar("T")

# Seconds that the main thread waits at a time: signals are handled in between.
_POLL = 0.2


def run_interruptibly(work: Callable[[], T], stop: Callable[[], object] | None = None) -> T:
    """Run work in a daemon thread and return its result.

    With `stop`, the first Ctrl-C calls it and waits for the result; without, Ctrl-C raises KeyboardInterrupt.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        try:
            thread.join(_POLL)
        except KeyboardInterrupt:
            if stop is None:
                raise
            stop()
            stop = None
    return future.result()


def run_with_spinner(work: Callable[[], T]) -> T:
    """Run work interruptibly, with a spinner if standard error is a terminal."""
    with spinner(translate("cli.search.thinking")):
        return run_interruptibly(work)


def run_search(settings: Settings, history: History, *, widely: bool = False) -> Analysis:
    """Search for the best move at the end of a history; with `widely`, also where a book knows a winning move.

    Ctrl-C stops the search too, since the program ends only after its threads.
    """
    stop = Stop()
    try:
        return run_with_spinner(partial(settings.think, history, stop, widely=widely))
    except KeyboardInterrupt:
        stop.set()
        raise
