"""Notifies players by push: it is their turn, or the game is over, where a move may take days; a reminder anywhere.

A message says which table and what happened, nothing else: the browser writes the sentence in its user's language.
Push is a service beside the game. What fails is logged, and the game goes on.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Literal

from veier.server.compact_json import dump_json
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.push.sender import Sender, is_available, make_private_key
from veier.server.settings import Settings
from veier.server.store.store import Store
from veier.server.store.subscriptions import Subscription
from veier.server.tables.session import TableSession

Kind = Literal["turn", "over", "nudge"]


class Notifier:
    """Sends push messages to the players of tables. `sender` is None where push is not available."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._tasks: set[asyncio.Task[None]] = set()
        self.sender: Sender | None = None

    async def start(self, settings: Settings) -> None:
        """Load the key, or make it the first time; without push the server starts all the same."""
        if not is_available():
            return
        try:
            key = await self._store.secrets.get("vapid", make_private_key)
            contact = settings.base_url if settings.secure and settings.base_url else "mailto:veier@localhost"
            self.sender = Sender(key, contact, loopback=bool(settings.push_loopback))
        except Exception:
            log("no push", logging.ERROR, fault=True)

    @property
    def public_key(self) -> str | None:
        """The key that browsers subscribe with; None where push is not available."""
        return self.sender.public_key if self.sender else None

    def update(self, table_session: TableSession) -> None:
        """Notify who is to move, or all players of a game that is over, if the table's clock counts days."""
        table = table_session.table
        if table.turn == table_session.notified:
            return
        table_session.notified = table.turn
        players = set(table_session.owners.values())
        # Whoever plays all seats at one screen needs no message.
        if table.setup.clock is None or table.setup.clock.kind != "days" or len(players) < 2:
            return
        if table.mover is None:
            for session in players:
                self._notify(session, table_session.id, "over")
        else:
            self._notify(table_session.owner_of(table.mover), table_session.id, "turn")

    def nudge(self, table_session: TableSession, seat: int) -> None:
        """Remind the player of a seat."""
        self._notify(table_session.owner_of(seat), table_session.id, "nudge")

    async def close(self) -> None:
        """Stop sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.sender:
            await self.sender.close()

    def _notify(self, session: str | None, table: str, kind: Kind) -> None:
        if self.sender and session is not None:
            task = asyncio.create_task(self._send_all(self.sender, session, table, kind))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_all(self, sender: Sender, session: str, table: str, kind: Kind) -> None:
        data = dump_json({"table": table, "kind": kind}).encode()
        try:
            for subscription in await self._store.subscriptions.of_session(session):
                await self._send(sender, subscription, data, table)
        except Exception:
            log("push failed", logging.ERROR, fault=True, kind=kind)

    async def _send(self, sender: Sender, subscription: Subscription, data: bytes, table: str) -> None:
        try:
            sent = await sender.send(subscription, data, table)
        except Exception:
            # The push service is not reachable, or does not answer; the other subscriptions are served.
            log("push failed", logging.WARNING, fault=True)
            sent = "failed"
        self._metrics.count("pushes" if sent == "sent" else "pushes_failed")
        if sent == "gone":
            await self._store.subscriptions.remove(subscription)
