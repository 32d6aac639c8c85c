"""The registry of tables in memory, and the only way to change one.

validate → commit → acknowledge → broadcast: `execute` returns when the events are on disk, then the caller sends the
acknowledgement, and the broadcast follows.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from veier.core.errors import VeierError
from veier.core.game import RULES_VERSION
from veier.games import game as find_game
from veier.messages import message
from veier.server.clocks import monotonic_ms, wall_ms
from veier.server.http.problems import Problem, not_found, not_saved
from veier.server.http.tokens import digest, is_id, new_id, new_token
from veier.server.kernel_loading import load_rules
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.store.seats import add_seats
from veier.server.store.store import Store
from veier.server.store.tables import StoredEvent
from veier.server.store.writer import Conflict, NotSaved, Step
from veier.server.tables.session import TableSession
from veier.table import (
    Command,
    Event,
    Flag,
    Refusal,
    Rematch,
    Setup,
    Sit,
    Table,
    acting_seat,
    apply,
    decide,
    is_stale,
    rematch_setup,
)

# Tables in memory without sockets; beyond this the least recently used one is unloaded.
_MAX_IDLE = 1000


class Stale(Exception):
    """What a command is about has changed since the version that its sender saw."""


@dataclass(frozen=True, slots=True)
class CommandKey:
    """Identifies a command, so that a resend is executed once: its sender's number in `setup.seats`, and its id."""

    holder: int
    id: str


