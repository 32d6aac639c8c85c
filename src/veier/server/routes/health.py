"""Health and metrics of the server, for monitoring."""

from __future__ import annotations

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from veier.server.compact_json import dump_json
from veier.server.compilation import compile_queue
from veier.server.http.responses import text_route
from veier.server.schemas.problems import Health
from veier.server.services import ServicesDep

router = APIRouter(tags=["health"])


@router.get(
    "/healthz", response_model=Health, responses={503: {"model": Health, "description": "Moves cannot be saved"}}
)
async def get_health(services: ServicesDep) -> Response:
    """Return whether moves can be saved, as 200 or 503, and which game is being compiled, if any."""
    try:
        await services.store.ping()
        healthy = services.store.writer.healthy
    except Exception:
        healthy = False
    body = dump_json({"ok": healthy, "preparing": _preparing()})
    return Response(body, 200 if healthy else 503, media_type="application/json")


def _preparing() -> dict[str, object] | None:
    current = compile_queue.current
    if current is None:
        return None
    return {"game": current.game, "done": current.progress.done, "total": current.progress.total}


@router.get("/metrics", **text_route("text/plain"))
async def get_metrics(services: ServicesDep) -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
