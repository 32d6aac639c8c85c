"""What happens on other servers with the same database, for the parts of this one that it concerns, and back.

Each server tells who is present at its tables, which sessions have event streams there, and which bots. A server that
comes to the bus says hello, and everybody tells everything again; what a server has told is forgotten when it is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from veier.server.bots import Bot, Bots
from veier.server.bus import Bus, Message
from veier.server.event_streams import EventStreams
from veier.server.http.limits import RateLimits
from veier.server.store.batches import Notice
from veier.server.studies import Studies
from veier.server.tables.attendance import NOBODY, Presence
from veier.server.tables.registry import TableRegistry


class Elsewhere:
    """Joins a server to the others."""

    def __init__(
        self, bus: Bus, registry: TableRegistry, streams: EventStreams, bots: Bots, limits: RateLimits
    ) -> None:
        self._bus = bus
        self._registry = registry
        self._streams = streams
        self._bots = bots
        self._limits = limits
        # Called when a computer's turn waits at another server.
        self.on_work: Callable[[], None] = lambda: None
        # Whose readers here are told what changes at other servers.
        self.studies: Studies | None = None
        # Called with what has changed, among which tournaments may be; None: any may have changed.
        self.on_tournaments: Callable[[list[Notice] | None], None] = lambda notices: None
        if not bus.is_shared:
            return
        bus.on_notices, bus.on_message = self._take_notices, self._take_message
        bus.on_connect, bus.on_gone = self._begin, self._forget
        registry.attendances.tell, registry.attendances.relay = self._tell_presence, self._relay
        streams.on_listening = lambda session, on: bus.say("stream", session=session, on=on)
        bots.on_change = self._tell_bot
        registry.on_work = lambda: bus.say("work")
        for name, limit in limits.shared.items():
            limit.tell = partial(self._tell_limit, name)

    # To others.

    def _begin(self) -> None:
        self._registry.catching_up.note_all()
        if self.studies:
            self.studies.tell_all()
        self.on_tournaments(None)
        self._bus.say("hello")
        self._tell_all()

    def _tell_all(self) -> None:
        for table_session in self._registry.loaded:
            if table_session.presence_here != NOBODY:
                self._tell_presence(table_session.id, table_session.presence_here)
        for session in self._registry.listening.here:
            self._bus.say("stream", session=session, on=True)
        for bot in self._bots.here():
            self._tell_bot(bot, True)

    def _tell_presence(self, table: str, presence: Presence) -> None:
        self._bus.say("here", table=table, who=presence)

    def _relay(self, table: str, said: dict[str, Any]) -> None:
        self._bus.say("said", table=table, message=said)

    def _tell_limit(self, name: str, key: str) -> None:
        self._bus.say("took", limit=name, key=key)

    def _tell_bot(self, bot: Bot, on: bool) -> None:
        self._bus.say("bot", on=on, name=bot.name, session=bot.session, games=bot.games, tables=bot.tables)

    # From others.

    def _take_notices(self, notices: list[Notice]) -> None:
        self._registry.metrics.count("notices", len(notices))
        self._registry.catching_up.note(notices)
        self.on_tournaments(notices)
        self._streams.note([each.table for each in notices if self._registry.loaded.peek(each.table) is None])

    def _take_message(self, server: str, said: Message) -> None:
        match said["kind"]:
            case "hello":
                self._forget(server)
                self._tell_all()
            case "work":
                self.on_work()
            case "study" if self.studies:
                self.studies.tell(said["study"], said["deleted"])
            case "took":
                self._limits.shared[said["limit"]].count_elsewhere(said["key"])
            case "here":
                holders, watchers, thinking = said["who"]
                self._registry.attendances.set(
                    server, said["table"], Presence(tuple(holders), watchers, tuple(thinking))
                )
                self._show(said["table"])
            case "said":
                if table_session := self._registry.loaded.peek(said["table"]):
                    table_session.broadcast_here(said["message"])
            case "stream":
                sessions = self._registry.listening.elsewhere.setdefault(server, set())
                (sessions.add if said["on"] else sessions.discard)(said["session"])
                self._show_player(said["session"])
            case "bot":
                bot = Bot(said["name"], said["session"], tuple(said["games"]), said["tables"])
                self._bots.set_elsewhere(server, bot, said["on"])

    def _forget(self, server: str) -> None:
        self._bots.forget_server(server)
        for table in self._registry.attendances.forget(server):
            self._show(table)
        for session in self._registry.listening.elsewhere.pop(server, set()):
            self._show_player(session)

    def _show(self, table: str) -> None:
        if table_session := self._registry.loaded.peek(table):
            table_session.broadcast_changes()

    def _show_player(self, session: str) -> None:
        for table_session in self._registry.loaded:
            if session in table_session.owners.values():
                table_session.broadcast_changes()
