"""The registry of tables in memory, and the only way to change one.

validate → commit → acknowledge → broadcast: `execute` returns when the events are on disk, then the caller sends the
acknowledgement, and the broadcast follows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import reduce

from veier.core.errors import VeierError
from veier.messages import message
from veier.server.clocks import wall_ms
from veier.server.http.problems import Problem, not_found
from veier.server.http.tokens import digest, is_id, new_id, new_token
from veier.server.kernel_loading import load_rules
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.store.batches import Step
from veier.server.store.errors import NotSaved, StoreError, Unavailable, Unknown
from veier.server.store.store import Store
from veier.server.store.tables import NewEvents, NewTable, StoredEvent
from veier.server.tables.attendance import Attendances, Listening
from veier.server.tables.catching_up import CatchingUp
from veier.server.tables.clocks import TableClocks
from veier.server.tables.executed import CommandKey, ExecutedCommand, digest_of
from veier.server.tables.loaded import LoadedTables
from veier.server.tables.reading import TableReader
from veier.server.tables.session import TableSession
from veier.server.uninterrupted import after_answer, uninterrupted
from veier.table import (
    Command,
    Event,
    Flag,
    Refusal,
    Rematch,
    Setup,
    Table,
    acting_seat,
    apply,
    decide,
    is_stale,
    rematch_setup,
)

# Seconds that a request waits to learn what other servers have changed.
_FRESH_SECONDS = 0.5
# How often a command is decided again because another server was faster.
_RACES = 10


class Stale(Exception):
    """What a command is about has changed since the version that its sender saw."""


class LostRace(Stale):
    """Another server has changed the table meanwhile: it has been read, and everything is to be decided again."""


class TableRegistry:
    """The tables in memory. `on_change` is called after each change of a table, when it has been broadcast."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.on_change: Callable[[TableSession], None] = lambda table_session: None
        # Whether this server has time for another computer's turn.
        self.has_time: Callable[[], bool] = lambda: True
        # Called when a turn waits for whoever has time.
        self.on_work: Callable[[], None] = lambda: None
        self.loaded = LoadedTables()
        self.clocks = TableClocks(store, self._end_by_time, lambda name: self.loaded.peek(name) is not None)
        self.reader = TableReader(store.tables, self.clocks.time)
        self.listening = Listening()
        self.attendances = Attendances()
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        loaded, again = self.loaded, lambda found: self._read_again(found)
        self.catching_up = CatchingUp(store.gaps, loaded, self._loading, self._caught_up, again, self._gone)
        self._tasks: set[asyncio.Task[None]] = set()

    # Finding.

    async def find(self, name: str, *, fresh: bool = False) -> TableSession:
        """Return a table, from the store if needed; raise Unavailable, or Problem if there is none to be read.

        A `fresh` one has what other servers had stored before.
        """
        table_session = self.loaded.get(name)
        is_known = table_session is not None
        if table_session is None:
            if not is_id(name):
                raise not_found()
            task = self._loading.get(name)
            if task is None:
                task = self._loading[name] = asyncio.create_task(self._load(name))
                task.add_done_callback(lambda _: self._loading.pop(name, None))
            table_session = await asyncio.shield(task)
        if table_session.uncertain:
            async with self.clocks.changing(table_session):
                await self.make_certain(table_session)
        elif fresh and is_known:
            await self.freshen(table_session)
        return table_session

    async def freshen(self, table_session: TableSession) -> bool:
        """Read what other servers have changed at a table; return whether the database has answered. Raise Problem."""
        if self.store.is_shared and self.store.heartbeat.healthy:
            # What is in memory is served while the database is away.
            with suppress(StoreError, TimeoutError):
                await asyncio.wait_for(self.catching_up.freshen(table_session), _FRESH_SECONDS)
                return True
        return not self.store.is_shared

    async def _load(self, name: str) -> TableSession:
        table_session = self._add(await self.reader.read(name))
        self.catching_up.note_loaded(name)
        if table_session.table.wants_rematch:
            self._start_task(self._finish_rematch(table_session))
        return table_session

    def _add(self, table_session: TableSession) -> TableSession:
        table_session = self.loaded.add(table_session)
        table_session.listening, table_session.attendances = self.listening, self.attendances
        self.clocks.set_flag(table_session)
        return table_session

    # Opening.

    @uninterrupted
    async def open(
        self, setup: Setup, owners: dict[int, str], invited: Iterable[int] = ()
    ) -> tuple[TableSession, dict[int, str]]:
        """Open a table; return it with the tokens of its invites by seat. Raise StoreError."""
        await load_rules(setup.find_game())
        await asyncio.to_thread(setup.check)
        tokens = {seat: new_token() for seat in invited}
        table_session, new = self.new_table(setup, owners, {seat: digest(token) for seat, token in tokens.items()})
        await self.store.tables.add(new)
        return self.opened(table_session), tokens

    def new_table(self, setup: Setup, owners: dict[int, str], invites: dict[int, str]) -> tuple[TableSession, NewTable]:
        """Return a new table that is not stored yet, and its data for the store; `invites` are digests."""
        name, now, time = new_id(), wall_ms(), self.clocks.time
        table = Table.start(setup, time.now())
        table_session = TableSession(name, table, time, now, now, dict(owners))
        job = table_session.computer_level is not None
        worker = self._lease(table_session, 0) if job else None
        listing = self.store.listings.steps(name, table)
        return table_session, NewTable(name, setup.to_data(), owners, invites, job, worker, listing)

    def _lease(self, table_session: TableSession, version: int) -> str | None:
        """Return who searches a computer's turn at a version: this server, if it has time, else whoever has."""
        if not self.has_time():
            return None
        table_session.turn_here = version
        return self.store.connections.name

    def opened(self, table_session: TableSession) -> TableSession:
        """Serve a new table that has been stored."""
        table_session = self._add(table_session)
        self.metrics.count("tables_opened")
        log("table opened", table=table_session.id, game=table_session.table.setup.game)
        self.on_change(table_session)
        self._offer_work(table_session)
        return table_session

    def _offer_work(self, table_session: TableSession) -> None:
        """Offer others a computer's turn that this server has no time for."""
        if table_session.computer_level is not None and table_session.turn_here != table_session.table.version:
            self.on_work()

    # Changing.

    @uninterrupted
    async def execute(
        self,
        table_session: TableSession,
        session: str | None,
        command_id: str,
        version: int,
        command: Command,
        received: int,
    ) -> int:
        """Execute a command of a session that was received at a server time; return the table's version after it.

        Raise Refusal, Stale, or StoreError.
        """
        if not table_session.holders_of(session) or version > table_session.table.version:
            # The sender may know more than this server, which is not stale then.
            is_fresh = await self.freshen(table_session)
            if not is_fresh and version > table_session.table.version:
                raise Unknown
        table_session.check_sender(session, command)
        about = session, command_id, version, command
        for _ in range(_RACES):
            with suppress(LostRace):
                return await self._execute(table_session, *about, received)
        raise Stale

    async def _execute(
        self,
        table_session: TableSession,
        session: str | None,
        command_id: str,
        version: int,
        command: Command,
        received: int,
    ) -> int:
        async with self.clocks.changing(table_session, received) as now:
            try:
                await self.make_certain(table_session)
            except Unavailable as error:
                # It may be a command whose first answer was lost.
                raise Unknown from error
            # The seats may have been moved to another session meanwhile.
            table_session.check_sender(session, command)
            executed = table_session.executed(session, command_id)
            key = CommandKey(table_session.holders_of(session)[0], command_id, digest_of(command))
            if executed:
                if executed.digest not in (None, key.digest):
                    raise Refusal(message("server.other_command"))
                return executed.version
            if is_stale(table_session.table, command, version):
                raise Stale
            mine = table_session.seats_of(session)
            seat = None if isinstance(command, Flag) else acting_seat(table_session.table, mine, command)
            events = decide(table_session.table, seat, command, now, own_seats=mine)
            if table_session.table.is_out_of_time(now) and not isinstance(command, Flag):
                await self.commit(table_session, events)
                raise Refusal(message("table.too_late"))
            return await self.commit(table_session, events, key)

    @uninterrupted
    async def execute_for_computer(self, table_session: TableSession, version: int, command: Command) -> bool:
        """Execute a computer's command if the table is still at a version; return whether it was. Raise StoreError."""
        async with self.clocks.changing(table_session) as now:
            await self.make_certain(table_session)
            if version != table_session.table.version or table_session.computer_level is None:
                return False
            table = table_session.table
            try:
                await self.commit(table_session, decide(table, table.mover, command, now))
            except Stale:
                return False
        return True

    async def commit(
        self,
        table_session: TableSession,
        events: tuple[Event, ...],
        key: CommandKey | None = None,
        steps: Iterable[Step] = (),
    ) -> int:
        """Store events, then change the table in memory; return its version. The table's lock is held.

        If all have agreed on a rematch, its table is opened by the same transaction.
        """
        table, following = reduce(apply, events, table_session.table), None
        if table.wants_rematch:
            following, new = self.new_table(*_rematch(table, table_session.owners), {})
            events = (*events, *decide(table, None, Rematch(following.id), self.clocks.time.now()))
            table, steps = apply(table, events[-1]), [*self.store.tables.opening(new), *steps]
        stored = []
        for version, event in enumerate(events, table_session.table.version + 1):
            command = (key.holder, key.id, key.digest) if key and event is events[-1] else ()
            stored.append(StoredEvent(version, event.to_data(), *command))
        job = table.mover is not None and table.seats[table.mover].kind == "computer"
        written = [*steps, *self.store.listings.steps(table_session.id, table, table_session.table)]
        try:
            happened = NewEvents(
                tuple(stored),
                seating=table_session.seating,
                over=table.result is not None,
                job=job,
                worker=self._lease(table_session, table.version) if job else None,
                had_job=table_session.computer_level is not None,
                flag_at=table.flag_at,
                mover=None if table.mover is None else table.holders[table.mover],
            )
            await self.store.tables.append(table_session.id, happened, written)
        except StoreError as error:
            return await self._settle(table_session, error, key)
        if key:
            table_session.commands[key.holder, key.id] = ExecutedCommand(table.version, key.digest)
        table_session.table, table_session.updated = table, wall_ms()
        self.metrics.count("events", len(stored))
        self._announce(table_session)
        self._offer_work(table_session)
        if following:
            self.opened(following)
        return table.version

    async def _settle(self, table_session: TableSession, error: StoreError, key: CommandKey | None) -> int:
        """Find out what became of a change that failed; return its version if it is stored, else raise.

        Raise LostRace if the table has moved on without it, or its seats have.
        """
        if isinstance(error, NotSaved):
            raise error
        before = table_session.table.version, table_session.seating
        table_session.uncertain = True
        try:
            await self.make_certain(table_session)
        except Unavailable:
            raise Unknown from error
        executed = key and table_session.commands.get((key.holder, key.id))
        if executed:
            return executed.version
        if (table_session.table.version, table_session.seating) != before:
            raise LostRace
        # A commit without an answer may still arrive.
        table_session.uncertain = isinstance(error, Unknown)
        raise error

    async def make_certain(self, table_session: TableSession) -> None:
        """Read a table again if a change may be on disk that is not in memory; its lock is held."""
        if table_session.uncertain and table_session.replace_by(await self.reader.read(table_session.id)):
            self._announce(table_session)

    async def _read_again(self, table_session: TableSession) -> None:
        table_session.uncertain = True
        await self.make_certain(table_session)

    def _gone(self, table_session: TableSession) -> None:
        """Let go of a table that has been deleted."""
        self.loaded.drop(table_session.id)
        self.clocks.forget(table_session.id)
        table_session.close_all()

    def _caught_up(self, table_session: TableSession) -> None:
        """Go on with a table that another server has changed."""
        self.clocks.set_flag(table_session)
        self._announce(table_session)

    def _announce(self, table_session: TableSession) -> None:
        """Schedule what follows a change of a table."""
        table_session.thinking.clear()
        # The acknowledgement goes out first, because writing the states takes longer.
        after_answer(self._broadcast, table_session)

    def _broadcast(self, table_session: TableSession) -> None:
        table_session.broadcast_changes()
        self.on_change(table_session)

    # Clocks.

    async def _end_by_time(self, name: str) -> None:
        """End a game if the time of its player to move is up; raise Problem or StoreError."""
        table_session = await self.find(name)
        async with self.clocks.changing(table_session) as now:
            if table_session.table.is_out_of_time(now):
                # If the table has moved on meanwhile, so has its flag.
                with suppress(Stale):
                    await self.commit(table_session, decide(table_session.table, None, Flag(), now))
                return
        # An earlier version has stored no time.
        await self.clocks.store_flag(table_session)

    # Lists.

    async def complete_listings(self) -> None:
        """Store what lists are searched by of tables that an earlier version stored."""
        for name in await self.store.listings.incomplete():
            try:
                await self.store.listings.complete(name, (await self.find(name)).table)
            except (Problem, StoreError):
                log("not listed", logging.ERROR, table=name)

    # Work that nobody waits for.

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _finish_rematch(self, table_session: TableSession) -> None:
        """Open the table of a rematch that was agreed on in an earlier version, which did so in two steps."""
        async with self.clocks.changing(table_session):
            if table_session.table.wants_rematch:
                try:
                    await self.commit(table_session, ())
                except (Problem, StoreError, VeierError, Stale):
                    log("no rematch", logging.ERROR, fault=True, table=table_session.id)


def _rematch(table: Table, owners: dict[int, str]) -> tuple[Setup, dict[int, str]]:
    """Return the setup of the next game, where another player begins, and the sessions that own its seats."""
    setup, holders = rematch_setup(table)
    return setup, {seat: owners[holder] for seat, holder in enumerate(holders) if holder in owners}
