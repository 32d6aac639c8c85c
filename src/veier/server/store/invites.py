"""Invites to open seats, and transfers of seats to another device. Each is used once, and stored as a digest."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from veier.server.clocks import wall_ms
from veier.server.http.tokens import INVITE_MS
from veier.server.store import schema
from veier.server.store.seats import move_seats
from veier.server.store.writer import Step, Writer

_ADD_INVITE = insert(schema.invites)
_USE_INVITE = delete(schema.invites).where(schema.invites.c.token == bindparam("used"))
_DELETE_INVITES = delete(schema.invites).where(
    schema.invites.c.table_id == bindparam("of_table"), schema.invites.c.seat == bindparam("of_seat")
)
_ADD_TRANSFER = insert(schema.transfers)
_USE_TRANSFER = delete(schema.transfers).where(schema.transfers.c.token == bindparam("used"))


class Invite(NamedTuple):
    """The seat that an invite is for; `seat` is the number in `setup.seats`."""

    table: str
    seat: int


class Transfer(NamedTuple):
    """A transfer that was used: the table, and the session that had the seats before."""

    table: str
    old_session: str


def add_invites(table: str, tokens: dict[int, str]) -> Step:
    """Return the step that adds invites, given as digests by seat."""
    expires = wall_ms() + INVITE_MS
    rows = ({"token": token, "table_id": table, "seat": seat, "expires": expires} for seat, token in tokens.items())
    return Step(_ADD_INVITE, tuple(rows))


def use_invite(token: str) -> Step:
    """Return the step that uses up an invite, which succeeds once."""
    return Step(_USE_INVITE, ({"used": token},), exact=True)


class InviteStore:
    """Reads and writes invites and transfers."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def add(self, table: str, seat: int, token: str) -> None:
        """Store the digest of a new invite to a seat, and delete older ones."""
        await self._writer.write(
            Step(_DELETE_INVITES, ({"of_table": table, "of_seat": seat},)), add_invites(table, {seat: token})
        )

    async def find(self, token: str) -> Invite | None:
        """Return the seat of an invite that has not expired."""
        query = select(schema.invites).where(schema.invites.c.token == token, schema.invites.c.expires > wall_ms())
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Invite(row.table_id, row.seat) if row else None

    async def add_transfer(self, table: str, session: str, token: str, expires: int) -> None:
        """Store the digest of a transfer of a session's seats."""
        row = {"token": token, "table_id": table, "session": session, "expires": expires}
        await self._writer.write(Step(_ADD_TRANSFER, (row,)))

    async def use_transfer(self, token: str, session: str) -> Transfer | None:
        """Move the seats of a transfer to a session; return None if there is no such transfer."""
        transfer = schema.transfers
        query = select(transfer).where(transfer.c.token == token, transfer.c.expires > wall_ms())
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        used = Step(_USE_TRANSFER, ({"used": token},), exact=True)
        await self._writer.write(used, move_seats(row.table_id, row.session, session))
        return Transfer(row.table_id, row.session)
