"""A SQLite file is for one server: a lock beside it, which the system gives back however the server ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from veier.core.errors import VeierError
from veier.messages import message
from veier.server.store.database import check_file, database_file

# The lock is a file of its own: SQLite's locks on the database are lost when any part of the process closes it.
_SUFFIX = ".lock"


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Be the only server that uses a database file; raise VeierError while another one does.

    A database server is shared by as many as wish.
    """
    path = database_file(url)
    if path is None:
        yield
        return
    check_file(path)
    with _open(path) as file:
        if not _try_lock(file):
            raise VeierError(message("server.database_in_use", path=path))
        yield


def _open(path: Path) -> BinaryIO:
    """Open the file that is locked. It is never deleted: others would lock what a third one no longer finds."""
    try:
        return path.with_name(path.name + _SUFFIX).open("ab")
    except OSError as error:
        raise VeierError(message("server.database_unwritable", path=path)) from error


def _try_lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed; return whether nobody else has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
