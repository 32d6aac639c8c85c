"""The deletion of a player."""

from __future__ import annotations

from veier.server.schemas.base import Answer


class DeletedPlayer(Answer):
    """How many games were deleted, and how many stay with their other players, without the name."""

    deleted: int
    kept: int
