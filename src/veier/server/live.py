"""A table in memory: who owns its seats, who watches it, and which commands were carried out already."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from veier.core.errors import VeierError
from veier.server.connection import Connection
from veier.server.seeing import state_json
from veier.server.store.store import KeptTable
from veier.server.times import clock_ms
from veier.server.wire import dump
from veier.table import Setup, Table, event_from_data, fold


@dataclass
class Live:
    """A table in memory.

    owners    the session of each holder, by the number in `setup.seats`
    commands  the version after each command that was carried out, by holder and id
    lock      held while a command is decided, written and told
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
    flag: asyncio.TimerHandle | None = None

    @classmethod
    def from_kept(cls, kept: KeptTable) -> Live:
        """Make the table that was kept; raise VeierError if it cannot be made any more."""
        try:
            setup = Setup.from_data(kept.setup)
            table = fold(setup, [event_from_data(event.data) for event in kept.events])
        except (ValueError, KeyError, TypeError, AssertionError) as error:
            raise error if isinstance(error, VeierError) else ValueError("not readable") from error
        commands = {
            (event.seat, event.command_id): event.version
            for event in kept.events
            if event.seat is not None and event.command_id is not None
        }
        return cls(kept.id, table.resumed(clock_ms()), kept.created, kept.updated, dict(kept.seats), commands)

    # Who.

    def holders_of(self, session: str | None) -> list[int]:
        """List the numbers in `setup.seats` that a session has."""
        return sorted(holder for holder, owner in self.owners.items() if session is not None and owner == session)

    def seats_of(self, session: str | None) -> tuple[int, ...]:
        """List the seats that a session has now."""
        return tuple(sorted(self.table.seat_of(holder) for holder in self.holders_of(session)))

    @property
    def computer_level(self) -> int | None:
        """The level of the computer whose turn it is; None if it is a person's, or the game is over."""
        return None if self.table.mover is None else self.table.seats[self.table.mover].level

    @property
    def present(self) -> set[int]:
        """The seats whose people are connected."""
        sessions = {connection.session for connection in self.connections}
        return {self.table.seat_of(holder) for holder, owner in self.owners.items() if owner in sessions}

    # Telling.

    def state(self, session: str | None) -> str:
        """Write the table for a session."""
        return self._state(self.seats_of(session))

    def _state(self, mine: tuple[int, ...]) -> str:
        return state_json(self.id, self.table, clock_ms(), mine, self.present, self.thinking)

    def broadcast(self, kind: str = "event") -> None:
        """Send everybody the table as they see it, whose turn it is first; those who see the same get the same text."""
        texts: dict[tuple[int, ...], str] = {}
        seats = {connection: self.seats_of(connection.session) for connection in self.connections}
        for connection, mine in sorted(seats.items(), key=lambda each: self.table.mover not in each[1]):
            if mine not in texts:
                head = f'"type":"{kind}","version":{self.table.version}' if kind == "event" else f'"type":"{kind}"'
                texts[mine] = f'{{{head},"state":{self._state(mine)}}}'
            connection.send(texts[mine])

    def rest(self) -> None:
        """Show everybody that no computer is thinking any more."""
        self.thinking.clear()
        self.broadcast("state")

    def tell(self, **values: object) -> None:
        """Send everybody a short message."""
        text = dump(values)
        for connection in tuple(self.connections):
            connection.send(text)
