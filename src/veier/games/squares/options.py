"""Options that the games won by a square share."""

from __future__ import annotations

from veier.core.game import Option

# A move that completes a square of an opponent alone is illegal, where that opponent would win otherwise.
NO_GIFTS = Option("nogifts", 0, 0, 1, reading=True)
