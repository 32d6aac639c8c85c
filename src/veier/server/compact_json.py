"""JSON text without spaces, for answers and for the database."""

from __future__ import annotations

import json


def dump_json(value: object) -> str:
    """Write a value as JSON on one line without spaces; raise ValueError for NaN and infinities."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
