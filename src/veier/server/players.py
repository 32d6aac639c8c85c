"""The computer's players: turns that wait are thought about in threads beside the event loop, a few at once.

A turn is kept in the database until its move is written, so that it is picked up again after a restart. A search that
fails or takes too long is answered by a simple move, so that nobody waits for ever.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.search.limits import Stop
from veier.server.hall import Hall
from veier.server.live import Live
from veier.server.loading import load_search
from veier.server.logs import log
from veier.server.problems import Problem
from veier.table import Command, Move, Swap, Table

# A search is asked to end after so many seconds, and given up on after so many more.
_LONGEST = 20.0
_GRACE = 40.0
# A computer takes over the first player's colour if its own chances are below this.
_SWAP_BELOW = 0.45


class Players:
    """Lets the computer move wherever it is its turn."""

    def __init__(self, hall: Hall, workers: int, least_ms: int) -> None:
        self._hall = hall
        self._least = least_ms / 1000
        self.executor = ThreadPoolExecutor(max(1, workers), "veier-thinking")
        # The sessions that wait for a hint.
        self.asking: set[str] = set()
        self._free = asyncio.Semaphore(max(1, workers))
        self._turns: dict[str, tuple[int, Stop, asyncio.Task[None]]] = {}

    async def pick_up(self) -> None:
        """Go on with the turns that were waiting when the server ended."""
        for name in await self._hall.store.waiting_tables():
            try:
                self.look_at(await self._hall.find(name))
            except Problem:
                log("turn not picked up", logging.ERROR, table=name)

    def look_at(self, live: Live) -> None:
        """Begin to think if it is the computer's turn, and stop what is not wanted any more."""
        version = live.table.version
        turn = self._turns.get(live.id)
        if turn and turn[0] != version:
            turn[1].set()
            del self._turns[live.id]
            turn = None
        if live.computer_level is not None and not turn:
            stop = Stop()
            task = asyncio.create_task(self._move(live, version, stop))
            self._turns[live.id] = version, stop, task
            task.add_done_callback(lambda done: self._end(live.id, done))

    async def close(self) -> None:
        """Stop all searches."""
        for _, stop, task in list(self._turns.values()):
            stop.set()
            task.cancel()
        self.executor.shutdown(wait=False, cancel_futures=True)

    @property
    def thinking(self) -> int:
        """How many turns are thought about or wait for it."""
        return len(self._turns)

    def _end(self, name: str, task: asyncio.Task[None]) -> None:
        turn = self._turns.get(name)
        if turn and turn[2] is task:
            del self._turns[name]
        if not task.cancelled() and task.exception():
            log("turn failed", logging.ERROR, table=name, error=type(task.exception()).__name__)

    async def _move(self, live: Live, version: int, stop: Stop) -> None:
        begun = time.monotonic()
        table, seat, level = live.table, live.table.mover, live.computer_level
        assert seat is not None
        assert level is not None
        live.thinking.add(seat)
        live.tell(type="thinking", seat=seat, on=True, version=version)
        command = await self._think(table, level, stop)
        await asyncio.sleep(max(0.0, self._least - (time.monotonic() - begun)))
        while not stop.is_set or live.table.version == version:
            try:
                await self._hall.computer(live, version, command)
                self._hall.metrics.count("computer_moves")
                return
            except Problem:
                # Not saved: the disk may come back.
                await asyncio.sleep(1)

    async def _think(self, table: Table, level: int, stop: Stop) -> Command:
        loop = asyncio.get_running_loop()
        try:
            async with self._free:
                search = loop.run_in_executor(self.executor, _choose, table, level, stop)
                command = await asyncio.wait_for(search, _LONGEST + _GRACE)
            self._hall.metrics.count("searches")
        except Exception:
            if not stop.is_set:
                log("search failed", logging.ERROR, fault=True, game=table.game.id, strength=level)
            stop.set()
            command = Move(_simple_move(table.position))
        return command


def _choose(table: Table, level: int, stop: Stop) -> Command:
    """Choose a computer's move, or to take over the other colour; runs in a thread."""
    from veier.search.levels import think_at_level

    load_search(table.game)
    position = table.position
    with stop.after(_LONGEST):
        analysis = think_at_level(position, level, seed=secrets.randbelow(2**32), stop=stop)
    if table.can_swap and analysis.best.chances[position.mover] + analysis.best.draw / 2 < _SWAP_BELOW:
        return Swap(True)
    return Move(position.parse_move(analysis.best.move.text).text)


def _simple_move(position: Position) -> str:
    """Give a move that wins or at least does not lose at once, by the plain rules."""
    moves = list(position.legal_moves)
    Random().shuffle(moves)
    fallback = moves[0].text
    for move in moves[:200]:
        try:
            outcome = position.play(move).outcome
        except VeierError:
            continue
        if outcome is None or outcome.winner == position.mover:
            fallback = move.text
            if outcome:
                break
    return fallback
