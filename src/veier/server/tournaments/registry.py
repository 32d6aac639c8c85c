"""The tournaments in memory, and the only way to change one: decide, store, then tell all who watch.

A change is stored at the version that it was decided on; if another server was faster, it is read and decided again.
A round and its tables are one transaction.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary

from veier.messages import message
from veier.server.clocks import wall_ms
from veier.server.http.problems import Problem, not_found
from veier.server.http.tokens import is_id, new_id
from veier.server.kernel_loading import load_rules
from veier.server.logs import log
from veier.server.store.batches import Notice, Step
from veier.server.store.errors import Conflict, StoreError, Unknown
from veier.server.store.store import Store
from veier.server.store.tournaments import ORGANISER, StoredTournament
from veier.server.tables.registry import TableRegistry
from veier.server.tables.seating import give_seat
from veier.server.tables.session import TableSession
from veier.server.tournaments.broadcast import Broadcast
from veier.server.tournaments.deletion import delete_tournament
from veier.server.tournaments.links import Links
from veier.server.tournaments.session import TournamentSession
from veier.server.uninterrupted import uninterrupted
from veier.table import SeatPlan, Setup
from veier.tournament import Plan, Tournament, begin_round, draw_round

# How often a change is decided again because another server was faster.
_RACES = 10
# The level of a computer that takes a seat for which there is no player.
_COMPUTER_LEVEL = 2


class Change(NamedTuple):
    """A change of a tournament: what it is then, sessions that are new, further steps, and what follows when stored."""

    tournament: Tournament
    sessions: Mapping[int, str] = {}
    steps: Iterable[Step] = ()
    done: Callable[[], object] = lambda: None


Decide = Callable[[TournamentSession], Awaitable[Change | None]]


@dataclass
class TournamentRegistry:
    """The tournaments in memory, each at most once, for as long as anything refers to it."""

    store: Store
    tables: TableRegistry
    links: Links = field(init=False)
    broadcast: Broadcast = field(default_factory=Broadcast)

    def __post_init__(self) -> None:
        self.links = Links(self.store.secrets)
        self._loaded: WeakValueDictionary[str, TournamentSession] = WeakValueDictionary()
        self._of_table: WeakValueDictionary[str, TournamentSession] = WeakValueDictionary()
        self._reading: set[asyncio.Task[None]] = set()

    # Finding.

    async def find(self, name: str) -> TournamentSession:
        """Return a tournament as it is stored now; raise Problem if there is none, or StoreError."""
        if not is_id(name):
            raise not_found()
        found = self._loaded.get(name)
        if found is None or found.uncertain or self.store.is_shared:
            stored = await self.store.tournaments.find(name)
            if stored is None:
                raise not_found()
            found = self._loaded.get(name)
            if found is None:
                found = self._loaded[name] = TournamentSession.from_stored(stored)
            else:
                await self._take_over(found, stored)
        await self._load_tables(found)
        return found

    async def _take_over(self, found: TournamentSession, stored: StoredTournament) -> None:
        found.uncertain = False
        if stored.version > found.stored.version:
            found.replace_by(stored)
            await self._load_tables(found)
            self.broadcast.changed(found)

    async def _load_tables(self, found: TournamentSession) -> None:
        """Hold the tables whose results count, so that they stay in memory, and are heard of."""
        wanted = [pairing.table for pairing in found.open_pairings]
        tables = {}
        for name in wanted:
            known = found.tables.get(name)
            # A table that cannot be read has no result until the organiser sets one.
            with suppress(Problem):
                tables[name] = known or await self.tables.find(name)
                self._of_table[name] = found
        found.tables = tables

    # Changing.

    @uninterrupted
    async def open(self, game: str, names: list[str], plan: Plan, organiser: str) -> TournamentSession:
        """Open a tournament; raise VeierError or StoreError."""
        tournament = Tournament.start(game, names, plan, secrets.randbelow(1 << 31))
        await load_rules(tournament.find_game())
        stored = StoredTournament(new_id(), 0, tournament.to_data(), {ORGANISER: organiser})
        await self.store.tournaments.add(stored.id, stored.data, organiser)
        found = self._loaded[stored.id] = TournamentSession(stored, tournament)
        log("tournament opened", tournament=stored.id, game=tournament.game)
        return found

    @uninterrupted
    async def change(self, found: TournamentSession, decide: Decide) -> None:
        """Change a tournament, if `decide` says so; raise what it raises, or StoreError."""
        async with found.lock:
            for _ in range(_RACES):
                if found.uncertain:
                    await self._read_again(found)
                change = await decide(found)
                if change is None:
                    return
                before, data = found.stored, change.tournament.to_data()
                try:
                    await self.store.tournaments.change(before, data, change.sessions, change.steps)
                except Conflict:
                    found.uncertain = True
                except Unknown:
                    found.uncertain = True
                    raise
                else:
                    self._changed(found, before, change)
                    await self._load_tables(found)
                    self.broadcast.changed(found)
                    return
        raise Conflict

    def _changed(self, found: TournamentSession, before: StoredTournament, change: Change) -> None:
        sessions, version = before.sessions | dict(change.sessions), before.version + 1
        # It may have been read again meanwhile.
        if found.stored.version < version:
            found.stored = StoredTournament(before.id, version, change.tournament.to_data(), sessions)
            found.tournament = change.tournament
        change.done()

    async def _read_again(self, found: TournamentSession) -> None:
        stored = await self.store.tournaments.find(found.id)
        if stored is None:
            self._gone(found)
            raise not_found()
        await self._take_over(found, stored)

    # Deleting.

    @uninterrupted
    async def delete(self, found: TournamentSession) -> None:
        """Delete a tournament with its games; raise StoreError."""
        async with found.lock:
            tables = await delete_tournament(self.store, found.id)
            self._gone(found)
        self.tables.catching_up.look_at(tables)
        log("tournament deleted", tournament=found.id, games=len(tables))

    def _gone(self, found: TournamentSession) -> None:
        self._loaded.pop(found.id, None)
        found.tables = {}
        self.broadcast.deleted(found)

    # Rounds.

    async def begin_round(self, found: TournamentSession, number: int) -> None:
        """Begin a round, counted from 1, unless it has begun; raise Refusal, Problem or StoreError."""
        await self.change(found, partial(self._begin_round, number))

    async def _begin_round(self, number: int, found: TournamentSession) -> Change | None:
        tournament = found.tournament
        if len(tournament.rounds) == number:
            return None
        if len(tournament.rounds) != number - 1:
            raise Problem(409, message("tournament.moved_on"))
        results = found.results
        draw = await asyncio.to_thread(draw_round, tournament, results)
        await load_rules(tournament.find_game())
        opened = [self.tables.new_table(*_seating(found, players), {}) for players in draw.tables]
        following = begin_round(tournament, draw, [session.id for session, _ in opened], results, wall_ms())
        steps = [step for _, new in opened for step in self.store.tables.opening(new)]
        return Change(following, steps=steps, done=lambda: [self.tables.opened(session) for session, _ in opened])

    # Players.

    async def claim(self, found: TournamentSession, token: str, session: str) -> int:
        """Assign the player of a link to a session; return the player's number. Raise Problem or StoreError."""
        claimed: list[int] = []
        await self.change(found, partial(self._claim, token, session, claimed))
        await self.seat(found, session)
        return claimed[-1]

    async def _claim(self, token: str, session: str, claimed: list[int], found: TournamentSession) -> Change | None:
        tournament = found.tournament
        number = await self.links.find(found.id, tournament, token)
        if number is None:
            raise Problem(403, message("tournament.link_used"))
        claimed.append(number)
        if number == ORGANISER:
            # This link is used once.
            return Change(replace(tournament, handed=tournament.handed + 1), {ORGANISER: session})
        return None if found.sessions.get(number) == session else Change(tournament, {number: session})

    async def seat(self, found: TournamentSession, session: str | None) -> None:
        """See to it that a session has the seats of its players at the tables of the last round."""
        mine = found.players_of(session)
        if session is None or not mine or not found.tournament.rounds:
            return
        for pairing in found.tournament.rounds[-1].pairings:
            for holder, player in enumerate(pairing.players):
                table = found.tables.get(pairing.table)
                if player in mine and table is not None and table.owners.get(holder) != session:
                    await give_seat(self.tables, table, holder, session)
                    table.broadcast_changes()
                    self.tables.on_change(table)

    # What others have changed.

    def table_changed(self, table: TableSession) -> None:
        """Broadcast a change of a table to those who watch its tournament."""
        found = self._of_table.get(table.id)
        if found is not None:
            self.broadcast.table_changed(found, table)

    def look_at(self, names: Iterable[str]) -> None:
        """Read what is new at tournaments in memory that were changed beside the registry."""
        self.note([Notice(name) for name in names])

    def note(self, notices: Iterable[Notice] | None) -> None:
        """Read tournaments that other servers have changed; None: any of them may have been."""
        names = set(self._loaded.keys()) if notices is None else {each.table for each in notices}
        for found in [found for name in names if (found := self._loaded.get(name))]:
            task = asyncio.create_task(self._catch_up(found))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _catch_up(self, found: TournamentSession) -> None:
        try:
            async with found.lock:
                await self._read_again(found)
        except (StoreError, Problem):
            found.uncertain = True


def _seating(found: TournamentSession, players: tuple[int, ...]) -> tuple[Setup, dict[int, str]]:
    """Return the setup of a table for some players, and the sessions of those who have arrived."""
    game = found.tournament.find_game()
    seats = [SeatPlan("human", found.tournament.players[player].name) for player in players]
    level = min(_COMPUTER_LEVEL, game.evaluation.level_scale.count)
    seats += [SeatPlan("computer", None, level)] * (game.players - len(players))
    owners = {seat: found.sessions[player] for seat, player in enumerate(players) if player in found.sessions}
    return Setup(found.tournament.game, tuple(seats), aids=False), owners
