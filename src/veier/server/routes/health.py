"""Health and metrics of the server, for monitoring."""

from __future__ import annotations

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from veier.server.compact_json import dump_json
from veier.server.compilation import is_compiling
from veier.server.http.responses import text_route
from veier.server.schemas.problems import Health
from veier.server.services import ServicesDep

router = APIRouter(tags=["health"])


@router.get(
    "/healthz", response_model=Health, responses={503: {"model": Health, "description": "Moves cannot be saved"}}
)
async def get_health(services: ServicesDep) -> Response:
    """Return whether moves can be saved, as 200 or 503, and whether kernels are still being compiled."""
    try:
        await services.store.ping()
        healthy = services.store.writer.healthy
    except Exception:
        healthy = False
    body = dump_json({"ok": healthy, "preparing": is_compiling()})
    return Response(body, 200 if healthy else 503, media_type="application/json")


@router.get("/metrics", **text_route("text/plain"))
async def get_metrics(services: ServicesDep) -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
