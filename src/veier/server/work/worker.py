"""The process that draws, prints or reviews beside the server: `python -m veier.server.work.worker NICENESS`.

It reads functions with their arguments from standard input, as pickles, and writes what they return to standard output.
It ends with its input, so it does not outlive a server that was killed.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
import time
from typing import Any, BinaryIO

from veier import loading
from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.kernels.decorators import defer_compilation
from veier.server.logs import log, set_up_logging


def main() -> None:
    """Answer until the input ends."""
    # Standard output is for answers alone: whatever else is printed goes to standard error.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    set_up_logging("info")
    # Ctrl-C in a terminal reaches all its processes; the server ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    # As in the server: rules run as plain Python until the server has compiled them.
    defer_compilation(True)
    try:
        _answer_all(sys.stdin.buffer, answers)
    except (EOFError, BrokenPipeError):
        return


def _answer_all(calls: BinaryIO, answers: BinaryIO) -> None:
    while True:
        function, arguments, compiled = pickle.load(calls)
        for game in compiled:
            loading.load_search(find_game(game))
        started = time.process_time()
        result: Any = None
        failure: BaseException | None = None
        try:
            result = function(*arguments)
        except Exception as error:
            if not isinstance(error, VeierError):
                log("work failed", logging.ERROR, fault=True)
            failure = error
        pickle.dump((result, _portable(failure), time.process_time() - started), answers)
        answers.flush()


def _portable(error: BaseException | None) -> BaseException | None:
    """Return an error that can be sent: itself, or the name of what cannot."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(type(error).__name__)
    return error


if __name__ == "__main__":
    main()
