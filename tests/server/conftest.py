"""Servers for tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
