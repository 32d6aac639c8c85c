"""Records from clients, in every format that `record/` reads."""

from __future__ import annotations

from functools import partial

from veier.core.errors import UnknownGame
from veier.record import Record, input_formats, parse_record
from veier.record.line import NESTING_LIMIT
from veier.server.http.strict_json import read_json

# A variation is nested in a list of lists of moves.
_MAX_DEPTH = 3 * (NESTING_LIMIT + 1)


def read_record(text: str) -> Record:
    """Read a record in any format; raise VeierError or Problem."""
    try:
        return input_formats.read_record(text, partial(read_json, max_depth=_MAX_DEPTH))
    except UnknownGame:
        # Any text begins with some word: report the syntax of a record instead of an unknown game.
        return parse_record(text)
