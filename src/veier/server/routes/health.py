"""Whether the server is well, for whoever watches over it."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from veier.server.compact_json import dump_json
from veier.server.compilation import is_compiling
from veier.server.services import ServicesDep

router = APIRouter(tags=["health"])


@router.get("/healthz", responses={503: {"description": "moves cannot be saved now"}})
async def health(services: ServicesDep) -> Response:
    """Tell whether moves can be saved: 200 if so, 503 if not; and whether the rules are still being compiled."""
    try:
        await services.store.ping()
        well = services.store.writer.healthy
    except Exception:
        well = False
    return Response(
        dump_json({"ok": well, "preparing": is_compiling()}), 200 if well else 503, media_type="application/json"
    )


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(services: ServicesDep) -> Response:
    """Give counters in Prometheus' text format."""
    gauges = {
        "tables": len(services.registry.loaded),
        "sockets": len(services.connections),
        "turns_waiting": services.computers.pending,
        "reviews_waiting": services.reviews.pending,
        "healthy": float(services.store.writer.healthy),
        "commits": services.store.writer.commits,
        "changes": services.store.writer.changes,
    }
    return Response(services.metrics.text(gauges), media_type="text/plain; version=0.0.4; charset=utf-8")
