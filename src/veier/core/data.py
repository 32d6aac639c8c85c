"""Dataclasses as plain data for JSON: the one way from a value of this package to what is sent, kept or shown."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any

# What JSON holds as it is, checked first: a board state is made of thousands of these.
_SIMPLE = frozenset({str, int, float, bool, NoneType})


def to_plain(value: Any) -> Any:
    """Return a dataclass as a dict, a tuple as a list, and all else as it is."""
    kind: Any = type(value)
    if kind in _SIMPLE:
        return value
    if kind is tuple:
        return [to_plain(part) for part in value]
    names = field_names(kind)
    return value if names is None else {name: to_plain(getattr(value, name)) for name in names}


@cache
def field_names(kind: Any) -> tuple[str, ...] | None:
    """Return the names of a dataclass's fields; None for other types."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
