"""Watchers of one table: how long a move takes to reach all of them."""

from __future__ import annotations

import asyncio
import time

from benchmarks.load.crowd import Crowd
from benchmarks.load.figures import Figures, Usage, milliseconds
from benchmarks.load.websocket import ClientSocket, event_version
from benchmarks.server_process import ServerProcess

# Seconds after which a move that has not reached all counts as lost on the way.
_PATIENCE = 20.0


class Gallery:
    """The watchers of a table; notes when each hears of a version."""

    def __init__(self) -> None:
        self.version = 0
        self.sent = 0.0
        self.times: list[float] = []
        self.size = 0

    def hear(self, _: ClientSocket, message: bytes) -> None:
        """Take an event of the version that is waited for."""
        if event_version(message) == self.version:
            self.times.append(time.monotonic() - self.sent)


async def measure_watchers(server: ServerProcess, game: str, watchers: int, moves: int) -> Figures:
    """Measure the time from sending a move until each watcher has the event, one move at a time."""
    crowd, gallery = Crowd(server.url), Gallery()
    table = (await crowd.open_tables(game, 1, moves))[0]
    await crowd.seat([table], lambda _, __: None)
    await asyncio.gather(*(crowd.connect(table, gallery.hear) for _ in range(watchers)))
    # Who came and went is announced a moment later.
    await asyncio.sleep(2.0)
    usage, times, last = Usage(server), list[float](), list[float]()
    for _ in range(moves):
        gallery.version, gallery.sent, gallery.times = table.ply + 1, time.monotonic(), []
        table.send_move()
        while len(gallery.times) < watchers and time.monotonic() < gallery.sent + _PATIENCE:
            await asyncio.sleep(0.005)
        times += gallery.times
        last.append(max(gallery.times, default=_PATIENCE))
        table.ply += 1
        await asyncio.sleep(0.3)
    used = usage.figures()
    crowd.close()
    found = {"game": game, "watchers": watchers, "moves": moves, "missed": moves * watchers - len(times)}
    return {**found, **milliseconds("fanout", times), **milliseconds("all_have_it", last), **used}
