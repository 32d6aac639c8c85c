"""Deletion of tournaments with their games, of the name of a player who is forgotten, and of what has grown old."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from veier.core.errors import VeierError
from veier.server.store.errors import Conflict, Damaged
from veier.server.store.store import Store
from veier.server.store.tournaments import ORGANISER, StoredTournament
from veier.tournament import Tournament, remove_name

# Attempts at a tournament that others change at the same time.
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Taken:
    """A place at a table of a tournament: the table, and the player's number in its setup."""

    table: str
    seat: int


async def delete_tournament(store: Store, name: str) -> list[str]:
    """Delete a tournament with its games; return their ids. Raise StoreError, after which it can be called again."""
    deleted: list[str] = []
    for attempt in range(_ATTEMPTS):
        stored, tournament = await _read(store, name)
        tables = tournament.tables if tournament else ()
        # The games first: without the tournament nobody knows which they were.
        await store.deletion.delete_tables(tables)
        deleted += tables
        try:
            await store.tournaments.delete(name, stored.version if stored else None)
        except Conflict:
            # A round has begun meanwhile.
            if attempt + 1 == _ATTEMPTS:
                raise
        else:
            return list(dict.fromkeys(deleted))
    raise AssertionError


async def concerned(store: Store, session: str) -> tuple[list[str], list[str]]:
    """List the tournaments of a session, and all their tables, which change when it is forgotten."""
    names = await store.tournaments.of_session(session)
    tables: list[str] = []
    for name in names:
        _, tournament = await _read(store, name)
        tables += tournament.tables if tournament else ()
    return names, tables


async def places_of(store: Store, session: str) -> list[Taken]:
    """List the places of a session's players in tournaments of others, whichever device had the seat then."""
    taken: list[Taken] = []
    for name in await store.tournaments.of_session(session):
        _, tournament, own = await _own(store, name, session)
        if tournament and ORGANISER not in own:
            pairings = (pairing for round_ in tournament.rounds for pairing in round_.pairings)
            taken += [
                Taken(pairing.table, seat)
                for pairing in pairings
                for seat, player in enumerate(pairing.players)
                if player in own
            ]
    return taken


async def leave_tournaments(store: Store, session: str) -> list[str]:
    """Delete the tournaments that a session organises, and its name in others; return the ids of deleted games."""
    deleted: list[str] = []
    for name in await store.tournaments.of_session(session):
        for attempt in range(_ATTEMPTS):
            stored, tournament, own = await _own(store, name, session)
            if ORGANISER in own or tournament is None or stored is None:
                deleted += await delete_tournament(store, name)
                break
            try:
                for number in own:
                    tournament = remove_name(tournament, number)
                await store.tournaments.leave(stored, tournament.to_data(), own)
                break
            except Conflict:
                if attempt + 1 == _ATTEMPTS:
                    raise
    return deleted


async def delete_old_tournaments(store: Store, days: int) -> list[str]:
    """Delete the tournaments that are old, with their games; return the ids of all that is deleted."""
    deleted: list[str] = []
    while names := await store.tournaments.old(days):
        for name in names:
            deleted += [name, *await delete_tournament(store, name)]
    return deleted


async def _own(
    store: Store, name: str, session: str
) -> tuple[StoredTournament | None, Tournament | None, Collection[int]]:
    """Return a tournament, and the numbers that are a session's."""
    stored, tournament = await _read(store, name)
    sessions = stored.sessions if stored else {}
    return stored, tournament, [number for number, owner in sessions.items() if owner == session]


async def _read(store: Store, name: str) -> tuple[StoredTournament | None, Tournament | None]:
    """Return a tournament as it is stored; None where it cannot be read."""
    try:
        stored = await store.tournaments.find(name)
        return stored, Tournament.from_data(stored.data) if stored else None
    except (Damaged, VeierError):
        return None, None
