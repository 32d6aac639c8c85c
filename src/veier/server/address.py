"""The address that the server listens on; imports little, so that a taken port is reported at once."""

from __future__ import annotations

import errno
import socket
from dataclasses import replace

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.settings import Settings


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """Listen on the address and port; return the socket and the settings with the actual port. Raise VeierError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        found = socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except OSError as error:
        raise VeierError(_listen_error(error, settings)) from error
    # Accepted connections inherit it. asyncio sets it only where the protocol is given, and without it the body of an
    # answer waits 40 ms for the acknowledgement of its headers (Nagle's algorithm and delayed acknowledgements).
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found, replace(settings, port=found.getsockname()[1])


def _listen_error(error: OSError, settings: Settings) -> Message:
    if error.errno == errno.EADDRINUSE:
        return message("cli.serve.port_taken", host=settings.host, port=settings.port)
    if error.errno == errno.EACCES:
        return message("cli.serve.port_forbidden", host=settings.host, port=settings.port)
    return message("cli.serve.no_such_host", host=settings.host)


def url_of(settings: Settings) -> str:
    """Return the URL to open in a browser."""
    if settings.base_url:
        return settings.base_url
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
