"""Time: the wall clock for what is written down, the monotonic one for what people's clocks count."""

from __future__ import annotations

import time


def wall_ms() -> int:
    """Milliseconds since 1970, for dates and the end of invites."""
    return time.time_ns() // 1_000_000


def clock_ms() -> int:
    """Milliseconds of a clock that never jumps; they mean nothing after a restart."""
    return time.monotonic_ns() // 1_000_000
