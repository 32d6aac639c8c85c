"""The application: its components, its routes, and its start and stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI

from veier import __version__
from veier.server.assets.bundle import current_bundle
from veier.server.bots import Bots
from veier.server.bus import Bus
from veier.server.compilation import compile_queue
from veier.server.deletion import Retention
from veier.server.elsewhere import Elsewhere
from veier.server.event_streams import EventStreams
from veier.server.http.limits import RateLimits
from veier.server.http.middleware import RequestMiddleware
from veier.server.http.openapi import openapi_document, operation_id
from veier.server.http.problems import add_problem_handlers
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.push.notifier import Notifier
from veier.server.reviews import ReviewQueue
from veier.server.routes import (
    analysis,
    company,
    docs,
    embeds,
    events,
    explorer,
    games,
    health,
    lessons,
    listings,
    pages,
    player,
    positions,
    previews,
    push,
    puzzles,
    qr,
    reviews,
    sheets,
    short_links,
    sockets,
    studies,
    study_sockets,
    study_tasks,
    tables,
    tournaments,
)
from veier.server.services import Services
from veier.server.settings import Settings
from veier.server.store.database import make_engine, migrate
from veier.server.store.file_lock import alone
from veier.server.store.store import Store
from veier.server.studies import Studies
from veier.server.tables.choices import Choices
from veier.server.tables.computers import Computers
from veier.server.tables.connections import Connections
from veier.server.tables.hints import Hints
from veier.server.tables.registry import TableRegistry
from veier.server.tables.session import TableSession
from veier.server.tournaments.registry import TournamentRegistry
from veier.server.visitor_searches import VisitorSearches
from veier.server.work.budgets import Budgets
from veier.server.work.client_work import Work
from veier.server.work.pools import Pools

_ROUTES = (
    *(games, listings, tables, player, company, push, qr, sockets, tournaments, events, analysis, positions),
    *(sheets, puzzles, lessons, reviews, explorer, studies, study_tasks, study_sockets),
    *(embeds, previews, docs, health, short_links, pages),
)

_DESCRIPTION = """The games 4EYES, 4EYES+ and hex rows, played at tables over HTTP and sockets.

Programs name their session in a header, `Authorization: Bearer TOKEN`, where TOKEN is 43 random characters of
`A-Z a-z 0-9 - _` that they choose and keep secret: it owns their seats. Browsers have theirs in a cookie, and must send
their origin.

The socket of a table is at `/api/v1/tables/{name}/socket`. It first sends `{"type": "state", "state": …}`, then
`{"type": "event", "version": …, "changes": […]}` with what has changed in it, as a JSON Patch. With `?choices=true` it
also sends what the player to move may do. Commands go the other way, as the body of `commands` with `"type":
"command"`; each is answered by `ack`, `refused` with a reason, or `stale` with the state. The schemas `ServerMessage`
and `ClientMessage` describe them.

