"""Choices and aids for the sockets that ask for them, computed beside the event loop.

They take ten times as long as everything else about a move, so they follow the event in a message of their own. What a
table no longer needs, because it has moved on, is not computed or not sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from veier.server.logs import log
from veier.server.tables.connection import Connection
from veier.server.tables.session import TableSession
from veier.server.tables.state_json import choices_json, state_json
from veier.table import position_hash


class _Wanted(NamedTuple):
    """What a client's choices depend on: the position, whether it is over, and whether the client may move."""

    hash: str
    is_over: bool
    may_move: bool


class Choices:
    """Sends choices and aids. One thread computes them: more would only take turns with it."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "veier-choices")
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def update(self, table_session: TableSession) -> None:
        """Send the sockets that ask for choices those of the present position, if they do not have them."""
        name = table_session.id
        if name not in self._tasks and _lacking(table_session):
            task = self._tasks[name] = asyncio.create_task(self._send(table_session))
            task.add_done_callback(lambda _: self._tasks.pop(name, None))

    async def state_json(self, table_session: TableSession, session: str | None) -> str:
        """Write the state as a session sees it, with choices and aids."""
        seen, now = table_session.seen_by(session), table_session.now
        return await self._run(partial(state_json, seen, table_session.id, now, choices=True))

    def close(self) -> None:
        """Stop computing."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: Callable[[], str]) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function)

    async def _send(self, table_session: TableSession) -> None:
        while lacking := _lacking(table_session):
            # The player to move comes first.
            wanted = max(lacking, key=lambda each: each.may_move)
            table = table_session.table
            try:
                text = await self._run(partial(choices_json, table.position, wanted.may_move, table.setup.aids))
            except Exception:
                log("no choices", logging.ERROR, fault=True, table=table_session.id)
                return
            for connection in _lacking(table_session).get(wanted, ()):
                connection.choices = wanted
                connection.send(text)


def _lacking(table_session: TableSession) -> dict[_Wanted, list[Connection]]:
    """Find the sockets that ask for choices and do not have the present ones."""
    asking = [each for each in table_session.connections if each.wants_choices and each.seats is not None]
    if not asking:
        return {}
    table, found = table_session.table, dict[_Wanted, list[Connection]]()
    position, is_over = position_hash(table), table.position.is_over
    for connection in asking:
        wanted = _Wanted(position, is_over, table.mover is not None and table.mover in (connection.seats or ()))
        if connection.choices != wanted:
            found.setdefault(wanted, []).append(connection)
    return found
