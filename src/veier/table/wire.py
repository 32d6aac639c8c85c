"""Messages as plain data, as server, browser and client exchange them: {"key": …, "params": {…}}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from veier.locale import Message


def message_to_data(said: Message) -> dict[str, Any]:
    """Give a message as data that JSON can hold; messages within become the same."""
    return {"key": said.key, "params": {name: _to_data(value) for name, value in said.params.items()}}


def message_from_data(data: Mapping[str, Any]) -> Message:
    """Read what `message_to_data` gives."""
    return Message(data["key"], {name: _from_data(value) for name, value in data["params"].items()})


def _to_data(value: object) -> Any:
    if isinstance(value, Message):
        return message_to_data(value)
    if isinstance(value, tuple | list):
        return [_to_data(part) for part in value]
    return value if isinstance(value, int | float) else str(value)


def _from_data(value: Any) -> Any:
    if isinstance(value, Mapping):
        return message_from_data(value)
    return tuple(map(_from_data, value)) if isinstance(value, list | tuple) else value
