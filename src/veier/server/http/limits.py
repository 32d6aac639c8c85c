"""Limits on sizes, sockets and request rates, so that no client slows down the others."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable

# Keys that a rate limit remembers; beyond this the least recently used is forgotten.
_MAX_KEYS = 10_000

BODY_LIMIT = 16 * 1024
RECORD_LIMIT = 80 * 1024
FRAME_LIMIT = 4 * 1024
SOCKETS_PER_SESSION = 10
SOCKETS_PER_ADDRESS = 100
# Messages that a watcher may send in seconds, and frames without content of any socket: pings, pongs, fragments.
WATCHING = (50, 20)
CONTROL_FRAMES = (50, 20)


class Rate:
    """At most `count` at once and on average in `seconds`; remembers one time only (a token bucket)."""

    __slots__ = ("_full_at", "_interval", "_seconds")

    def __init__(self, count: int, seconds: float) -> None:
        self._interval = seconds / count
        self._seconds = seconds
        self._full_at = 0.0

    def retry_after(self) -> float:
        """Count one; return 0 if it is allowed, else the seconds until the next one is."""
        wait, self._full_at = _take(self._full_at, time.monotonic(), self._interval, self._seconds)
        return wait


class RateLimit:
    """The same for each key, such as an address or a seat."""

    def __init__(self, count: int, seconds: float) -> None:
        self._interval = seconds / count
        self._seconds = seconds
        # When each key may send all at once again; least recently used first.
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def retry_after(self, key: Hashable) -> float:
        """Count one request; return 0 if it is allowed, else the seconds until the next one is."""
        now = time.monotonic()
        wait, self._full_at[key] = _take(self._full_at.get(key, 0.0), now, self._interval, self._seconds)
        self._full_at.move_to_end(key)
        self._forget(now)
        return wait

    def __len__(self) -> int:
        return len(self._full_at)

    def _forget(self, now: float) -> None:
        """Forget keys that may send all at once again, two at a time, so that none stay when no new ones come."""
        for _ in range(2):
            oldest = next(iter(self._full_at))
            if len(self._full_at) > 1 and (self._full_at[oldest] <= now or len(self._full_at) > _MAX_KEYS):
                del self._full_at[oldest]


def _take(full_at: float, now: float, interval: float, seconds: float) -> tuple[float, float]:
    """Take one from a bucket that is full again at a time; return the seconds to wait, and when it is full then."""
    full_at = max(full_at, now)
    wait = full_at + interval - now - seconds
    # What rounding adds up is far below a microsecond.
    return (wait, full_at) if wait > 1e-6 else (0.0, full_at + interval)


class RateLimits:
    """The rate limits of a server. Addresses and sessions are kept in memory only.

    What is counted by address is allowed once for each of `people`; guesses at tokens are not.
    """

    def __init__(self, people: int) -> None:
        self.people = people
        self.requests = RateLimit(3000 * people, 60)
        self.reads = RateLimit(1200 * people, 60)
        self.tables = RateLimit(20 * people, 60)
        self.links = RateLimit(60 * people, 60)
        self.guesses = RateLimit(30, 60)
        self.commands = RateLimit(100, 20)
        self.watching = RateLimit(*WATCHING)
        self.messages = RateLimit(5000 * people, 20)
        self.phrases = RateLimit(6, 30)
        self.nudges = RateLimit(1, 60)
        self.nudges_in_days = RateLimit(1, 6 * 3600)
        self.subscriptions = RateLimit(20, 60)
        self.positions = RateLimit(300 * people, 60)
        self.lists = RateLimit(300 * people, 60)
        self.downloads = RateLimit(10 * people, 60)
        self.searches = RateLimit(60 * people, 60)
        self.printing = RateLimit(60 * people, 60)
