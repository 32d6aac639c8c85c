"""How quickly a search stops once its flag is set, on a busy machine too.

Time that passes counts too much where others work beside us. The processor's time counts too much where another thread
of ours is at work: when the flag is set, what that thread has done since the last tick is not in it yet, up to 4 ms and
more. The search worked on for at most the lesser of the two, and for the least of several tries: a busy neighbour on
the same core slows a single one down several times.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

from veier.search.limits import Stop


class TimedStop(Stop):
    """A flag that knows when it was set."""

    asked: tuple[float, float] | None = None

    def set(self) -> None:
        """Note the time; the flag comes first, since this thread may be kept waiting between the two."""
        super().set()
        self.asked = self.asked or _clocks()


TRIES = 3


def seconds_after_stop(search: Callable[[Stop], object], wait: float | None = None) -> float:
    """Run a search until its flag is set, by itself or after a wait; return the seconds it went on at the least."""
    return min(_seconds_after_stop(search, wait) for _ in range(TRIES))


def _seconds_after_stop(search: Callable[[Stop], object], wait: float | None) -> float:
    stop = TimedStop()
    gc.collect()  # what the compiler left behind would take 0.1 s at a bad moment
    if wait is not None:
        threading.Timer(wait, stop.set).start()
    search(stop)
    assert stop.asked
    return min(now - asked for now, asked in zip(_clocks(), stop.asked, strict=True))


def _clocks() -> tuple[float, float]:
    return time.monotonic(), time.process_time()
