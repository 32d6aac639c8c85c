"""Limits on sizes and request rates, so that no client slows down the others; `allowed.py` has the numbers."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from veier.server.http.allowed import AllowedRates

# Keys that a rate limit remembers; beyond this the least recently used is forgotten.
_MAX_KEYS = 10_000

# Limits that several servers on one database share.
SHARED = (
    "guesses",
    "tables",
    "studies",
    "links",
    "phrases",
    "nudges",
    "nudges_in_days",
    "subscriptions",
    "downloads",
    "streams",
)

BODY_LIMIT = 16 * 1024
RECORD_LIMIT = 80 * 1024
STUDY_LIMIT = 320 * 1024
FRAME_LIMIT = 4 * 1024
# Frames without content that a socket may send in seconds: pings, pongs, fragments.
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


class SharedLimit(RateLimit):
    """The same for all servers on one database: each counts what the others have let through.

    tell  tells the others of one that was let through, by a digest of its key; None where there are none
    """

    def __init__(self, count: int, seconds: float) -> None:
        super().__init__(count, seconds)
        self.tell: Callable[[str], None] | None = None

    def retry_after(self, key: Hashable) -> float:
        known = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        wait = super().retry_after(known)
        if not wait and self.tell:
            self.tell(known)
        return wait

    def count_elsewhere(self, known: str) -> None:
        """Count one that another server has let through."""
        super().retry_after(known)


def _take(full_at: float, now: float, interval: float, seconds: float) -> tuple[float, float]:
    """Take one from a bucket that is full again at a time; return the seconds to wait, and when it is full then."""
    full_at = max(full_at, now)
    wait = full_at + interval - now - seconds
    # What rounding adds up is far below a microsecond.
    return (wait, full_at) if wait > 1e-6 else (0.0, full_at + interval)


class RateLimits:
    """The rate limits of a server. Addresses and sessions are kept in memory only.

    Those that protect this server's processor are its own. Those that protect people and secrets are `shared`.
    """

    def __init__(self, allowed: AllowedRates) -> None:
        self._allowed = allowed
        self.shared = {name: SharedLimit(*allowed.rate(name)) for name in SHARED}
        self.requests = self._limit("requests")
        self.reads = self._limit("reads")
        self.tables = self._limit("tables")
        self.studies = self._limit("studies")
        self.edits = self._limit("edits")
        self.links = self._limit("links")
        self.guesses = self._limit("guesses")
        self.commands = self._limit("commands")
        self.watching = self._limit("watching")
        self.messages = self._limit("messages")
        self.phrases = self._limit("phrases")
        self.nudges = self._limit("nudges")
        self.nudges_in_days = self._limit("nudges_in_days")
        self.subscriptions = self._limit("subscriptions")
        self.positions = self._limit("positions")
        self.lists = self._limit("lists")
        self.streams = self._limit("streams")
        self.downloads = self._limit("downloads")
        self.searches = self._limit("searches")
        self.printing = self._limit("printing")

    def watcher(self) -> Rate:
        """Return the limit of one watcher without a session."""
        return Rate(*self._allowed.rate("watching"))

    def _limit(self, name: str) -> RateLimit:
        return self.shared[name] if name in self.shared else RateLimit(*self._allowed.rate(name))
