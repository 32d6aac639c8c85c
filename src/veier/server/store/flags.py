"""Flags: when the time of the player to move is up, in server time, for every table whose clock runs."""

from __future__ import annotations

from sqlalchemy import BigInteger, bindparam, case, exists, select, update

from veier.server.clocks import wall_ms
from veier.server.store import schema
from veier.server.store.batches import Notice, Step
from veier.server.store.connections import Connections
from veier.server.store.writer import Writer

# The milliseconds that are left at least of a clock with days a move, if more were left when the server stopped.
_LEFT_AFTER_STOP = 3_600_000

_table, _flag_at = schema.tables, schema.tables.c.flag_at
_SET_FLAG = (
    update(_table)
    .where(_table.c.id == bindparam("of_table"), _table.c.version == bindparam("of_version"))
    .values(flag_at=bindparam("new_flag_at"))
)
_least, _passed = bindparam("least", type_=BigInteger), bindparam("passed", type_=BigInteger)
# A transaction may be repeated if its answer is lost: the same heartbeat changes the row, so this happens once.
_still_stopped = exists().where(schema.heartbeat.c.at == bindparam("stopped_at"))
_PASS_DAYS = (
    update(_table)
    .where(_flag_at > _least, _table.c.setup.contains('"kind":"days"'), _still_stopped)
    .values(flag_at=case((_flag_at - _passed > _least, _flag_at - _passed), else_=_least))
)


def pass_days(now: int, stopped_at: int) -> Step:
    """Return the step that lets the time pass at tables with days a move since the last heartbeat; an hour is left."""
    passed = max(0, wall_ms() - stopped_at)
    return Step(_PASS_DAYS, ({"least": now + _LEFT_AFTER_STOP, "passed": passed, "stopped_at": stopped_at},))


class FlagStore:
    """Reads and corrects flags; they are written with the events of their tables."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def all(self) -> list[tuple[str, int]]:
        """List the tables where a clock runs, with the server time at which it runs out; raise StoreError."""
        query = select(_table.c.id, _flag_at).where(_flag_at.is_not(None))
        return [(row.id, row.flag_at) for row in await self._connections.all(query)]

    async def due(self, at: int) -> list[tuple[str, int]]:
        """List the tables where a clock runs out up to a server time; raise StoreError."""
        query = select(_table.c.id, _flag_at).where(_flag_at <= at)
        return [(row.id, row.flag_at) for row in await self._connections.all(query)]

    async def set(self, table: str, version: int, flag_at: int | None) -> None:
        """Store when the time is up, if a table is still at a version; raise StoreError."""
        row = {"of_table": table, "of_version": version, "new_flag_at": flag_at}
        await self._writer.write(Step(_SET_FLAG, (row,), notices=(Notice(table),)), about=table)
