"""Values of a wrong type, refused with a sentence: in Python anything can be passed to a function."""

from __future__ import annotations

from veier.core.errors import BadType
from veier.messages import message


def wrong_type(name: str, expected: str, value: object) -> BadType:
    """Return the error for a parameter that got a value of another type than expected, both named as in Python."""
    return BadType(message("type.wrong", name=name, expected=expected, given=type(value).__name__))
