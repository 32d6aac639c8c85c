"""Source maps: from which line of which source a line of a bundle is, so that browsers report errors by their file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def source_map(lines: Iterable[tuple[str, int] | None]) -> str:
    """Return the map of a file, given the source and the number from 0 of each of its lines; None: of no source."""
    sources: dict[str, int] = {}
    mappings = []
    last_source = last_line = 0
    for place in lines:
        if place is None:
            mappings.append("")
            continue
        source, line = sources.setdefault(place[0], len(sources)), place[1]
        # Column, source, line and column there; each counted from the one before.
        mappings.append("".join(map(_number, (0, source - last_source, line - last_line, 0))))
        last_source, last_line = source, line
    return json.dumps({"version": 3, "sources": list(sources), "names": [], "mappings": ";".join(mappings)})


@cache
def _number(value: int) -> str:
    """Write a number in groups of five bits, its sign in the lowest of all."""
    rest = abs(value) << 1 | (value < 0)
    digits = ""
    while rest > 31:
        digits += _DIGITS[rest & 31 | 32]
        rest >>= 5
    return digits + _DIGITS[rest]
