"""The names of tags: those with a meaning of their own, and those that are free for other facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from veier.core.errors import VeierError
from veier.core.type_check import wrong_type
from veier.messages import message
from veier.record.location import shorten
from veier.view.model import Colour

Tags = tuple[tuple[str, str], ...]

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
SEAT_TAGS: Mapping[Colour, str] = {"red": "Red", "brown": "Brown", "blue": "Blue"}
# More other tags are refused: they are not needed, and each costs time.
TAG_LIMIT = 100

_KNOWN = ("Game", "Rules", *SEAT_TAGS.values(), "Date", "Result", "Termination", "Position")
_CANONICAL = {name.lower(): name for name in _KNOWN}


def canonical_name(name: str) -> str:
    """Return the canonical spelling of a known tag, and any other name unchanged."""
    return _CANONICAL.get(name.lower(), name)


def is_known(name: str) -> bool:
    """Return whether a tag has a meaning of its own in records."""
    return name.lower() in _CANONICAL


def as_tags(value: object) -> Tags:
    """Return pairs of texts as tags; raise VeierError for anything else."""
    tags: list[tuple[str, str]] = []
    for pair in value if isinstance(value, tuple | list) else (value,):
        match pair:
            case (str(name), str(text)):
                tags.append((name, text))
            case _:
                raise wrong_type("tags", "tuple[tuple[str, str], ...]", value)
    return tuple(tags)


def check_tags(names: Iterable[str]) -> None:
    """Check that these can be the names of a record's other tags; raise VeierError."""
    found: set[str] = set()
    for name in names:
        if not TAG_NAME.fullmatch(name):
            raise VeierError(message("record.tag_name", tag=shorten(name)))
        if is_known(name):
            raise VeierError(message("record.tag_known", tag=name))
        if name.lower() in found:
            raise VeierError(message("record.tag_twice", tag=shorten(name)))
        found.add(name.lower())
    if len(found) > TAG_LIMIT:
        raise VeierError(message("record.tags", limit=TAG_LIMIT))
