"""Health and metrics of the server, for monitoring."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from veier.messages import message
from veier.server.address import is_loopback
from veier.server.compact_json import dump_json
from veier.server.compilation import compile_queue
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.responses import text_route
from veier.server.schemas.problems import Health, Readiness
from veier.server.services import ServicesDep
from veier.server.settings import Settings

router = APIRouter(tags=["health"])

_METRICS = text_route("text/plain")
_METRICS["responses"] |= problem_responses(403)
# Headers by which a proxy tells that it asks for somebody else.
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")


@router.get(
    "/healthz", response_model=Health, responses={503: {"model": Health, "description": "Moves cannot be saved"}}
)
async def get_health(services: ServicesDep) -> Response:
    """Return whether moves can be saved, as 200 or 503, how many tables are unreadable, and what is being compiled.

    That is known from the heartbeat, so the answer does not wait for the database.
    """
    healthy = services.store.heartbeat.healthy
    unreadable = services.registry.reader.unreadable
    body = dump_json({"ok": healthy, "unreadable": unreadable, "preparing": _preparing()})
    return Response(body, 200 if healthy else 503, media_type="application/json")


@router.get(
    "/readyz", response_model=Readiness, responses={503: {"model": Readiness, "description": "Ask another server"}}
)
async def get_readiness(services: ServicesDep) -> Response:
    """Return whether this server should get requests, as 200 or 503: it can save moves, and hears of others' moves."""
    ready = services.store.heartbeat.healthy and services.bus.is_connected
    return Response(dump_json({"ready": ready}), 200 if ready else 503, media_type="application/json")


def _preparing() -> dict[str, object] | None:
    current = compile_queue.current
    if current is None:
        return None
    return {"game": current.game, "done": current.progress.done, "total": current.progress.total}


@router.get("/metrics", **_METRICS)
async def get_metrics(request: Request, services: ServicesDep) -> Response:
    """Return the metrics in the text format of Prometheus: to programs on this computer, or with the token."""
    if not _may_read_metrics(request, services.settings):
        raise Problem(403, message("server.metrics"))
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_read_metrics(request: Request, settings: Settings) -> bool:
    if settings.metrics_token:
        given = request.headers.get("authorization", "").encode()
        return secrets.compare_digest(given, f"Bearer {settings.metrics_token}".encode())
    # Behind a proxy everybody may seem to be on this computer.
    if settings.origin is not None and not is_loopback(urlsplit(settings.origin).hostname or ""):
        return False
    is_forwarded = any(name in request.headers for name in _FORWARDED)
    return request.client is not None and is_loopback(request.client.host) and not is_forwarded
