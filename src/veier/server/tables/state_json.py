"""States and boards as JSON text. Boards are long, so each is written once for all who see the same."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from veier.core.position import Position
from veier.server.compact_json import dump_json
from veier.table import NOBODY, Attendance, Table, board_data, state_data


def state_json(
    name: str,
    table: Table,
    now: int,
    mine: Collection[int] = (),
    attendance: Attendance = NOBODY,
) -> str:
    """Write the state of a table as the owner of the seats `mine` sees it."""
    data = state_data(table, now, name=name, mine=mine, attendance=attendance, board={})
    last = table.moves[-1].text if table.moves else None
    board = board_json(table.position, last, table.mover is not None and table.mover in mine, table.setup.aids)
    # No text before the board can hold an unescaped quotation mark, so the first match is the placeholder.
    return dump_json(data).replace('"board":{}', f'"board":{board}', 1)


@lru_cache(maxsize=512)
def board_json(position: Position, last: str | None, choices: bool, aids: bool) -> str:
    """Write the board of a position; `last`, its last move, is part of the cache key, because equality ignores it."""
    return dump_json(board_data(position, choices=choices, aids=aids))
