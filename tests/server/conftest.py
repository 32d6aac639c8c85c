"""Servers for tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from server.postgres_server import running_postgres
from server.serving import Running, Visitor, sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that a file's tests share."""
    with Running(sqlite(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def ada(server: Running) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        yield visitor


@pytest.fixture
def bob(server: Running) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        yield visitor


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server that all tests share; skipped where there is none."""
    with running_postgres() as url:
        yield url


_numbers = count()


@pytest.fixture
def own_postgres(postgres: str) -> str:
    """A database of its own at the PostgreSQL server, without what other tests have left behind."""
    name = f"own_{next(_numbers)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{postgres.rpartition('/')[0]}/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path / "empty")
    url: str = request.getfixturevalue("own_postgres")
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    url: str = request.getfixturevalue("postgres")
    return url
