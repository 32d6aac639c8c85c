"""The explorer: what is proved of a position's moves, at once by the books, on request by a search."""

from __future__ import annotations

from functools import partial

from veier.games import game as find_game
from veier.record import parse_position
from veier.search.limits import Stop
from veier.server.compact_json import dump_json
from veier.server.kernel_loading import load_search
from veier.server.services import Services
from veier.server.work.client_work import EXPLORE_COST, EXPLORE_SEARCH_COST, MOVE_COST
from veier.server.work.lines import Line, write_end, write_exploration

# Seconds of a search, in which most moves are decided that the books do not know.
_SEARCH_SECONDS = 3.0


async def write_explored(services: Services, client: str, line: Line, search: bool) -> str:
    """Write what is proved of the moves at the end of a line as JSON, within the client's budget."""
    await load_search(find_game(line.game))
    cost = MOVE_COST * len(line.moves)
    if not search:
        return await services.work.run(
            services.pools.lines, client, cost + EXPLORE_COST, partial(write_exploration, line)
        )
    position = await services.work.run(services.pools.lines, client, cost, partial(write_end, line))
    stop = Stop()
    work = partial(_search, position, stop)
    return await services.work.run(services.pools.hints, client, EXPLORE_SEARCH_COST, work, stop)


def _search(position: str, stop: Stop) -> str:
    from veier.explain.explorer import explore

    return dump_json(explore(parse_position(position), _SEARCH_SECONDS, stop).to_data())
