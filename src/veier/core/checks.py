"""Checks of what the library is given, so that a wrong type or number is said in the reader's language."""

from __future__ import annotations

import operator
from numbers import Real
from typing import Any

from veier.core.errors import BadType, VeierError
from veier.messages import message


def check_position(given: object) -> None:
    """Raise BadType for what is no position."""
    from veier.core.position import Position  # positions check what they are given, too

    if not isinstance(given, Position):
        raise BadType(message("type.position", type=type(given).__name__))


def check_text(given: object) -> None:
    """Raise BadType for what is no text."""
    if not isinstance(given, str):
        raise BadType(message("type.text", type=type(given).__name__))


def check_whole_number(name: str, given: Any, least: int | None = None, most: int | None = None) -> None:
    """Raise BadType for what is no whole number, VeierError for one that is too small or too large."""
    try:
        number = operator.index(given)
    except TypeError as error:
        raise BadType(message("number.whole", name=name, type=type(given).__name__)) from error
    check_number(name, number, least, most)


def check_number(name: str, given: Any, least: int | None = None, most: int | None = None) -> None:
    """Raise BadType for what is no number, VeierError for one that is too small, too large or no real number."""
    if not isinstance(given, Real):
        raise BadType(message("number.type", name=name, type=type(given).__name__))
    number: Any = given
    # Written so that NaN is refused too.
    if least is not None and not number >= least:
        raise VeierError(message("number.least", name=name, value=given, least=least))
    if most is not None and not number <= most:
        raise VeierError(message("number.most", name=name, value=given, most=most))
