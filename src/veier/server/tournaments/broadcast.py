"""What the sockets of tournaments are sent: the state when it changes, and boards after moves, some times a second."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from veier.core.data import to_plain
from veier.server.compact_json import dump_json
from veier.server.logs import log
from veier.server.tables.connection import Connection
from veier.server.tables.session import TableSession
from veier.server.tournaments.session import TournamentSession
from veier.server.tournaments.state import common_state, own_state

# Seconds for which changes are gathered.
_GATHER_SECONDS = 0.2
_DELETED = '{"type":"deleted"}'


class Broadcast:
    """Sends the sockets of tournaments what is new."""

    def __init__(self) -> None:
        # The tables that have moved since the last messages, by tournament.
        self._moved: WeakKeyDictionary[TournamentSession, set[str]] = WeakKeyDictionary()
        self._known: WeakKeyDictionary[TournamentSession, dict[str, Any]] = WeakKeyDictionary()

    def add(self, found: TournamentSession, connection: Connection, *, boards: bool) -> None:
        """Attach a socket; its first messages are the state and, if it shows them, all boards."""
        found.watchers[connection] = boards
        connection.send(_state_message(found, common_state(found), connection.session))
        if boards:
            for table in found.tables.values():
                connection.send(_board_message(table))

    def remove(self, found: TournamentSession, connection: Connection) -> None:
        """Detach a socket that is closed."""
        found.watchers.pop(connection, None)

    def changed(self, found: TournamentSession) -> None:
        """Send the state, which has changed."""
        self._known.pop(found, None)
        self._gather(found, found.tables)

    def deleted(self, found: TournamentSession) -> None:
        """Say that there is no such tournament any more."""
        for connection in tuple(found.watchers):
            connection.send(_DELETED)

    def table_changed(self, found: TournamentSession, table: TableSession) -> None:
        """Send a board that has changed, and the state, if the game is over."""
        self._gather(found, [table.id])

    def _gather(self, found: TournamentSession, tables: Iterable[str]) -> None:
        if not found.watchers:
            return
        moved = self._moved.get(found)
        if moved is None:
            moved = self._moved[found] = set()
            asyncio.get_running_loop().call_later(_GATHER_SECONDS, self._send, found)
        moved.update(tables)

    def _send(self, found: TournamentSession) -> None:
        try:
            moved = self._moved.pop(found, set())
            common = common_state(found)
            if common != self._known.get(found):
                self._known[found] = common
                for connection in tuple(found.watchers):
                    connection.send(_state_message(found, common, connection.session))
            showing = [connection for connection, boards in found.watchers.items() if boards]
            for table in [found.tables[name] for name in sorted(moved) if showing and name in found.tables]:
                text = _board_message(table)
                for connection in showing:
                    connection.send(text)
        except Exception:
            # What happened is stored, and the tournament goes on even if it cannot be written for clients.
            log("not broadcast", logging.ERROR, fault=True, tournament=found.id)


def _state_message(found: TournamentSession, common: dict[str, Any], session: str | None) -> str:
    return dump_json({"type": "tournament", "state": common | own_state(found, session)})


def _board_message(table: TableSession) -> str:
    position, mover = table.table.position, table.table.mover
    return dump_json({"type": "board", "table": table.id, "view": to_plain(position.view()), "mover": mover})
