"""Reads source maps, as browsers do."""

from __future__ import annotations

import json
from collections.abc import Iterator

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def mapped_lines(source_map: str) -> Iterator[tuple[str, int] | None]:
    """Read from which source and line, from 0, each line of a bundle is."""
    found = json.loads(source_map)
    source = line = 0
    for group in found["mappings"].split(";"):
        if not group:
            yield None
            continue
        values, bits, shift = [], 0, 0
        for digit in map(DIGITS.index, group):
            bits |= (digit & 31) << shift
            shift += 5
            if digit < 32:
                values.append(-(bits >> 1) if bits & 1 else bits >> 1)
                bits = shift = 0
        source, line = source + values[1], line + values[2]
        yield found["sources"][source], line
