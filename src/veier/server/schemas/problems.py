"""Problem documents (RFC 9457), and the health of the server."""

from __future__ import annotations

from veier.messages import Message
from veier.server.schemas.base import Answer
from veier.server.schemas.tables import State


class Problem(Answer):
    """An error: `detail` is a sentence in the language of Accept-Language, `reason` the same as key and parameters.

    `retry` is the number of seconds after which the request may be repeated.
    """

    type: str
    title: str
    status: int
    detail: str
    reason: Message
    retry: int | None = None


class StaleProblem(Problem):
    """An error of a command; `state` is the newest state if the command was stale."""

    state: State | None = None


class Preparing(Answer):
    """How many kernels of a game are compiled, of how many."""

    game: str
    done: int
    total: int


class Health(Answer):
    """Whether moves can be saved, how many tables could not be read, and which game is being compiled."""

    ok: bool
    unreadable: int
    preparing: Preparing | None


class Readiness(Answer):
    """Whether this server should get requests."""

    ready: bool
