"""A server that is killed: how long until it serves again, and until all its clients are back."""

from __future__ import annotations

import asyncio
import signal
import time
from random import Random

from benchmarks.load.crowd import Crowd, LoadTable
from benchmarks.load.figures import Figures, Usage, milliseconds
from benchmarks.load.websocket import ClientSocket
from benchmarks.server_process import ServerProcess

# Sockets of a table.
_EACH = 10
# Seconds before a browser connects again: doubled each time, and by chance half of it or as much again (`live.js`).
_PAUSE, _LONGEST_PAUSE = 0.4, 12.0


async def measure_restart(server: ServerProcess, game: str, sockets: int) -> Figures:
    """Kill the server, start it again at once, and let all clients come back as browsers do."""
    crowd, random = Crowd(server.url), Random(0)
    tables = await crowd.open_tables(game, max(1, sockets // _EACH), 0)
    clients = [tables[number % len(tables)] for number in range(sockets)]
    await asyncio.gather(*(_connect(crowd, table) for table in clients))
    # The operating system closes them all when the process is gone.
    await asyncio.to_thread(server.stop, signal.SIGKILL)
    begun = time.monotonic()
    server.launch()
    back = [asyncio.create_task(_come_back(crowd, table, random)) for table in clients]
    while not await asyncio.to_thread(server.answers):
        await asyncio.sleep(0.02)
    serving = time.monotonic() - begun
    usage = Usage(server)
    times = [at - begun for at in await asyncio.gather(*back)]
    crowd.close()
    return {
        "game": game,
        "tables": len(tables),
        "sockets": sockets,
        "serving_after_s": round(serving, 1),
        **milliseconds("back", times),
        "all_back_after_s": round(max(times), 1),
        **usage.figures(),
    }


async def _connect(crowd: Crowd, table: LoadTable) -> None:
    """Open a socket, and wait until it has the state of its table."""
    has_state = asyncio.Event()

    def hear(_: ClientSocket, __: bytes) -> None:
        has_state.set()

    await crowd.connect(table, hear)
    await asyncio.wait_for(has_state.wait(), 30)


async def _come_back(crowd: Crowd, table: LoadTable, random: Random) -> float:
    """Connect again and again, as a page does; return when it has the state."""
    tries = 0
    while True:
        await asyncio.sleep(min(_LONGEST_PAUSE, _PAUSE * 2**tries) * (0.5 + random.random()))
        try:
            await _connect(crowd, table)
        except (OSError, TimeoutError):
            tries += 1
        else:
            return time.monotonic()
