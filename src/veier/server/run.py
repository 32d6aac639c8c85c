"""Runs the application with uvicorn, for the command line and for tests."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn

from veier.server.app import create_app
from veier.server.http.addresses import TrustedProxies
from veier.server.http.connection_limits import ConnectionLimits, raise_file_limit
from veier.server.http.http_protocol import HttpProtocol
from veier.server.http.limits import FRAME_LIMIT
from veier.server.http.socket_protocol import SocketProtocol
from veier.server.logs import set_up_logging
from veier.server.settings import Settings
from veier.server.stopping import ProcessServer
from veier.server.store.database import check_database
from veier.server.store.file_lock import alone

# New objects after which the collector looks through them, and how often it then goes on to older ones.
_GC_THRESHOLDS = 200_000, 50, 1000
# Seconds that requests get to be answered, and open sockets for their close handshake, when the server stops.
_SHUTDOWN_SECONDS = 4


def make_server(
    settings: Settings, create: Callable[[uvicorn.Config], uvicorn.Server] = uvicorn.Server
) -> uvicorn.Server:
    """Create the server; `run(sockets=[…])` runs it on a listening socket."""
    proxies = TrustedProxies(settings.trusted_proxies)
    limits = ConnectionLimits(proxies, settings.allowed.count("connections_per_address"))
    # uvicorn only calls them, as it would call the classes.
    http: Any = partial(HttpProtocol, limits)
    sockets: Any = partial(SocketProtocol, limits)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        ws=sockets,
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        forwarded_allow_ips=[str(network) for network in proxies.networks],
    )
    return create(config)


def prepare(settings: Settings) -> None:
    """Migrate the database before the server announces itself; raise VeierError, also if another server has it."""
    with alone(settings.database):
        asyncio.run(check_database(settings.database))


def serve(
    settings: Settings,
    listening: socket.socket,
    create: Callable[[uvicorn.Config], uvicorn.Server] = ProcessServer,
) -> None:
    """Serve until the process is stopped."""
    set_up_logging(settings.log_level)
    raise_file_limit()
    server = make_server(settings, create)
    _set_up_garbage_collection()
    server.run(sockets=[listening])


def _set_up_garbage_collection() -> None:
    """Look for cyclic garbage rarely: looking through a thousand tables takes longer than everything else about a move.

    What is there now, modules above all, stays for ever and is never looked through. Nearly all that comes and goes has
    no cycles and needs no collector; a full collection was the slowest hundredth of all answers.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
