"""The hall: all tables that somebody looks at or a computer thinks at, and the one way to change them.

validate → commit → acknowledge → broadcast: `carry_out` gives the version when the events are on the disk; whoever
called acknowledges, and the broadcast follows.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from veier.core.errors import VeierError
from veier.core.game import RULES_VERSION
from veier.games import game as find_game
from veier.messages import message
from veier.server.live import Live
from veier.server.loading import load_rules
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.problems import Problem, not_found, not_saved
from veier.server.store.store import KeptEvent, Store
from veier.server.store.writer import Conflict, NotSaved, Step
from veier.server.times import clock_ms, wall_ms
from veier.server.tokens import digest, is_id, new_id, new_token
from veier.table import (
    Command,
    Event,
    Flag,
    Refusal,
    Rematch,
    Setup,
    Sit,
    Table,
    apply,
    decide,
    is_stale,
    next_setup,
    speaker,
)

# Tables in memory that nobody is at; the one that was looked at longest ago goes first.
_MOST_IDLE = 1000


class Stale(Exception):
    """What a command was about has changed since."""


class Hall:
    """The tables in memory. `on_change` is told of every table that has changed, after everybody else."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.on_change: Callable[[Live], None] = lambda live: None
        self.lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    # Finding.

    async def find(self, name: str) -> Live:
        """Find a table; raise a Problem if there is none, or if it cannot be read."""
        live = self.lives.get(name)
        if live is None:
            if not is_id(name):
                raise not_found()
            task = self._loading.get(name)
            if task is None:
                task = self._loading[name] = asyncio.create_task(self._load(name))
                task.add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(task)
        self.lives.move_to_end(name)
        return live

    async def _load(self, name: str) -> Live:
        kept = await self.store.find_table(name)
        if kept is None:
            raise not_found()
        try:
            if kept.rules != RULES_VERSION:
                raise ValueError("other rules")
            await load_rules(find_game(str(kept.setup.get("game"))))
            live = await asyncio.to_thread(Live.from_kept, kept)
        except ValueError as error:
            # This game is set aside; the others go on.
            log("unreadable table", logging.ERROR, fault=True, table=name)
            raise Problem(410, message("server.unreadable")) from error
        self._add(live)
        return live

    def _add(self, live: Live) -> None:
        self.lives[live.id] = live
        self._set_flag(live)
        idle = len(self.lives) - _MOST_IDLE
        for name, other in list(self.lives.items()) if idle > 0 else ():
            if not other.connections and not other.thinking and other.flag is None and not other.lock.locked():
                del self.lives[name]
                return

    # Opening.

    async def open(
        self, setup: Setup, owners: dict[int, str], invited: Iterable[int] = ()
    ) -> tuple[Live, dict[int, str]]:
        """Open a table; give it with the tokens of its invites by seat."""
        await load_rules(setup.find_game())
        await asyncio.to_thread(setup.check)
        name, tokens = new_id(), {seat: new_token() for seat in invited}
        live = Live(name, Table.start(setup, clock_ms()), wall_ms(), wall_ms(), dict(owners))
        job = live.computer_level is not None
        try:
            digests = {seat: digest(token) for seat, token in tokens.items()}
            await self.store.add_table(name, setup.to_data(), owners, digests, job=job)
        except NotSaved as error:
            raise not_saved() from error
        self._add(live)
        self.metrics.count("tables")
        log("table opened", table=name, game=setup.game)
        self.on_change(live)
        return live, tokens

    # Changing.

    async def command(self, live: Live, session: str | None, command_id: str, version: int, command: Command) -> int:
        """Carry out a command of a session; give the table's version after it. Raise Refusal, Stale or Problem."""
        holders = live.holders_of(session)
        if not holders:
            raise Refusal(message("table.no_seat"))
        if isinstance(command, Sit):
            raise Refusal(message("server.sit_by_invite"))
        async with live.lock:
            known = live.commands.get((holders[0], command_id))
            if known is not None:
                return known
            if is_stale(live.table, command, version):
                raise Stale
            mine = live.seats_of(session)
            seat = None if isinstance(command, Flag) else speaker(live.table, mine, command)
            events = decide(live.table, seat, command, clock_ms(), together=mine)
            await self._keep(live, events, holders[0], command_id)
        return live.table.version

    async def computer(self, live: Live, version: int, command: Command) -> bool:
        """Carry out a computer's command if the table still stands at a version; tell whether it did."""
        async with live.lock:
            if version != live.table.version or live.computer_level is None:
                return False
            await self._keep(live, decide(live.table, live.table.mover, command, clock_ms()))
        return True

    async def sit(self, live: Live, holder: int, session: str, name: str | None, steps: Iterable[Step]) -> None:
        """Give an open seat to a session; the steps use up the invite in the same transaction."""
        async with live.lock:
            seat = live.table.seat_of(holder)
            events = decide(live.table, seat, Sit(name), clock_ms())
            await self._keep(live, events, more=[*steps, self.store.seat_step(live.id, {holder: session})])
            live.owners[holder] = session

    async def _keep(
        self,
        live: Live,
        events: tuple[Event, ...],
        holder: int | None = None,
        command_id: str | None = None,
        more: Iterable[Step] = (),
    ) -> None:
        """Write events, then change the table in memory and let everybody know; the table's lock is held."""
        table, kept = live.table, []
        for event in events:
            table = apply(table, event)
            is_last = event is events[-1]
            data: dict[str, Any] = event.to_data()
            kept.append(KeptEvent(table.version, data, holder if is_last else None, command_id if is_last else None))
        mover = table.mover
        job = mover is not None and table.seats[mover].kind == "computer"
        try:
            await self.store.append(live.id, kept, table.result is not None, job, more)
        except NotSaved as error:
            raise not_saved() from error
        except Conflict as error:
            raise Problem(409, message("server.conflict")) from error
        if holder is not None and command_id is not None:
            live.commands[holder, command_id] = table.version
        live.table, live.updated = table, wall_ms()
        live.thinking.clear()
        self.metrics.count("events", len(kept))
        self._set_flag(live)
        # The acknowledgement goes out first: writing what everybody sees takes longer.
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._tell, live)

    def _tell(self, live: Live) -> None:
        try:
            live.broadcast()
        except Exception:
            # What cannot be shown has happened all the same, and the game goes on.
            log("not told", logging.ERROR, fault=True, table=live.id)
        self.on_change(live)
        if live.table.wants_rematch:
            asyncio.get_running_loop().create_task(self._rematch(live))

    # Time.

    async def watch_clocks(self) -> None:
        """Take up the tables where somebody's time may run out, after a restart."""
        for name in await self.store.running_with_clock():
            try:
                await self.find(name)
            except Problem:
                log("clock not picked up", logging.ERROR, table=name)

    def _set_flag(self, live: Live) -> None:
        """Look at a table again when the time of its player is up."""
        if live.flag:
            live.flag.cancel()
            live.flag = None
        at = live.table.flag_at
        if at is not None:
            seconds = max(at - clock_ms(), 0) / 1000 + 0.01
            live.flag = asyncio.get_running_loop().call_later(seconds, self._time_is_up, live)

    def _time_is_up(self, live: Live) -> None:
        asyncio.get_running_loop().create_task(self._end_by_time(live))

    async def _end_by_time(self, live: Live) -> None:
        async with live.lock:
            if not live.table.is_out_of_time(clock_ms()):
                self._set_flag(live)
                return
            try:
                await self._keep(live, decide(live.table, None, Flag(), clock_ms()))
            except (Problem, VeierError):
                live.flag = asyncio.get_running_loop().call_later(1.0, self._time_is_up, live)

    # Another game.

    async def _rematch(self, live: Live) -> None:
        """Open the table of the next game, where another player begins, and lead people there."""
        async with live.lock:
            if not live.table.wants_rematch:
                return
            setup, holders = next_setup(live.table)
            owners = {seat: live.owners[holder] for seat, holder in enumerate(holders) if holder in live.owners}
            try:
                following, _ = await self.open(setup, owners)
                await self._keep(live, decide(live.table, None, Rematch(following.id), clock_ms()))
            except (Problem, VeierError):
                log("no rematch", logging.ERROR, fault=True, table=live.id)
