"""Invites to open seats, and transfers of seats to another device. Each is used once, and stored as a digest."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from veier.server.clocks import wall_ms
from veier.server.http.tokens import INVITE_MS
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Conflict
from veier.server.store.seats import move_seats
from veier.server.store.writer import Writer

_ADD_INVITE = insert(schema.invites)
_USE_INVITE = delete(schema.invites).where(schema.invites.c.token == bindparam("used"))
_DELETE_INVITES = delete(schema.invites).where(
    schema.invites.c.table_id == bindparam("of_table"), schema.invites.c.seat == bindparam("of_seat")
)
_ADD_TRANSFER = insert(schema.transfers)
_USE_TRANSFER = (
    update(schema.transfers)
    .where(schema.transfers.c.token == bindparam("used"), schema.transfers.c.taker.is_(None))
    .values(taker=bindparam("by"))
)


class Invite(NamedTuple):
    """The seat that an invite is for; `seat` is the number in `setup.seats`."""

    table: str
    seat: int


class Transfer(NamedTuple):
    """A transfer: the table, the session that had the seats when it was made, and the one that has used it."""

    table: str
    session: str
    taker: str | None


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

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def add(self, table: str, seat: int, token: str) -> None:
        """Store the digest of a new invite to a seat, and delete older ones."""
        await self._writer.write(
            Step(_DELETE_INVITES, ({"of_table": table, "of_seat": seat},)),
            add_invites(table, {seat: token}),
            about=table,
        )

    async def find(self, token: str) -> Invite | None:
        """Return the seat of an invite that has not expired."""
        query = select(schema.invites).where(schema.invites.c.token == token, schema.invites.c.expires > wall_ms())
        row = await self._connections.first(query)
        return Invite(row.table_id, row.seat) if row else None

    async def add_transfer(self, table: str, session: str, token: str, expires: int) -> None:
        """Store the digest of a transfer of a session's seats."""
        row = {"token": token, "table_id": table, "session": session, "expires": expires}
        try:
            await self._writer.write(Step(_ADD_TRANSFER, (row,)), about=table)
        except Conflict:
            # Tokens are random: this one was stored by an attempt whose answer was lost.
            if await self.find_transfer(token) is None:
                raise

    async def find_transfer(self, token: str) -> Transfer | None:
        """Return a transfer that has not expired, used or not."""
        query = select(schema.transfers).where(
            schema.transfers.c.token == token, schema.transfers.c.expires > wall_ms()
        )
        row = await self._connections.first(query)
        return Transfer(row.table_id, row.session, row.taker) if row else None

    async def use_transfer(self, token: str, transfer: Transfer, seating: int, taker: str) -> None:
        """Move the seats of a transfer to a session; raise Conflict if it has been used, or others have moved."""
        moved = move_seats(transfer.table, seating, transfer.session, taker)
        used = Step(_USE_TRANSFER, ({"used": token, "by": taker},), exact=True)
        await self._writer.write(*moved, used, about=transfer.table)
