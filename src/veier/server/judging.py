"""Tries at puzzles, judged in the threads of the computer's players, away from the event loop."""

from __future__ import annotations

import asyncio
from typing import Any

from veier.games import game as find_game
from veier.learn.puzzle import Puzzle
from veier.server.loading import load_search
from veier.server.players import Players


async def judgement_for(players: Players, puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    """Judge a try."""
    return await asyncio.get_running_loop().run_in_executor(players.executor, _judge, puzzle, moves)


async def solution_for(players: Players, puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    """Give the rest of the solution, and why it is right."""
    return await asyncio.get_running_loop().run_in_executor(players.executor, _solve, puzzle, moves)


def _judge(puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    load_search(find_game(puzzle.game))
    from veier.learn.judging import judge

    return judge(puzzle, moves).to_data()


def _solve(puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    load_search(find_game(puzzle.game))
    from veier.learn.judging import solution_line

    line = solution_line(puzzle, moves)
    return {"line": list(line), "remarks": [remark.to_data() for remark in puzzle.remarks]}
