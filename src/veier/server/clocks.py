"""The clocks of the server: wall time for dates, server time for players' clocks."""

from __future__ import annotations

import time
from typing import NamedTuple

# The milliseconds by which server time may be ahead of the stored value.
_MAX_AHEAD = 5_000
# The milliseconds by which a server that follows another one lets its time fall back at once.
_MAX_BACK = 2


def wall_ms() -> int:
    """Return the milliseconds since 1970, for dates and expiry times."""
    return time.time_ns() // 1_000_000


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class _Course(NamedTuple):
    """How server time runs: from a value at a monotonic time, up to a limit, and never below what it was."""

    at: int
    since: int
    limit: int
    floor: int = 0


class ServerTime:
    """The milliseconds that the server has been running since its database was created, for players' clocks.

    After a restart it goes on from the value that the heartbeat has stored, whatever the wall clock does. While nothing
    can be stored, it soon stands still: nobody's time runs out because the database is away. Servers that share a
    database have the same time: one keeps it, the others follow (`store/heartbeat.py`).
    """

    def __init__(self) -> None:
        self._course = _Course(0, 0, 0)

    def now(self) -> int:
        """Return the time; also in other threads."""
        course = self._course
        return max(min(course.at + _monotonic_ms() - course.since, course.limit), course.floor)

    def start(self, stored: int) -> None:
        """Go on from the stored value."""
        self._course = _Course(stored, _monotonic_ms(), stored + _MAX_AHEAD)

    def set_stored(self, stored: int) -> None:
        """Note that a value is stored now; if the time stands still, it goes on."""
        self._course = _Course(self.now(), _monotonic_ms(), max(self._course.limit, stored + _MAX_AHEAD))

    def follow(self, stored: int, age: int) -> None:
        """Go by the value that another server stored some milliseconds ago; time never goes backwards.

        A value that has been on its way for long seems too low, so that one alone sets the time back by little.
        """
        now = self.now()
        told = stored + min(max(age, 0), _MAX_AHEAD)
        limit = max(self._course.limit, stored + _MAX_AHEAD)
        self._course = _Course(max(told, now - _MAX_BACK), _monotonic_ms(), limit, now)
