"""Where the server listens. Apart from the rest, so that a port that is taken is told at once."""

from __future__ import annotations

import socket
from dataclasses import replace

from veier.server.settings import Settings


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """Take the address and the port; give the settings with the port that it is. Raise OSError if it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    return found, replace(settings, port=found.getsockname()[1])


def url_of(settings: Settings) -> str:
    """Give the address to open in a browser."""
    if settings.base_url:
        return settings.base_url
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
