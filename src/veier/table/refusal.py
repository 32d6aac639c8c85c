"""The error of a table: a sentence in four languages, like every error of veier (see `core/errors.py`)."""

from __future__ import annotations

from veier.core.errors import VeierError


class Refusal(VeierError):
    """A table refuses a command or a setup; `reason` says why. Nothing has changed."""
