"""The games, and their rules to read."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from veier.core.game import Game
from veier.games import game as find_game
from veier.learn import lesson_page, page_name, read_page
from veier.server.catalogue import game_data, games_json
from veier.server.compact_json import dump_json
from veier.server.http.problems import problem_responses
from veier.server.http.responses import json_response
from veier.server.kernel_loading import load_rules
from veier.server.schemas.games import GameInfo, GameList, RulesPage
from veier.server.services import ServicesDep, client_address
from veier.server.work.client_work import RULES_COST

router = APIRouter(prefix="/api/v1", tags=["games"], responses=problem_responses(404, 422, 429, 503))


@router.get("/games", response_model=GameList)
async def list_games(request: Request) -> Response:
    """List all games, each with a position to show."""
    return json_response(request, games_json())


@router.get("/games/{name}", response_model=GameInfo)
async def get_game(request: Request, name: str) -> Response:
    """Return a game; its options are chosen by the query: /api/v1/games/4eyes?side=4&a=2."""
    game = _find_game(request, name)
    return json_response(request, dump_json(game_data(game, game.start().view())))


@router.get("/games/{name}/rules", response_model=RulesPage)
async def get_rules(
    request: Request, services: ServicesDep, name: str, lang: Annotated[Literal["lb", "fr", "de", "en"], Query()] = "en"
) -> Response:
    """Return the rules of a game with figures; its options are chosen by the query."""
    game = _find_game(request, name)
    await load_rules(game)
    work = partial(_rules_json, game, lang)
    client = client_address(request)
    return json_response(request, await services.work.run(services.pools.short, client, RULES_COST, work))


@lru_cache(maxsize=64)
def _rules_json(game: Game, language: str) -> str:
    about = {"id": game.id, "page": page_name(game), "lesson": lesson_page(game), "language": language}
    return dump_json(about | read_page(game, language).to_data())


def _find_game(request: Request, name: str) -> Game:
    pairs = [pair for pair in request.query_params.multi_items() if pair[0] != "lang"]
    chosen = "&".join(f"{option}={value}" for option, value in pairs)
    return find_game(f"{name}?{chosen}" if chosen else name)
