"""A table loaded in memory: the owners of its seats, its sockets, and the commands that were executed already."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from veier.messages import message
from veier.server.clocks import ServerTime
from veier.server.compact_json import dump_json
from veier.server.logs import log
from veier.server.store.gaps import Gap
from veier.server.store.tables import StoredEvent, StoredTable
from veier.server.tables.attendance import NOBODY, Attendances, Presence
from veier.server.tables.connection import CLOSE_RESTART, CLOSE_SEAT_MOVED, Connection
from veier.server.tables.executed import ClaimedSeat, ExecutedCommand, claim_id
from veier.server.tables.state_json import ChangesWriter, state_json
from veier.table import (
    Attendance,
    Command,
    Refusal,
    Seen,
    Setup,
    Sit,
    Table,
    event_from_data,
    extend,
    fold,
    light_state_data,
)

# Seconds for which arrivals and departures of watchers are gathered before they are announced.
_RECOUNT_SECONDS = 0.3
# Milliseconds by which a stored flag may be too early, because a commit takes time.
FLAG_TOLERANCE_MS = 100


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
    listening   the sessions that hear of all their tables, by event streams: they are present at each of them
    turn_here   the version at which a computer's turn was leased to this server
    seating     how often seats have moved to another session
    attendances who is there on other servers
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
    listening: Container[str] = frozenset()
    turn_here: int | None = None
    seating: int = 0
    attendances: Attendances = field(default_factory=Attendances)
    _told: Presence = NOBODY  # what other servers know of who is here
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
        table = table.resumed(time.now(), stored.flag_at or None)
        about = stored.id, table, time, int(stored.created), int(stored.updated), dict(stored.seats)
        return cls(*about, _commands_of(stored.events), notified=table.turn, seating=stored.seating)

    def replace_by(self, stored: TableSession) -> bool:
        """Take over what another server or a lost answer has left in the store; return whether it is new."""
        is_new = (stored.table.version, stored.owners) != (self.table.version, self.owners)
        if is_new:
            self.table, self.updated, self.commands = stored.table, stored.updated, stored.commands
            self.notified = stored.notified
            self._set_owners(stored.owners)
        self.seating = stored.seating
        self.uncertain = False
        return is_new

    def close_all(self) -> None:
        """Close the sockets of a table that has been deleted: whoever comes again hears that it is not there."""
        for connection in tuple(self.connections):
            connection.close(CLOSE_RESTART)

    def catch_up(self, gap: Gap) -> bool:
        """Take over what another server has stored; return whether it is new. Raise ValueError if it does not fit."""
        if [event.version for event in gap.events] != [*range(self.table.version + 1, gap.version + 1)]:
            raise ValueError("events are missing")
        if self.owners.keys() - gap.seats.keys():
            raise ValueError("a player has been deleted, also from earlier events")
        try:
            table = extend(self.table, [event_from_data(event.data) for event in gap.events])
        except Exception as error:
            # Damaged data can have any consequence.
            raise ValueError("not readable") from error
        is_late = abs((gap.flag_at or 0) - (table.flag_at or 0)) > FLAG_TOLERANCE_MS
        if not gap.events and not is_late and gap.seating == self.seating:
            return False
        if gap.events or is_late:
            self.table = table.resumed(self.time.now(), gap.flag_at or None)
        self.commands |= _commands_of(gap.events)
        self.updated, self.seating, self.changed_at = gap.updated, gap.seating, self.time.now()
        # The server that has made the change notifies.
        self.notified = self.table.turn
        self._set_owners(gap.seats)
        return True

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

    def check_sender(self, session: str | None, command: Command) -> None:
        """Check that a session has a seat, and does not try to take another by a command; raise Refusal."""
        if not self.holders_of(session):
            raise Refusal(message("table.no_seat"))
        if isinstance(command, Sit):
            raise Refusal(message("server.sit_by_invite"))

    def holders_of(self, session: str | None) -> list[int]:
        """List the numbers in `setup.seats` that a session owns."""
        return sorted(holder for holder, owner in self.owners.items() if session is not None and owner == session)

    def seats_of(self, session: str | None) -> tuple[int, ...]:
        """List the seats that a session has now."""
        return tuple(sorted(self.table.seat_of(holder) for holder in self.holders_of(session)))

    def move_seats(self, old: str, new: str) -> None:
        """Move the seats of one session to another."""
        self.seating += 1
        self._set_owners({holder: new if owner == old else owner for holder, owner in self.owners.items()})

    def give_seat(self, holder: int, session: str) -> None:
        """Assign the seat of a player to a session, whoever had it."""
        self.seating += 1
        self._set_owners(self.owners | {holder: session})

    def _set_owners(self, owners: dict[int, str]) -> None:
        """Set the owners of the seats, and close the sockets of those who have lost theirs."""
        gone = set(self.owners.values()) - set(owners.values())
        self.owners = owners
        for connection in tuple(self.connections):
            if connection.session in gone:
                connection.close(CLOSE_SEAT_MOVED)

    def owner_of(self, seat: int) -> str | None:
        """Return the session that has a seat now."""
        return self.owners.get(self.table.holders[seat])

    @property
    def computer_level(self) -> int | None:
        """The level of the computer to move; None if a person is to move or the game is over."""
        return None if self.table.mover is None else self.table.seats[self.table.mover].level

    @property
    def present(self) -> set[int]:
        """The seats whose owners are connected, here or to another server."""
        there = {holder for each in self.attendances.at(self.id) for holder in each.holders}
        listening = {holder for holder, owner in self.owners.items() if owner in self.listening}
        return {self.table.seat_of(holder) for holder in {*self._holders_here, *listening, *there} & self.owners.keys()}

    @property
    def presence_here(self) -> Presence:
        """Who is connected to this server."""
        return Presence(tuple(self._holders_here), self._watchers_here, tuple(sorted(self.thinking)))

    @property
    def _holders_here(self) -> list[int]:
        sessions = {connection.session for connection in self.connections}
        return [holder for holder, owner in sorted(self.owners.items()) if owner in sessions]

    @property
    def watchers(self) -> int:
        """The number of people who only watch; the tabs of one browser count once."""
        return self._watchers_here + sum(each.watchers for each in self.attendances.at(self.id))

    @property
    def _watchers_here(self) -> int:
        owners = set(self.owners.values())
        watching = [each.session for each in self.connections if each.session not in owners]
        return len({session for session in watching if session}) + watching.count(None)

    # Messages.

    def seen_by(self, session: str | None) -> Seen:
        """Return what a session sees of the table now."""
        return Seen(self.table, self.seats_of(session), self._attendance)

    @property
    def _attendance(self) -> Attendance:
        there = {seat for each in self.attendances.at(self.id) for seat in each.thinking}
        return Attendance(self.present, frozenset(self.thinking | there), self.watchers)

    @property
    def now(self) -> int:
        """The server time that the players' clocks show: it stands still while a change is being written."""
        return self.time.now() if self.paused_at is None else self.paused_at

    def state_message(self, connection: Connection) -> str:
        """Write the message with the state for a socket; from now on it gets what changes in it."""
        return f'{{"type":"state","state":{self.state_for(connection)}}}'

    def light_json(self, session: str | None) -> str:
        """Write the light state as a session sees it."""
        return dump_json(light_state_data(self.seen_by(session), self.now, self.id))

    def state_for(self, connection: Connection) -> str:
        """Write the state for a socket; from now on it gets what changes in it."""
        now, sent = self._attendance, self._sent
        # The number of watchers may wait until it is announced to all.
        if sent.table is not self.table or replace(sent.attendance, watchers=now.watchers) != now:
            self.broadcast_changes()
        connection.seats = self.seats_of(connection.session)
        if connection.is_light:
            return self.light_json(connection.session)
        return state_json(replace(self._sent, mine=connection.seats), self.id, self.now)

    def broadcast_changes(self) -> None:
        """Send each socket that has the state what has changed since, the mover's first."""
        try:
            self._send_changes()
        except Exception:
            # The change is committed, and the game continues even if it cannot be written for clients.
            log("not broadcast", logging.ERROR, fault=True, table=self.id)

    def _tell_presence(self) -> None:
        """Send other servers who is here, if that has changed."""
        if self.attendances.tell and (now := self.presence_here) != self._told:
            self._told = now
            self.attendances.tell(self.id, now)

    def _send_changes(self) -> None:
        self._tell_presence()
        before, after = self._sent, self.seen_by(None)
        writer = ChangesWriter(before, after, self.now, self._board)
        self._sent, self._board = after, None
        known = [(each.seats, each) for each in self.connections if each.seats is not None]
        for seats, connection in sorted(known, key=lambda each: self.table.mover not in each[0]):
            connection.seats = self.seats_of(connection.session)
            if connection.is_light:
                # Who comes and goes is not part of it.
                is_same = before.table is after.table and seats == connection.seats
                text = None if is_same else self.state_message(connection)
            else:
                text = writer.text(seats, connection.seats)
            if text is not None:
                connection.send(text)
        if any(not connection.is_light for _, connection in known):
            self._board = writer.board

    def broadcast(self, **message: object) -> None:
        """Send every socket a short message, also those of other servers."""
        self.broadcast_here(message)
        if self.attendances.relay:
            self.attendances.relay(self.id, message)

    def broadcast_here(self, message: dict[str, Any]) -> None:
        """Send every socket of this server a short message."""
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


def _commands_of(events: Iterable[StoredEvent]) -> dict[tuple[int, str], ExecutedCommand]:
    """Return the commands that led to events, by their senders' numbers and their ids."""
    return {
        (event.seat, event.command_id): ExecutedCommand(event.version, event.command)
        for event in events
        if event.seat is not None and event.command_id is not None
    }
