"""What can go wrong with an engine: it does not start, ends, falls silent, or plays what is not legal."""

from __future__ import annotations

from veier.core.errors import VeierError


class EngineError(VeierError):
    """An engine cannot be used any longer; the reason is a message."""
