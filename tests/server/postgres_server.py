"""A PostgreSQL server for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from benchmarks.postgres_process import NoPostgres, run_postgres


@contextmanager
def running_postgres() -> Iterator[str]:
    """Run a PostgreSQL server of our own and yield its URL; skip the test where there is none."""
    try:
        with run_postgres() as postgres:
            yield postgres.url()
    except NoPostgres as error:
        pytest.skip(str(error))
