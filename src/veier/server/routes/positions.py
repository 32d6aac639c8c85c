"""Positions and records: stepping through a game, trying other moves, loading and saving, pictures."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from veier.core.position import Position
from veier.games import game as find_game
from veier.record import Record, format_position, format_record, parse_position, record_to_data
from veier.server.live import Live
from veier.server.loading import load_rules
from veier.server.problems import problem_responses
from veier.server.reading import StrictRoute
from veier.server.records import read_record
from veier.server.seeing import board_json
from veier.server.services import Parts, Services, address, allow
from veier.server.sessions import MaybeSession
from veier.server.wire import MOST_MOVES, PositionRequest, RecordRequest, answer_json, dump
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


def plays_without_aids(parts: Services, session: str | None, line: list[Position]) -> bool:
    """Tell whether a session plays one of these positions right now at a table without aids."""
    digests = {(position.game.id, position.digest) for position in line}
    return any(
        not live.table.setup.aids
        and live.table.result is None
        and live.holders_of(session)
        and live.table.moves
        and (live.table.game.id, live.table.position.digest) in digests
        for live in parts.hall.lives.values()
    )


@router.post("/positions")
async def position(asked: PositionRequest, request: Request, parts: Parts, session: MaybeSession) -> Response:
    """Give a position as data to draw, with its legal moves; without aids for those who play it without aids."""
    allow(parts.rates.positions, address(request))
    line = await read_line(asked.game, asked.start, asked.moves)
    here = line[-1]
    last = here.last_move.text if here.last_move else None
    aids = not plays_without_aids(parts, session, [here])
    text = await asyncio.to_thread(board_json, here, last, True, aids)
    return answer_json(request, text)


@router.post("/records")
async def record(asked: RecordRequest, request: Request, parts: Parts) -> dict[str, Any]:
    """Read a record as text or as JSON, a line of a game and its moves, or a position string."""
    allow(parts.rates.positions, address(request))
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
    name: str, parts: Parts, wanted: Annotated[Literal["text", "json"], Query(alias="format")] = "text"
) -> Response:
    """Give the record of a table's game."""
    made = await asyncio.to_thread(record_of, await parts.hall.find(name))
    if wanted == "json":
        return download(dump(record_to_data(made)), "application/json", f"{made.game.name}.json")
    return download(format_record(made), "text/plain; charset=utf-8", f"{made.game.name}.txt")


def record_of(live: Live) -> Record:
    """Give the record of a table's game so far."""
    return table_record(live.table, datetime.fromtimestamp(live.created / 1000, UTC).date())


@router.get("/positions.svg", **gives("image/svg+xml"))
async def picture_svg(
    request: Request,
    parts: Parts,
    game: GameText,
    moves: MovesText = "",
    start: StartText = None,
) -> Response:
    """Draw a position as SVG; moves are separated by spaces."""
    return download(await _draw(request, parts, game, moves, start), "image/svg+xml", "position.svg")


@router.get("/positions.png", **gives("image/png"))
async def picture_png(
    request: Request,
    parts: Parts,
    game: GameText,
    moves: MovesText = "",
    start: StartText = None,
) -> Response:
    """Draw a position as PNG; moves are separated by spaces."""
    from veier.view import to_png

    allow(parts.rates.positions, address(request))
    line = await read_line(game, start, moves.split()[:MOST_MOVES])
    return download(await asyncio.to_thread(to_png, line[-1].view(), width=1000), "image/png", "position.png")


async def _draw(request: Request, parts: Services, game: str, moves: str, start: str | None) -> str:
    from veier.view import to_svg

    allow(parts.rates.positions, address(request))
    line = await read_line(game, start, moves.split()[:MOST_MOVES])
    return to_svg(line[-1].view(), width=800)


def download(content: str | bytes, kind: str, name: str) -> Response:
    """Answer with a file to keep."""
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