class TableRegistry:
    """The tables in memory. `on_change` is called after each change of a table, when it has been broadcast."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.on_change: Callable[[TableSession], None] = lambda table_session: None
        self.loaded: OrderedDict[str, TableSession] = OrderedDict()
        self._loading: dict[str, asyncio.Task[TableSession]] = {}

    # Finding.

    async def find(self, name: str) -> TableSession:
        """Return a table, loaded from the store if needed; raise Problem if there is none or it cannot be read."""
        table_session = self.loaded.get(name)
        if table_session is None:
            if not is_id(name):
                raise not_found()
            task = self._loading.get(name)
            if task is None:
                task = self._loading[name] = asyncio.create_task(self._load(name))
                task.add_done_callback(lambda _: self._loading.pop(name, None))
            table_session = await asyncio.shield(task)
        self.loaded.move_to_end(name)
        return table_session

    async def _load(self, name: str) -> TableSession:
        stored = await self.store.tables.find(name)
        if stored is None:
            raise not_found()
        try:
            if stored.rules != RULES_VERSION:
                raise ValueError("other rules")
            await load_rules(find_game(str(stored.setup.get("game"))))
            table_session = await asyncio.to_thread(TableSession.from_stored, stored)
        except ValueError as error:
            # Only this table is unavailable; the others are served.
            log("unreadable table", logging.ERROR, fault=True, table=name)
            raise Problem(410, message("server.unreadable")) from error
        self._add(table_session)
        return table_session

    def _add(self, table_session: TableSession) -> None:
        self.loaded[table_session.id] = table_session
        self._set_flag_timer(table_session)
        excess = len(self.loaded) - _MAX_IDLE
        for name, other in list(self.loaded.items()) if excess > 0 else ():
            if not other.connections and not other.thinking and other.flag_timer is None and not other.lock.locked():
                del self.loaded[name]
                return

    # Opening.

    async def open(
        self, setup: Setup, owners: dict[int, str], invited: Iterable[int] = ()
    ) -> tuple[TableSession, dict[int, str]]:
        """Open a table; return it with the tokens of its invites by seat."""
        await load_rules(setup.find_game())
        await asyncio.to_thread(setup.check)
        name, tokens = new_id(), {seat: new_token() for seat in invited}
        now = wall_ms()
        table_session = TableSession(name, Table.start(setup, monotonic_ms()), now, now, dict(owners))
        job = table_session.computer_level is not None
        try:
            digests = {seat: digest(token) for seat, token in tokens.items()}
            listing = self.store.listings.steps(name, table_session.table)
            await self.store.tables.add(name, setup.to_data(), owners, digests, job=job, steps=listing)
        except NotSaved as error:
            raise not_saved() from error
        self._add(table_session)
        self.metrics.count("tables_opened")
        log("table opened", table=name, game=setup.game)
        self.on_change(table_session)
        return table_session, tokens

    # Changing.

    async def execute(
        self, table_session: TableSession, session: str | None, command_id: str, version: int, command: Command
    ) -> int:
        """Execute a command of a session; return the table's version after it. Raise Refusal, Stale or Problem."""
        holders = table_session.holders_of(session)
        if not holders:
            raise Refusal(message("table.no_seat"))
        if isinstance(command, Sit):
            raise Refusal(message("server.sit_by_invite"))
        async with table_session.lock:
            known = table_session.commands.get((holders[0], command_id))
            if known is not None:
                return known
            if is_stale(table_session.table, command, version):
                raise Stale
            mine = table_session.seats_of(session)
            seat = None if isinstance(command, Flag) else acting_seat(table_session.table, mine, command)
            events = decide(table_session.table, seat, command, monotonic_ms(), own_seats=mine)
            await self._commit(table_session, events, CommandKey(holders[0], command_id))
        return table_session.table.version

    async def execute_for_computer(self, table_session: TableSession, version: int, command: Command) -> bool:
        """Execute a computer's command if the table is still at a version; return whether it was."""
        async with table_session.lock:
            if version != table_session.table.version or table_session.computer_level is None:
                return False
            table = table_session.table
            await self._commit(table_session, decide(table, table.mover, command, monotonic_ms()))
        return True

    async def sit(
        self, table_session: TableSession, holder: int, session: str, name: str | None, steps: Iterable[Step]
    ) -> None:
        """Seat a session on an open seat; `steps`, which use up the invite, are part of the transaction."""
        async with table_session.lock:
            seat = table_session.table.seat_of(holder)
            events = decide(table_session.table, seat, Sit(name), monotonic_ms())
            await self._commit(table_session, events, steps=[*steps, add_seats(table_session.id, {holder: session})])
            table_session.owners[holder] = session

    async def _commit(
        self,
        table_session: TableSession,
        events: tuple[Event, ...],
        key: CommandKey | None = None,
        steps: Iterable[Step] = (),
    ) -> None:
        """Store events, then change the table in memory and schedule the broadcast; the table's lock is held."""
        table, stored = table_session.table, []
        for event in events:
            table = apply(table, event)
            last = key if event is events[-1] else None
            stored.append(
                StoredEvent(table.version, event.to_data(), last.holder if last else None, last.id if last else None)
            )
        job = table.mover is not None and table.seats[table.mover].kind == "computer"
        written = [*steps, *self.store.listings.steps(table_session.id, table, table_session.table)]
        try:
            await self.store.tables.append(table_session.id, stored, table.result is not None, job, written)
        except NotSaved as error:
            raise not_saved() from error
        except Conflict as error:
            raise Problem(409, message("server.conflict")) from error
        if key:
            table_session.commands[key.holder, key.id] = table.version
        table_session.table, table_session.updated = table, wall_ms()
        table_session.thinking.clear()
        self.metrics.count("events", len(stored))
        self._set_flag_timer(table_session)
        # The acknowledgement goes out first, because writing the states takes longer.
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._broadcast, table_session)

    def _broadcast(self, table_session: TableSession) -> None:
        try:
            table_session.broadcast_state()
        except Exception:
            # The change is committed, and the game continues even if the state cannot be written.
            log("not broadcast", logging.ERROR, fault=True, table=table_session.id)
        self.on_change(table_session)
        if table_session.table.wants_rematch:
            asyncio.get_running_loop().create_task(self._open_rematch(table_session))

    # Clocks.

    async def resume_clocks(self) -> None:
        """Load the running tables with a clock after a restart, so that their flags fall in time."""
        for name in await self.store.tables.running_with_clock():
            try:
                await self.find(name)
            except Problem:
                log("clock not resumed", logging.ERROR, table=name)

    def _set_flag_timer(self, table_session: TableSession) -> None:
        if table_session.flag_timer:
            table_session.flag_timer.cancel()
            table_session.flag_timer = None
        at = table_session.table.flag_at
        if at is not None:
            seconds = max(at - monotonic_ms(), 0) / 1000 + 0.01
            self._start_flag_timer(table_session, seconds)

    def _start_flag_timer(self, table_session: TableSession, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        table_session.flag_timer = loop.call_later(seconds, lambda: loop.create_task(self._end_by_time(table_session)))

    async def _end_by_time(self, table_session: TableSession) -> None:
        async with table_session.lock:
            if not table_session.table.is_out_of_time(monotonic_ms()):
                self._set_flag_timer(table_session)
                return
            try:
                await self._commit(table_session, decide(table_session.table, None, Flag(), monotonic_ms()))
            except (Problem, VeierError):
                self._start_flag_timer(table_session, 1.0)

    # Lists.

    async def complete_listings(self) -> None:
        """Store what lists are searched by of tables that an earlier version stored."""
        for name in await self.store.listings.incomplete():
            try:
                await self.store.listings.complete(name, (await self.find(name)).table)
            except (Problem, NotSaved):
                log("not listed", logging.ERROR, table=name)

    # Rematch.

    async def _open_rematch(self, table_session: TableSession) -> None:
        """Open the table of the next game, where another player begins, and link to it."""
        async with table_session.lock:
            if not table_session.table.wants_rematch:
                return
            setup, holders = rematch_setup(table_session.table)
            known = table_session.owners
            owners = {seat: known[holder] for seat, holder in enumerate(holders) if holder in known}
            try:
                following, _ = await self.open(setup, owners)
                events = decide(table_session.table, None, Rematch(following.id), monotonic_ms())
                await self._commit(table_session, events)
            except (Problem, VeierError):
                log("no rematch", logging.ERROR, fault=True, table=table_session.id)
