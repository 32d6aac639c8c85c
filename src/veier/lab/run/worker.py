"""A process that runs chunks for the driver: `python -m veier.lab.run.worker`.

It reads chunks from standard input, as pickles, and writes their results to standard output. A thread watches the input
and ends the process with it, also in the middle of a chunk: it never outlives a driver that was killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from veier.lab.run.executor import answer


def main() -> None:
    """Run chunks until the input ends."""
    # Standard output is for results alone: whatever else is printed goes to standard error.
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Ctrl-C in a terminal reaches all its processes; the driver ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    chunks = SimpleQueue[Any]()
    Thread(target=_read, args=(sys.stdin.buffer, chunks), daemon=True).start()
    while True:
        chunk, version = chunks.get()
        pickle.dump(answer(chunk, version), results)
        results.flush()


def _read(source: BinaryIO, chunks: SimpleQueue[Any]) -> None:
    try:
        while True:
            chunks.put(pickle.load(source))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
