"""A PostgreSQL server of our own, with an empty database, which can be killed and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.server_process import ROOT, free_port

# It runs as the documentation says.
SETTINGS = ROOT / "docs" / "hosting" / "postgresql.conf"
_START_SECONDS = 60.0


class NoPostgres(Exception):
    """There is no PostgreSQL on this machine, or no user that it could run as."""


class PostgresProcess:
    """A PostgreSQL server on a free port; it does not run as root."""

    def __init__(self) -> None:
        self._programs = programs()
        self._user = unprivileged_user()
        self.folder = Path(tempfile.mkdtemp(prefix="veier-postgres-"))
        if self._user:
            shutil.chown(self.folder, self._user)
        self.port = free_port()
        self._running: subprocess.Popen[bytes] | None = None
        options = ["-U", "veier", "--auth=trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        command = [str(self._programs / "initdb"), "-D", str(self._data), *options]
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd=self.folder)
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(SETTINGS.read_text())

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def process(self) -> int:
        """The process of the postmaster."""
        assert self._running
        return self._running.pid

    def url(self, port: int | None = None) -> str:
        """Return the URL of the database, through another port if one is given."""
        return f"postgresql://veier@127.0.0.1:{port or self.port}/postgres"

    def start(self) -> None:
        """Start the server and wait until it answers; processes of one that was killed may hold it up for a while."""
        end = time.monotonic() + _START_SECONDS
        self._launch()
        while not self.answers():
            if time.monotonic() > end:
                raise RuntimeError("PostgreSQL does not start")
            if self._running is None or self._running.poll() is not None:
                self._launch()
            time.sleep(0.05)

    def _launch(self) -> None:
        self._running = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, "-p", str(self.port), "-h", "127.0.0.1", "-k", self.folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            cwd=self.folder,
        )

    def answers(self) -> bool:
        """Return whether the server accepts connections."""
        import psycopg

        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT ends connections and stops, SIGQUIT stops at once, SIGKILL kills the postmaster."""
        if self._running and self._running.poll() is None:
            self._running.send_signal(how)
            self._running.wait(30)

    def end_connections(self) -> None:
        """Let the server end all other connections."""
        import psycopg

        with psycopg.connect(self.url()) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def remove(self) -> None:
        """Stop the server and delete its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def run_postgres() -> Iterator[PostgresProcess]:
    """Run a PostgreSQL server until the `with` block ends; raise NoPostgres where there is none."""
    postgres = PostgresProcess()
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.remove()


def programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb", path=os.pathsep.join([*map(str, places), os.environ.get("PATH", "")]))
    if not found:
        raise NoPostgres("there is no PostgreSQL server on this machine")
    return Path(found).parent


def unprivileged_user() -> str | None:
    """Return the user as whom a server runs that root must not run; None if this is not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise NoPostgres("PostgreSQL does not run as root, and there is no other user")
