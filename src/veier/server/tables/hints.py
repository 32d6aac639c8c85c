"""Hints: at most one search per session, in the threads of the computers."""

from __future__ import annotations

from typing import Any

from veier.core.history import History
from veier.messages import message
from veier.server.http.problems import Problem
from veier.server.kernel_loading import load_search
from veier.server.tables.computers import Computers
from veier.table import hint_data


async def find_hint(computers: Computers, session: str, history: History) -> dict[str, Any]:
    """Suggest a move; raise Problem 429 while an earlier hint of the session is being searched."""
    if session in computers.hint_sessions:
        raise Problem(429, message("server.one_search"), {"Retry-After": "1"}, retry=1)
    computers.hint_sessions.add(session)
    try:
        await load_search(history.final.game)
        return await computers.run(hint_data, history.final, history=history)
    finally:
        computers.hint_sessions.discard(session)
