"""A tournament in memory: who holds which player, its tables that are being played at, and its sockets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fractions import Fraction

from veier.server.store.tournaments import ORGANISER, StoredTournament
from veier.server.tables.connection import Connection
from veier.server.tables.session import TableSession
from veier.tournament import Pairing, Tournament


@dataclass(eq=False)
class TournamentSession:
    """A tournament in memory.

    sessions   the session of each player who has arrived, and the organiser's
    tables     the tables whose results are still their own, by id
    watchers   its sockets, and whether each of them shows the boards
    uncertain  whether a change may be stored that is not here: it is read again before its next use
    """

    stored: StoredTournament
    tournament: Tournament
    tables: dict[str, TableSession] = field(default_factory=dict)
    watchers: dict[Connection, bool] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    uncertain: bool = False

    @classmethod
    def from_stored(cls, stored: StoredTournament) -> TournamentSession:
        """Restore a tournament; raise Refusal if it cannot be read."""
        return cls(stored, Tournament.from_data(stored.data))

    def replace_by(self, stored: StoredTournament) -> None:
        """Take over what is stored."""
        self.stored, self.tournament = stored, Tournament.from_data(stored.data)

    @property
    def id(self) -> str:
        """The id of the tournament."""
        return self.stored.id

    @property
    def sessions(self) -> dict[int, str]:
        """The session of each player who has arrived, and of the organiser."""
        return self.stored.sessions

    def is_organiser(self, session: str | None) -> bool:
        """Return whether a session is the organiser's."""
        return session is not None and self.sessions[ORGANISER] == session

    def players_of(self, session: str | None) -> tuple[int, ...]:
        """Return the players that a session holds."""
        numbers = (number for number, owner in self.sessions.items() if session is not None and owner == session)
        return tuple(sorted(number for number in numbers if number != ORGANISER))

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        """The pairings whose results are those of their tables."""
        pairings = (pairing for round_ in self.tournament.rounds for pairing in round_.pairings)
        return tuple(pairing for pairing in pairings if pairing.result is None)

    @property
    def results(self) -> dict[str, tuple[Fraction, ...]]:
        """The results of the tables that are in memory."""
        over = {name: each.table for name, each in self.tables.items() if each.table.result is not None}
        return {
            name: tuple(table.result.shares[table.seat_of(holder)] for holder in range(len(table.seats)))
            for name, table in over.items()
            if table.result is not None
        }
