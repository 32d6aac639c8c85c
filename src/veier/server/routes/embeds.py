"""Boards on other sites: the page for a frame, the module of `<veier-board>`, and what both show.

None of them uses a session: they answer everybody alike, with or without cookies.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.messages import message
from veier.record import format_position
from veier.server.assets.embed_module import embed_module
from veier.server.assets.responses import file_response
from veier.server.embed_page import render_embed
from veier.server.http.language import preferred_language
from veier.server.http.middleware import HEADERS, NO_FRAMES, is_cross_site
from veier.server.http.origins import ANY_SITE, EMBEDS
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.responses import json_response
from veier.server.http.strict_json import StrictRoute
from veier.server.positions import MovesText, StartText, read_moves
from veier.server.records import read_record
from veier.server.schemas.embeds import Embed, EmbedRequest
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.settings import Settings
from veier.server.work.client_work import BOARD_COST, MOVE_COST, TEXT_COST
from veier.server.work.embedding import EmbeddedGame, write_embed
from veier.server.work.lines import Line

router = APIRouter(
    tags=["boards on other sites"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 410, 413, 415, 422, 429, 503),
)
_PAGES = APIRouter(include_in_schema=False)

_POLICY = "Content-Security-Policy"


class _Manner(NamedTuple):
    """How a board is shown: the language, and the theme if it is not the reader's."""

    language: str
    theme: str | None


async def _manner(
    request: Request,
    lang: Annotated[Literal["lb", "fr", "de", "en"] | None, Query()] = None,
    theme: Annotated[Literal["light", "dark", "auto"], Query()] = "auto",
) -> _Manner:
    language = lang or preferred_language(request.headers.get("accept-language", ""))
    return _Manner(language, None if theme == "auto" else theme)


Manner = Annotated[_Manner, Depends(_manner)]


@router.post(EMBEDS, response_model=Embed)
async def get_embed(asked: EmbedRequest, request: Request, services: ServicesDep) -> Response:
    """Return a position or a game to look at; to pages of other sites only if the operator allows boards there."""
    origin = request.headers.get("origin")
    if is_cross_site(request, services.settings) and origin not in services.settings.board_sites:
        raise Problem(403, message("server.embed_refused", site=origin or "?"))
    client = client_address(request)
    check_rate(services.limits.positions, client)
    game = await _find(asked, services, client)
    game = game._replace(language=asked.lang or preferred_language(request.headers.get("accept-language", "")))
    cost = BOARD_COST + MOVE_COST * len(game.line.moves)
    written = await services.work.run(services.pools.lines, client, cost, partial(write_embed, game))
    return json_response(request, written)


async def _find(asked: EmbedRequest, services: Services, client: str) -> EmbeddedGame:
    """Find what is asked for, which must be named in one way only; raise Problem."""
    named = [asked.table, asked.record, asked.position, asked.game if asked.position is None else None]
    if sum(each is not None for each in named) != 1 or (asked.code is not None and asked.game is None):
        raise Problem(422, message("server.field", place="game", problem="game | position | table | record"))
    if asked.table is not None:
        table = (await services.registry.find(asked.table, fresh=True)).table
        line = Line(table.game.id, table.setup.start, tuple(made.text for made in table.moves))
        ending = table.result.description if table.result else None
        return EmbeddedGame(line, table=asked.table, ending=ending, live=table.result is None)
    if asked.record is not None:
        work = partial(read_record, asked.record)
        record = await services.work.run(services.pools.short, client, TEXT_COST * len(asked.record), work)
        start = format_position(record.start) if record.start else None
        return EmbeddedGame(Line(record.game.id, start, record.moves))
    game = asked.game or (asked.position or "").split(" ")[0]
    return EmbeddedGame(Line(game, asked.position, read_moves(asked.moves)), asked.code)


@_PAGES.get("/embed/veier-board.js")
async def get_embed_module(request: Request) -> Response:
    """Return the module of `<veier-board>`, to any site: what it then asks is answered to those allowed."""
    headers = {"Access-Control-Allow-Origin": ANY_SITE, "Cross-Origin-Resource-Policy": "cross-origin"}
    return file_response(request, embed_module(), {**headers, "Cache-Control": "no-cache"})


@_PAGES.get("/embed/table/{name}")
async def embed_table(name: str, services: ServicesDep, manner: Manner) -> Response:
    """Return the page with the game of a table, as a watcher sees it."""
    return _page(services.settings, manner, {"table": name})


@_PAGES.get("/embed/{game}/{code}")
async def embed_position(game: str, code: str, services: ServicesDep, manner: Manner) -> Response:
    """Return the page with the position of a short link."""
    return _page(services.settings, manner, {"game": game, "code": code})


@_PAGES.get("/embed/{game}")
async def embed_game(
    game: str,
    services: ServicesDep,
    manner: Manner,
    moves: MovesText = "",
    start: StartText = None,
    ply: Annotated[int | None, Query(ge=-2000, le=2000)] = None,
) -> Response:
    """Return the page with a game, from its start or from a position string."""
    first = None if ply is None else str(ply)
    return _page(services.settings, manner, {"game": game, "position": start, "moves": moves or None, "ply": first})


router.include_router(_PAGES)


def _page(settings: Settings, manner: _Manner, attributes: dict[str, str | None]) -> Response:
    """Return the page of a board, which the sites that are allowed may show in a frame."""
    headers = {
        "Cache-Control": "no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Accept-Language",
    }
    if settings.board_sites:
        headers[_POLICY] = HEADERS[_POLICY].replace(NO_FRAMES, settings.board_sites.frame_ancestors)
    title = _title(attributes, manner.language)
    page = render_embed(title, manner.language, {**attributes, "theme": manner.theme})
    return HTMLResponse(page, headers=headers)


def _title(attributes: dict[str, str | None], language: str) -> str:
    try:
        game = find_game(attributes.get("game") or "")
    except VeierError:
        return "veier"
    return f"{game.text('title').text(language)} · veier"