Errors are problem documents, `application/problem+json`: `detail` is a sentence in the language of `Accept-Language`
(`lb`, `fr`, `de` or `en`), `reason` the same as a key of the catalogue `/static/locale/en.json` and its parameters.
What was acknowledged is on disk; the same command sent again under the same id is executed once."""


# Seconds for the parts that need no database to close.
_CLOSE_SECONDS = 1.5


def create_app(settings: Settings) -> FastAPI:
    """Create the application with some settings."""
    metrics = Metrics()
    limits = RateLimits(settings.allowed)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        compile_queue.open()
        with alone(settings.database):
            services = await start_services(settings, limits, metrics)
            app.state.services = services
            metrics.watch({"workers": lambda: 1})
            resuming = asyncio.create_task(resume_services(services))
            counting = asyncio.create_task(metrics.keep_current())
            log("started")
            yield
            resuming.cancel()
            counting.cancel()
            compile_queue.close()
            await stop_services(services)
        log("stopped")

    app = FastAPI(
        title="veier",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation_id,
    )
    app.openapi = partial(openapi_document, app)  # type: ignore[method-assign]
    app.state.settings = settings
    add_problem_handlers(app)
    app.add_exception_handler(404, pages.not_found_page)
    for part in _ROUTES:
        app.include_router(part.router)
    app.add_middleware(RequestMiddleware, settings=settings, limits=limits, metrics=metrics)
    return app


async def start_services(settings: Settings, limits: RateLimits, metrics: Metrics) -> Services:
    """Create the components, on a database of this version."""
    engine = make_engine(settings.database)
    store = Store(engine)
    await migrate(engine)
    await store.start()
    registry = TableRegistry(store, metrics)
    people = max(1, settings.people_per_address)
    pools, budgets = Pools(settings.thinkers, people), Budgets(people)
    computers = Computers(registry, pools.computers, settings.think_ms, settings.thinkers)
    registry.has_time = lambda: computers.has_time
    choices = Choices()
    notifier = Notifier(store, metrics)
    await notifier.start(settings)
    streams, tournament_registry = EventStreams(registry), TournamentRegistry(store, registry)

    def on_change(table_session: TableSession) -> None:
        choices.update(table_session)
        computers.update(table_session)
        notifier.update(table_session)
        streams.update(table_session)
        tournament_registry.table_changed(table_session)

    registry.on_change = on_change

    def on_deleted(names: list[str]) -> None:
        registry.catching_up.look_at(names)
        tournament_registry.look_at(names)

    bus, bots = Bus(store.connections), Bots(settings.allowed.count("bots"))
    studies = Studies(store, bus)
    elsewhere = Elsewhere(bus, registry, streams, bots, limits)
    elsewhere.on_work, elsewhere.on_tournaments, elsewhere.studies = computers.look, tournament_registry.note, studies
    bus.start()
    work = Work(budgets)
    services = Services(
        settings=settings,
        store=store,
        bus=bus,
        registry=registry,
        tournaments=tournament_registry,
        streams=streams,
        bots=bots,
        connections=Connections(settings.allowed),
        choices=choices,
        computers=computers,
        hints=Hints(pools.hints, work),
        reviews=ReviewQueue(store, metrics, pools.reviews, budgets.reviews, people, lambda: computers.has_time),
        studies=studies,
        searches=VisitorSearches(),
        pools=pools,
        work=work,
        notifier=notifier,
        retention=Retention(store, settings.keep_days, on_deleted),
        limits=limits,
        metrics=metrics,
    )
    metrics.watch(_watched(services))
    return services


def _watched(services: Services) -> dict[str, Callable[[], float]]:
    writer = services.store.writer
    return {
        "tables": lambda: len(services.registry.loaded),
        "sockets": lambda: len(services.connections),
        "turns_waiting": lambda: services.computers.waiting,
        "reviews_waiting": lambda: services.reviews.pending,
        "healthy": lambda: services.store.heartbeat.healthy,
        "unreadable_tables": lambda: services.registry.reader.unreadable,
        "commits": lambda: writer.commits,
        "changes": lambda: writer.changes,
    }


async def resume_services(services: Services, *, serves: bool = True) -> None:
    """Prepare the pages that are served, and continue what was running before; each part on its own."""
    services.registry.clocks.start()
    if serves:
        await _resume_part(asyncio.to_thread(current_bundle, services.settings.web == "bundled"))
    services.computers.start()
    services.retention.start()
    await _resume_part(services.registry.complete_listings())
    await _resume_part(services.reviews.resume())


async def _resume_part(part: Awaitable[object]) -> None:
    try:
        await part
    except Exception:
        log("not resumed", logging.ERROR, fault=True)


async def stop_services(services: Services) -> None:
    """Stop in order: close the sockets, stop the searches, write pending changes; each within a deadline."""
    services.connections.close_all()
    services.registry.clocks.close()
    services.choices.close()
    services.registry.catching_up.close()
    parts = (
        *(services.searches, services.computers, services.reviews, services.pools, services.notifier),
        services.retention,
    )
    closing = [asyncio.create_task(part.close()) for part in parts]
    _, late = await asyncio.wait(closing, timeout=_CLOSE_SECONDS)
    if late:
        log("not closed in time", logging.ERROR, count=len(late))
    await services.bus.stop()
    await services.store.close()
