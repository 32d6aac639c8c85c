"""A socket's sending side: a queue of its own, so that one who does not read holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

# More than this waits for nobody: a client that comes back gets the newest state anyway.
QUEUE_LIMIT = 64
# Who does not take a goodbye within so many seconds goes without.
_PATIENCE = 2.0

SLOW = 1013
RESTART = 1012
MOVED_AWAY = 4001


class Connection:
    """Somebody who watches or plays over a socket; `session` is the digest of theirs, None for strangers."""

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
        self._is_leaving = False
        self.closed = asyncio.Event()

    def send(self, text: str) -> None:
        """Send a text in its turn."""
        if self._queue.qsize() >= QUEUE_LIMIT:
            self.close(SLOW, at_once=True)
        else:
            self._queue.put_nowait(text)

    def close(self, code: int, *, at_once: bool = False) -> None:
        """Close the socket after what waits, or at once."""
        if not at_once:
            self._queue.put_nowait(code)
        elif not self._is_leaving:
            self._is_leaving = True
            self._task.cancel()
            self._task = asyncio.create_task(self._end(code))

    async def end(self, code: int) -> None:
        """Close the socket after what waits, and come back when that is done or takes too long."""
        self.close(code)
        await asyncio.wait([self._task], timeout=_PATIENCE)

    def forget(self) -> None:
        """End when the other side has gone."""
        self.closed.set()
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            item = await self._queue.get()
            try:
                if isinstance(item, int):
                    await self._end(item)
                    return
                await self._send(item)
            except Exception:
                # Whatever is wrong with this socket, the others still get theirs.
                self.closed.set()
                return

    async def _end(self, code: int) -> None:
        try:
            await asyncio.wait_for(self._close(code), _PATIENCE)
        except Exception:
            # Who does not even take the goodbye is left to the system.
            return
        finally:
            self.closed.set()
