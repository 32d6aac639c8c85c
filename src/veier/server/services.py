"""The components of a running server, created once; routes get them as a dependency."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from veier.server.bots import Bots
from veier.server.bus import Bus
from veier.server.deletion import Retention
from veier.server.event_streams import EventStreams
from veier.server.http.addresses import visitor_key
from veier.server.http.limits import RateLimit, RateLimits
from veier.server.http.problems import rate_limited
from veier.server.metrics import Metrics
from veier.server.push.notifier import Notifier
from veier.server.reviews import ReviewQueue
from veier.server.settings import Settings
from veier.server.store.store import Store
from veier.server.studies import Studies
from veier.server.tables.choices import Choices
from veier.server.tables.computers import Computers
from veier.server.tables.connections import Connections
from veier.server.tables.hints import Hints
from veier.server.tables.registry import TableRegistry
from veier.server.tournaments.registry import TournamentRegistry
from veier.server.visitor_searches import VisitorSearches
from veier.server.work.client_work import Work
from veier.server.work.pools import Pools


@dataclass
class Services:
    """What routes need."""

    settings: Settings
    store: Store
    bus: Bus
    registry: TableRegistry
    tournaments: TournamentRegistry
    streams: EventStreams
    bots: Bots
    connections: Connections
    choices: Choices
    computers: Computers
    hints: Hints
    reviews: ReviewQueue
    studies: Studies
    searches: VisitorSearches
    pools: Pools
    work: Work
    notifier: Notifier
    retention: Retention
    limits: RateLimits
    metrics: Metrics


def get_services(connection: HTTPConnection) -> Services:
    """Return the components of the server that handles a request."""
    services: Services = connection.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]


def client_address(connection: HTTPConnection) -> str:
    """Return what a client is counted by, which is used for limits only."""
    return visitor_key(connection.client.host if connection.client else "")


def check_rate(limit: RateLimit, key: Hashable) -> None:
    """Count one request of a client; raise Problem 429 if it exceeds a rate limit."""
    seconds = limit.retry_after(key)
    if seconds:
        raise rate_limited(seconds)
