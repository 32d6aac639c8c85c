"""Runs the application with uvicorn, for the command line and for tests."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from veier.server.app import create_app
from veier.server.http.limits import FRAME_LIMIT
from veier.server.logs import set_up_logging
from veier.server.settings import Settings
from veier.server.store.database import check_database

# Seconds that open sockets get for their close handshake when the server stops.
_SHUTDOWN_SECONDS = 5


def make_server(settings: Settings) -> uvicorn.Server:
    """Create the server; `run(sockets=[…])` runs it on a listening socket."""
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        proxy_headers=settings.base_url is not None,
        forwarded_allow_ips="127.0.0.1",
    )
    return uvicorn.Server(config)


def prepare(settings: Settings) -> None:
    """Migrate the database before the server announces itself; raise VeierError."""
    asyncio.run(check_database(settings.database))


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serve until the process is stopped."""
    set_up_logging(settings.log_level)
    make_server(settings).run(sockets=[listening])
