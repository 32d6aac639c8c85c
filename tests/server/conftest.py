"""Servers for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    url: str = request.getfixturevalue("postgres")
    return url
