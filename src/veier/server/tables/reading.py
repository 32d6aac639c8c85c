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
from veier.server.http.addresses import visitor
from veier.server.http.problems import Problem, not_found
from veier.server.kernel_loading import load_rules
from veier.server.logs import log
from veier.server.store.errors import Damaged
from veier.server.store.tables import TableStore
from veier.server.tables.session import TableSession
from veier.server.work.fair_slots import FairSlots

# Seconds until a table that could not be read is tried again, because that may take long.
_PAUSE_SECONDS = 3.0
# Tables that are replayed at once, and how many may wait; limits on requests and connections are reached before.
_AT_ONCE, _MAX_WAITING = 2, 100_000


class TableReader:
    """Reads tables; those that could not be read are logged once, and tried again after a while.

    A long game takes long to replay, so visitors have turns: whoever asks for many waits for their own only.
    """

    def __init__(self, store: TableStore, time: ServerTime) -> None:
        self._store = store
        self._time = time
        self._tried: dict[str, float] = {}
        self._slots = FairSlots(_AT_ONCE, _MAX_WAITING, _MAX_WAITING)

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
        await self._slots.acquire(visitor.get())
        try:
            return await asyncio.to_thread(TableSession.from_stored, stored, self._time)
        finally:
            self._slots.release()
