"""What examples in documents print, as a pattern."""

from __future__ import annotations

import re


def pattern(told: str) -> str:
    """Return what matches an output in which … stands for anything, and spaces for any number of them."""
    parts = re.split(r"(\s+|…)", told.strip())
    return "".join({"…": ".*"}.get(part, r"\s+" if part.isspace() else re.escape(part)) for part in parts)
