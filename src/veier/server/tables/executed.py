"""What is kept of executed commands, so that one that is sent again is executed once and answered alike."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import NamedTuple

from veier.server.compact_json import dump_json
from veier.table import Command


@dataclass(frozen=True, slots=True)
class CommandKey:
    """Identifies a command: its sender's number in `setup.seats`, its id, and a digest of what it asks."""

    holder: int
    id: str
    digest: str | None = None


class ExecutedCommand(NamedTuple):
    """The version after a command, and its digest; None for one that an earlier version executed."""

    version: int
    digest: str | None


class ClaimedSeat(NamedTuple):
    """A seat that was taken with an invite, and the table's version after that."""

    seat: int
    version: int


def digest_of(command: Command) -> str:
    """Return what commands under one id are compared by."""
    return hashlib.sha256(dump_json(command.to_data()).encode()).hexdigest()[:16]


def claim_id(token: str) -> str:
    """Return the id under which a claim is executed, from the digest of its invite."""
    return f"claim-{token[:32]}"
