"""Reviews: the games to review, and the plies reviewed so far."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.store import schema
from veier.server.store.writer import Step, Writer

_ADD_REVIEW = insert(schema.reviews)
_UPDATE_REVIEW = (
    update(schema.reviews)
    .where(schema.reviews.c.id == bindparam("of_review"))
    .values(plies=bindparam("new_plies"), done=bindparam("is_done"))
)


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review; `plies` are those reviewed so far."""

    id: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    plies: list[Any]
    done: bool


class ReviewStore:
    """Reads and writes reviews."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def add(self, name: str, game: str, start: str | None, moves: Sequence[str]) -> None:
        """Store a game that is to be reviewed."""
        row = {"id": name, "game": game, "start": start, "moves": dump_json(list(moves)), "plies": "[]", "done": False}
        await self._writer.write(Step(_ADD_REVIEW, ({**row, "created": wall_ms()},)))

    async def update(self, name: str, plies: list[Any], *, done: bool) -> None:
        """Store the plies reviewed so far."""
        row = {"of_review": name, "new_plies": dump_json(plies), "is_done": done}
        await self._writer.write(Step(_UPDATE_REVIEW, (row,)))

    async def find(self, name: str) -> StoredReview | None:
        """Return a review."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(schema.reviews).where(schema.reviews.c.id == name))).first()
        if row is None:
            return None
        return StoredReview(name, row.game, row.start, tuple(json.loads(row.moves)), json.loads(row.plies), row.done)

    async def unfinished(self) -> list[str]:
        """List the reviews that are not finished, the oldest first."""
        query = select(schema.reviews.c.id).where(schema.reviews.c.done.is_(False)).order_by(schema.reviews.c.created)
        async with self._engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]
