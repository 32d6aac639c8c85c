"""A table as JSON for one who looks at it; boards are long, so they are written once for all who see the same."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from veier.core.position import Position
from veier.server.wire import dump
from veier.table import Table, board_data, state_data


def state_json(
    name: str,
    table: Table,
    now: int,
    mine: Collection[int] = (),
    present: Collection[int] = (),
    thinking: Collection[int] = (),
) -> str:
    """Write the State of a table for whoever has the seats `mine`."""
    data = state_data(table, now, name=name, mine=mine, present=present, thinking=thinking, board={})
    last = table.moves[-1].text if table.moves else None
    board = board_json(table.position, last, table.mover is not None and table.mover in mine, table.setup.aids)
    # No text of a state can hold a quotation mark before this place, so that the first find is the right one.
    return dump(data).replace('"board":{}', f'"board":{board}', 1)


@lru_cache(maxsize=512)
def board_json(position: Position, last: str | None, choices: bool, aids: bool) -> str:
    """Write the Board of a position; `last` is its last move, by which positions are not told apart."""
    return dump(board_data(position, choices=choices, aids=aids))
