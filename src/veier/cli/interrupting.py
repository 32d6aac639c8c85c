"""Long work that Ctrl-C ends at once: kernels do not listen to it, so they run beside the main thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")

# How long the main thread sleeps between two looks at the work, in seconds.
_LOOK = 0.2


def interruptibly(work: Callable[[], T], stop: Callable[[], object] | None = None) -> T:
    """Do some work in a thread that dies with the process, and give what it gives.

    With `stop`, the first Ctrl-C calls it and waits for what the work gives then.
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
            thread.join(_LOOK)
        except KeyboardInterrupt:
            if stop is None:
                raise
            stop()
            stop = None
    return future.result()
