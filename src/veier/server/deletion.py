"""Deletion of what a server knows of a player, and of games that have grown old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.messages import message
from veier.server.kernel_loading import load_rules
from veier.server.logs import log
from veier.server.store.database import make_engine, migrate
from veier.server.store.deletion import nameless_steps
from veier.server.store.errors import Conflict, Damaged, StoreError
from veier.server.store.store import Store
from veier.server.store.tables import NewEvents, StoredEvent, StoredTable
from veier.server.tournaments.deletion import Taken, delete_old_tournaments, leave_tournaments, places_of
from veier.table import Resign, Setup, Table, decide, event_from_data, fold

# Attempts at a table that others change at the same time.
_ATTEMPTS = 5
# Seconds between two searches for old games, and before the first one.
_PAUSE_SECONDS, _FIRST_SECONDS = 3600.0, 60.0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The number of games that were deleted, and of those that stay with their other players, without the name."""

    deleted: int
    kept: int


async def forget_player(store: Store, session: str) -> Forgotten:
    """Delete what is stored of a session; raise StoreError, after which it can be called again.

    Games that nobody else played are deleted. Others belong to their other players too: they stay, without the name,
    and one that is still running is resigned. Studies go with those who began them. Tournaments that it organises are
    deleted with their games; in others it has no name any more.
    """
    deleted, kept = await _forget_tournaments(store, session)
    for name in await store.deletion.tables_of(session):
        if await _leave(store, session, name):
            deleted += 1
        else:
            kept += 1
    await _forget_studies(store, session)
    await store.subscriptions.remove_all(session)
    await store.deletion.delete_traces(session)
    return Forgotten(deleted, kept)


async def _forget_studies(store: Store, session: str) -> None:
    """Delete the studies of a session, and let it edit no other ones."""
    for name in await store.studies.owned_by(session):
        await store.studies.delete(name)
    await store.studies.leave_all(session)


async def _delete_old_studies(store: Store, days: int) -> None:
    """Delete the studies that nobody has changed for so many days."""
    while names := await store.studies.old(days):
        for name in names:
            await store.studies.delete(name)
        log("old studies deleted", count=len(names))


async def delete_player_of(database: str, table: str, seat: int) -> Forgotten:
    """Delete the player who has a seat at a table, by its number in the setup; raise VeierError."""
    engine = make_engine(database)
    store = Store(engine)
    try:
        await migrate(engine)
        store.writer.start()
        session = await store.deletion.owner(table, seat)
        if session is None:
            raise VeierError(message("server.delete_player.nobody"))
        return await forget_player(store, session)
    except StoreError as error:
        raise VeierError(message("server.database_unreachable")) from error
    finally:
        await store.writer.stop()
        await store.connections.close()


async def _forget_tournaments(store: Store, session: str) -> tuple[int, int]:
    """Delete what tournaments know of a session; return the number of games that are deleted, and that stay."""
    # The games first: once the name is gone, nobody knows where the player sat.
    places = await places_of(store, session)
    for place in places:
        await _leave_place(store, session, place)
    return len(await leave_tournaments(store, session)), len(places)


async def _leave_place(store: Store, session: str, place: Taken) -> None:
    """Let a player leave a table that belongs to a tournament, where it stays; another device may have the seat."""
    for attempt in range(_ATTEMPTS):
        try:
            stored = await store.tables.find(place.table)
        except Damaged:
            await store.deletion.delete_tables([place.table])
            return
        try:
            if stored is not None:
                await _make_nameless(store, session, stored, {place.seat})
            return
        except Conflict:
            if attempt + 1 == _ATTEMPTS:
                raise


