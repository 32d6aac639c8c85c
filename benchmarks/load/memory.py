"""Memory: of a table with two sockets, of a further socket, and over a long time in which sockets come and go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random

from benchmarks.load.crowd import Crowd
from benchmarks.load.figures import Figures, Usage, milliseconds
from benchmarks.load.moves import open_games
from benchmarks.load.websocket import ClientSocket
from benchmarks.server_process import ServerProcess

# Seconds of a soak in which memory may still grow: caches fill, the allocator settles.
_WARM_UP = 60.0
# Moves after which a table is left for a new one.
_SOAK_MOVES = 40


async def measure_memory(server: ServerProcess, game: str, tables: int, watchers: int) -> Figures:
    """Measure the memory that tables with two sockets and a few moves take, and further sockets."""
    crowd = Crowd(server.url)
    # What the first tables load is not counted.
    await _play_a_little(crowd, game, 10)
    empty = await _settled(server)
    await _play_a_little(crowd, game, tables)
    seated = await _settled(server)
    games = await crowd.open_tables(game, 1, 0)
    await asyncio.gather(*(crowd.connect(games[0], _drop) for _ in range(watchers)))
    full = await _settled(server)
    crowd.close()
    return {
        "game": game,
        "tables": tables,
        "kb_per_table_with_two_sockets": round((seated - empty) * 1024 / tables, 1),
        "further_sockets": watchers,
        "kb_per_further_socket": round((full - seated) * 1024 / watchers, 1),
        **Usage(server).figures(),
    }


async def _play_a_little(crowd: Crowd, game: str, tables: int, moves: int = 4) -> None:
    games = await open_games(crowd, game, tables, moves)
    for _ in range(moves):
        for each in games:
            each.move()
            await asyncio.sleep(0.002)
        while any(each.is_waiting for each in games):
            await asyncio.sleep(0.05)


async def _settled(server: ServerProcess) -> float:
    await asyncio.sleep(2.0)
    return server.megabytes


def _drop(_: ClientSocket, __: bytes) -> None:
    return


async def soak(server: ServerProcess, game: str, tables: int, seconds: float, say: Callable[[str], None]) -> Figures:
    """Play for a long time while watchers come and go and new tables are opened; watch the memory."""
    crowd, random = Crowd(server.url), Random(0)
    games = await open_games(crowd, game, tables, _SOAK_MOVES)
    usage, samples, visits = Usage(server), list[tuple[float, float]](), 0
    times: list[float] = []
    passers: list[ClientSocket] = []
    sampled = time.monotonic()
    while usage.seconds < seconds:
        number = random.randrange(len(games))
        each = games[number]
        if each.table.is_played_out:
            times += each.acknowledged
            _leave(crowd, each.table.sockets)
            games[number] = each = (await open_games(crowd, game, 1, _SOAK_MOVES))[0]
        if not each.is_waiting:
            each.move()
        passers.append(await crowd.connect(each.table, _drop))
        visits += 1
        if len(passers) > tables:
            _leave(crowd, [passers.pop(random.randrange(len(passers)))])
        if time.monotonic() > sampled + 10:
            sampled = time.monotonic()
            samples.append((round(usage.seconds), round(server.megabytes, 1)))
            say(f"{samples[-1][0]:5.0f} s  {samples[-1][1]:.1f} MB  {visits} visits, load {usage.figures()['load']}")
        await asyncio.sleep(0.02)
    used = usage.figures()
    times += [seconds for each in games for seconds in each.acknowledged]
    settled = [sample for sample in samples if sample[0] >= min(_WARM_UP, seconds / 2)] or samples
    found = {
        "tables": tables,
        "seconds": round(seconds),
        "moves": len(times),
        "visits": visits,
        "mb": samples,
        "grown_mb": round(settled[-1][1] - settled[0][1], 1) if settled else None,
        "lost_sockets": len(crowd.lost),
        **milliseconds("ack", times),
        **used,
    }
    crowd.close()
    return found


def _leave(crowd: Crowd, sockets: list[ClientSocket]) -> None:
    for socket in sockets:
        socket.close()
        crowd.sockets.remove(socket)
