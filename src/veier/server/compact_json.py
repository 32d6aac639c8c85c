"""JSON text without spaces, for answers and for the database."""

from __future__ import annotations

from pydantic_core import to_json


def dump_json(value: object) -> str:
    """Write a value as JSON on one line without spaces; NaN and infinities, which JSON does not have, become null."""
    # A quarter of the time of the standard library's, which matters: choices are 30 KB a move.
    return to_json(value, inf_nan_mode="null").decode()
