"""Hints: one search a session, in the threads of the computer's players."""

from __future__ import annotations

import asyncio
from typing import Any

from veier.core.position import Position
from veier.messages import message
from veier.server.loading import load_search
from veier.server.players import Players
from veier.server.problems import Problem
from veier.table import hint_data


async def hint_for(players: Players, session: str, position: Position) -> dict[str, Any]:
    """Suggest a move in a position; a session asks one question at a time."""
    if session in players.asking:
        raise Problem(429, message("server.one_search"), {"Retry-After": "1"}, retry=1)
    players.asking.add(session)
    try:
        return await asyncio.get_running_loop().run_in_executor(players.executor, _suggest, position)
    finally:
        players.asking.discard(session)


def _suggest(position: Position) -> dict[str, Any]:
    load_search(position.game)
    return hint_data(position)
