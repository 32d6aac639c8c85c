"""Leases: of the servers that share a PostgreSQL, the one that works on a computer's turn or a review.

The row says which server that is. A lease is good while that server writes its own row (`heartbeat.py`), so one write a
second renews all of a server's leases, and those of one that has ended or hangs are free some seconds later.
Whoever comes for work takes what is free and passes over what others are taking. A lease keeps servers from doing the
same twice; that a move counts once is up to the version of its table.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Table, cast, func, or_, select, tuple_, update

from veier.server.store import schema
from veier.server.store.connections import Connections

# Milliseconds after which a server that has not written its row has lost its leases.
SILENCE_MS = 4_000
# The clock of PostgreSQL.
DATABASE_MS = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def is_free(table: Table) -> ColumnElement[bool]:
    """Return the condition that nobody works on a row."""
    working = select(schema.workers.c.name).where(schema.workers.c.seen > DATABASE_MS - SILENCE_MS)
    return or_(table.c.worker.is_(None), table.c.worker.not_in(working))


async def take_leases(
    connections: Connections, table: Table, count: int, *order: ColumnElement[Any], where: ColumnElement[bool]
) -> list[str]:
    """Lease up to a number of rows; return the first column of each. Raise Unavailable."""
    key = list(table.primary_key.columns)
    free = select(*key).where(where, is_free(table)).order_by(*order).limit(count).with_for_update(skip_locked=True)
    wanted = (tuple_(*key) if len(key) > 1 else key[0]).in_(free)
    lease = update(table).where(wanted).values(worker=connections.name).returning(key[0])
    return [row[0] for row in await connections.change(lease)]
