"""Short links: `/p/{game}/{code}` leads to a position on the analysis board, with `.png` to its picture."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.work.client_work import BOARD_COST
from veier.server.work.setting_up import find_code

router = APIRouter(include_in_schema=False)


@router.get("/p/{game}/{code}.png")
async def open_picture(game: str, code: str, request: Request, services: ServicesDep) -> RedirectResponse:
    """Lead to the picture of a position."""
    start = await _find(game, code, request, services)
    return RedirectResponse(f"/api/v1/positions.png?game={quote(game)}&start={quote(start)}", 307)


@router.get("/p/{game}/{code}")
async def open_position(game: str, code: str, request: Request, services: ServicesDep) -> RedirectResponse:
    """Lead to a position on the analysis board."""
    start = await _find(game, code, request, services)
    return RedirectResponse(f"/analyse/{quote(game, safe='')}?start={quote(start)}", 307)


async def _find(game: str, code: str, request: Request, services: ServicesDep) -> str:
    client = client_address(request)
    check_rate(services.limits.positions, client)
    return await services.work.run(services.pools.lines, client, BOARD_COST, partial(find_code, game, code))
