"""The games: what there is to play, and what options do to a game."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from veier.games import game as find_game
from veier.server.catalogue import game_data, games_json
from veier.server.problems import problem_responses
from veier.server.wire import answer_json, dump

router = APIRouter(prefix="/api/v1", tags=["games"], responses=problem_responses(404, 422))


@router.get("/games")
async def games(request: Request) -> Response:
    """List all games, each with a position to look at."""
    return answer_json(request, games_json())


@router.get("/games/{name}")
async def one_game(request: Request, name: str) -> Response:
    """Give one game with its options as chosen: /api/v1/games/4eyes?side=4&a=2."""
    chosen = "&".join(f"{option}={value}" for option, value in request.query_params.multi_items())
    game = find_game(f"{name}?{chosen}" if chosen else name)
    return answer_json(request, dump(game_data(game, game.start())))
