"""How quickly a search stops once its flag is set, in the processor's time, so that a busy machine does not matter."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

from veier.search.limits import Stop


class TimedStop(Stop):
    """A flag that knows when it was set."""

    asked = 0.0

    def set(self) -> None:
        """Note the time; the flag comes first, since this thread may be kept waiting between the two."""
        super().set()
        self.asked = self.asked or time.process_time()


def seconds_after_stop(search: Callable[[Stop], object], wait: float | None = None) -> float:
    """Let a search work until its flag is set, by itself or after so many seconds; give how long it worked on."""
    stop = TimedStop()
    gc.collect()  # what the compiler left behind would take 0.1 s at a bad moment
    if wait is not None:
        threading.Timer(wait, stop.set).start()
    search(stop)
    assert stop.asked
    return time.process_time() - stop.asked
