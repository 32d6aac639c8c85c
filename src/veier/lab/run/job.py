"""A job and its chunks: plain values that any process can run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

# Values that are the same before and after JSON: texts, numbers, booleans, None, and lists and dicts of them.
Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of work: `task` is a function `module:function`, called with `number` and the parameters by name.

    The function returns bytes that depend on its arguments and on the version of the package alone.
    """

    task: str
    params: Params
    number: int

    def run(self) -> bytes:
        """Do the work in this process."""
        module, _, function = self.task.partition(":")
        result = getattr(import_module(module), function)(number=self.number, **self.params)
        if not isinstance(result, bytes):
            raise TypeError(f"{self.task} returned no bytes")
        return result


@dataclass(frozen=True, slots=True)
class Job:
    """A task with parameters, cut into `size` chunks that are numbered from 0.

    file       a pattern such as `games-{:06}.parquet`: each result becomes a file of that name beside the ledger;
               without, results are kept in the ledger
    libraries  distributions whose version the results depend on, such as `pyarrow`
    """

    task: str
    params: Params
    size: int
    file: str = ""
    libraries: tuple[str, ...] = ()

    def chunk(self, number: int) -> Chunk:
        """Return the chunk of a number."""
        return Chunk(self.task, self.params, number)
