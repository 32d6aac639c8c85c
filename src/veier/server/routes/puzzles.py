"""Puzzles: the lists, the puzzle of the day, one to solve, and verdicts on tries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from veier.core.data import to_plain
from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.learn.puzzle import Puzzle, describe_difficulty, describe_kind, describe_origin, describe_puzzle
from veier.learn.puzzle_store import daily_puzzle, find_puzzle, puzzle_games, puzzles_of
from veier.server.compact_json import dump_json
from veier.server.http.problems import not_found, problem_responses
from veier.server.http.responses import json_response
from veier.server.http.strict_json import StrictRoute
from veier.server.kernel_loading import load_rules, load_search
from veier.server.schemas.learning import (
    PuzzleList,
    PuzzlePosition,
    PuzzleSolution,
    PuzzleTryRequest,
    PuzzleVerdict,
)
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.work.client_work import TRY_COST

router = APIRouter(
    prefix="/api/v1",
    tags=["puzzles"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 413, 415, 422, 429, 503),
)


@router.get("/puzzles", response_model=PuzzleList)
async def list_puzzles(request: Request, game: Annotated[str | None, Query(max_length=100)] = None) -> Response:
    """List the puzzles of a game, or of all games, the easiest first, without their solutions."""
    names = [find_game(game).name] if game else puzzle_games()
    listed = [
        {"game": name, "title": find_game(name).text("title").to_data(), "puzzles": [*map(_summary, found)]}
        for name in names
        if (found := puzzles_of(name))
    ]
    return json_response(request, dump_json({"games": listed}))


@router.get("/puzzles/daily", response_model=PuzzlePosition)
async def get_daily_puzzle(
    request: Request, game: Annotated[str | None, Query(max_length=100)] = None, day: date | None = None
) -> Response:
    """Return the puzzle of a day, the same for all clients; without a day, today's in UTC."""
    puzzle = daily_puzzle(day or datetime.now(UTC).date(), find_game(game).id if game else None)
    return await _puzzle_response(request, puzzle)


@router.get("/puzzles/{name}", response_model=PuzzlePosition)
async def get_puzzle(request: Request, name: str) -> Response:
    """Return a puzzle to solve, with its position to show."""
    return await _puzzle_response(request, _find(name))


@router.post("/puzzles/{name}/tries", response_model=PuzzleVerdict)
async def try_puzzle(name: str, asked: PuzzleTryRequest, request: Request, services: ServicesDep) -> Response:
    """Judge the last of some moves from the puzzle's position on: right with the reply, or wrong with the reason."""
    puzzle = _find(name)
    return await _search(request, services, puzzle, partial(_judge, puzzle, asked.moves))


@router.post("/puzzles/{name}/solution", response_model=PuzzleSolution)
async def solve_puzzle(name: str, asked: PuzzleTryRequest, request: Request, services: ServicesDep) -> Response:
    """Return the solution after some right moves and replies, and why it is right."""
    puzzle = _find(name)
    return await _search(request, services, puzzle, partial(_solve, puzzle, asked.moves))


async def _search(request: Request, services: Services, puzzle: Puzzle, work: Callable[[], dict[str, Any]]) -> Response:
    client = client_address(request)
    check_rate(services.limits.searches, client)
    await load_search(find_game(puzzle.game))
    return json_response(request, dump_json(await services.work.run(services.pools.hints, client, TRY_COST, work)))


def _judge(puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    from veier.learn.puzzle_verdicts import check_puzzle_try

    return check_puzzle_try(puzzle, moves).to_data()


def _solve(puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    from veier.learn.puzzle_verdicts import solution_line

    line = solution_line(puzzle, moves)
    return {"line": list(line), "remarks": [remark.to_data() for remark in puzzle.remarks]}


def _find(name: str) -> Puzzle:
    try:
        return find_puzzle(name)
    except VeierError:
        raise not_found() from None


async def _puzzle_response(request: Request, puzzle: Puzzle) -> Response:
    game = find_game(puzzle.game)
    await load_rules(game)
    position = await asyncio.to_thread(puzzle.start)
    puzzles = puzzles_of(puzzle.game)
    following = puzzles[(puzzles.index(puzzle) + 1) % len(puzzles)]
    data = _summary(puzzle) | {
        "game": puzzle.game,
        "title": game.text("title").to_data(),
        "position": puzzle.position,
        "mover": position.mover,
        "task": describe_puzzle(puzzle).to_data(),
        "origin": describe_origin(puzzle).to_data(),
        "next": following.id,
        "view": to_plain(position.view()),
    }
    return json_response(request, dump_json(data))


def _summary(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "moves": puzzle.moves,
        "difficulty": puzzle.difficulty,
        "name": describe_kind(puzzle).to_data(),
        "hardness": describe_difficulty(puzzle).to_data(),
    }
