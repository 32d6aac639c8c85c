"""What a table says no to, for whoever asked: a sentence, like every error of veier (see `core/errors.py`)."""

from __future__ import annotations

from veier.core.errors import VeierError


class Refusal(VeierError):
    """Something that cannot be done at this table now; `reason` says why. Nothing has changed."""