async def _leave(store: Store, session: str, name: str) -> bool:
    """Let a session leave a table; return whether the table was deleted."""
    for attempt in range(_ATTEMPTS):
        try:
            stored = await store.tables.find(name)
        except Damaged:
            # Who sat there cannot be told from what cannot be read.
            stored = None
        try:
            if stored is None or set(stored.seats.values()) <= {session}:
                await store.deletion.delete_tables([name])
                return True
            await _make_nameless(store, session, stored, set())
            return False
        except Conflict:
            if attempt + 1 == _ATTEMPTS:
                raise
    raise AssertionError


async def _make_nameless(store: Store, session: str, stored: StoredTable, more: Collection[int]) -> None:
    """Take the names of a session's players away from a table, and those of more players, given by their numbers."""
    own = {seat for seat, owner in stored.seats.items() if owner == session} | set(more)
    nameless = without_names(stored, own)
    steps = nameless_steps(stored, nameless, session)
    await load_rules(find_game(str(stored.setup["game"])))
    table = await asyncio.to_thread(_fold, nameless)
    ends = _resignation(table, own, store.heartbeat.time.now())
    if not ends:
        await store.deletion.write(stored.id, [*steps, *store.listings.steps(stored.id, table)])
        return
    after = fold(Setup.from_data(nameless.setup), [*_events(nameless), *ends])
    events = tuple(StoredEvent(table.version + place, each.to_data()) for place, each in enumerate(ends, 1))
    new = NewEvents(events, stored.seating, over=after.result is not None, had_job=True)
    await store.tables.append(stored.id, new, [*steps, *store.listings.steps(stored.id, after)])


def _events(stored: StoredTable) -> list[Any]:
    return [event_from_data(each.data) for each in stored.events]


def _fold(stored: StoredTable) -> Table:
    return fold(Setup.from_data(stored.setup), _events(stored))


def _resignation(table: Table, own: Collection[int], now: int) -> tuple[Any, ...]:
    """Return the events by which players leave a running game."""
    seats = [seat for seat, holder in enumerate(table.holders) if holder in own]
    if table.result is not None or not seats:
        return ()
    try:
        return decide(table.resumed(now), seats[0], Resign(), now)
    except VeierError:
        # Nobody has moved yet, or a seat is still open: there is nothing to resign.
        return ()


def without_names(stored: StoredTable, own: Collection[int]) -> StoredTable:
    """Return a table that does not name some players, given by their numbers in the setup."""
    setup = dict(stored.setup)
    setup["seats"] = [
        {**plan, "name": None} if number in own else plan for number, plan in enumerate(stored.setup["seats"])
    ]
    holders, events = list(range(len(setup["seats"]))), []
    for event in stored.events:
        data = event.data
        if data["kind"] == "swapped" and data["take"]:
            holders.reverse()
        if data["kind"] == "sat" and holders[data["seat"]] in own:
            event = replace(event, data={**data, "name": None})
        events.append(event)
    return replace(stored, setup=setup, events=tuple(events))


class Retention:
    """Deletes games, reviews and studies that have not changed for so many days; of several servers the leader does."""

    def __init__(self, store: Store, days: int, on_deleted: Callable[[list[str]], None]) -> None:
        self._store = store
        self._days = days
        self._on_deleted = on_deleted
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Delete from now on, if anything is to be deleted at all."""
        if self._days:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Delete nothing more."""
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        await asyncio.sleep(_FIRST_SECONDS)
        while True:
            try:
                if self._store.leader.leads:
                    await self.delete_old()
            except Exception:
                log("nothing deleted", logging.ERROR, fault=True)
            await asyncio.sleep(_PAUSE_SECONDS)

    async def delete_old(self) -> int:
        """Delete all that is old now; return the number of games."""
        count = 0
        while names := await self._store.deletion.old_tables(self._days):
            await self._store.deletion.delete_tables(names)
            self._on_deleted(names)
            count += len(names)
        self._on_deleted(await delete_old_tournaments(self._store, self._days))
        while await self._store.deletion.delete_old_reviews(self._days):
            pass
        await _delete_old_studies(self._store, self._days)
        if count:
            log("old games deleted", count=count)
        return count
