"""A line between the server and PostgreSQL that loses the answer to a commit, hangs, or refuses."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from types import TracebackType
from urllib.parse import urlsplit, urlunsplit

# The messages of PostgreSQL's protocol for a commit: a simple query, or the text of a statement to prepare.
_COMMIT = b"COMMIT\0"


class UnreliableLine:
    """Forwards connections to a database.

    lose_commits       how many answers to a commit are swallowed; the connection is cut then
    lost               how many have been
    refuse_after_loss  whether the database is out of reach then
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._target = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        port = self._listening.getsockname()[1]
        self.url = urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{port}"))
        self.lose_commits = 0
        self.lost = 0
        self.refuse_after_loss = False
        self._flowing = threading.Event()
        self._flowing.set()
        self._lines: set[socket.socket] = set()
        self._refusing = False
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> UnreliableLine:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A thread that waits in `accept` is not woken up by `close`.
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._flowing.set()
        self._cut_all()

    def hang(self) -> None:
        """Forward nothing any more."""
        self._flowing.clear()

    def recover(self) -> None:
        """Forward again."""
        self._refusing = False
        self._flowing.set()

    def refuse(self) -> None:
        """Cut all connections, also new ones."""
        self._refusing = True
        self._cut_all()

    def _cut_all(self) -> None:
        for line in tuple(self._lines):
            _cut(line)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if self._refusing:
                near.close()
            else:
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, socket.create_connection(self._target) as far:
            self._lines |= {near, far}
            with suppress(OSError):
                if not self._refusing:
                    self._forward(near, far)
            self._lines -= {near, far}

    def _forward(self, near: socket.socket, far: socket.socket) -> None:
        losing = False
        while True:
            for line in select.select([near, far], [], [])[0]:
                data = line.recv(65536)
                self._flowing.wait()
                if not data or (losing and line is far):
                    # If the database has answered, it is done; nobody hears of it.
                    if losing and self.refuse_after_loss:
                        self.refuse()
                    self.lost += losing
                    return
                if line is near and self.lose_commits and _COMMIT in data:
                    self.lose_commits -= 1
                    losing = True
                (far if line is near else near).sendall(data)


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
