"""The one validator of setups, commands and events: pydantic over the dataclasses themselves.

Reading is strict: a value of a wrong type, a missing or an unknown name is refused, and the refusal names the place.
The server validates requests with the same types, and OpenAPI describes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from veier.core.data import to_plain
from veier.core.errors import VeierError
from veier.messages import message
from veier.record.location import shorten
from veier.table.refusal import Refusal


def _require_kind(schema: dict[str, Any]) -> None:
    """Declare the discriminator as required, although the dataclasses fill it in by default."""
    if "kind" in schema["properties"]:
        schema["required"] = ["kind", *(name for name in schema.get("required", ()) if name != "kind")]


@dataclass(frozen=True, slots=True)
class Data:
    """Base of what is stored and sent as data. Fields are strictly typed, because strict mode would refuse dicts."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", json_schema_extra=_require_kind)

    def to_data(self) -> dict[str, Any]:
        """Return the value as data for JSON."""
        data: dict[str, Any] = to_plain(self)
        return data


def validate(kind: Any, data: object) -> Any:
    """Read a value of a type, or of a union of types, from data; raise Refusal."""
    try:
        return _adapter(kind).validate_python(data)
    except ValidationError as error:
        raise refusal_of(error.errors()) from error


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def refusal_of(errors: Sequence[Mapping[str, Any]]) -> VeierError:
    """Return the refusal for the first of pydantic's errors: the value's own, if it refused itself."""
    return own_error(errors[0]) or Refusal(message("table.data", place=place_of(errors[0])))


def own_error(error: Mapping[str, Any]) -> VeierError | None:
    """Return the error that a value raised itself, in its `__post_init__`; None if it has a wrong form."""
    own = error.get("ctx", {}).get("error")
    return own if isinstance(own, VeierError) else None


def place_of(error: Mapping[str, Any]) -> str:
    """Return the place of one of pydantic's errors as text: seats[0].level."""
    loc = list(error["loc"])
    if error["type"].startswith("union_tag"):
        loc.append(error["ctx"]["discriminator"].strip("'"))
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)
    return shorten(text.removeprefix(".")) or "."
