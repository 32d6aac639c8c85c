"""A process that only thinks: it takes computers' turns and reviews from the database, and serves nobody."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from veier.core.errors import VeierError
from veier.messages import message
from veier.server.address import listen_error
from veier.server.app import resume_services, start_services, stop_services
from veier.server.compilation import compile_queue
from veier.server.http.limits import RateLimits
from veier.server.logs import log, set_up_logging
from veier.server.metrics import Metrics
from veier.server.settings import Settings
from veier.server.stopping import end_in_time
from veier.server.store.database import database_file


def think(settings: Settings) -> None:
    """Think until the process is stopped; raise VeierError."""
    if database_file(settings.database) is not None:
        raise VeierError(message("server.settings.think_worker", command="veier think-worker"))
    set_up_logging(settings.log_level)
    asyncio.run(_think(settings))


async def _think(settings: Settings) -> None:
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    metrics = Metrics()
    end_metrics = _serve_metrics(metrics, settings) if settings.metrics_port else None
    compile_queue.open()
    services = await start_services(settings, RateLimits(settings.allowed), metrics)
    resuming = asyncio.create_task(resume_services(services, serves=False))
    log("started")
    await stopping.wait()
    end_in_time()
    resuming.cancel()
    compile_queue.close()
    if end_metrics:
        await asyncio.to_thread(end_metrics)
    await stop_services(services)
    log("stopped")


def _serve_metrics(metrics: Metrics, settings: Settings) -> Callable[[], None]:
    """Answer with the metrics; raise VeierError if that is not possible at that address."""
    try:
        return metrics.serve(settings.host, settings.metrics_port)
    except OSError as error:
        raise VeierError(listen_error(error, settings.host, settings.metrics_port, "--metrics-port")) from error
