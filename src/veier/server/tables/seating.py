"""Seats change hands: an invite is claimed, a session's seats are moved to another device, or one seat is given away.

Both can be sent again by who has succeeded, because the first answer may have been lost.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from veier.server.store.errors import Conflict, Unknown
from veier.server.store.invites import Transfer, use_invite
from veier.server.store.seats import add_seats
from veier.server.tables.executed import ClaimedSeat, CommandKey, claim_id
from veier.server.tables.registry import LostRace, TableRegistry
from veier.server.tables.session import TableSession
from veier.server.uninterrupted import uninterrupted
from veier.table import Sit, decide

# How often a change of seats is tried again because another server was faster.
_RACES = 10


class TransferredSeats(NamedTuple):
    """A table whose seats were moved to another session, and the session that had them."""

    table_session: TableSession
    old_session: str


class Claim(NamedTuple):
    """A claim of an open seat: the player's number in `setup.seats`, the digest of the invite, the session, a name."""

    holder: int
    token: str
    session: str
    name: str | None
    bot: bool = False


@uninterrupted
async def sit_down(registry: TableRegistry, table_session: TableSession, claim: Claim) -> ClaimedSeat:
    """Seat a session on an open seat; the invite is used up in the same transaction. Raise Refusal or StoreError."""
    key = CommandKey(claim.holder, claim_id(claim.token))
    for _ in range(_RACES):
        with suppress(LostRace):
            return await _sit_down(registry, table_session, claim, key)
    raise Conflict


async def _sit_down(registry: TableRegistry, table_session: TableSession, claim: Claim, key: CommandKey) -> ClaimedSeat:
    async with registry.clocks.changing(table_session) as now:
        await registry.make_certain(table_session)
        claimed = table_session.claimed(claim.session, claim.token)
        if claimed:
            return claimed
        table = table_session.table
        events = decide(table, table.seat_of(claim.holder), Sit(claim.name, claim.bot), now)
        steps = [use_invite(claim.token), add_seats(table_session.id, {claim.holder: claim.session})]
        version = await registry.commit(table_session, events, key, steps)
        if table_session.owners.setdefault(claim.holder, claim.session) != claim.session:
            # Another session has used the same invite at another server.
            raise LostRace
        return ClaimedSeat(table_session.table.seat_of(claim.holder), version)


@uninterrupted
async def move_seats(registry: TableRegistry, token: str, session: str) -> TransferredSeats | None:
    """Move the seats of a transfer, given by its digest, to a session; return None if it is not valid for it."""
    transfer = await registry.store.invites.find_transfer(token)
    if transfer is None or transfer.taker not in (None, session):
        return None
    table_session = await registry.find(transfer.table, fresh=True)
    async with registry.clocks.changing(table_session):
        if transfer.taker is None and not await _use(registry, table_session, token, transfer, session):
            return None
    return TransferredSeats(table_session, transfer.session)


async def _use(
    registry: TableRegistry, table_session: TableSession, token: str, transfer: Transfer, session: str
) -> bool:
    """Use a transfer; return whether the session has used it, now or before an answer was lost. Raise StoreError."""
    for _ in range(_RACES):
        try:
            await registry.store.invites.use_transfer(token, transfer, table_session.seating, session)
        except Conflict:
            table_session.uncertain = True
            await registry.make_certain(table_session)
            used = await registry.store.invites.find_transfer(token)
            if used is None or used.taker is not None:
                return used is not None and used.taker == session
        except Unknown:
            table_session.uncertain = True
            raise
        else:
            table_session.move_seats(transfer.session, session)
            return True
    raise Conflict


@uninterrupted
async def give_seat(registry: TableRegistry, table_session: TableSession, holder: int, session: str) -> None:
    """Assign a player's seat to a session, whoever had it; raise StoreError."""
    async with registry.clocks.changing(table_session):
        for _ in range(_RACES):
            await registry.make_certain(table_session)
            if table_session.owners.get(holder) == session:
                return
            try:
                await registry.store.tables.give_seat(table_session.id, table_session.seating, holder, session)
            except Conflict:
                table_session.uncertain = True
            except Unknown:
                table_session.uncertain = True
                raise
            else:
                table_session.give_seat(holder, session)
                return
    raise Conflict
