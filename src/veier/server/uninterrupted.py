"""Work that goes on when its caller is cancelled, so that what is on disk and what is in memory stay the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")

_running: set[asyncio.Task[Any]] = set()


def uninterrupted(
    function: Callable[Arguments, Coroutine[Any, Any, Found]],
) -> Callable[Arguments, Coroutine[Any, Any, Found]]:
    """Make a coroutine function run to its end in a task of its own, whatever becomes of its caller."""

    @wraps(function)
    async def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> Found:
        task = asyncio.create_task(function(*arguments, **named))
        _running.add(task)
        task.add_done_callback(_forget)
        return await asyncio.shield(task)

    return run


def after_answer(function: Callable[..., object], *arguments: object, steps: int = 2) -> None:
    """Call a function when the caller of uninterrupted work has gone on, which is two steps of the loop later."""
    loop = asyncio.get_running_loop()
    if steps:
        loop.call_soon(lambda: after_answer(function, *arguments, steps=steps - 1))
    else:
        loop.call_soon(function, *arguments)


def _forget(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled():
        # The caller may be gone.
        task.exception()
