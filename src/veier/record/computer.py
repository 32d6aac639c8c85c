"""The names of computer players in records, which include the level."""

from __future__ import annotations

import re

_NAME = re.compile(r"veier, level ([0-9]+)")


def computer_name(level: int) -> str:
    """Return the name of the computer at a level."""
    return f"veier, level {level}"


def computer_level(name: str) -> str | None:
    """Return the level in a computer's name, as written; None if the name is a person's."""
    found = _NAME.fullmatch(name)
    return found[1] if found else None
