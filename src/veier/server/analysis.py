"""The analysis board: a search that deepens step by step, and tells what it finds as it is found.

Each step waits for its turn in the pool and is paid for before it starts, by the visitor and by the address. So a
visitor who analyses takes turns with all others, and nobody's hints or computers wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from veier.core.errors import VeierError
from veier.core.history import History
from veier.explain.best_lines import STEPS, BestLines, take_step
from veier.games import game as find_game
from veier.messages import Message, message
from veier.record import parse_position
from veier.search.limits import Stop
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem
from veier.server.kernel_loading import load_search
from veier.server.live_games import checked_line
from veier.server.schemas.analysis import AnalyseMessage
from veier.server.services import Services
from veier.server.tables.connection import Connection
from veier.server.visitor_searches import visitor_of
from veier.server.work.lines import Line


def start_analysis(services: Services, connection: Connection, asked: AnalyseMessage) -> None:
    """Begin to search for a visitor; what it asked for before ends, in another window too, which is told."""
    before = services.searches.start(connection, asked.id, _analyse(services, connection, asked))
    if before and before.connection is not connection:
        tell_end(before.connection, before.id, message("server.one_analysis"))


def tell_end(connection: Connection, name: str | None, reason: Message) -> None:
    """Send a client the reason why a search was refused or ends before it is done."""
    connection.send(dump_json({"type": "ended", "id": name, "reason": reason.to_data()}))


async def _analyse(services: Services, connection: Connection, asked: AnalyseMessage) -> None:
    try:
        await _deepen(services, connection, asked, await _checked(services, connection, asked))
    except (Problem, VeierError) as error:
        tell_end(connection, asked.id, error.reason)


async def _checked(services: Services, connection: Connection, asked: AnalyseMessage) -> Line:
    """Return the line that is asked about; raise VeierError, or Problem where no help is given."""
    line = Line(asked.game, asked.start, asked.moves)
    line = await checked_line(services, connection.address, connection.session, line)
    await load_search(find_game(line.game))
    return line


def _search(
    line: Line, count: int, step: int, stop: Stop, report: Callable[[BestLines], None] | None = None
) -> BestLines:
    """Search the end of a line, with its moves as history; raise VeierError if the game is over there."""
    start = parse_position(line.start) if line.start else find_game(line.game).start()
    return take_step(History(start, line.moves), count, step, stop, report)


async def _deepen(services: Services, connection: Connection, asked: AnalyseMessage, line: Line) -> None:
    loop, most = asyncio.get_running_loop(), 0

    def tell(found: BestLines) -> None:
        nonlocal most
        # A step begins again from nothing: until it knows more than the one before, it tells nothing.
        most = max(most, found.nodes)
        connection.send(dump_json({"type": "lines", "id": asked.id, **found.to_data()}))

    def report(found: BestLines) -> None:
        if found.nodes > most:
            loop.call_soon_threadsafe(tell, found)

    for step, seconds in enumerate(STEPS):
        stop = Stop()
        work = partial(_search, line, asked.lines, step, stop, report)
        clients = visitor_of(connection), connection.address
        found = await services.work.run_analysis(services.pools.analyses, clients, seconds, work, stop)
        # On a busy machine a longer step may have found out less.
        if found.done or found.nodes >= most:
            tell(found)
        if found.done:
            return
