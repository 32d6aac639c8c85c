"""Sheets to print as PDF: sets to cut out and play, with previews of their pages, and games with diagrams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response

from veier.core.game import Game
from veier.games import game as find_game
from veier.record import Record
from veier.server.compact_json import dump_json
from veier.server.http.problems import not_found, problem_responses
from veier.server.http.responses import binary_route, download, json_response
from veier.server.kernel_loading import load_rules
from veier.server.positions import GameText, MovesText, StartText, play_line, record_of
from veier.server.schemas.records import SheetSet
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.sheets import (
    Duplex,
    Page,
    PaperName,
    PrintSettings,
    is_two_sided,
    more_parts_of,
    parts_of,
    read_parts,
    set_pages,
)
from veier.sheets.game_sheet import record_pdf
from veier.sheets.pdf import to_pdf
from veier.sheets.position_picture import position_pdf
from veier.view import Edition

router = APIRouter(prefix="/api/v1", tags=["sheets to print"], responses=problem_responses(404, 410, 422, 429))

_PREVIEW_WIDTH = 720
_PRINT_OPTIONS = ("lang", "paper", "edition", "large", "duplex", "parts", "page")

Answer = TypeVar("Answer")
# One sheet at a time, so that printing does not slow down running games.
_lock = Lock()


async def _settings(
    lang: Annotated[Literal["lb", "fr", "de", "en"], Query()] = "en",
    paper: PaperName = "a4",
    edition: Edition = "colour",
    large: bool = False,
    duplex: Duplex = "long",
    parts: Annotated[str | None, Query(max_length=100)] = None,
) -> PrintSettings:
    return PrintSettings(lang, paper, edition, large, duplex, None if parts is None else read_parts(parts))


Chosen = Annotated[PrintSettings, Depends(_settings)]
PageNumber = Annotated[int, Query(ge=1, le=1000)]


@router.get("/print/{name}.pdf", **binary_route("application/pdf"))
async def get_set_pdf(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Return a game to cut out and play; its options are chosen by the query: ?side=4."""
    game = await _find(name, request, services)
    written = await _in_thread(_set_pdf, game, chosen)
    return download(written, "application/pdf", f"{game.name}-{chosen.language}.pdf")


@router.get("/print/{name}.png", **binary_route("image/png"))
async def get_set_page(
    name: str, request: Request, services: ServicesDep, chosen: Chosen, page: PageNumber = 1
) -> Response:
    """Return a picture of one page of a set."""
    game = await _find(name, request, services)
    pages = await _in_thread(_pages, game, chosen)
    if page > len(pages):
        raise not_found()
    return Response(await _in_thread(pages[page - 1].png, _PREVIEW_WIDTH), media_type="image/png")


@router.get("/print/{name}", response_model=SheetSet)
async def get_set(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Return what a set consists of: its parts, the number of pages, whether it is two-sided."""
    game = await _find(name, request, services)
    pages = await _in_thread(_pages, game, chosen)
    about = {"game": game.id, "parts": list(parts_of(game)), "more": list(more_parts_of(game)), "pages": len(pages)}
    return json_response(request, dump_json(about | {"twoSided": is_two_sided(game, chosen)}))


@router.get("/tables/{name}/sheet.pdf", **binary_route("application/pdf"))
async def get_table_sheet(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Return the game of a table as a sheet with diagrams."""
    check_rate(services.limits.printing, client_address(request))
    table_session = await services.registry.find(name)
    await load_rules(table_session.table.game)
    record = await asyncio.to_thread(record_of, table_session)
    return download(await _in_thread(record_pdf, record, chosen), "application/pdf", f"{record.game.name}.pdf")


@router.get("/sheet.pdf", **binary_route("application/pdf"))
async def get_game_sheet(
    request: Request,
    services: ServicesDep,
    chosen: Chosen,
    game: GameText,
    moves: MovesText = "",
    start: StartText = None,
) -> Response:
    """Return the moves of a game as a sheet with diagrams."""
    check_rate(services.limits.printing, client_address(request))
    line = await play_line(game, start, moves)
    made = [position.last_move for position in line[1:] if position.last_move]
    record = await asyncio.to_thread(Record.from_moves, line[0].game, made, start=line[0] if start else None)
    return download(await _in_thread(record_pdf, record, chosen), "application/pdf", f"{record.game.name}.pdf")


@router.get("/positions.pdf", **binary_route("application/pdf"))
async def get_position_pdf(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as PDF; moves are separated by spaces."""
    check_rate(services.limits.printing, client_address(request))
    line = await play_line(game, start, moves)
    return download(await _in_thread(position_pdf, line[-1].view()), "application/pdf", "position.pdf")


async def _find(name: str, request: Request, services: Services) -> Game:
    """Return the game with the options of the query; load its rules, whose page has figures."""
    check_rate(services.limits.printing, client_address(request))
    pairs = [
        f"{option}={value}" for option, value in request.query_params.multi_items() if option not in _PRINT_OPTIONS
    ]
    game = find_game(f"{name}?{'&'.join(pairs)}" if pairs else name)
    await load_rules(game)
    return game


async def _in_thread(make: Callable[..., Answer], *given: object) -> Answer:
    """Run a function in a thread, one at a time."""

    def alone() -> Answer:
        with _lock:
            return make(*given)

    return await asyncio.to_thread(alone)


@lru_cache(maxsize=24)
def _pages(game: Game, settings: PrintSettings) -> list[Page]:
    return set_pages(game, settings)


@lru_cache(maxsize=12)
def _set_pdf(game: Game, settings: PrintSettings) -> bytes:
    title = game.text("title").text(settings.language)
    return to_pdf(_pages(game, settings), title, settings.language, game.author)
