"""Hints: at most one search per session, in a pool of their own."""

from __future__ import annotations

from functools import partial
from typing import Any

from veier.messages import message
from veier.search.limits import Stop
from veier.server.http.problems import Problem
from veier.server.kernel_loading import load_search
from veier.server.work.client_work import HINT_COST, Work
from veier.server.work.pools import Pool
from veier.table import Table, hint_data

# Seconds after which a search is stopped and answers with what it has; it should take one.
_SEARCH_SECONDS = 5.0


class Hints:
    """Searches hints; `_sessions` are those that wait for one."""

    def __init__(self, pool: Pool, work: Work) -> None:
        self._pool = pool
        self._work = work
        self._sessions: set[str] = set()

    async def find(self, client: str, session: str, table: Table) -> dict[str, Any]:
        """Suggest a move; raise Problem 429 while an earlier hint of the session is being searched."""
        if session in self._sessions:
            raise Problem(429, message("server.one_search"), {"Retry-After": "1"}, retry=1)
        self._sessions.add(session)
        try:
            await load_search(table.game)
            stop = Stop()
            return await self._work.run(self._pool, client, HINT_COST, partial(_find, table, stop), stop)
        finally:
            self._sessions.discard(session)


def _find(table: Table, stop: Stop) -> dict[str, Any]:
    with stop.after(_SEARCH_SECONDS):
        return hint_data(table.position, stop=stop, history=table.history)
