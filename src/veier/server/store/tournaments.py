"""Tournaments: each is one row, changed at the version that the change was decided on; and whose session is whose."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update

from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.store import schema
from veier.server.store.batches import Notice, Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Conflict, Damaged
from veier.server.store.writer import Writer

# The number of the organiser among the entrants.
ORGANISER = -1

_DAY_MS = 24 * 60 * 60 * 1000
# A club that meets once a month goes on with the same tournament.
_IDLE_DAYS = 31
# Tournaments that are looked for at once, to be deleted.
_BATCH = 50

_tournament, _entrant = schema.tournaments, schema.entrants
_ADD = insert(_tournament)
_CHANGE = (
    update(_tournament)
    .where(_tournament.c.id == bindparam("of_id"), _tournament.c.version == bindparam("old_version"))
    .values(version=bindparam("new_version"), data=bindparam("new_data"), updated=bindparam("now"))
)
_DELETE = delete(_tournament).where(_tournament.c.id == bindparam("of_id"))
_DELETE_AT = _DELETE.where(_tournament.c.version == bindparam("old_version"))
_DELETE_ENTRANTS = delete(_entrant).where(_entrant.c.tournament_id == bindparam("of_id"))
_ADD_ENTRANT = insert(_entrant)
_DELETE_ENTRANT = delete(_entrant).where(
    _entrant.c.tournament_id == bindparam("of_tournament"), _entrant.c.number == bindparam("of_number")
)


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as data, with the sessions of its players, and of the organiser."""

    id: str
    version: int
    data: Any
    sessions: dict[int, str]


class TournamentStore:
    """Reads and writes tournaments."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def add(self, name: str, data: Mapping[str, Any], organiser: str) -> None:
        """Store a new tournament."""
        now = wall_ms()
        row = {"id": name, "version": 0, "data": dump_json(data), "created": now, "updated": now}
        added = Step(_ADD, (row,))
        try:
            await self._writer.write(added, *_set_entrants(name, {ORGANISER: organiser}), about=name)
        except Conflict:
            # Ids are random: this tournament was stored by an attempt whose answer was lost.
            if await self.find(name) is None:
                raise

    async def change(
        self, before: StoredTournament, data: Mapping[str, Any], sessions: Mapping[int, str], steps: Iterable[Step]
    ) -> None:
        """Store a change with new sessions and further steps; raise Conflict if it is not as it was before."""
        row = {"of_id": before.id, "old_version": before.version, "new_version": before.version + 1}
        row |= {"new_data": dump_json(data), "now": wall_ms()}
        changed = Step(_CHANGE, (row,), True, (Notice(before.id, before.version + 1),))
        await self._writer.write(changed, *_set_entrants(before.id, sessions), *steps, about=before.id)

    async def find(self, name: str) -> StoredTournament | None:
        """Return a tournament; raise Damaged if it cannot be read, or Unavailable."""
        rows, entrants = await self._connections.together(
            select(_tournament).where(_tournament.c.id == name),
            select(_entrant).where(_entrant.c.tournament_id == name),
        )
        if not rows:
            return None
        try:
            data = json.loads(rows[0].data)
        except ValueError as error:
            raise Damaged from error
        return StoredTournament(name, rows[0].version, data, {row.number: row.session for row in entrants})

    async def leave(self, before: StoredTournament, data: Mapping[str, Any], numbers: Iterable[int]) -> None:
        """Store a change after which some players have no session; raise Conflict if it is not as it was before."""
        gone = tuple({"of_tournament": before.id, "of_number": number} for number in numbers)
        await self.change(before, data, {}, [Step(_DELETE_ENTRANT, gone)])

    async def delete(self, name: str, version: int | None) -> None:
        """Delete a tournament, its games aside; raise Conflict if it has another version. None: whichever it has."""
        row = {"of_id": name}
        gone = Step(_DELETE, (row,), notices=(Notice(name),))
        if version is not None:
            gone = Step(_DELETE_AT, (row | {"old_version": version},), True, (Notice(name),))
        await self._writer.write(Step(_DELETE_ENTRANTS, (row,)), gone, about=name)

    async def old(self, days: int) -> list[str]:
        """List some tournaments that have not changed for so many days; for a month, where they are not over."""
        now, updated = wall_ms(), _tournament.c.updated
        over = _tournament.c.data.contains('"over":true')
        idle = updated < now - max(days, _IDLE_DAYS) * _DAY_MS
        query = select(_tournament.c.id).where(updated < now - days * _DAY_MS, or_(over, idle))
        return [row.id for row in await self._connections.all(query.order_by(updated).limit(_BATCH))]

    async def of_session(self, session: str, limit: int | None = None) -> list[str]:
        """List the tournaments of a session, the one that changed last first."""
        mine = select(_entrant.c.tournament_id).where(_entrant.c.session == session)
        query = select(_tournament.c.id).where(_tournament.c.id.in_(mine))
        rows = await self._connections.all(query.order_by(_tournament.c.updated.desc()).limit(limit))
        return [row.id for row in rows]


def _set_entrants(name: str, sessions: Mapping[int, str]) -> list[Step]:
    if not sessions:
        return []
    gone = tuple({"of_tournament": name, "of_number": number} for number in sessions)
    rows = tuple({"tournament_id": name, "number": number, "session": each} for number, each in sessions.items())
    return [Step(_DELETE_ENTRANT, gone), Step(_ADD_ENTRANT, rows)]
