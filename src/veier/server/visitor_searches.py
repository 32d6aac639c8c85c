"""Searches that go on for a while and tell what they find over a socket: one for each visitor."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Hashable
from dataclasses import dataclass

from veier.server.tables.connection import Connection


@dataclass(frozen=True, slots=True)
class VisitorSearch:
    """A search that is under way: for which socket, under which id."""

    connection: Connection
    id: str
    task: asyncio.Task[None]


class VisitorSearches:
    """The searches that are under way, by visitor: the session, or a socket without one."""

    def __init__(self) -> None:
        self._searches: dict[Hashable, VisitorSearch] = {}

    def __len__(self) -> int:
        return len(self._searches)

    def start(self, connection: Connection, name: str, search: Coroutine[None, None, None]) -> VisitorSearch | None:
        """Begin to search; return the visitor's search before, which ends."""
        visitor = visitor_of(connection)
        before = self._searches.get(visitor)
        if before:
            before.task.cancel()
        task = asyncio.create_task(search)
        self._searches[visitor] = VisitorSearch(connection, name, task)
        task.add_done_callback(lambda _: self._forget(visitor, task))
        return before

    def stop(self, connection: Connection) -> None:
        """End the search of a socket."""
        search = self._searches.get(visitor_of(connection))
        if search and search.connection is connection:
            search.task.cancel()

    async def close(self) -> None:
        """End all searches."""
        tasks = [search.task for search in self._searches.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, visitor: Hashable, task: asyncio.Task[None]) -> None:
        if visitor in self._searches and self._searches[visitor].task is task:
            del self._searches[visitor]


def visitor_of(connection: Connection) -> Hashable:
    """Return what a visitor is counted by."""
    return connection.session or connection
