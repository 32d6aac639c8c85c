"""An engine for programs that do many things at once: the same conversation, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TypeVar

from veier.core.history import History
from veier.core.move import Move
from veier.engine.conversation import Engine, GoLimits
from veier.search.analysis import Analysis

_Answer = TypeVar("_Answer")


class AsyncEngine:
    """An engine that is asked one question at a time without the event loop waiting; `async with` starts and ends it.

    A question that is cancelled stops the search.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "veier-engine")

    async def __aenter__(self) -> AsyncEngine:
        await self._run(self._engine.start)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def analyse(self, history: History, limits: GoLimits, top: int = 1) -> Analysis:
        """Return the engine's answer about the end of a history; raise EngineError."""
        return await self._run(lambda: self._engine.analyse(history, limits, top))

    async def best_move(self, history: History, limits: GoLimits) -> Move:
        """Return the move that the engine chooses; raise EngineError."""
        return (await self.analyse(history, limits)).best.move

    async def analyses(self, history: History, limits: GoLimits, top: int = 1) -> AsyncGenerator[Analysis, None]:
        """Yield what the engine knows while it searches; the last one is its answer. Raise EngineError."""
        reports = self._engine.analyses(history, limits, top)
        try:
            while (analysis := await self._run(lambda: next(reports, None))) is not None:
                yield analysis
        finally:
            await self._run(reports.close)

    def stop(self) -> None:
        """End the running search: it answers with what it has."""
        self._engine.stop()

    async def close(self) -> None:
        """End the program."""
        await self._run(self._engine.close)
        self._thread.shutdown(wait=False)

    async def _run(self, work: Callable[[], _Answer]) -> _Answer:
        running = asyncio.get_running_loop().run_in_executor(self._thread, work)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            # The thread is needed for the next question.
            self._engine.stop()
            await asyncio.wait([running])
            raise
