"""The clocks of the server: wall time for dates, server time for players' clocks."""

from __future__ import annotations

import time
from typing import NamedTuple

# The milliseconds by which server time may be ahead of the stored value.
_MAX_AHEAD = 5_000


def wall_ms() -> int:
    """Return the milliseconds since 1970, for dates and expiry times."""
    return time.time_ns() // 1_000_000


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class _Course(NamedTuple):
    """How server time runs: from a value at a monotonic time, up to a limit."""

    at: int
    since: int
    limit: int


class ServerTime:
    """The milliseconds that the server has been running since its database was created, for players' clocks.

    After a restart it goes on from the value that the heartbeat has stored, whatever the wall clock does. While nothing
    can be stored, it soon stands still: nobody's time runs out because the database is away.
    """

    def __init__(self) -> None:
        self._course = _Course(0, 0, 0)

    def now(self) -> int:
        """Return the time; also in other threads."""
        course = self._course
        return min(course.at + _monotonic_ms() - course.since, course.limit)

    def start(self, stored: int) -> None:
        """Go on from the stored value."""
        self._course = _Course(stored, _monotonic_ms(), stored + _MAX_AHEAD)

    def set_stored(self, stored: int) -> None:
        """Note that a value is stored now; if the time stands still, it goes on."""
        self._course = _Course(self.now(), _monotonic_ms(), max(self._course.limit, stored + _MAX_AHEAD))
