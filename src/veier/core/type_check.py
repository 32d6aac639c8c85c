"""Values of a wrong type, refused with a sentence: in Python anything can be passed to a function."""

from __future__ import annotations

from veier.messages import Message, message


def wrong_type(name: str, expected: str, value: object) -> Message:
    """Say that an argument is of a wrong type; `name` is the parameter, `expected` names the type as Python does."""
    return message("type.wrong", name=name, expected=expected, given=type(value).__name__)
