"""Limits: how often somebody may ask, so that nobody has to wait for a few."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Hashable

# Keys that are remembered at most; the oldest are forgotten first.
_MOST_KEYS = 20_000

BODY_LIMIT = 16 * 1024
RECORD_LIMIT = 80 * 1024
FRAME_LIMIT = 4 * 1024
SOCKETS_OF_SESSION = 10
SOCKETS_OF_ADDRESS = 100


class Rate:
    """At most `most` times in `seconds`, for each key."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._times: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def wait(self, key: Hashable) -> float:
        """Count one more; give 0 if it is allowed, else the seconds until the next one would be."""
        now = time.monotonic()
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and now - times[0] > self.seconds:
            times.popleft()
        if len(times) >= self.most:
            return self.seconds - (now - times[0])
        times.append(now)
        while len(self._times) > _MOST_KEYS:
            self._times.popitem(last=False)
        return 0.0


class Rates:
    """The limits of this server. Addresses and sessions are kept in memory only."""

    def __init__(self) -> None:
        self.tables = Rate(20, 60)
        self.guesses = Rate(30, 60)
        self.commands = Rate(100, 20)
        self.watching = Rate(50, 20)
        self.positions = Rate(300, 60)
        self.searches = Rate(60, 60)
        self.printing = Rate(60, 60)
