"""Threads that do one thing each and do not keep the process from ending, unlike those of Python's executors.

Work that may wait for a lock or take long goes here, not into the few threads that `asyncio.to_thread` shares.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


def call_in_thread(
    name: str, function: Callable[Arguments, Found], *arguments: Arguments.args, **named: Arguments.kwargs
) -> asyncio.Future[Found]:
    """Call a function in a new thread; the future has what it returns or raises."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Found] = loop.create_future()

    def finish(result: Any, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error:
            done.set_exception(error)
        else:
            done.set_result(result)

    def run() -> None:
        result, error = None, None
        try:
            result = function(*arguments, **named)
        except BaseException as caught:
            error = caught
        with suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(finish, result, error)

    Thread(target=run, name=name, daemon=True).start()
    return done
