"""States, boards, changes and choices as JSON text, each written once for all who see the same."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from veier.core.position import Position
from veier.server.compact_json import dump_json
from veier.table import (
    Seen,
    board_changes,
    board_data,
    changing_board,
    choices_data,
    moves_changes,
    other_changes,
    state_data,
)

# Texts that are kept: of what the sockets of a table ask for in the same moment.
_KEPT = 64


def state_json(seen: Seen, name: str, now: int, *, choices: bool = False) -> str:
    """Write the state of a table; on demand with choices and aids, which take long."""
    table, mine = seen.table, seen.mine
    data = state_data(table, now, name=name, mine=mine, attendance=seen.attendance, board={})
    last = table.moves[-1].text if table.moves else None
    may_choose = choices and table.mover is not None and table.mover in mine
    board = board_json(table.position, last, may_choose, choices and table.setup.aids)
    # No text before the board can hold an unescaped quotation mark, so the first match is the placeholder.
    return dump_json(data).replace('"board":{}', f'"board":{board}', 1)


@lru_cache(maxsize=_KEPT)
def board_json(position: Position, last: str | None, choices: bool, aids: bool) -> str:
    """Write the board of a position; `last`, its last move, is part of the cache key, because equality ignores it."""
    return dump_json(board_data(position, choices=choices, aids=aids))


@lru_cache(maxsize=_KEPT)
def choices_json(position: Position, may_move: bool, aids: bool) -> str:
    """Write the message with the choices of a position, if its receiver may move, and with aids."""
    found = choices_data(position, choices=may_move, aids=aids)
    seat = position.mover if may_move else None
    return dump_json({"type": "choices", "hash": f"{position.digest:016x}", "seat": seat, **found})


class ChangesWriter:
    """Writes the messages about what changed at a table from one moment to the next; equal ones are written once.

    `board` is the board of the moment before, if it is known already, then that of the one after.
    """

    def __init__(self, before: Seen, after: Seen, now: int, board: dict[str, Any] | None = None) -> None:
        self.board = board
        self._before = before
        self._after = after
        self._now = now
        self._texts: dict[tuple[Collection[int], Collection[int]], str | None] = {}

    @cached_property
    def _played(self) -> str:
        before, after = self._before.table, self._after.table
        if before.position is after.position:
            return ""
        known = self.board or changing_board(before.position)
        self.board = changing_board(after.position)
        return dump_json(board_changes(known, self.board) + moves_changes(before.moves, after.moves))[1:-1]

    def text(self, mine_before: tuple[int, ...], mine: tuple[int, ...]) -> str | None:
        """Write what changed for a viewer with some seats, which may have changed too; None if nothing did."""
        key = mine_before, mine
        if key not in self._texts:
            self._texts[key] = self._write(mine_before, mine)
        return self._texts[key]

    def _write(self, mine_before: tuple[int, ...], mine: tuple[int, ...]) -> str | None:
        before, after = replace(self._before, mine=mine_before), replace(self._after, mine=mine)
        if before == after:
            return None
        other = dump_json(other_changes(before, after, self._now))[1:-1]
        changes = ",".join(part for part in (self._played, other) if part)
        numbers = f'"version":{after.table.version},"since":{before.table.version}'
        return f'{{"type":"event",{numbers},"changes":[{changes}]}}' if changes else None
