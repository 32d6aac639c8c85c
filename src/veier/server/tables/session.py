"""A table loaded in memory: the owners of its seats, its sockets, and the commands that were executed already."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from veier.core.errors import VeierError
from veier.server.clocks import monotonic_ms, wall_ms
from veier.server.compact_json import dump_json
from veier.server.store.tables import StoredTable
from veier.server.tables.connection import Connection
from veier.server.tables.state_json import state_json
from veier.table import Attendance, Setup, Table, event_from_data, fold

# Seconds for which arrivals and departures of watchers are gathered before they are announced.
_RECOUNT_SECONDS = 0.3
# The kinds of events that start a turn.
_TURNS = ("moved", "taken_back")


@dataclass
class TableSession:
    """A table loaded in memory.

    owners      the session that owns each seat, by the number in `setup.seats`
    commands    the version after each executed command, by owner's number and command id
    lock        held while a command is decided and committed
    flag_timer  fires when the time of the player to move is up
    notified    the table's `turn` that players were last notified of
    recount     fires when the number of watchers is to be sent
    """

    id: str
    table: Table
    created: int
    updated: int
    owners: dict[int, str] = field(default_factory=dict)
    commands: dict[tuple[int, str], int] = field(default_factory=dict)
    connections: set[Connection] = field(default_factory=set)
    thinking: set[int] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    flag_timer: asyncio.TimerHandle | None = None
    notified: int = 0
    recount: asyncio.TimerHandle | None = None

    @classmethod
    def from_stored(cls, stored: StoredTable) -> TableSession:
        """Restore a table from its setup and events; raise ValueError if this version cannot read them."""
        try:
            setup = Setup.from_data(stored.setup)
            table = fold(setup, [event_from_data(event.data) for event in stored.events])
        except (ValueError, KeyError, TypeError, AssertionError) as error:
            raise error if isinstance(error, VeierError) else ValueError("not readable") from error
        commands = {
            (event.seat, event.command_id): event.version
            for event in stored.events
            if event.seat is not None and event.command_id is not None
        }
        table = table.resumed(monotonic_ms(), wall_ms() - _turn_began(stored))
        owners = dict(stored.seats)
        return cls(stored.id, table, stored.created, stored.updated, owners, commands, notified=table.turn)

    # Seats.

    def holders_of(self, session: str | None) -> list[int]:
        """List the numbers in `setup.seats` that a session owns."""
        return sorted(holder for holder, owner in self.owners.items() if session is not None and owner == session)

    def seats_of(self, session: str | None) -> tuple[int, ...]:
        """List the seats that a session has now."""
        return tuple(sorted(self.table.seat_of(holder) for holder in self.holders_of(session)))

    def owner_of(self, seat: int) -> str | None:
        """Return the session that has a seat now."""
        return self.owners.get(self.table.holders[seat])

    @property
    def computer_level(self) -> int | None:
        """The level of the computer to move; None if a person is to move or the game is over."""
        return None if self.table.mover is None else self.table.seats[self.table.mover].level

    @property
    def present(self) -> set[int]:
        """The seats whose owners are connected."""
        sessions = {connection.session for connection in self.connections}
        return {self.table.seat_of(holder) for holder, owner in self.owners.items() if owner in sessions}

    @property
    def watchers(self) -> int:
        """The number of people who only watch; the tabs of one browser count once."""
        owners = set(self.owners.values())
        watching = [each.session for each in self.connections if each.session not in owners]
        return len({session for session in watching if session}) + watching.count(None)

    # Messages.

    def state_json(self, session: str | None) -> str:
        """Write the state as a session sees it."""
        return self._state_json(self.seats_of(session))

    def _state_json(self, mine: tuple[int, ...]) -> str:
        attendance = Attendance(self.present, self.thinking, self.watchers)
        return state_json(self.id, self.table, monotonic_ms(), mine, attendance)

    def broadcast_state(self, message_type: Literal["state", "event"] = "event") -> None:
        """Send each socket the state as its session sees it, the mover's first; equal views are written once."""
        texts: dict[tuple[int, ...], str] = {}
        seats = {connection: self.seats_of(connection.session) for connection in self.connections}
        version = f',"version":{self.table.version}' if message_type == "event" else ""
        for connection, mine in sorted(seats.items(), key=lambda each: self.table.mover not in each[1]):
            if mine not in texts:
                texts[mine] = f'{{"type":"{message_type}"{version},"state":{self._state_json(mine)}}}'
            connection.send(texts[mine])

    def broadcast(self, **message: object) -> None:
        """Send every socket a short message."""
        text = dump_json(message)
        for connection in tuple(self.connections):
            connection.send(text)

    def announce_watchers(self) -> None:
        """Send every socket the number of watchers, once for all who come and go within a moment."""
        if self.recount is None:
            self.recount = asyncio.get_running_loop().call_later(_RECOUNT_SECONDS, self._send_watchers)

    def _send_watchers(self) -> None:
        self.recount = None
        self.broadcast(type="watchers", count=self.watchers)

    def clear_thinking(self) -> None:
        """Show that no computer is thinking any more."""
        self.thinking.clear()
        self.broadcast_state("state")


def _turn_began(stored: StoredTable) -> int:
    """Return when the present turn began, by the wall clock."""
    return max((event.at for event in stored.events if event.data["kind"] in _TURNS), default=stored.created)
