"""The computer's players: turns that wait are thought about in threads beside the event loop, a few at once.

A turn is kept in the database until its move is written, so that it is picked up again after a restart. A search that
fails is tried once more and then answered by a simple move, as is one that takes too long. A turn that fails all the
same is tried again after growing pauses; then people are told, and whoever comes back to the table asks again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.messages import message
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
# A search that fails is begun so many times.
_SEARCHES = 2
# A turn that fails is tried again after so many seconds each.
_PAUSES = (0.5, 2.0, 8.0)
# A computer takes over the first player's colour if its own chances are below this.
_SWAP_BELOW = 0.45


@dataclass
class _Turn:
    """A computer's turn at a version of a table; `stop` ends the search that runs."""

    live: Live
    version: int
    stop: Stop = field(default_factory=Stop)
    task: asyncio.Task[None] | None = None

    @property
    def is_wanted(self) -> bool:
        return self.live.table.version == self.version and self.live.computer_level is not None

    def end(self) -> None:
        """Stop thinking: something else has happened at the table."""
        self.stop.set()
        if self.task:
            self.task.cancel()


class Players:
    """Lets the computer move wherever it is its turn."""

    def __init__(self, hall: Hall, workers: int, least_ms: int) -> None:
        self._hall = hall
        self._least = least_ms / 1000
        self.executor = ThreadPoolExecutor(max(1, workers), "veier-thinking")
        # The sessions that wait for a hint.
        self.asking: set[str] = set()
        self._free = asyncio.Semaphore(max(1, workers))
        self._turns: dict[str, _Turn] = {}

    async def pick_up(self) -> None:
        """Go on with the turns that were waiting when the server ended."""
        for name in await self._hall.store.waiting_tables():
            try:
                self.look_at(await self._hall.find(name))
            except Problem:
                log("turn not picked up", logging.ERROR, table=name)

    def look_at(self, live: Live) -> None:
        """Begin to think if it is the computer's turn, and stop what is not wanted any more."""
        turn = self._turns.get(live.id)
        if turn and not turn.is_wanted:
            turn.end()
            del self._turns[live.id]
            turn = None
        if live.computer_level is not None and not turn:
            turn = self._turns[live.id] = _Turn(live, live.table.version)
            turn.task = asyncio.create_task(self._take(turn))

    async def close(self) -> None:
        """Stop all searches."""
        for turn in self._turns.values():
            turn.end()
        self.executor.shutdown(wait=False, cancel_futures=True)

    @property
    def thinking(self) -> int:
        """How many turns are thought about or wait for it."""
        return len(self._turns)

    async def _take(self, turn: _Turn) -> None:
        """Take a turn, again and again if it fails; at last say so to those who wait for it."""
        try:
            for pause in (*_PAUSES, None):
                try:
                    await self._move(turn)
                    return
                except Exception:
                    log("turn failed", logging.ERROR, fault=True, table=turn.live.id, version=turn.version)
                    self._hall.metrics.count("turns_failed")
                if pause is not None:
                    await asyncio.sleep(pause)
            turn.live.tell(type="refused", id=None, reason=message("server.computer_stuck").to_data())
            turn.live.rest()
        finally:
            if self._turns.get(turn.live.id) is turn:
                del self._turns[turn.live.id]

    async def _move(self, turn: _Turn) -> None:
        begun = time.monotonic()
        live, table, seat, level = turn.live, turn.live.table, turn.live.table.mover, turn.live.computer_level
        assert seat is not None
        assert level is not None
        live.thinking.add(seat)
        live.tell(type="thinking", seat=seat, on=True, version=turn.version)
        command = await self._think(turn, table, level)
        await asyncio.sleep(max(0.0, self._least - (time.monotonic() - begun)))
        while turn.is_wanted:
            try:
                await self._hall.computer(live, turn.version, command)
                self._hall.metrics.count("computer_moves")
                return
            except Problem:
                # Not saved: the disk may come back.
                await asyncio.sleep(1)

    async def _think(self, turn: _Turn, table: Table, level: int) -> Command:
        loop = asyncio.get_running_loop()
        for _ in range(_SEARCHES):
            turn.stop = Stop()
            try:
                async with self._free:
                    search = loop.run_in_executor(self.executor, _choose, table, level, turn.stop)
                    command = await asyncio.wait_for(search, _LONGEST + _GRACE)
                self._hall.metrics.count("searches")
                return command
            except TimeoutError:
                log("search hangs", logging.ERROR, game=table.game.id, strength=level)
                turn.stop.set()
                break
            except Exception:
                log("search failed", logging.ERROR, fault=True, game=table.game.id, strength=level)
        return Move(await asyncio.to_thread(_simple_move, table.position))


def _choose(table: Table, level: int, stop: Stop) -> Command:
    """Choose a computer's move, or to take over the other colour; runs in a thread."""
    load_search(table.game)
    from veier.search.levels import level_count, think_at_level

    position = table.position
    # The game may have had more levels when the table was set up.
    level = min(level, level_count(table.game))
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
