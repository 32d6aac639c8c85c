"""Positions and records: stepping through a game, trying other moves, loading and saving, pictures."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from veier.record import format_position, format_record, record_to_data
from veier.server.compact_json import dump_json
from veier.server.http.problems import problem_responses
from veier.server.http.responses import download, json_response, text_route
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.live_games import find_live_games
from veier.server.positions import GameText, MovesText, StartText, read_moves, read_table
from veier.server.records import read_record
from veier.server.schemas.boards import Board, PositionRequest
from veier.server.schemas.records import RecordRequest, RecordSummary
from veier.server.schemas.set_up import SetUpBoard, SetUpRequest
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.work.client_work import BOARD_COST, MOVE_COST, TEXT_COST
from veier.server.work.lines import Line, draw_svg, write_board
from veier.server.work.setting_up import AskedSetUp, write_set_up

router = APIRouter(
    prefix="/api/v1",
    tags=["positions and records"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 410, 413, 415, 422, 429, 503),
)
_RECORD_JSON = {"application/json": {"schema": {"$ref": "#/components/schemas/RecordDocument"}}}


@router.post("/positions", response_model=Board, dependencies=WITH_SESSION)
async def get_board(
    asked: PositionRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Return a position to show, with its legal moves; without aids for clients that play it without aids."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    line = Line(asked.game, asked.start, asked.moves)
    cost = BOARD_COST + MOVE_COST * len(line.moves)
    work = partial(write_board, line, await find_live_games(services, session, line))
    return json_response(request, await services.work.run(services.pools.lines, client, cost, work))


@router.post("/set-ups", response_model=SetUpBoard)
async def judge_set_up(asked: SetUpRequest, request: Request, services: ServicesDep) -> Response:
    """Return a board that was set up, what may be laid on it, and whether it is a position, or why not."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    pieces = tuple((piece.seat, piece.text) for piece in asked.pieces)
    work = partial(write_set_up, AskedSetUp(asked.game, asked.start, pieces, asked.mover, asked.hand))
    cost = BOARD_COST + MOVE_COST * len(pieces)
    return json_response(request, await services.work.run(services.pools.lines, client, cost, work))


@router.post("/records/text", **text_route("text/plain"))
async def write_record(asked: RecordRequest, request: Request, services: ServicesDep) -> Response:
    """Return a record, given in any format, as text."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    work = partial(read_record, asked.text)
    record = await services.work.run(services.pools.short, client, TEXT_COST * len(asked.text), work)
    return download(format_record(record), "text/plain; charset=utf-8", f"{record.game.name}.txt")


@router.post("/records", response_model=RecordSummary)
async def read_game(asked: RecordRequest, request: Request, services: ServicesDep) -> Response:
    """Read a record as text or as JSON, a line of a game and its moves, or a position string."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    work = partial(read_record, asked.text)
    record = await services.work.run(services.pools.short, client, TEXT_COST * len(asked.text), work)
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
        "line": record_to_data(record)["moves"],
    }
    return json_response(request, dump_json(summary))


# Downloads.


@router.get("/tables/{name}/record", **text_route("text/plain", **_RECORD_JSON))
async def get_record(
    name: str,
    request: Request,
    services: ServicesDep,
    wanted: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
) -> Response:
    """Return the record of a table's game."""
    check_rate(services.limits.reads, client_address(request))
    record = await read_table(services, client_address(request), name)
    if wanted == "json":
        return download(dump_json(record_to_data(record)), "application/json", f"{record.game.name}.json")
    return download(format_record(record), "text/plain; charset=utf-8", f"{record.game.name}.txt")


@router.get("/positions.svg", **text_route("image/svg+xml"))
async def get_position_svg(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as SVG; moves are separated by spaces."""
    client, line = client_address(request), Line(game, start, read_moves(moves))
    check_rate(services.limits.positions, client)
    cost = BOARD_COST + MOVE_COST * len(line.moves)
    drawn = await services.work.run(services.pools.lines, client, cost, partial(draw_svg, line))
    return download(drawn, "image/svg+xml", "position.svg")
