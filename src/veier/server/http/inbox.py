"""What a client sends over a socket, for a listener that is called: it stands in for the queue of uvicorn.

A route that waits for the next message keeps its frames, its request and all that the framework put around it, ten
kilobytes for each idle socket. A listener keeps what it needs, and there is a task only while it works.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol
from weakref import WeakMethod

from veier.server.logs import log

_DISCONNECT = "websocket.disconnect"


class Listener(Protocol):
    """Receives the messages of a socket one after the other, then hears that it is closed."""

    async def receive(self, text: str | None) -> None:
        """Answer a message; None for one that is not text."""

    def closed(self) -> None:
        """End, because the socket is closed."""


class Inbox:
    """The messages of one socket. `ready`, a method, is called when all of them have been answered."""

    __slots__ = ("_events", "_listener", "_ready", "_task")

    def __init__(self, listener: Listener, ready: Callable[[], None]) -> None:
        self._listener: Listener | None = listener
        # The socket has the inbox: a cycle would stay until the collector comes, which it does rarely.
        self._ready = WeakMethod(ready)
        self._events: list[Any] = []
        self._task: asyncio.Task[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Take over an event of the socket."""
        self._events.append(event)
        if self._task is not None or self._listener is None:
            return
        if event["type"] == _DISCONNECT:
            self._close()
        else:
            self._task = asyncio.get_running_loop().create_task(self._work(self._listener))

    def qsize(self) -> int:
        """Return the number of messages that wait."""
        return len(self._events)

    async def _work(self, listener: Listener) -> None:
        """Answer messages in their order, also those that came before the end of the socket."""
        try:
            while self._events and self._events[0]["type"] != _DISCONNECT:
                await listener.receive(self._events.pop(0).get("text"))
        except Exception:
            log("socket failed", logging.ERROR, fault=True)
            self._close()
        finally:
            self._task = None
        if self._events:
            self._close()
        elif ready := self._ready():
            ready()

    def _close(self) -> None:
        """Let go of the listener, so that no cycle keeps both."""
        self._events.clear()
        if self._listener:
            listener, self._listener = self._listener, None
            listener.closed()
