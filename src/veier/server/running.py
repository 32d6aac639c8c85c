"""Running the application with uvicorn, for the command line and for tests."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from veier.server.app import create_app
from veier.server.limits import FRAME_LIMIT
from veier.server.logs import set_up
from veier.server.settings import Settings
from veier.server.store.database import check_database

# A server that ends gives sockets so many seconds to say goodbye.
_GOODBYE = 5


def make_server(settings: Settings) -> uvicorn.Server:
    """Make the server, which `run(sockets=[…])` runs on a listening socket."""
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GOODBYE,
        proxy_headers=settings.base_url is not None,
        forwarded_allow_ips="127.0.0.1",
    )
    return uvicorn.Server(config)


def prepare(settings: Settings) -> None:
    """Bring the database up to date, before anybody is told that the server is there; raise VeierError."""
    asyncio.run(check_database(settings.database))


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serve until somebody stops it."""
    set_up(settings.log_level)
    make_server(settings).run(sockets=[listening])
