"""Positions and records: stepping through a game, trying other moves, loading and saving, pictures."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from veier.core.position import Position
from veier.record import format_position, format_record, record_to_data
from veier.server.compact_json import dump_json
from veier.server.http.problems import problem_responses
from veier.server.http.responses import binary_route, download, json_response, text_route
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.positions import GameText, MovesText, StartText, play_line, plays_without_aids, record_of
from veier.server.records import read_record
from veier.server.schemas.boards import Board, PositionRequest
from veier.server.schemas.records import RecordRequest, RecordSummary
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.tables.state_json import board_json

router = APIRouter(
    prefix="/api/v1",
    tags=["positions and records"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 410, 413, 415, 422, 429),
)
_RECORD_JSON = {"application/json": {"schema": {"$ref": "#/components/schemas/RecordDocument"}}}


@router.post("/positions", response_model=Board, dependencies=WITH_SESSION)
async def get_board(
    asked: PositionRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Return a position to show, with its legal moves; without aids for clients that play it without aids."""
    check_rate(services.limits.positions, client_address(request))
    position = (await play_line(asked.game, asked.start, asked.moves))[-1]
    last = position.last_move.text if position.last_move else None
    aids = not plays_without_aids(services.registry, session, [position])
    return json_response(request, await asyncio.to_thread(board_json, position, last, True, aids))


@router.post("/records", response_model=RecordSummary)
async def read_game(asked: RecordRequest, request: Request, services: ServicesDep) -> Response:
    """Read a record as text or as JSON, a line of a game and its moves, or a position string."""
    check_rate(services.limits.positions, client_address(request))
    record = await asyncio.to_thread(read_record, asked.text)
    summary = {
        "game": record.game.id,
        "title": record.game.text("title").to_data(),
        "start": format_position(record.start) if record.start else None,
        "moves": list(record.moves),
        "seats": list(record.seats),
        "date": record.date.isoformat() if record.date else None,
        "result": [str(share) for share in record.result] if record.result else None,
        "termination": record.termination,
        "comment": record.comment,
        "comments": [node.comment for node in record.line],
    }
    return json_response(request, dump_json(summary))


# Downloads.


@router.get("/tables/{name}/record", **text_route("text/plain", **_RECORD_JSON))
async def get_record(
    name: str, services: ServicesDep, wanted: Annotated[Literal["text", "json"], Query(alias="format")] = "text"
) -> Response:
    """Return the record of a table's game."""
    record = await asyncio.to_thread(record_of, await services.registry.find(name))
    if wanted == "json":
        return download(dump_json(record_to_data(record)), "application/json", f"{record.game.name}.json")
    return download(format_record(record), "text/plain; charset=utf-8", f"{record.game.name}.txt")


@router.get("/positions.svg", **text_route("image/svg+xml"))
async def get_position_svg(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as SVG; moves are separated by spaces."""
    from veier.view import to_svg

    position = await _position(request, services, game, moves, start)
    return download(to_svg(position.view(), width=800), "image/svg+xml", "position.svg")


@router.get("/positions.png", **binary_route("image/png"))
async def get_position_png(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as PNG; moves are separated by spaces."""
    from veier.view import to_png

    position = await _position(request, services, game, moves, start)
    return download(await asyncio.to_thread(to_png, position.view(), width=1000), "image/png", "position.png")


async def _position(request: Request, services: Services, game: str, moves: str, start: str | None) -> Position:
    check_rate(services.limits.positions, client_address(request))
    return (await play_line(game, start, moves))[-1]
