"""Positions that clients name by a game, a start and moves; used by several routes."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated

from fastapi import Query

from veier.record import Record
from veier.record.move_numbers import split_moves
from veier.server.schemas.base import MAX_MOVES
from veier.server.services import Services
from veier.server.tables.session import TableSession
from veier.server.work.client_work import MOVE_COST
from veier.table import table_record

# Characters that fit the URL of a picture; about 500 moves.
MAX_QUERY_LENGTH = 4000

# A position in a query: moves are separated by spaces.
GameText = Annotated[str, Query(max_length=100)]
MovesText = Annotated[str, Query(max_length=MAX_QUERY_LENGTH)]
StartText = Annotated[str | None, Query(max_length=MAX_QUERY_LENGTH // 2)]


def read_moves(text: str) -> list[str]:
    """Return the moves of a query, without numbers."""
    return split_moves(text)[:MAX_MOVES]


async def read_table(services: Services, client: str, name: str) -> Record:
    """Return the record of a table's game so far, within the client's budget; raise Problem."""
    table_session = await services.registry.find(name)
    cost = MOVE_COST * len(table_session.table.moves)
    return await services.work.run(services.pools.short, client, cost, partial(record_of, table_session))


def record_of(table_session: TableSession) -> Record:
    """Return the record of a table's game so far."""
    return table_record(table_session.table, datetime.fromtimestamp(table_session.created / 1000, UTC).date())
