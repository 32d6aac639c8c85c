"""Tasks for tests: pure functions that take as long as they are told."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from pathlib import Path

from veier.core.errors import VeierError
from veier.messages import message


def hash_number(number: int, seed: int, seconds: float = 0.0) -> bytes:
    time.sleep(seconds)
    return hashlib.sha256(f"{seed} {number}".encode()).digest()


def write_log(number: int, log: str, seconds: float = 0.0) -> bytes:
    """Write a line at the beginning and at the end, with the number of this process."""
    _append(log, f"begin {number} {os.getpid()}\n")
    time.sleep(seconds)
    _append(log, f"end {number} {os.getpid()}\n")
    return str(number).encode()


def die_once(number: int, marks: str) -> bytes:
    """Kill this process the first time that a chunk runs."""
    mark = Path(marks) / str(number)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return str(number).encode()


def always_die(number: int) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def refuse(number: int) -> bytes:
    raise VeierError(message("lab.ledger.busy", directory="here"))


def stumble(number: int) -> bytes:
    raise LookupError("no such thing")


def _append(log: str, line: str) -> None:
    place = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(place, line.encode())
    os.close(place)
