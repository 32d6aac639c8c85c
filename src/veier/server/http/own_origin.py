"""The origin at which a request reached the server, for addresses that others keep."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from veier.server.settings import Settings


def own_origin(connection: HTTPConnection, settings: Settings) -> str:
    """Return the origin of the base URL; without one that of the request, whose host is a known one (`hosts.py`)."""
    return settings.origin or f"{connection.url.scheme}://{connection.headers.get('host', '')}"
