"""Reviews: the games to review, and the plies reviewed so far."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Conflict
from veier.server.store.leases import take_leases
from veier.server.store.writer import Writer

_review, _ply = schema.reviews, schema.review_plies

_ADD_REVIEW = insert(_review)
_ADD_PLIES = insert(_ply)
_FINISH_REVIEW = update(_review).where(_review.c.id == bindparam("of_review")).values(done=True)


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review; `plies` are those reviewed so far, as JSON, and `is_ours` whether this server works on it."""

    id: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    plies: list[str]
    done: bool
    is_ours: bool


class ReviewStore:
    """Reads and writes reviews."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def add(self, name: str, game: str, start: str | None, moves: Sequence[str], *, ours: bool = True) -> None:
        """Store a game that is to be reviewed, leased to this server or to whoever takes it."""
        row = {"id": name, "game": game, "start": start, "moves": dump_json(list(moves)), "done": False}
        row["worker"] = self._connections.name if ours else None
        try:
            await self._writer.write(Step(_ADD_REVIEW, ({**row, "created": wall_ms()},)), about=name)
        except Conflict:
            # Ids are random: this review was stored by an attempt whose answer was lost.
            if await self.find(name) is None:
                raise

    async def append(self, name: str, first: int, plies: Sequence[Any]) -> None:
        """Store further plies, of which `first` is the number of the first."""
        rows = ({"review_id": name, "ply": ply, "data": dump_json(data)} for ply, data in enumerate(plies, first))
        await self._writer.write(Step(_ADD_PLIES, tuple(rows)), about=name)

    async def finish(self, name: str) -> None:
        """Store that nothing more will come."""
        await self._writer.write(Step(_FINISH_REVIEW, ({"of_review": name},)), about=name)

    async def find(self, name: str) -> StoredReview | None:
        """Return a review; raise Unavailable or Damaged."""
        plies = select(_ply.c.data).where(_ply.c.review_id == name).order_by(_ply.c.ply)
        rows, found = await self._connections.together(select(_review).where(_review.c.id == name), plies)
        if not rows:
            return None
        row, moves = rows[0], tuple(json.loads(rows[0].moves))
        is_ours = not self._connections.shared or row.worker == self._connections.name
        return StoredReview(name, row.game, row.start, moves, [each.data for each in found], row.done, is_ours)

    async def take(self, count: int) -> list[str]:
        """Lease reviews that nobody works on, up to a number, the oldest first; raise Unavailable."""
        return await take_leases(self._connections, _review, count, _review.c.created, where=_review.c.done.is_(False))

    async def unfinished(self) -> list[str]:
        """List the reviews that are not finished, the oldest first."""
        query = select(_review.c.id).where(_review.c.done.is_(False)).order_by(_review.c.created)
        return [row.id for row in await self._connections.all(query)]
