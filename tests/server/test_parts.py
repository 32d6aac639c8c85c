"""Parts of the server on their own: the writer's group commit, sockets that do not read, strict JSON, limits."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import ClassVar

import pytest
from sqlalchemy import select

from server.serving import sqlite
from veier.server.address import listen
from veier.server.http.limits import Rate, RateLimit
from veier.server.http.problems import Problem
from veier.server.http.strict_json import read_json
from veier.server.http.tokens import is_id, new_id
from veier.server.settings import Settings
from veier.server.store import schema
from veier.server.store.database import make_engine, migrate
from veier.server.store.errors import Conflict
from veier.server.store.store import Store
from veier.server.store.tables import NewEvents, NewTable, StoredEvent
from veier.server.tables.connection import CLOSE_TOO_SLOW, UNSENT_LIMIT, Connection


def test_changes_that_wait_together_are_written_together(tmp_path: Path) -> None:
    async def run() -> tuple[int, int, list[int]]:
        engine = make_engine(sqlite(tmp_path))
        await migrate(engine)
        store = Store(engine)
        store.writer.start()
        await asyncio.gather(*(store.tables.add(NewTable(f"{n:016}", {}, {0: "a" * 64})) for n in range(30)))
        events = NewEvents((StoredEvent(1, {"n": 1}, 0, "same"),), job=True)
        await asyncio.gather(*(store.tables.append(f"{n:016}", events) for n in range(30)))
        async with engine.connect() as connection:
            found = (await connection.execute(select(schema.events.c.version))).scalars().all()
        counted = store.writer.commits, store.writer.changes, list(found)
        assert len(await store.jobs.pending_tables()) == 30
        await store.close()
        return counted

    commits, changes, versions = asyncio.run(run())
    assert changes == 60
    assert commits < 10
    assert versions == [1] * 30


def test_one_bad_change_does_not_spoil_the_others(tmp_path: Path) -> None:
    async def run() -> list[object]:
        engine = make_engine(sqlite(tmp_path))
        await migrate(engine)
        store = Store(engine)
        store.writer.start()
        await store.tables.add(NewTable("t" * 16, {}))
        await store.tables.append("t" * 16, NewEvents((StoredEvent(1, {}),)))
        answers = await asyncio.gather(
            store.tables.append("t" * 16, NewEvents((StoredEvent(2, {}, 0, "a"),))),
            store.tables.append("t" * 16, NewEvents((StoredEvent(2, {}, 0, "b"),))),
            store.tables.append("t" * 16, NewEvents((StoredEvent(3, {}, 0, "a"),))),
            store.tables.add(NewTable("u" * 16, {})),
            return_exceptions=True,
        )
        kept = await store.tables.find("t" * 16)
        assert kept is not None
        assert [(event.version, event.command_id) for event in kept.events] == [(1, None), (2, "a")]
        await store.close()
        return list(answers)

    first, second, third, fourth = asyncio.run(run())
    assert first is None
    assert isinstance(second, Conflict)
    assert isinstance(third, Conflict)
    assert fourth is None


def test_who_does_not_read_is_closed() -> None:
    class Stuck:
        unsent = 0
        sent: ClassVar[list[str | int]] = []

        def send_text(self, text: str) -> None:
            self.sent.append(text)
            self.unsent += UNSENT_LIMIT

        async def wait_until_read(self) -> None:
            await asyncio.Event().wait()

        def close_socket(self, code: int) -> None:
            self.sent.append(code)

    connection = Connection(Stuck(), None, "-", Rate(50, 20))
    for text in ("one", "two", "three"):
        connection.send(text)
    assert Stuck.sent == ["one", "two", CLOSE_TOO_SLOW]


@pytest.mark.parametrize(
    "text", ["", "NaN", "-Infinity", "1e999", "9" * 400, '{"a":1,"a":2}', '"\\ud800"', "[" * 99999]
)
def test_json_that_is_not_plain(text: str) -> None:
    with pytest.raises(Problem):
        read_json(text)


def test_a_rate_lets_go_on_after_a_while() -> None:
    rate = RateLimit(2, 0.05)
    assert [bool(rate.retry_after("a")) for _ in range(3)] == [False, False, True]
    assert not rate.retry_after("b")

    async def pause() -> None:
        await asyncio.sleep(0.06)

    asyncio.run(pause())
    assert not rate.retry_after("a")


def test_flags_come_before_the_environment() -> None:
    environment = {"VEIER_PORT": "1", "VEIER_HOST": "::1", "VEIER_DATABASE": "sqlite:///x"}
    settings = Settings.from_environment(environment, port=2, host=None)
    assert (settings.port, settings.host, settings.database) == (2, "::1", "sqlite:///x")
    assert Settings.from_environment({}).port == 8484


def test_answers_do_not_wait_for_acknowledgements() -> None:
    """Without TCP_NODELAY each answer on a connection that is kept open takes 40 ms more."""
    listening, settings = listen(Settings(port=0, database="sqlite://"))
    with listening, socket.create_connection((settings.host, settings.port)):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_no_id_looks_like_an_option() -> None:
    made = {new_id() for _ in range(2000)}
    assert len(made) == 2000
    assert all(is_id(one) and one[0].isalnum() for one in made)
