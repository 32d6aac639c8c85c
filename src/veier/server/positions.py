"""Positions that clients name by a game, a start and moves; used by several routes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query

from veier.core.position import Position
from veier.games import game as find_game
from veier.record import Record, parse_position
from veier.server.kernel_loading import load_rules
from veier.server.schemas.base import MAX_MOVES
from veier.server.tables.registry import TableRegistry
from veier.server.tables.session import TableSession
from veier.table import table_record

# Characters that fit the URL of a picture; about 500 moves.
MAX_QUERY_LENGTH = 4000

# A position in a query: moves are separated by spaces.
GameText = Annotated[str, Query(max_length=100)]
MovesText = Annotated[str, Query(max_length=MAX_QUERY_LENGTH)]
StartText = Annotated[str | None, Query(max_length=MAX_QUERY_LENGTH // 2)]


async def play_line(game: str, start: str | None, moves: list[str] | str) -> list[Position]:
    """Return the positions of a game from its start on; raise VeierError."""
    found = find_game(game)
    await load_rules(found)
    texts = moves.split()[:MAX_MOVES] if isinstance(moves, str) else moves
    return await asyncio.to_thread(_play, parse_position(start) if start else found.start(), texts)


def _play(position: Position, moves: list[str]) -> list[Position]:
    line = [position]
    for move in moves:
        line.append(line[-1].play(move))
    return line


def plays_without_aids(registry: TableRegistry, session: str | None, line: list[Position]) -> bool:
    """Return whether a session is playing one of these positions at a table without aids."""
    digests = {(position.game.id, position.digest) for position in line}
    return any(
        not table_session.table.setup.aids
        and table_session.table.result is None
        and table_session.holders_of(session)
        and table_session.table.moves
        and (table_session.table.game.id, table_session.table.position.digest) in digests
        for table_session in registry.loaded.values()
    )


def record_of(table_session: TableSession) -> Record:
    """Return the record of a table's game so far."""
    return table_record(table_session.table, datetime.fromtimestamp(table_session.created / 1000, UTC).date())
