"""Computers: their turns are searched in a pool of their own (`server/work/pools.py`).

A turn stays in the database until its move is committed, so that it is resumed after a restart. A search that fails is
repeated once, then answered by a simple move; so is one that takes too long. While the kernels of a game are being
compiled, which takes up to a minute where the library does not provide them, the lower levels answer with simple moves,
the others wait; that time does not count as thinking. A turn that fails nevertheless is retried after growing pauses,
without end; the players are notified of it, and the next connection to the table shortens the pause. Turns that are in
the database and not being played are looked for now and then, because an outage may have ended any step.

Of servers that share a database each plays the turns that are leased to it (`store/leases.py`): those that follow on a
change of its own, while it has time, and those that nobody plays.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.messages import message
from veier.search.limits import Stop
from veier.server.compilation import compile_queue
from veier.server.http.problems import Problem
from veier.server.kernel_loading import load_search
from veier.server.logs import log
from veier.server.store.errors import StoreError
from veier.server.tables.registry import TableRegistry
from veier.server.tables.session import TableSession
from veier.server.work.pools import GivenUp, Pool
from veier.table import Command, Move, Swap, Table

# Seconds after which a search is stopped and answers with what it has; the pool gives it up some seconds later.
_SEARCH_SECONDS = 20.0
# The share of a game's levels that answer with simple moves while its kernels are being compiled.
_SIMPLE_SHARE = 0.5
# Number of searches per attempt at a turn; the second one is for a search that failed.
_SEARCHES = 2
# Seconds before each further attempt at a turn, the last one again and again.
_RETRY_PAUSES = (0.5, 2.0, 8.0, 30.0)
# Seconds between two searches for turns that nobody plays; with several servers it may be another's turn to take them.
_WATCH_SECONDS = 5.0
_SHARED_WATCH_SECONDS = 1.0
# Turns for each thread that a server takes.
_TURNS_EACH = 2
# Statuses of problems that stay: there is no such table, or it cannot be read.
_LASTING = (404, 410)
# A computer takes over the first player's colour if its own winning probability is below this.
_SWAP_BELOW = 0.45
# The client of all tables that none of their players looks at.
_NOBODY = "-"


@dataclass
class _Turn:
    """A computer's turn at a version of a table; `stop` ends the running search, `retry` a pause after a failure."""

    table_session: TableSession
    version: int
    stop: Stop = field(default_factory=Stop)
    retry: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def is_current(self) -> bool:
        table_session = self.table_session
        return table_session.table.version == self.version and table_session.computer_level is not None

    def cancel(self) -> None:
        """Stop the search, because the table has changed."""
        self.stop.set()
        if self.task:
            self.task.cancel()


