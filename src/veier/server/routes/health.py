"""Whether the server is well, for whoever watches over it."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from veier.server.services import Parts
from veier.server.warming import is_warming
from veier.server.wire import dump

router = APIRouter(tags=["health"])


@router.get("/healthz", responses={503: {"description": "moves cannot be saved now"}})
async def health(parts: Parts) -> Response:
    """Tell whether moves can be saved: 200 if so, 503 if not; and whether the rules are still being compiled."""
    try:
        await parts.store.ping()
        well = parts.store.writer.healthy
    except Exception:
        well = False
    return Response(dump({"ok": well, "preparing": is_warming()}), 200 if well else 503, media_type="application/json")


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(parts: Parts) -> Response:
    """Give counters in Prometheus' text format."""
    gauges = {
        "tables": len(parts.hall.lives),
        "sockets": len(parts.hub),
        "turns_waiting": parts.players.thinking,
        "reviews_waiting": parts.reviews.waiting,
        "healthy": float(parts.store.writer.healthy),
        "commits": parts.store.writer.commits,
        "changes": parts.store.writer.changes,
    }
    return Response(parts.metrics.text(gauges), media_type="text/plain; version=0.0.4; charset=utf-8")
