"""Slots for work that takes time, handed out to clients in turn: who asks for much waits for his own work only."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable
from contextlib import suppress


class Busy(Exception):
    """Too much work waits already, of this client or in all."""


class FairSlots:
    """A number of slots. A free one goes to the client whose turn it is, there to what has waited longest.

    count      how many are in use at once
    each, all  how many of one client's may wait, and of all clients'
    """

    def __init__(self, count: int, each: int, all: int) -> None:  # noqa: A002
        self._free = count
        self._each, self._all = each, all
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """The number of those who wait for a slot."""
        return sum(map(len, self._waiting.values()))

    async def acquire(self, client: Hashable) -> None:
        """Wait for a slot; raise Busy at once if too many wait, or when the server stops."""
        if self._is_closed:
            raise Busy
        if self._free:
            self._free -= 1
            return
        if len(self._waiting.get(client, ())) >= self._each or self.waiting >= self._all:
            raise Busy
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.release()
            else:
                self._forget(client, turn)
            raise

    def release(self) -> None:
        """Return a slot: the next client in turn gets it."""
        while self._waiting:
            client, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                # The last in the order of turns again.
                self._waiting[client] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def close(self) -> None:
        """Refuse those who wait."""
        self._is_closed = True
        for turns in self._waiting.values():
            for turn in turns:
                if not turn.done():
                    turn.set_exception(Busy())
        self._waiting.clear()

    def _forget(self, client: Hashable, turn: asyncio.Future[None]) -> None:
        turns = self._waiting.get(client)
        if turns is not None:
            with suppress(ValueError):
                turns.remove(turn)
            if not turns:
                del self._waiting[client]
