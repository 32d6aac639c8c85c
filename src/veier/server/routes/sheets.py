"""Sheets to print: sets to cut out and play, with pictures of their pages, and games as sheets, as PDF."""

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
from veier.server.http.responses import download, json_response
from veier.server.kernel_loading import load_rules
from veier.server.routes.positions import GameText, MovesText, StartText, gives, read_line, record_of
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.wire import MOST_MOVES
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
_CHOICES = ("lang", "paper", "edition", "large", "duplex", "parts", "page")

Answer = TypeVar("Answer")
# One sheet at a time: games that are being played come first.
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


@router.get("/print/{name}.pdf", **gives("application/pdf"))
async def print_set(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Give a game to cut out and play; options of the game may be chosen too: ?side=4."""
    game = await _find(name, request, services)
    written = await _beside(_set_pdf, game, chosen)
    return download(written, "application/pdf", f"{game.name}-{chosen.language}.pdf")


@router.get("/print/{name}.png", **gives("image/png"))
async def preview(name: str, request: Request, services: ServicesDep, chosen: Chosen, page: PageNumber = 1) -> Response:
    """Give a picture of one page of a set."""
    game = await _find(name, request, services)
    pages = await _beside(_pages, game, chosen)
    if page > len(pages):
        raise not_found()
    return Response(await _beside(pages[page - 1].png, _PREVIEW_WIDTH), media_type="image/png")


@router.get("/print/{name}")
async def about_set(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Say what a set is made of: its parts, how many pages, whether it is printed on both sides."""
    game = await _find(name, request, services)
    pages = await _beside(_pages, game, chosen)
    about = {"game": game.id, "parts": list(parts_of(game)), "more": list(more_parts_of(game)), "pages": len(pages)}
    return json_response(request, dump_json(about | {"twoSided": is_two_sided(game, chosen)}))


@router.get("/tables/{name}/sheet.pdf", **gives("application/pdf"))
async def print_table(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Give the game of a table as a sheet with diagrams."""
    check_rate(services.limits.printing, client_address(request))
    table_session = await services.registry.find(name)
    await load_rules(table_session.table.game)
    record = await asyncio.to_thread(record_of, table_session)
    return download(await _beside(record_pdf, record, chosen), "application/pdf", f"{record.game.name}.pdf")


@router.get("/sheet.pdf", **gives("application/pdf"))
async def print_line(
    request: Request,
    services: ServicesDep,
    chosen: Chosen,
    game: GameText,
    moves: MovesText = "",
    start: StartText = None,
) -> Response:
    """Give the moves of a game as a sheet with diagrams."""
    check_rate(services.limits.printing, client_address(request))
    line = await read_line(game, start, moves.split()[:MOST_MOVES])
    made = [position.last_move for position in line[1:] if position.last_move]
    record = await asyncio.to_thread(Record.from_moves, line[0].game, made, start=line[0] if start else None)
    return download(await _beside(record_pdf, record, chosen), "application/pdf", f"{record.game.name}.pdf")


@router.get("/positions.pdf", **gives("application/pdf"))
async def picture_pdf(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as PDF; moves are separated by spaces."""
    check_rate(services.limits.printing, client_address(request))
    line = await read_line(game, start, moves.split()[:MOST_MOVES])
    return download(await _beside(position_pdf, line[-1].view()), "application/pdf", "position.pdf")


async def _find(name: str, request: Request, services: Services) -> Game:
    """Find a game with the options that the query chooses beside how to print; rules have figures, so load them."""
    check_rate(services.limits.printing, client_address(request))
    pairs = [f"{option}={value}" for option, value in request.query_params.multi_items() if option not in _CHOICES]
    game = find_game(f"{name}?{'&'.join(pairs)}" if pairs else name)
    await load_rules(game)
    return game


async def _beside(make: Callable[..., Answer], *given: object) -> Answer:
    """Make something beside the event loop."""

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
