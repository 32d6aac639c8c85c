"""The sending side of one socket: a bounded queue and a task, so that a slow reader delays nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

# A connection whose queue is longer is closed; a client that reconnects gets the newest state anyway.
QUEUE_LIMIT = 64
# Seconds to wait for the close handshake.
_CLOSE_SECONDS = 2.0

# WebSocket close codes.
CLOSE_TOO_SLOW = 1013
CLOSE_RESTART = 1012
CLOSE_SEAT_MOVED = 4001


class Connection:
    """An open socket of a table; `session` is the digest of the client's session, None for anonymous watchers."""

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        session: str | None,
        address: str,
    ) -> None:
        self.session = session
        self.address = address
        self._send = send
        self._close = close
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())
        self._is_closing = False
        self.closed = asyncio.Event()

    def send(self, text: str) -> None:
        """Queue a message; close the socket at once if the queue is full."""
        if self._queue.qsize() >= QUEUE_LIMIT:
            self.close(CLOSE_TOO_SLOW, at_once=True)
        else:
            self._queue.put_nowait(text)

    def close(self, code: int, *, at_once: bool = False) -> None:
        """Close the socket after the queued messages, or at once."""
        if not at_once:
            self._queue.put_nowait(code)
        elif not self._is_closing:
            self._is_closing = True
            self._task.cancel()
            self._task = asyncio.create_task(self._close_socket(code))

    async def close_and_wait(self, code: int) -> None:
        """Close the socket after the queued messages; return when that is done or the time is up."""
        self.close(code)
        await asyncio.wait([self._task], timeout=_CLOSE_SECONDS)

    def abandon(self) -> None:
        """Stop sending when the client has disconnected."""
        self.closed.set()
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            item = await self._queue.get()
            try:
                if isinstance(item, int):
                    await self._close_socket(item)
                    return
                await self._send(item)
            except Exception:
                # A broken socket must not affect the others.
                self.closed.set()
                return

    async def _close_socket(self, code: int) -> None:
        try:
            await asyncio.wait_for(self._close(code), _CLOSE_SECONDS)
        except Exception:
            # The operating system closes a connection whose client does not answer the handshake.
            return
        finally:
            self.closed.set()
