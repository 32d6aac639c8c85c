"""The overall deadline of a process that has been asked to stop. Its parts have shorter ones of their own.

A database, a disk or a library that hangs cannot hold it up: what is not done by then is left as it is, which is what a
kill at that moment would leave, so nothing that was acknowledged is lost.
"""

from __future__ import annotations

import logging
import os
import signal
from threading import Timer
from types import FrameType

import uvicorn

from veier.server.logs import log

# Seconds after which a process ends in any case, and its exit status then.
_STOP_SECONDS = 9.0
_LATE_STATUS = 1


def end_in_time() -> None:
    """End this process after the deadline, from a thread, because the event loop may be held up."""
    timer = Timer(_STOP_SECONDS, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    log("stopped", logging.ERROR, kind="late")
    os._exit(_LATE_STATUS)


class ProcessServer(uvicorn.Server):
    """A server that has a process to itself, which ends in time."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            end_in_time()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """Stop as at a signal."""
        self.handle_exit(signal.SIGTERM, None)
