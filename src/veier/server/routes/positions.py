"""Positions and records: stepping through a game, trying other moves, loading and saving, pictures."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from veier.core.position import Position
from veier.games import game as find_game
from veier.record import Record, format_position, format_record, parse_position, record_to_data
from veier.server.compact_json import dump_json
from veier.server.http.problems import problem_responses
from veier.server.http.responses import download, json_response
from veier.server.http.sessions import OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.kernel_loading import load_rules
from veier.server.records import read_record
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.tables.session import TableSession
from veier.server.tables.state_json import board_json
from veier.server.wire import MOST_MOVES, PositionRequest, RecordRequest
from veier.table import table_record

router = APIRouter(
    prefix="/api/v1",
    tags=["positions and records"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 410, 413, 415, 422, 429),
)


# What fits the address of a picture; about 500 moves.
LONGEST_QUERY = 4000

# A position in a query.
MovesText = Annotated[str, Query(max_length=LONGEST_QUERY)]
StartText = Annotated[str | None, Query(max_length=LONGEST_QUERY // 2)]
GameText = Annotated[str, Query(max_length=100)]


def gives(*kinds: str) -> dict[str, Any]:
    """Describe a route that gives something else than JSON."""
    return {"response_class": Response, "responses": {200: {"content": {kind: {} for kind in kinds}}}}


async def read_line(game: str, start: str | None, moves: list[str]) -> list[Position]:
    """Give the positions of a game from its start on; raise VeierError."""
    found = find_game(game)
    await load_rules(found)
    return await asyncio.to_thread(_play, parse_position(start) if start else found.start(), moves)


def _play(position: Position, moves: list[str]) -> list[Position]:
    line = [position]
    for move in moves:
        line.append(line[-1].play(move))
    return line


def plays_without_aids(services: Services, session: str | None, line: list[Position]) -> bool:
    """Tell whether a session plays one of these positions right now at a table without aids."""
    digests = {(position.game.id, position.digest) for position in line}
    return any(
        not table_session.table.setup.aids
        and table_session.table.result is None
        and table_session.holders_of(session)
        and table_session.table.moves
        and (table_session.table.game.id, table_session.table.position.digest) in digests
        for table_session in services.registry.loaded.values()
    )


@router.post("/positions")
async def position(
    asked: PositionRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Give a position as data to draw, with its legal moves; without aids for those who play it without aids."""
    check_rate(services.limits.positions, client_address(request))
    line = await read_line(asked.game, asked.start, asked.moves)
    here = line[-1]
    last = here.last_move.text if here.last_move else None
    aids = not plays_without_aids(services, session, [here])
    text = await asyncio.to_thread(board_json, here, last, True, aids)
    return json_response(request, text)


@router.post("/records")
async def record(asked: RecordRequest, request: Request, services: ServicesDep) -> dict[str, Any]:
    """Read a record as text or as JSON, a line of a game and its moves, or a position string."""
    check_rate(services.limits.positions, client_address(request))
    read = await asyncio.to_thread(read_record, asked.text)
    return {
        "game": read.game.id,
        "title": read.game.text("title").to_data(),
        "start": format_position(read.start) if read.start else None,
        "moves": list(read.moves),
        "seats": list(read.seats),
        "date": read.date.isoformat() if read.date else None,
        "result": [str(share) for share in read.result] if read.result else None,
        "termination": read.termination,
        "comment": read.comment,
        "comments": [node.comment for node in read.line],
    }


# Downloads.


@router.get("/tables/{name}/record", **gives("text/plain", "application/json"))
async def record_file(
    name: str, services: ServicesDep, wanted: Annotated[Literal["text", "json"], Query(alias="format")] = "text"
) -> Response:
    """Give the record of a table's game."""
    made = await asyncio.to_thread(record_of, await services.registry.find(name))
    if wanted == "json":
        return download(dump_json(record_to_data(made)), "application/json", f"{made.game.name}.json")
    return download(format_record(made), "text/plain; charset=utf-8", f"{made.game.name}.txt")


def record_of(table_session: TableSession) -> Record:
    """Give the record of a table's game so far."""
    return table_record(table_session.table, datetime.fromtimestamp(table_session.created / 1000, UTC).date())


@router.get("/positions.svg", **gives("image/svg+xml"))
async def picture_svg(
    request: Request,
    services: ServicesDep,
    game: GameText,
    moves: MovesText = "",
    start: StartText = None,
) -> Response:
    """Draw a position as SVG; moves are separated by spaces."""
    return download(await _draw(request, services, game, moves, start), "image/svg+xml", "position.svg")


@router.get("/positions.png", **gives("image/png"))
async def picture_png(
    request: Request,
    services: ServicesDep,
    game: GameText,
    moves: MovesText = "",
    start: StartText = None,
) -> Response:
    """Draw a position as PNG; moves are separated by spaces."""
    from veier.view import to_png

    check_rate(services.limits.positions, client_address(request))
    line = await read_line(game, start, moves.split()[:MOST_MOVES])
    return download(await asyncio.to_thread(to_png, line[-1].view(), width=1000), "image/png", "position.png")


async def _draw(request: Request, services: Services, game: str, moves: str, start: str | None) -> str:
    from veier.view import to_svg

    check_rate(services.limits.positions, client_address(request))
    line = await read_line(game, start, moves.split()[:MOST_MOVES])
    return to_svg(line[-1].view(), width=800)
