"""The store of a server: one part per concern, all written by the same writer."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from veier.server.store.invites import InviteStore
from veier.server.store.jobs import JobStore
from veier.server.store.listings import ListingStore
from veier.server.store.reviews import ReviewStore
from veier.server.store.secrets import SecretStore
from veier.server.store.subscriptions import SubscriptionStore
from veier.server.store.tables import TableStore
from veier.server.store.writer import Writer


class Store:
    """Tables with their events, lists of them, invites and transfers, jobs, reviews, and push subscriptions."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.writer = Writer(engine)
        self.tables = TableStore(engine, self.writer)
        self.listings = ListingStore(engine, self.writer)
        self.invites = InviteStore(engine, self.writer)
        self.jobs = JobStore(engine)
        self.reviews = ReviewStore(engine, self.writer)
        self.secrets = SecretStore(engine, self.writer)
        self.subscriptions = SubscriptionStore(engine, self.writer)

    async def ping(self) -> None:
        """Check that the database answers."""
        async with self._engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Write pending changes and close the connections."""
        await self.writer.stop()
        await self._engine.dispose()
