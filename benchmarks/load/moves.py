"""Moves: how many a second are on disk, and how long players wait for the acknowledgement."""

from __future__ import annotations

import asyncio
import time
from math import ceil

from benchmarks.load.crowd import Crowd, LoadTable
from benchmarks.load.figures import Figures, Usage, milliseconds
from benchmarks.load.websocket import ClientSocket
from benchmarks.server_process import ServerProcess

# Moves of a game that is played as fast as it can be: fewer than a player may send at once.
_LONG_GAME = 80
_ACK, _REFUSED, _STALE = b'{"type":"ack"', b'{"type":"refused"', b'{"type":"stale"'
# The server does not know whether the move was saved: it is sent again after some seconds, as browsers do.
_UNKNOWN, _AGAIN_SECONDS = b'{"type":"unknown"', 1.0


class Game:
    """Plays the moves of one table; `at_once` sends the next one as soon as one is acknowledged."""

    def __init__(self, table: LoadTable, *, at_once: bool) -> None:
        self.table = table
        self.acknowledged: list[float] = []
        self.refused: list[bytes] = []
        self.unknown = 0
        self._at_once = at_once
        self._sent = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether a move was sent that is not answered."""
        return self._sent > 0

    def move(self) -> None:
        """Send the next move."""
        self._sent = time.monotonic()
        self.table.send_move()

    def hear(self, _: ClientSocket, message: bytes) -> None:
        """Take an answer; all other messages are dropped."""
        if message.startswith(_ACK):
            self.acknowledged.append(time.monotonic() - self._sent)
            self.table.ply += 1
            self._sent = 0.0
            if self._at_once and not self.table.is_played_out:
                self.move()
        elif message.startswith((_REFUSED, _STALE)):
            self.refused.append(message[:200])
            self._sent = 0.0
        elif message.startswith(_UNKNOWN):
            self.unknown += 1
            asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self.table.send_move)

    def stop(self) -> None:
        """Send nothing more."""
        self._at_once = False


async def open_games(
    crowd: Crowd, game: str, count: int, moves: int, *, at_once: bool = False, watchers: int = 0
) -> list[Game]:
    """Open tables with two players on sockets, and with watchers, dealt to the tables in turn."""
    games = [Game(table, at_once=at_once) for table in await crowd.open_tables(game, count, moves)]
    await asyncio.gather(*(crowd.seat([each.table], each.hear) for each in games))
    await asyncio.gather(*(crowd.connect(games[n % count].table, _drop) for n in range(watchers)))
    return games


def _drop(_: ClientSocket, __: bytes) -> None:
    return


async def measure_throughput(server: ServerProcess, game: str, tables: int, seconds: float, choices: bool) -> Figures:
    """Measure how many moves a second one server makes durable: every table moves as soon as it is acknowledged."""
    crowd = Crowd(server.url, choices=choices)
    games = await open_games(crowd, game, tables, _LONG_GAME, at_once=True)
    usage = Usage(server)
    for each in games:
        each.move()
    while usage.seconds < seconds and not all(each.table.is_played_out for each in games):
        await asyncio.sleep(0.02)
    moves, passed = sum(len(each.acknowledged) for each in games), usage.seconds
    used = usage.per_move(moves) | usage.figures()
    for each in games:
        each.stop()
    crowd.close()
    times = [seconds for each in games for seconds in each.acknowledged]
    refused = sum(len(each.refused) for each in games)
    size = {"game": game, "tables": tables, "seconds": round(passed, 1), "choices": choices}
    return {**size, "moves_per_s": round(moves / passed), "refused": refused, **milliseconds("ack", times), **used}


async def play_steadily(games: list[Game], rate: float, seconds: float) -> None:
    """Let tables move in turn, at a steady rate in all; one that still waits for an answer misses its turn."""
    begun, number = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        each = games[number % len(games)]
        if not each.is_waiting and not each.table.is_played_out:
            each.move()
        number += 1
        await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))


async def measure_latency(
    server: ServerProcess, game: str, tables: int, sockets: int, rate: float, seconds: float
) -> Figures:
    """Measure the time until a move is acknowledged while tables move at a steady rate in all, each in its turn."""
    crowd = Crowd(server.url)
    begun = time.monotonic()
    moves = ceil(rate * seconds / tables) + 1
    games = await open_games(crowd, game, tables, moves, watchers=sockets - 2 * tables)
    opening = time.monotonic() - begun
    usage = Usage(server)
    await play_steadily(games, rate, seconds)
    passed, used = usage.seconds, usage.figures()
    await asyncio.sleep(0.5)
    times = [seconds for each in games for seconds in each.acknowledged]
    found = {
        "game": game,
        "tables": tables,
        "sockets": len(crowd.sockets),
        "opened_in_s": round(opening, 1),
        "moves_per_s": round(len(times) / passed, 1),
        "unanswered": sum(each.is_waiting for each in games),
        "refused": sum(len(each.refused) for each in games),
        "lost_sockets": len(crowd.lost),
        **milliseconds("ack", times),
        **used,
    }
    crowd.close()
    return found
