"""What a player writes down: commands sent, their answers, and the states seen. All checks start from this."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

Command = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """An answer to a command: "ack" with the version after it, "stale", or "refused" with the key of its reason."""

    kind: str
    version: int | None = None
    reason: str = ""


@dataclass
class Sent:
    """A command as it was sent, how often, when first, and all answers to it with the time of the first one.

    `thought` are the milliseconds since 1970 at which the player saw the turn and sent the command.
    """

    table: str
    id: str
    version: int
    command: Command
    first: float = field(default_factory=time.monotonic)
    times: int = 0
    answers: list[Answer] = field(default_factory=list)
    answered: float | None = None
    thought: tuple[int, int] = (0, 0)

    @property
    def acknowledged(self) -> int | None:
        """The version of the acknowledgement."""
        return next((answer.version for answer in self.answers if answer.kind == "ack"), None)

    @property
    def refusals(self) -> list[Answer]:
        """The answers by which the command did nothing."""
        return [answer for answer in self.answers if answer.kind != "ack"]


def wall_ms() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Journal:
    """All that a player sent and heard."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sent: dict[str, Sent] = {}
        # The hash of the position by table and version, as it was shown, and when that was.
        self.seen: dict[tuple[str, int], str] = {}
        self.seen_at: dict[tuple[str, int], int] = {}
        # What no player should ever hear, with the table.
        self.wrong: list[tuple[str, str]] = []

    def new_command(self, table: str, version: int, command: Command) -> Sent:
        """Note a command before it is sent for the first time."""
        sent = Sent(table, f"{self.name}-{len(self.sent)}", version, command)
        sent.thought = (self.seen_at[table, version], wall_ms())
        self.sent[sent.id] = sent
        return sent

    def answer(self, sent: Sent, answer: Answer) -> None:
        """Note an answer."""
        sent.answers.append(answer)
        if sent.answered is None:
            sent.answered = time.monotonic()

    def see(self, table: str, version: int, position_hash: str) -> None:
        """Note the position that was shown at a version."""
        self.seen_at.setdefault((table, version), wall_ms())
        before = self.seen.setdefault((table, version), position_hash)
        if before != position_hash:
            self.wrong.append(("two positions were shown at one version", f"{version} of {table}"))
