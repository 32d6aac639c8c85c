"""One of several server processes on one port: `python -m veier.server.worker SOCKET`, started by `workers.py`.

It reads its settings from standard input and ends with it, so it does not outlive its parent. On standard output it
says that it is alive, from the event loop, once a second and first when it serves.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from threading import Thread

import uvicorn

from veier.server.run import serve
from veier.server.settings import Settings
from veier.server.stopping import ProcessServer

_TICKS_A_SECOND = 10


class WorkerServer(ProcessServer):
    """A server that tells its parent that it is alive."""

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS_A_SECOND == 0:
            try:
                os.write(sys.stdout.fileno(), b".")
            except OSError:
                self.stop()
        return await super().on_tick(counter)


def main() -> None:
    """Serve until the parent says so or ends."""
    settings = Settings(**json.loads(sys.stdin.readline()))
    listening = socket.socket(fileno=int(sys.argv[1]))
    serve(settings, listening, _server_of_parent)


def _server_of_parent(config: uvicorn.Config) -> uvicorn.Server:
    server = WorkerServer(config)
    Thread(target=_end_with_parent, args=(server,), daemon=True).start()
    return server


def _end_with_parent(server: WorkerServer) -> None:
    sys.stdin.read()
    server.stop()


if __name__ == "__main__":
    main()
