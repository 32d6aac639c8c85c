"""The two clocks of the server: wall time for dates, monotonic time for players' clocks."""

from __future__ import annotations

import time


def wall_ms() -> int:
    """Return the milliseconds since 1970, for dates and expiry times."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Return the milliseconds of a clock that never jumps; the origin changes with each start of the process."""
    return time.monotonic_ns() // 1_000_000
