"""Small frozen dataclasses as plain data for JSON and back: setups, commands and events are kept and sent this way.

Reading is strict: a wrong kind of value, a missing or an unknown name is refused, and the refusal names the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from veier.core.data import field_names
from veier.messages import message
from veier.record.location import shorten
from veier.table.refusal import Refusal

Value = TypeVar("Value")


def from_plain(kind: type[Value], data: object, path: str = "") -> Value:
    """Read what `to_plain` gives for a dataclass; raise Refusal. Names with a default may be left out."""
    if not isinstance(data, Mapping):
        raise _wrong(path)
    shape: Any = kind
    hints = _hints(shape)
    unknown = [name for name in data if name not in hints]
    if unknown:
        raise _wrong(_join(path, shorten(str(unknown[0]))))
    values = {}
    for name, needed in _needed(shape).items():
        if name in data:
            values[name] = _read(hints[name], data[name], _join(path, name))
        elif needed:
            raise _wrong(_join(path, name))
    return kind(**values)


def _read(kind: Any, data: object, path: str) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        if data is None and NoneType in parts:
            return None
        return _read(next(part for part in parts if part is not NoneType), data, path)
    if origin is tuple:
        if not isinstance(data, list | tuple):
            raise _wrong(path)
        return tuple(_read(parts[0], part, f"{path}[{index}]") for index, part in enumerate(data))
    if origin is Literal:
        if not isinstance(data, str) or data not in parts:
            raise _wrong(path)
        return data
    if field_names(kind) is not None:
        return from_plain(kind, data, path)
    # True is an int to Python, but no number to people.
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise _wrong(path)
    return data


@cache
def _hints(kind: Any) -> dict[str, Any]:
    known = {field.name for field in fields(kind)}
    return {name: hint for name, hint in get_type_hints(kind).items() if name in known}


@cache
def _needed(kind: Any) -> dict[str, bool]:
    return {field.name: field.default is MISSING for field in fields(kind)}


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _wrong(path: str) -> Refusal:
    return Refusal(message("table.data", place=path or "."))
