"""The tables of a session: listing them, searching them, and downloading all their records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from veier.core.data import to_plain
from veier.core.descriptions import describe_turn
from veier.record import Record, format_records, record_to_data
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.responses import json_response, text_route
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.positions import record_of
from veier.server.schemas.listings import MAX_LISTED, TableList, TableSearch
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.store.listings import Cursor, TableFilter
from veier.server.tables.session import TableSession

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 413, 415, 422, 429),
    dependencies=WITH_SESSION,
)
_RECORDS_JSON = {"application/json": {"schema": {"$ref": "#/components/schemas/RecordList"}}}


@router.get("/tables", response_model=TableList)
async def list_tables(request: Request, services: ServicesDep, session: OptionalSession) -> Response:
    """List the first tables of the session: those where it is its turn, other running ones, finished ones."""
    check_rate(services.limits.lists, client_address(request))
    return await _list(request, services, session, TableSearch(limit=MAX_LISTED, views=6))


@router.post("/tables/search", response_model=TableList)
async def search_tables(
    asked: TableSearch, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """List some of the session's tables, page by page, in the same order."""
    check_rate(services.limits.lists, client_address(request))
    return await _list(request, services, session, asked)


async def _list(request: Request, services: Services, session: str | None, asked: TableSearch) -> Response:
    if session is None:
        return json_response(request, dump_json({"tables": [], "next": None, "total": 0}))
    wanted = TableFilter(asked.game, asked.opponent, asked.against, asked.result, asked.since, asked.until)
    # One more than asked for tells whether there is a next page.
    found = await services.store.listings.page(session, wanted, asked.limit + 1, _read_cursor(asked.cursor))
    shown, following = found[: asked.limit], found[asked.limit :]
    tables: list[tuple[TableSession, int]] = []
    for _, updated, name in shown:
        try:
            tables.append((await services.registry.find(name), updated))
        except Problem:
            # Unreadable tables are not listed; a request for one gets the reason.
            continue
    total = await services.store.listings.count(session, wanted)
    cursor = "-".join(map(str, shown[-1])) if following else None
    # Views take a while, so they are made beside the event loop.
    return json_response(request, await asyncio.to_thread(_list_json, tables, session, asked.views, cursor, total))


def _list_json(tables: list[tuple[TableSession, int]], session: str, views: int, cursor: str | None, total: int) -> str:
    """Write a page of a list as JSON; the first tables have views."""
    listed = []
    for place, (table_session, updated) in enumerate(tables):
        view = to_plain(table_session.table.position.view()) if place < views else None
        listed.append(_summary(table_session, session, updated) | {"view": view})
    return dump_json({"tables": listed, "next": cursor, "total": total})


def _read_cursor(text: str | None) -> Cursor | None:
    if text is None:
        return None
    rank, updated, name = text.split("-", 2)
    return Cursor(int(rank), int(updated), name)


def _summary(table_session: TableSession, session: str, updated: int) -> dict[str, Any]:
    table, mine = table_session.table, table_session.seats_of(session)
    return {
        "id": table_session.id,
        "game": {"id": table.game.id, "title": table.game.text("title").to_data()},
        "seats": [plan.to_data() | {"mine": seat in mine} for seat, plan in enumerate(table.seats)],
        "version": table.version,
        "moves": len(table.moves),
        "turn": describe_turn(table.position).to_data() if table.mover is not None else None,
        "mover": table.mover,
        "myTurn": table.mover in mine,
        "over": table.result is not None,
        "result": table.result.to_data() if table.result else None,
        "created": table_session.created,
        "updated": updated,
    }


# Downloads.


@router.get("/records", **text_route("text/plain", **_RECORDS_JSON))
async def get_records(
    request: Request,
    services: ServicesDep,
    session: OptionalSession,
    wanted: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
) -> Response:
    """Return the records of all games of the session as one file."""
    check_rate(services.limits.downloads, client_address(request))
    records = _records(services, session)
    if wanted == "json":
        return _file(_json_parts(records), "application/json", "veier-games.json")
    return _file((format_records([record]) async for record in records), "text/plain; charset=utf-8", "veier-games.txt")


def _file(parts: AsyncIterator[str], media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(parts, media_type=media_type, headers=headers)


async def _json_parts(records: AsyncIterator[Record]) -> AsyncIterator[str]:
    before = '{"games":['
    async for record in records:
        yield before + dump_json(record_to_data(record))
        before = ","
    yield ("" if before == "," else before) + "]}"


async def _records(services: Services, session: str | None) -> AsyncIterator[Record]:
    """Yield the records of a session's games one by one, so that many of them need little memory."""
    after: Cursor | None = None
    while session and (page := await services.store.listings.page(session, TableFilter(), MAX_LISTED, after)):
        for after in page:
            try:
                table_session = await services.registry.find(after.id)
            except Problem:
                continue
            yield await asyncio.to_thread(record_of, table_session)
