"""Reads tables from the store. One that cannot be read is set aside: the others are served."""

from __future__ import annotations

import asyncio
import logging
import math
import time

from veier.core.game import RULES_VERSION
from veier.games import game as find_game
from veier.messages import message
from veier.server.clocks import ServerTime
from veier.server.http.problems import Problem, not_found
from veier.server.kernel_loading import load_rules
from veier.server.logs import log
from veier.server.store.errors import Damaged
from veier.server.store.tables import TableStore
from veier.server.tables.session import TableSession

# Seconds until a table that could not be read is tried again, because that may take long.
_PAUSE_SECONDS = 3.0


class TableReader:
    """Reads tables; those that could not be read are logged once, and tried again after a while."""

    def __init__(self, store: TableStore, time: ServerTime) -> None:
        self._store = store
        self._time = time
        self._tried: dict[str, float] = {}

    @property
    def unreadable(self) -> int:
        """The number of tables that could not be read since the start."""
        return len(self._tried)

    async def read(self, name: str) -> TableSession:
        """Return a table as it is stored; raise Unavailable, or Problem if there is none or it cannot be read."""
        now = time.monotonic()
        if now - self._tried.get(name, -math.inf) < _PAUSE_SECONDS:
            raise Problem(410, message("server.unreadable"))
        try:
            table_session = await self._read(name)
        except (Damaged, ValueError) as error:
            if name not in self._tried:
                log("unreadable table", logging.ERROR, fault=True, table=name)
            self._tried[name] = now
            raise Problem(410, message("server.unreadable")) from error
        self._tried.pop(name, None)
        return table_session

    async def _read(self, name: str) -> TableSession:
        stored = await self._store.find(name)
        if stored is None:
            raise not_found()
        if stored.rules != RULES_VERSION:
            raise ValueError("other rules")
        await load_rules(find_game(str(stored.setup.get("game"))))
        return await asyncio.to_thread(TableSession.from_stored, stored, self._time)
