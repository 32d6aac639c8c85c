"""Subscriptions: where push services take messages for the browsers of a session."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select

from veier.server.clocks import wall_ms
from veier.server.http.tokens import digest
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.writer import Writer

# A session is one browser, which has one subscription; older ones may not have ended yet.
_MAX_PER_SESSION = 4
# A browser may change its session, so all changes of subscriptions are written in their order.
_ABOUT = "subscriptions"

_ADD = insert(schema.subscriptions)
_DELETE = delete(schema.subscriptions).where(schema.subscriptions.c.id == bindparam("of_id"))
_DELETE_ALL = delete(schema.subscriptions).where(schema.subscriptions.c.session == bindparam("of_session"))


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser's address at a push service, and its two keys as base64url."""

    endpoint: str
    p256dh: str
    auth: str


class SubscriptionStore:
    """Reads and writes subscriptions."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def add(self, session: str, subscription: Subscription) -> None:
        """Store a subscription of a session; one with the same endpoint is replaced, and the oldest give way."""
        older = await self._ids(session)
        name = digest(subscription.endpoint)
        gone = {name, *[each for each in older if each != name][_MAX_PER_SESSION - 1 :]}
        row = {"id": name, "session": session, "endpoint": subscription.endpoint, "created": wall_ms()}
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        await self._writer.write(
            Step(_DELETE, tuple({"of_id": each} for each in sorted(gone))),
            Step(_ADD, ({**row, **keys},)),
            about=_ABOUT,
        )

    async def of_session(self, session: str) -> list[Subscription]:
        """List the subscriptions of a session."""
        table = schema.subscriptions.c
        query = select(table.endpoint, table.p256dh, table.auth).where(table.session == session)
        return [Subscription(row.endpoint, row.p256dh, row.auth) for row in await self._connections.all(query)]

    async def remove(self, subscription: Subscription) -> None:
        """Delete a subscription that has ended."""
        await self._writer.write(Step(_DELETE, ({"of_id": digest(subscription.endpoint)},)), about=_ABOUT)

    async def remove_all(self, session: str) -> None:
        """Delete the subscriptions of a session."""
        await self._writer.write(Step(_DELETE_ALL, ({"of_session": session},)), about=_ABOUT)

    async def _ids(self, session: str) -> list[str]:
        """List the ids of a session's subscriptions, the newest first."""
        table = schema.subscriptions.c
        query = select(table.id).where(table.session == session).order_by(table.created.desc())
        return [row.id for row in await self._connections.all(query)]
