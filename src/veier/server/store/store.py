"""The store of a server: one part per concern, all written by the same writer."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from veier.server.store.connections import Connections
from veier.server.store.deletion import DeletionStore
from veier.server.store.flags import FlagStore
from veier.server.store.gaps import GapStore
from veier.server.store.heartbeat import Heartbeat
from veier.server.store.invites import InviteStore
from veier.server.store.jobs import JobStore
from veier.server.store.leader import Leader
from veier.server.store.listings import ListingStore
from veier.server.store.reviews import ReviewStore
from veier.server.store.secrets import SecretStore
from veier.server.store.studies import StudyStore
from veier.server.store.subscriptions import SubscriptionStore
from veier.server.store.tables import TableStore
from veier.server.store.tournaments import TournamentStore
from veier.server.store.writer import Writer


class Store:
    """All that a server keeps, by concern."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.connections = connections = Connections(engine)
        self.writer = Writer(connections)
        self.leader = Leader(connections)
        self.heartbeat = Heartbeat(connections, self.writer, self.leader)
        self.tables = TableStore(connections, self.writer)
        self.gaps = GapStore(connections)
        self.flags = FlagStore(connections, self.writer)
        self.listings = ListingStore(connections, self.writer)
        self.invites = InviteStore(connections, self.writer)
        self.jobs = JobStore(connections)
        self.reviews = ReviewStore(connections, self.writer)
        self.secrets = SecretStore(connections, self.writer)
        self.studies = StudyStore(connections, self.writer)
        self.subscriptions = SubscriptionStore(connections, self.writer)
        self.deletion = DeletionStore(connections, self.writer)
        self.tournaments = TournamentStore(connections, self.writer)

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same database."""
        return self.connections.shared

    async def start(self) -> None:
        """Start writing."""
        self.writer.start()
        await self.heartbeat.start()

    async def close(self) -> None:
        """Write pending changes and close the connections."""
        await self.heartbeat.stop()
        await self.writer.stop()
        await self.leader.stop()
        await self.connections.close()
