"""QR codes of links to tables."""

from __future__ import annotations

import io
import re

from fastapi import APIRouter, Request, Response

from veier.messages import message
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.responses import text_route
from veier.server.http.strict_json import StrictRoute
from veier.server.schemas.tables import QrRequest
from veier.server.services import ServicesDep, check_rate, client_address

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 413, 415, 422, 429),
)

# A link to watch, to take a seat, or to move seats to another device.
_TABLE_LINK = re.compile(r"/table/[A-Za-z0-9_-]{16}(#(sit|move)=[A-Za-z0-9_-]{43})?")
# Modules of the quiet zone; the page adds a white margin.
_QUIET_ZONE = 2
_DARK = "#1c282e"


@router.post("/qr", **text_route("image/svg+xml"))
async def draw_qr_code(asked: QrRequest, request: Request, services: ServicesDep) -> Response:
    """Draw the QR code of a link to a table of this server. The link may hold a secret, so it is sent in the body."""
    check_rate(services.limits.positions, client_address(request))
    origin = services.settings.origin or f"{request.url.scheme}://{request.headers.get('host', '')}"
    if not asked.link.startswith(origin) or not _TABLE_LINK.fullmatch(asked.link.removeprefix(origin)):
        raise Problem(422, message("server.field", place="link", problem="link"))
    return Response(_svg(asked.link), media_type="image/svg+xml")


def _svg(link: str) -> str:
    import segno

    out = io.BytesIO()
    segno.make_qr(link, error="m").save(
        out, kind="svg", border=_QUIET_ZONE, dark=_DARK, omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    # Without antialiasing no gaps show between the lines of modules.
    return out.getvalue().decode().replace("<svg ", '<svg shape-rendering="crispEdges" ', 1)
