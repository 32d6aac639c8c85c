"""The application: its parts, its routes, and what happens at its start and its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from veier import __version__
from veier.server.guarding import Guard
from veier.server.hall import Hall
from veier.server.hub import Hub
from veier.server.limits import Rates
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.players import Players
from veier.server.problems import add_handlers
from veier.server.reviewing import Reviews
from veier.server.routes import (
    docs,
    games,
    health,
    lessons,
    pages,
    positions,
    printing,
    puzzles,
    reviews,
    sockets,
    tables,
)
from veier.server.services import Services
from veier.server.settings import Settings
from veier.server.store.database import bring_up_to_date, make_engine
from veier.server.store.store import Store

_DESCRIPTION = """The games 4EYES, 4EYES+ and hex rows, played at tables over HTTP and sockets.

Programs name their session in a header, `Authorization: Bearer TOKEN`, where TOKEN is 43 characters of
`A-Z a-z 0-9 - _` that they make up at random and keep to themselves: whoever has it has their seats. Browsers have it
in a cookie, and must name their origin.

The socket of a table is at `/api/v1/tables/{name}/socket`. It first sends `{"type": "state", "state": …}`, then
`{"type": "event", "version": …, "state": …}` after each change. Commands go the other way, as the body of `commands`
with `"type": "command"`; each is answered by `ack`, `refused` with a reason, or `stale` with the state.

Errors are problem documents, `application/problem+json`, with a `reason` {key, params}: a sentence of the catalogues at
`/static/locale/en.json`, which are there in `lb`, `fr`, `de` and `en`. What was acknowledged is on the disk; the same
command sent again under the same id is carried out once."""


def create_app(settings: Settings) -> FastAPI:
    """Make the application for some settings."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        parts = await _start(settings, metrics)
        app.state.services = parts
        pick_up = asyncio.create_task(_pick_up(parts))
        log("started")
        yield
        pick_up.cancel()
        await _stop(parts)
        log("stopped")

    app = FastAPI(
        title="veier",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    add_handlers(app)
    app.add_exception_handler(404, pages.lost)
    for part in (games, tables, sockets, positions, printing, puzzles, lessons, reviews, docs, health, pages):
        app.include_router(part.router)
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    return app


async def _start(settings: Settings, metrics: Metrics) -> Services:
    engine = make_engine(settings.database)
    await bring_up_to_date(engine)
    store = Store(engine)
    store.writer.start()
    hall = Hall(store, metrics)
    players = Players(hall, settings.workers, settings.think_ms)
    hall.on_change = players.look_at
    found = Reviews(store, metrics)
    found.start()
    return Services(settings, store, hall, Hub(), players, found, Rates(), metrics)


async def _pick_up(parts: Services) -> None:
    """Go on with what was under way when the server ended."""
    try:
        await parts.players.pick_up()
        await parts.hall.watch_clocks()
        await parts.reviews.pick_up()
    except Exception:
        log("not picked up", logging.ERROR, fault=True)


async def _stop(parts: Services) -> None:
    """End in order: nobody is let in any more; searches stop; what waits is written."""
    parts.hub.close_all()
    await parts.players.close()
    await parts.reviews.close()
    await parts.store.close()
