"""The parts of a running server, put together once: routes find them through the application."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from veier.server.hall import Hall
from veier.server.hub import Hub
from veier.server.limits import Rate, Rates
from veier.server.metrics import Metrics
from veier.server.players import Players
from veier.server.problems import too_often
from veier.server.reviewing import Reviews
from veier.server.settings import Settings
from veier.server.store.store import Store


@dataclass
class Services:
    """What routes need."""

    settings: Settings
    store: Store
    hall: Hall
    hub: Hub
    players: Players
    reviews: Reviews
    rates: Rates
    metrics: Metrics


def services(connection: HTTPConnection) -> Services:
    """Give the parts of the server that is asked."""
    found: Services = connection.app.state.services
    return found


Parts = Annotated[Services, Depends(services)]


def address(connection: HTTPConnection) -> str:
    """Give the address that asks, for limits only."""
    return connection.client.host if connection.client else "-"


def allow(rate: Rate, asker: Hashable) -> None:
    """Let somebody ask once more; raise the problem that says so if it is too often."""
    wait = rate.wait(asker)
    if wait:
        raise too_often(wait)
