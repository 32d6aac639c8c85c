"""Sheets to print as PDF: sets to cut out and play, with previews of their pages, and games with diagrams; pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response

from veier.core.game import Game
from veier.games import game as find_game
from veier.server.compact_json import dump_json
from veier.server.http.problems import not_found, problem_responses
from veier.server.http.responses import binary_route, download, json_response
from veier.server.positions import GameText, MovesText, StartText, read_moves, read_table
from veier.server.schemas.records import SheetSet
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.work import printing
from veier.server.work.client_work import MOVE_COST, PAGE_COST, PICTURE_COST, SET_COST, SHEET_COST, SHEET_MOVE_COST
from veier.server.work.lines import Line
from veier.sheets import Duplex, PaperName, Part, PrintSettings, read_parts, set_name
from veier.sheets.game_sheet import record_pdf
from veier.view import Edition

router = APIRouter(prefix="/api/v1", tags=["sheets to print"], responses=problem_responses(404, 410, 422, 429, 503))

_PRINT_OPTIONS = ("lang", "paper", "edition", "large", "duplex", "parts", "combined", "page")

Printed = TypeVar("Printed")


async def _content(
    parts: Annotated[str | None, Query(max_length=100)] = None, combined: bool = False
) -> tuple[tuple[Part, ...] | None, bool]:
    """Return the parts to print, and whether the set is a combined one."""
    return None if parts is None else read_parts(parts), combined


async def _settings(
    content: Annotated[tuple[tuple[Part, ...] | None, bool], Depends(_content)],
    lang: Annotated[Literal["lb", "fr", "de", "en"], Query()] = "en",
    paper: PaperName = "a4",
    edition: Edition = "colour",
    large: bool = False,
    duplex: Duplex = "long",
) -> PrintSettings:
    return PrintSettings(lang, paper, edition, large, duplex, *content)


Chosen = Annotated[PrintSettings, Depends(_settings)]
PageNumber = Annotated[int, Query(ge=1, le=1000)]


@router.get("/print/{name}.pdf", **binary_route("application/pdf"))
async def get_set_pdf(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Return a game to cut out and play; its options are chosen by the query: ?side=4.

    With `combined`, a set has the boards of all games that its pieces serve."""
    game = _find(name, request, services)
    written = await _print(request, services, SET_COST, partial(printing.print_set, game, chosen))
    return download(written, "application/pdf", f"{set_name(game, chosen)}-{chosen.language}.pdf")


@router.get("/print/{name}.png", **binary_route("image/png"))
async def get_set_page(
    name: str, request: Request, services: ServicesDep, chosen: Chosen, page: PageNumber = 1
) -> Response:
    """Return a picture of one page of a set."""
    game = _find(name, request, services)
    drawn = await _print(request, services, PAGE_COST, partial(printing.draw_page, game, chosen, page))
    if drawn is None:
        raise not_found()
    return Response(drawn, media_type="image/png")


@router.get("/print/{name}", response_model=SheetSet)
async def get_set(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Return what a set consists of: its parts, the number of pages, whether it is two-sided, what it serves."""
    game = _find(name, request, services)
    about = await _print(request, services, PAGE_COST, partial(printing.describe_set, game, chosen))
    return json_response(request, dump_json(about))


@router.get("/tables/{name}/sheet.pdf", **binary_route("application/pdf"))
async def get_table_sheet(name: str, request: Request, services: ServicesDep, chosen: Chosen) -> Response:
    """Return the game of a table as a sheet with diagrams."""
    check_rate(services.limits.printing, client_address(request))
    record = await read_table(services, client_address(request), name)
    cost = SHEET_COST + SHEET_MOVE_COST * len(record.moves)
    written = await _print(request, services, cost, partial(record_pdf, record, chosen))
    return download(written, "application/pdf", f"{record.game.name}.pdf")


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
    line, found = Line(game, start, read_moves(moves)), find_game(game)
    cost = SHEET_COST + SHEET_MOVE_COST * len(line.moves)
    written = await _print(request, services, cost, partial(printing.print_line, line, chosen))
    return download(written, "application/pdf", f"{found.name}.pdf")


@router.get("/positions.pdf", **binary_route("application/pdf"))
async def get_position_pdf(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as PDF; moves are separated by spaces."""
    check_rate(services.limits.printing, client_address(request))
    line = Line(game, start, read_moves(moves))
    cost = SHEET_COST + MOVE_COST * len(line.moves)
    drawn = await _print(request, services, cost, partial(printing.draw_pdf, line))
    return download(drawn, "application/pdf", "position.pdf")


@router.get("/positions.png", **binary_route("image/png"))
async def get_position_png(
    request: Request, services: ServicesDep, game: GameText, moves: MovesText = "", start: StartText = None
) -> Response:
    """Draw a position as PNG; moves are separated by spaces."""
    check_rate(services.limits.printing, client_address(request))
    line = Line(game, start, read_moves(moves))
    cost = PICTURE_COST + MOVE_COST * len(line.moves)
    drawn = await _print(request, services, cost, partial(printing.draw_png, line))
    return download(drawn, "image/png", "position.png")


def _find(name: str, request: Request, services: Services) -> Game:
    """Return the game with the options of the query."""
    check_rate(services.limits.printing, client_address(request))
    pairs = [
        f"{option}={value}" for option, value in request.query_params.multi_items() if option not in _PRINT_OPTIONS
    ]
    return find_game(f"{name}?{'&'.join(pairs)}" if pairs else name)


async def _print(request: Request, services: Services, cost: float, work: Callable[[], Printed]) -> Printed:
    """Print or draw something in the process for it."""
    return await services.work.run(services.pools.printing, client_address(request), cost, work)
