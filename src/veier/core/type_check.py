"""Values of a wrong type or size, refused with a sentence: in Python anything can be passed to a function."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from numbers import Real
from typing import Any

from veier.core.errors import BadType, VeierError
from veier.messages import message


def wrong_type(name: str, expected: str, value: object) -> BadType:
    """Return the error for a parameter that got a value of another type than expected, both named as in Python."""
    return BadType(message("type.wrong", name=name, expected=expected, given=type(value).__name__))


def check_position(given: object) -> None:
    """Raise BadType for what is no position."""
    from veier.core.position import Position  # positions check what they are given, too

    if not isinstance(given, Position):
        raise wrong_type("position", "Position", given)


def check_game(given: object) -> None:
    """Raise BadType for what is no game."""
    from veier.core.game import Game  # games need positions, which check what they are given

    if not isinstance(given, Game):
        raise wrong_type("game", "Game", given)


def check_word(name: str, given: object, words: Sequence[str]) -> None:
    """Raise BadType for what is no text, VeierError for another word than these."""
    check_text(name, given)
    if given not in words:
        raise VeierError(message("cli.error.word", value=given, words=", ".join(words)))


def check_text(name: str, given: object) -> None:
    """Raise BadType for what is no text."""
    if not isinstance(given, str):
        raise wrong_type(name, "str", given)


def check_whole_number(name: str, given: Any, least: int | None = None, most: int | None = None) -> None:
    """Raise BadType for what is no whole number, VeierError for one that is too small or too large."""
    try:
        number = operator.index(given)
    except TypeError as error:
        raise wrong_type(name, "int", given) from error
    check_number(name, number, least, most)


def check_seat(seat: Any, players: int) -> None:
    """Raise BadType for what is no whole number, VeierError for a seat that the game does not have."""
    check_whole_number("seat", seat)
    if not 0 <= seat < players:
        raise VeierError(message("seat.unknown", seat=seat, last=players - 1))


def check_number(name: str, given: Any, least: int | None = None, most: int | None = None) -> None:
    """Raise BadType for what is no number, VeierError for one that is too small, too large or no real number."""
    if not isinstance(given, Real):
        raise wrong_type(name, "float", given)
    number: Any = given
    # Written so that NaN is refused too.
    if least is not None and not number >= least:
        raise VeierError(message("number.least", name=name, value=given, least=least))
    if most is not None and not number <= most:
        raise VeierError(message("number.most", name=name, value=given, most=most))
