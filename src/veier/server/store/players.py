"""Players of tables as lists of games are searched by them: their kind, their name, how the game ended for them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Insert, bindparam, update
from sqlalchemy.dialects import postgresql, sqlite

from veier.server.store import schema
from veier.server.store.batches import Step
from veier.table import Table

PlayerOutcome = Literal["won", "lost", "drawn"]


def _upsert(insert: sqlite.Insert | postgresql.Insert) -> Insert:
    changed = {name: insert.excluded[name] for name in ("kind", "name", "outcome")}
    return insert.on_conflict_do_update(index_elements=["table_id", "seat"], set_=changed)


# Statements are module constants, because the writer merges the rows of identical ones.
_SET_PLAYERS = {
    "sqlite": _upsert(sqlite.insert(schema.players)),
    "postgresql": _upsert(postgresql.insert(schema.players)),
}
_SET_GAME = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of_table"))
    .values(game=bindparam("game_name"), mover=bindparam("new_mover"))
)


@dataclass(frozen=True, slots=True)
class Player:
    """A player as lists are searched by it; `seat` is the number in `setup.seats`."""

    seat: int
    kind: str
    name: str
    outcome: PlayerOutcome | None


@dataclass(frozen=True, slots=True)
class Listing:
    """What lists need of a table: the game's name, the number of the player whose turn it is, and the players."""

    game: str
    mover: int | None
    players: tuple[Player, ...]  # in the order of `setup.seats`


def listing_of(table: Table) -> Listing:
    """Return what lists need of a table."""
    found = (
        Player(table.holders[seat], plan.kind, fold_name(plan.name or ""), _outcome(table, seat))
        for seat, plan in enumerate(table.seats)
    )
    players = tuple(sorted(found, key=lambda player: player.seat))
    return Listing(table.game.name, None if table.mover is None else table.holders[table.mover], players)


def _outcome(table: Table, seat: int) -> PlayerOutcome | None:
    if table.result is None:
        return None
    share = table.result.shares[seat]
    return "won" if share == 1 else "drawn" if share else "lost"


def fold_name(name: str) -> str:
    """Return a name as it is searched for: in lower case and without accents."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def set_listing(dialect: str, name: str, table: Table, before: Table | None = None) -> tuple[Step, ...]:
    """Return the steps that store what lists need of a table, but for the mover of one that they know from `before`."""
    if before and all(getattr(before, part) is getattr(table, part) for part in ("seats", "holders", "result")):
        return ()
    listing = listing_of(table)
    mover = Step(_SET_GAME, ({"of_table": name, "game_name": listing.game, "new_mover": listing.mover},))
    rows = (
        {"table_id": name, "seat": each.seat, "kind": each.kind, "name": each.name, "outcome": each.outcome}
        for each in listing.players
    )
    players = Step(_SET_PLAYERS[dialect], tuple(rows))
    return (players,) if before else (mover, players)
