"""Limits on sizes, sockets and request rates, so that no client slows down the others."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Hashable

# Keys that a rate limit remembers; beyond this the least recently used is forgotten.
_MAX_KEYS = 20_000

BODY_LIMIT = 16 * 1024
RECORD_LIMIT = 80 * 1024
FRAME_LIMIT = 4 * 1024
SOCKETS_PER_SESSION = 10
SOCKETS_PER_ADDRESS = 100


class RateLimit:
    """At most `count` requests in `seconds`, for each key."""

    def __init__(self, count: int, seconds: float) -> None:
        self.count = count
        self.seconds = seconds
        self._times: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def retry_after(self, key: Hashable) -> float:
        """Count one request; return 0 if it is allowed, else the seconds until the next one is."""
        now = time.monotonic()
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and now - times[0] > self.seconds:
            times.popleft()
        if len(times) >= self.count:
            return self.seconds - (now - times[0])
        times.append(now)
        while len(self._times) > _MAX_KEYS:
            self._times.popitem(last=False)
        return 0.0


class RateLimits:
    """The rate limits of a server. Addresses and sessions are kept in memory only.

    What is counted by address is allowed once for each of `people`; guesses at tokens are not.
    """

    def __init__(self, people: int) -> None:
        self.tables = RateLimit(20 * people, 60)
        self.guesses = RateLimit(30, 60)
        self.commands = RateLimit(100, 20)
        self.watching = RateLimit(50 * people, 20)
        self.phrases = RateLimit(6, 30)
        self.nudges = RateLimit(1, 60)
        self.nudges_in_days = RateLimit(1, 6 * 3600)
        self.subscriptions = RateLimit(20, 60)
        self.positions = RateLimit(300 * people, 60)
        self.lists = RateLimit(300 * people, 60)
        self.downloads = RateLimit(10 * people, 60)
        self.searches = RateLimit(60 * people, 60)
        self.printing = RateLimit(60 * people, 60)