class Computers:
    """Plays the computers' turns at all tables."""

    def __init__(self, registry: TableRegistry, pool: Pool, min_ms: int, threads: int) -> None:
        self._registry = registry
        self._pool = pool
        self._threads = threads
        self._most = _TURNS_EACH * threads if registry.store.is_shared else None
        self._free = 0
        self._news = asyncio.Event()
        self._min_seconds = min_ms / 1000
        self._turns: dict[str, _Turn] = {}
        self._unreadable: set[str] = set()
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Play the turns that are in the database, now and whenever one is found there that nobody plays."""
        self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            try:
                await self._resume()
            except Exception:
                log("turns not resumed", logging.ERROR, fault=True)
            self._news.clear()
            with suppress(TimeoutError):
                seconds = _SHARED_WATCH_SECONDS if self._registry.store.is_shared else _WATCH_SECONDS
                await asyncio.wait_for(self._news.wait(), seconds)

    def look(self) -> None:
        """Look for turns that nobody plays, at once."""
        self._news.set()

    @property
    def has_time(self) -> bool:
        """Whether this server takes another turn; a server alone takes all."""
        return self._most is None or len(self._turns) < self._most

    async def _resume(self) -> None:
        """Start the turns that are in the database and not being played."""
        if self._most is not None:
            await self._registry.store.jobs.take(self._most - len(self._turns))
            self._free = await self._registry.store.jobs.count_free()
        for name in await self._registry.store.jobs.pending_tables():
            if name in self._turns or name in self._unreadable:
                continue
            try:
                table_session = await self._registry.find(name, fresh=True)
                table_session.turn_here = table_session.table.version
                self.update(table_session)
            except Exception as error:
                log("turn not resumed", logging.ERROR, fault=True, table=name)
                if isinstance(error, Problem) and error.status_code in _LASTING:
                    self._unreadable.add(name)

    def update(self, table_session: TableSession) -> None:
        """Start a search if a computer is to move, and stop one that is out of date."""
        turn = self._turns.get(table_session.id)
        if turn and not turn.is_current:
            turn.cancel()
            del self._turns[table_session.id]
            turn = None
        if turn:
            turn.retry.set()
        elif table_session.computer_level is not None and self._is_ours(table_session):
            turn = self._turns[table_session.id] = _Turn(table_session, table_session.table.version)
            turn.task = asyncio.create_task(self._play(turn))

    def _is_ours(self, table_session: TableSession) -> bool:
        return self._most is None or table_session.turn_here == table_session.table.version

    async def close(self) -> None:
        """Stop all searches."""
        if self._watching:
            self._watching.cancel()
        for turn in self._turns.values():
            turn.cancel()

    @property
    def waiting(self) -> int:
        """The number of turns that nobody searches: of several servers those of none, of one those without a thread."""
        return max(0, len(self._turns) - self._threads) if self._most is None else self._free

    async def _play(self, turn: _Turn) -> None:
        """Play a turn, with as many attempts as it takes; notify the players when several have failed."""
        table_session = turn.table_session
        try:
            for failures in count(1):
                try:
                    if turn.is_current:
                        await self._attempt(turn)
                    return
                except Exception:
                    log("turn failed", logging.ERROR, fault=True, table=table_session.id, version=turn.version)
                    self._registry.metrics.count("turns_failed")
                if failures == len(_RETRY_PAUSES):
                    table_session.broadcast(type="refused", id=None, reason=message("server.computer_stuck").to_data())
                    table_session.clear_thinking()
                turn.retry.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(turn.retry.wait(), _RETRY_PAUSES[min(failures, len(_RETRY_PAUSES)) - 1])
        finally:
            if self._turns.get(table_session.id) is turn:
                del self._turns[table_session.id]

    async def _attempt(self, turn: _Turn) -> None:
        started = time.monotonic()
        table_session, table = turn.table_session, turn.table_session.table
        seat, level = table.mover, table_session.computer_level
        assert seat is not None
        assert level is not None
        table_session.thinking.add(seat)
        table_session.broadcast_changes()
        preparing = not await compile_queue.is_ready(table.game)
        table_session.broadcast(type="thinking", seat=seat, on=True, version=turn.version, preparing=preparing)
        command = await self._search(turn, table, level)
        await asyncio.sleep(max(0.0, self._min_seconds - (time.monotonic() - started)))
        while turn.is_current:
            try:
                await self._registry.execute_for_computer(table_session, turn.version, command)
                self._registry.metrics.count("computer_moves")
                return
            except (Problem, StoreError):
                # Not saved: the disk may recover.
                await asyncio.sleep(1)

    async def _search(self, turn: _Turn, table: Table, level: int) -> Command:
        is_low = level <= _SIMPLE_SHARE * table.game.evaluation.level_scale.count
        if is_low and not await compile_queue.is_ready(table.game):
            return Move(await asyncio.to_thread(_simple_move, table.position))
        await load_search(table.game)
        for _ in range(_SEARCHES):
            turn.stop = Stop()
            search = partial(_choose_command, table, level, turn.stop)
            try:
                command = await self._pool.run(_client_of(turn.table_session), search, turn.stop)
                self._registry.metrics.count("searches")
                return command
            except GivenUp:
                log("search hangs", logging.ERROR, game=table.game.id, strength=level)
                break
            except Exception:
                log("search failed", logging.ERROR, fault=True, game=table.game.id, strength=level)
        return Move(await asyncio.to_thread(_simple_move, table.position))


def _client_of(table_session: TableSession) -> str:
    """Return whose turn in the pool a search takes: a player's who is there; tables without one share theirs."""
    owners = set(table_session.owners.values())
    there = (connection.address for connection in table_session.connections if connection.session in owners)
    return next(there, _NOBODY)


def _choose_command(table: Table, level: int, stop: Stop) -> Command:
    """Choose a computer's move, or the exchange of colours; runs in a thread."""
    from veier.search.levels import level_count, think_at_level

    position = table.position
    # The game may have had more levels when the table was set up.
    level = min(level, level_count(table.game))
    with stop.after(_SEARCH_SECONDS):
        analysis = think_at_level(position, level, seed=secrets.randbelow(2**32), stop=stop, history=table.history)
    if table.can_swap and analysis.best.chances[position.mover] + analysis.best.draw / 2 < _SWAP_BELOW:
        return Swap(True)
    return Move(position.parse_move(analysis.best.move.text).text)


def _simple_move(position: Position) -> str:
    """Choose a random move that wins at once, else one that does not lose at once, by the rules alone."""
    moves = list(position.legal_moves)
    Random().shuffle(moves)
    chosen: str = moves[0].text
    for move in moves[:200]:
        try:
            outcome = position.play(move).outcome
        except VeierError:
            continue
        if outcome is None or outcome.winner == position.mover:
            chosen = move.text
            if outcome:
                break
    return chosen
