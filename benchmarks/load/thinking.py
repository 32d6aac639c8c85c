"""People beside computers: how long they wait for an acknowledgement while computers think on all cores."""

from __future__ import annotations

import asyncio
from math import ceil

from benchmarks.load.crowd import Crowd
from benchmarks.load.figures import Figures, Usage, milliseconds
from benchmarks.load.moves import Game, open_games, play_steadily
from benchmarks.server_process import ServerProcess, percentile

# Tables of computers for each thread, so that none is ever idle; and their level.
_TABLES_EACH, LEVEL = 4, 8
# The share of the time in which the first searches begin.
_PREPARING = 0.2


async def measure_thinking(
    server: ServerProcess, game: str, tables: int, rate: float, seconds: float, thinkers: int
) -> Figures:
    """Measure acknowledgements with nobody else there, then while strong computers play each other."""
    crowd = Crowd(server.url)
    games = await open_games(crowd, game, tables, 2 * (ceil(rate * seconds / tables) + 1))
    await play_steadily(games, rate, seconds)
    await asyncio.sleep(0.5)
    alone = _take_times(games)
    await crowd.open_computers(game, _TABLES_EACH * thinkers, LEVEL)
    await asyncio.sleep(_PREPARING * seconds)
    usage = Usage(server)
    await play_steadily(games, rate, seconds)
    used = usage.figures()
    await asyncio.sleep(0.5)
    beside = _take_times(games)
    refused = sum(len(each.refused) for each in games)
    crowd.close()
    return {
        "game": game,
        "tables": tables,
        "moves_per_s": rate,
        "thinkers": thinkers,
        "level": LEVEL,
        "searches": int(server.metric("veier_searches_total")),
        **milliseconds("alone", alone),
        **milliseconds("beside_computers", beside),
        "p99_ratio": round(percentile(beside, 0.99) / percentile(alone, 0.99), 2),
        "refused": refused,
        **used,
    }


def _take_times(games: list[Game]) -> list[float]:
    times = [taken for each in games for taken in each.acknowledged]
    for each in games:
        each.acknowledged.clear()
    return times
