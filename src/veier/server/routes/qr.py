"""Links to tables: the address for other devices, and QR codes."""

from __future__ import annotations

import asyncio
import io
import re

from fastapi import APIRouter, Request, Response

from veier.messages import Message, message
from veier.server.address import origin_for_others
from veier.server.http.own_origin import own_origin
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.responses import text_route
from veier.server.http.strict_json import StrictRoute
from veier.server.schemas.tables import QrRequest, SharedAddress
from veier.server.services import ServicesDep, check_rate, client_address

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 413, 415, 422, 429),
)

# A link to watch, to take a seat, or to move seats to another device.
_TABLE_LINK = re.compile(r"/table/[A-Za-z0-9_-]{16}(#(sit|move)=[A-Za-z0-9_-]{43})?")
# A link to a study, to read or to edit it.
_STUDY_LINK = re.compile(r"/study/[A-Za-z0-9_-]{16}(#edit=[A-Za-z0-9_-]{43})?")
# A link to watch a tournament, or to play in it.
_TOURNAMENT_LINK = re.compile(r"/tournament/[A-Za-z0-9_-]{16}(/board)?(#play=[A-Za-z0-9_-]{43})?")
# A short link to a position.
_POSITION_LINK = re.compile(r"/p/[A-Za-z0-9%=_-]{1,100}/[A-Za-z0-9]{1,200}")
_LINKS = (_TABLE_LINK, _STUDY_LINK, _TOURNAMENT_LINK, _POSITION_LINK)
# Modules of the quiet zone; the page adds a white margin.
_QUIET_ZONE = 2
_DARK = "#1c282e"


@router.get("/address")
async def get_address(services: ServicesDep) -> SharedAddress:
    """Return the origin at which other devices reach the server, for links from a page that is open at localhost."""
    found = await asyncio.to_thread(origin_for_others, services.settings)
    return SharedAddress(origin=None, reason=found) if isinstance(found, Message) else SharedAddress(origin=found)


@router.post("/qr", **text_route("image/svg+xml"))
async def draw_qr_code(asked: QrRequest, request: Request, services: ServicesDep) -> Response:
    """Draw the QR code of a link to a page here. The link may hold a secret, so it is in the body."""
    check_rate(services.limits.positions, client_address(request))
    # The page's own origin, which the middleware has compared with the host; and the one for other devices.
    page = own_origin(request, services.settings)
    shared = await asyncio.to_thread(origin_for_others, services.settings)
    if not any(_is_link(asked.link, origin) for origin in (page, shared) if isinstance(origin, str)):
        raise Problem(422, message("server.field", place="link", problem="link"))
    return Response(_svg(asked.link), media_type="image/svg+xml")


def _is_link(link: str, origin: str) -> bool:
    """Return whether a link leads to a table, a study, a tournament or a position of the server at an origin."""
    path = link.removeprefix(origin)
    return link.startswith(origin) and any(each.fullmatch(path) for each in _LINKS)


def _svg(link: str) -> str:
    import segno

    out = io.BytesIO()
    segno.make_qr(link, error="m").save(
        out, kind="svg", border=_QUIET_ZONE, dark=_DARK, omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    # Without antialiasing no gaps show between the lines of modules.
    return out.getvalue().decode().replace("<svg ", '<svg shape-rendering="crispEdges" ', 1)
