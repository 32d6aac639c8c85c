"""Secrets of this server, made once and kept: whoever reads the database knows them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import insert, select

from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Conflict
from veier.server.store.writer import Writer

_ADD_SECRET = insert(schema.secrets)


class SecretStore:
    """Reads and makes secrets."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def get(self, name: str, make: Callable[[], str]) -> str:
        """Return a secret; the first time, make it. Of two servers with one database, the faster makes it."""
        value = await self._find(name)
        if value is not None:
            return value
        with suppress(Conflict):
            await self._writer.write(Step(_ADD_SECRET, ({"name": name, "value": make()},)), about=name)
        made = await self._find(name)
        assert made is not None
        return made

    async def _find(self, name: str) -> str | None:
        query = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
        row = await self._connections.first(query)
        return row.value if row else None
