"""The ledger: a SQLite file that owns what is done of a job.

A chunk is done when its row is committed, and each has one row. The process that works on a job holds the ledger alone;
the lock goes with the process, whatever ends it. Without shared memory between processes, the ledger also works on
network file systems.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType

from veier.core.errors import VeierError
from veier.lab.run.job import Job
from veier.lab.run.versions import Version, this_version
from veier.messages import message

FILE = "ledger.sqlite"
_SCHEMA = """
create table if not exists job (job text not null, version text not null);
create table if not exists done (
    number integer primary key,
    sha256 text not null,
    size integer not null,
    result blob
) without rowid;
"""


class Ledger:
    """What is done of a job in a directory, or with None in memory. Use it as a context manager, in one thread.

    A directory with another job, or with results of another version, is refused with a VeierError.
    """

    def __init__(self, directory: Path | None, job: Job) -> None:
        self.job, self.directory = job, directory
        self.version = this_version(job.task, job.libraries)
        if directory is None and job.file:
            raise ValueError("files need a directory")
        if directory:
            directory.mkdir(parents=True, exist_ok=True)
        try:
            self._open(str(directory / FILE) if directory else ":memory:")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise VeierError(message("lab.ledger.unusable", directory=directory, reason=str(error))) from error
            raise VeierError(message("lab.ledger.busy", directory=directory)) from error
        except sqlite3.DatabaseError as error:
            raise VeierError(message("lab.ledger.damaged", directory=directory)) from error

    @property
    def done(self) -> int:
        """The number of chunks that are done."""
        number: int = self._db.execute("select count(*) from done").fetchone()[0]
        return number

    def missing(self) -> list[int]:
        """List the chunks that are not done, in order."""
        done = {number for (number,) in self._db.execute("select number from done")}
        return [number for number in range(self.job.size) if number not in done]

    def add(self, number: int, result: bytes) -> bool:
        """Keep a result; return False if the chunk was done already, which must have given the same bytes."""
        digest = hashlib.sha256(result).hexdigest()
        known = self._db.execute("select sha256 from done where number = ?", (number,)).fetchone()
        if known:
            if known[0] != digest:
                raise RuntimeError(f"chunk {number} of {self.job.task} is not a pure function: two different results")
            return False
        if self.job.file:
            _write(self.file(number), result)
        kept = None if self.job.file else result
        self._db.execute("insert into done values (?, ?, ?, ?)", (number, digest, len(result), kept))
        return True

    def file(self, number: int) -> Path:
        """Return the file of a chunk's result."""
        assert self.directory
        return self.directory / self.job.file.format(number)

    def checksums(self) -> dict[str, str]:
        """Return the SHA-256 of the files by name."""
        found = self._db.execute("select number, sha256 from done order by number")
        return {self.file(number).name: digest for number, digest in found}

    def result(self, number: int) -> bytes:
        """Return the result of a chunk that is done, compared with its checksum."""
        found = self._db.execute("select sha256, result from done where number = ?", (number,)).fetchone()
        return self._checked(number, *found)

    def results(self) -> Iterator[tuple[int, bytes]]:
        """Return the results by number, each compared with its checksum."""
        for number, digest, kept in self._db.execute("select number, sha256, result from done order by number"):
            yield number, self._checked(number, digest, kept)

    def _checked(self, number: int, digest: str, kept: bytes | None) -> bytes:
        result = kept if kept is not None else self.file(number).read_bytes()
        if hashlib.sha256(result).hexdigest() != digest:
            raise VeierError(message("lab.ledger.damaged", directory=self.directory))
        return result

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, place: str) -> None:
        self._db = sqlite3.connect(place, timeout=1, isolation_level=None)
        try:
            # Held from the first write on until this process ends.
            self._db.execute("pragma locking_mode = exclusive")
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._db.executescript(_SCHEMA)
            self._compare_job()
            self._forget_lost_files()
        except BaseException:
            self._db.close()
            raise

    def _compare_job(self) -> None:
        """Write the job into a new ledger; refuse the ledger of another job or version."""
        here = {"task": self.job.task, "chunks": self.job.size, **self.job.params}
        version = asdict(self.version)
        found = self._db.execute("select job, version from job").fetchone()
        if found is None:
            self._db.execute("insert into job values (?, ?)", (json.dumps(here), json.dumps(version)))
            return
        there, theirs = json.loads(found[0]), json.loads(found[1])
        for name in sorted(here.keys() | there.keys()):
            if here.get(name) != there.get(name):
                values = {"there": json.dumps(there.get(name)), "here": json.dumps(here.get(name))}
                raise VeierError(message("lab.ledger.other", directory=self.directory, name=name, **values))
        theirs["libraries"] = tuple(theirs["libraries"])
        if Version(**theirs) != self.version:
            versions = {"there": str(Version(**theirs)), "here": str(self.version)}
            raise VeierError(message("lab.ledger.version", directory=self.directory, **versions))

    def _forget_lost_files(self) -> None:
        """Drop chunks whose file is not there any more, or not whole: they run again."""
        if self.job.file:
            lost = [
                (number,)
                for number, size in self._db.execute("select number, size from done")
                if not self.file(number).exists() or self.file(number).stat().st_size != size
            ]
            self._db.executemany("delete from done where number = ?", lost)


def _write(path: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there, so that it is whole or not there, even after a power cut."""
    beside = path.with_name(path.name + ".part")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
