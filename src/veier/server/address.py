"""Where the server listens. Apart from the rest, so that a port that is taken is told at once."""

from __future__ import annotations

import errno
import socket
from dataclasses import replace

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.settings import Settings


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """Take the address and the port; give the settings with the port that it is. Raise VeierError if that fails."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        found = socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except OSError as error:
        raise VeierError(_why_not(error, settings)) from error
    return found, replace(settings, port=found.getsockname()[1])


def _why_not(error: OSError, settings: Settings) -> Message:
    if error.errno == errno.EADDRINUSE:
        return message("cli.serve.port_taken", host=settings.host, port=settings.port)
    if error.errno == errno.EACCES:
        return message("cli.serve.port_forbidden", host=settings.host, port=settings.port)
    return message("cli.serve.no_such_host", host=settings.host)


def url_of(settings: Settings) -> str:
    """Give the address to open in a browser."""
    if settings.base_url:
        return settings.base_url
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
