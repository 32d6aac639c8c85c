"""Event streams: what concerns a session at all of its tables, over one socket.

A stream tells that a game begins, that it is the session's turn, that an offer waits for its answer, and that a game is
over, each with the light state of the table. A client that reconnects gets all running games, so nothing is missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem
from veier.server.logs import log
from veier.server.store.errors import StoreError
from veier.server.store.listings import TableFilter
from veier.server.tables.connection import Connection
from veier.server.tables.registry import TableRegistry
from veier.server.tables.session import TableSession

EventKind = Literal["begun", "turn", "offer", "over"]

# Running games that a stream begins with, those first where it is the session's turn.
MAX_RUNNING = 200
# Tables of which a stream remembers what it has sent; of another one it would send the same again.
_MAX_TOLD = 1000
# Tables that are looked at by one query, and seconds before another try.
_LOOKED_AT, _RETRY_SECONDS = 200, 0.5


class _Told(NamedTuple):
    """What a session knows of a table: since when it is its turn, which offers wait for it, whether it is over."""

    turn: int | None = None
    offers: frozenset[tuple[str, int]] = frozenset()
    over: bool = False


class EventStream:
    """The open event stream of a session."""

    def __init__(self, session: str, connection: Connection) -> None:
        self.session = session
        self.connection = connection
        self._told: OrderedDict[str, _Told] = OrderedDict()

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that it has sent events of."""
        return tuple(self._told)

    def tell(self, table_session: TableSession) -> None:
        """Send what is new at a table for the session."""
        name, mine = table_session.id, table_session.seats_of(self.session)
        if not mine:
            self._told.pop(name, None)
            return
        before, now = self._told.get(name), _known(table_session, mine)
        self._told[name] = now
        self._told.move_to_end(name)
        if len(self._told) > _MAX_TOLD:
            self._told.popitem(last=False)
        for kind in _news(before, now):
            state = table_session.light_json(self.session)
            self.connection.send(f'{{"type":"{kind}","state":{state}}}')


def _known(table_session: TableSession, mine: tuple[int, ...]) -> _Told:
    table = table_session.table
    waiting = frozenset((offer.what, offer.version) for offer in table.offers if set(mine) - set(offer.agreed))
    return _Told(table.turn if table.mover in mine else None, waiting, table.result is not None)


def _news(before: _Told | None, now: _Told) -> Iterator[EventKind]:
    if before is None and not now.over:
        yield "begun"
    known = before or _Told()
    if now.over and not known.over:
        yield "over"
    if now.turn is not None and now.turn != known.turn:
        yield "turn"
    if now.offers - known.offers:
        yield "offer"


class EventStreams:
    """The open event streams by session."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._streams: dict[str, set[EventStream]] = {}
        # Called with a session that has its first stream, or has ended its last.
        self.on_listening: Callable[[str, bool], None] = lambda session, on: None
        self._unknown: set[str] = set()
        self._looking: asyncio.Task[None] | None = None

    def update(self, table_session: TableSession) -> None:
        """Send the players of a table what is new there."""
        for session in set(table_session.owners.values()):
            for stream in tuple(self._streams.get(session, ())):
                stream.tell(table_session)

    def add(self, stream: EventStream) -> None:
        """Add a stream that is open; its session is present at all of its tables."""
        self._streams.setdefault(stream.session, set()).add(stream)
        self._registry.listening.here[stream.session] += 1
        self.on_listening(stream.session, True)

    async def begin(self, stream: EventStream) -> None:
        """Send a new stream which games are running, and what is new at each of them; raise StoreError."""
        running = await self._registry.store.listings.page(stream.session, TableFilter(result="running"), MAX_RUNNING)
        stream.connection.send(dump_json({"type": "running", "tables": [each.id for each in running]}))
        for each in running:
            try:
                table_session = await self._registry.find(each.id)
            except Problem:
                # An unreadable table is no game that could be played.
                continue
            # Many states are more than a client may leave unread.
            await stream.connection.wait_until_read()
            stream.tell(table_session)
            table_session.broadcast_changes()

    def remove(self, stream: EventStream) -> None:
        """Remove a stream that is closed."""
        others = self._streams[stream.session]
        others.discard(stream)
        if not others:
            del self._streams[stream.session], self._registry.listening.here[stream.session]
            self.on_listening(stream.session, False)
        else:
            self._registry.listening.here[stream.session] -= 1
        for name in stream.tables:
            if table_session := self._registry.loaded.get(name):
                table_session.broadcast_changes()

    # Tables that other servers have changed.

    def note(self, tables: list[str]) -> None:
        """Look at tables that are not in memory: they may be those of a session that has a stream here."""
        if self._streams and tables:
            self._unknown.update(tables)
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while self._unknown:
            names = [self._unknown.pop() for _ in range(min(len(self._unknown), _LOOKED_AT))]
            try:
                owners = await self._registry.store.gaps.owners(names)
                for name in (name for name, sessions in owners.items() if sessions & self._streams.keys()):
                    self.update(await self._registry.find(name))
            except StoreError:
                self._unknown.update(names)
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:
                log("no events", logging.ERROR, fault=True)
