"""The files in which workers keep their metrics, so that one of them can tell those of all.

Each worker has files of its own there.
When a worker has ended, its gauges are deleted, and its counters are added to those of all that have ended, so that
totals never fall and files do not pile up.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from prometheus_client.mmap_dict import MmapedDict

_LOCK, _ENDED = "lock", "ended"


@contextmanager
def reading(directory: Path) -> Iterator[None]:
    """Read files while none is being removed."""
    with _locked(directory, fcntl.LOCK_SH):
        yield


def forget_worker(directory: Path, process: int) -> None:
    """Remove the files of a worker that has ended, and keep what it has counted."""
    with _locked(directory, fcntl.LOCK_EX):
        for path in directory.glob(f"*_{process}.db"):
            kind = path.name.partition("_")[0]
            if kind != "gauge":
                _add(path, directory / f"{kind}_{_ENDED}.db")
            path.unlink()


def _add(path: Path, total: Path) -> None:
    if not path.stat().st_size:
        # It ended before it had counted anything.
        return
    # The library declares no types.
    files: Any = MmapedDict
    with closing(files(str(total))) as sums:
        for key, value, _, _ in files.read_all_values_from_file(str(path)):
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)


@contextmanager
def _locked(directory: Path, how: int) -> Iterator[None]:
    with (directory / _LOCK).open("a") as file:
        fcntl.flock(file, how)
        yield
