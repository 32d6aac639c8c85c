"""A table loaded in memory: the owners of its seats, its sockets, and the commands that were executed already."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Any

from veier.server.clocks import ServerTime
from veier.server.compact_json import dump_json
from veier.server.logs import log
from veier.server.store.tables import StoredTable
from veier.server.tables.connection import Connection
from veier.server.tables.executed import ClaimedSeat, ExecutedCommand, claim_id
from veier.server.tables.state_json import ChangesWriter, state_json
from veier.table import Attendance, Seen, Setup, Table, event_from_data, fold

# Seconds for which arrivals and departures of watchers are gathered before they are announced.
_RECOUNT_SECONDS = 0.3


@dataclass
class TableSession:
    """A table loaded in memory.

    owners      the session that owns each seat, by the number in `setup.seats`
    commands    the executed commands by owner's number and command id
    lock        held while a command is decided and committed
    uncertain   whether a change may be on disk that is not here: it is read again before its next use
    paused_at   the time at which the players' clocks stand still, while a change is being written
    changed_at  when the last change was written or refused
    notified    the table's `turn` that players were last notified of
    recount     fires when the number of watchers is to be sent
    """

    id: str
    table: Table
    time: ServerTime
    created: int
    updated: int
    owners: dict[int, str] = field(default_factory=dict)
    commands: dict[tuple[int, str], ExecutedCommand] = field(default_factory=dict)
    connections: set[Connection] = field(default_factory=set)
    thinking: set[int] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    uncertain: bool = False
    paused_at: int | None = None
    changed_at: int = 0
    notified: int = 0
    recount: asyncio.TimerHandle | None = None
    _sent: Seen = field(init=False)  # what the sockets know
    _board: dict[str, Any] | None = None  # its board, if it was needed

    def __post_init__(self) -> None:
        self._sent = Seen(self.table)

    @classmethod
    def from_stored(cls, stored: StoredTable, time: ServerTime) -> TableSession:
        """Restore a table from its setup and events; raise ValueError if this version cannot read them."""
        try:
            return cls._restore(stored, time)
        except Exception as error:
            # Damaged data can have any consequence.
            raise ValueError("not readable") from error

    @classmethod
    def _restore(cls, stored: StoredTable, time: ServerTime) -> TableSession:
        table = fold(Setup.from_data(stored.setup), [event_from_data(event.data) for event in stored.events])
        if not stored.seats.keys() <= set(table.holders):
            raise ValueError("an owner of no seat")
        if stored.salvaged and not {table.holders[seat] for seat in table.people} <= stored.seats.keys():
            raise ValueError("a lost owner")
        commands = {
            (event.seat, event.command_id): ExecutedCommand(event.version, event.command)
            for event in stored.events
            if event.seat is not None and event.command_id is not None
        }
        table = table.resumed(time.now(), stored.flag_at or None)
        owners = dict(stored.seats)
        return cls(
            stored.id, table, time, int(stored.created), int(stored.updated), owners, commands, notified=table.turn
        )

    def replace_by(self, stored: TableSession) -> bool:
        """Take over what another server or a lost answer has left in the store; return whether it is new."""
        is_new = (stored.table.version, stored.owners) != (self.table.version, self.owners)
        if is_new:
            self.table, self.owners, self.updated = stored.table, stored.owners, stored.updated
            self.commands = stored.commands
        self.uncertain = False
        return is_new

    def executed(self, session: str | None, command_id: str) -> ExecutedCommand | None:
        """Return the command that a session has executed under an id; its seats may have become more since."""
        found = (self.commands.get((holder, command_id)) for holder in self.holders_of(session))
        return next((command for command in found if command), None)

    def claimed(self, session: str, token: str) -> ClaimedSeat | None:
        """Return the seat that a session has taken with an invite, given by its digest."""
        executed = {holder: self.commands.get((holder, claim_id(token))) for holder in self.holders_of(session)}
        found = (ClaimedSeat(self.table.seat_of(holder), each.version) for holder, each in executed.items() if each)
        return next(found, None)

    # Seats.

    def holders_of(self, session: str | None) -> list[int]:
        """List the numbers in `setup.seats` that a session owns."""
        return sorted(holder for holder, owner in self.owners.items() if session is not None and owner == session)

    def seats_of(self, session: str | None) -> tuple[int, ...]:
        """List the seats that a session has now."""
        return tuple(sorted(self.table.seat_of(holder) for holder in self.holders_of(session)))

    def move_seats(self, old: str, new: str) -> None:
        """Move the seats of one session to another."""
        self.owners = {holder: new if owner == old else owner for holder, owner in self.owners.items()}

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

    def seen_by(self, session: str | None) -> Seen:
        """Return what a session sees of the table now."""
        return Seen(self.table, self.seats_of(session), self._attendance)

    @property
    def _attendance(self) -> Attendance:
        return Attendance(self.present, frozenset(self.thinking), self.watchers)

    @property
    def now(self) -> int:
        """The server time that the players' clocks show: it stands still while a change is being written."""
        return self.time.now() if self.paused_at is None else self.paused_at

    def state_for(self, connection: Connection) -> str:
        """Write the state for a socket; from now on it gets what changes in it."""
        now, sent = self._attendance, self._sent
        # The number of watchers may wait until it is announced to all.
        if sent.table is not self.table or replace(sent.attendance, watchers=now.watchers) != now:
            self.broadcast_changes()
        connection.seats = self.seats_of(connection.session)
        return state_json(replace(self._sent, mine=connection.seats), self.id, self.now)

    def broadcast_changes(self) -> None:
        """Send each socket that has the state what has changed since, the mover's first."""
        try:
            self._send_changes()
        except Exception:
            # The change is committed, and the game continues even if it cannot be written for clients.
            log("not broadcast", logging.ERROR, fault=True, table=self.id)

    def _send_changes(self) -> None:
        before, after = self._sent, self.seen_by(None)
        writer = ChangesWriter(before, after, self.now, self._board)
        self._sent, self._board = after, None
        known = [(each.seats, each) for each in self.connections if each.seats is not None]
        for seats, connection in sorted(known, key=lambda each: self.table.mover not in each[0]):
            connection.seats = self.seats_of(connection.session)
            text = writer.text(seats, connection.seats)
            if text is not None:
                connection.send(text)
        if known:
            self._board = writer.board

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
        self.broadcast_changes()

    def clear_thinking(self) -> None:
        """Show that no computer is thinking any more."""
        self.thinking.clear()
        self.broadcast_changes()
