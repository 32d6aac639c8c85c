"""What runs chunks: an executor, on this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Protocol

from veier.core.errors import VeierError
from veier.lab.run.job import Chunk
from veier.lab.run.versions import Version, this_version
from veier.messages import message

Results = Generator[tuple[Chunk, bytes], None, None]

# How often a chunk is begun: a worker that is killed is no fault of its chunk, but some chunks may kill theirs.
TRIES = 5


class Executor(Protocol):
    """Runs chunks in any order. A chunk whose worker or node is lost runs again; a chunk that fails ends the whole."""

    def run(self, chunks: Iterable[Chunk], version: Version) -> Results:
        """Run chunks with the same version everywhere; return each with its result as soon as it is done.

        Closing the iterator ends what is running.
        """
        ...


class ChunkFailed(VeierError):
    """A chunk cannot be done: its task raised an error, or its worker ended again and again."""


def answer(chunk: Chunk, version: Version) -> bytes | ChunkFailed:
    """Run a chunk in this process, if it has the version that is asked for; return its result or why there is none."""
    names = tuple(library.split()[0] for library in version.libraries)
    here = this_version(chunk.task, names)
    if here != version:
        from socket import gethostname

        versions = {"there": str(here), "here": str(version)}
        return ChunkFailed(message("lab.run.version", node=gethostname(), **versions))
    try:
        return chunk.run()
    except VeierError as error:
        return ChunkFailed(error.reason)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return ChunkFailed(message("lab.run.failed", number=chunk.number, task=chunk.task, reason=reason))


def lost_again(chunk: Chunk) -> ChunkFailed:
    """Return the error for a chunk whose worker was lost as often as it was begun."""
    return ChunkFailed(message("lab.run.lost", number=chunk.number, task=chunk.task, count=TRIES))
