"""Records from strangers, in every form that people have them."""

from __future__ import annotations

from functools import partial

from veier.core.errors import UnknownGame
from veier.record import Record, input_formats, parse_record
from veier.record.record import NESTING_LIMIT
from veier.server.reading import read_json

# A variation lies in a list of lists of moves.
_DEEPEST = 3 * (NESTING_LIMIT + 1)


def read_record(text: str) -> Record:
    """Read a record in any form; raise VeierError or Problem."""
    try:
        return input_formats.read_record(text, partial(read_json, deepest=_DEEPEST))
    except UnknownGame:
        # Any text begins with some word: say how a record begins.
        return parse_record(text)
