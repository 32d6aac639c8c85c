"""Health tells the truth: red before the first player's failure, green without anybody's move; the writer goes on."""

from __future__ import annotations

import asyncio
import resource
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from server.serving import Running, Visitor, sqlite, until
from server.test_process import Process
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.database import make_engine, migrate
from veier.server.store.errors import NotSaved
from veier.server.store.store import Store

GAME = "hexrows?side=4&stones=9"


def test_a_full_disk_is_seen_before_anybody_moves(tmp_path: Path) -> None:
    process = Process(tmp_path, "serve")
    with Visitor(process.url) as ada:
        table = ada.open(GAME)["id"]
        # No file may grow any more, as on a full disk.
        resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
        until(lambda: ada.http.get("/healthz").status_code == 503)
        resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        until(lambda: ada.http.get("/healthz").status_code == 200)
        assert ada.move(table)["version"] == 1
    process.end()


def test_a_disk_that_is_nearly_full_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        assert ada.http.get("/healthz").status_code == 200
        with monkeypatch.context() as full:
            full.setattr(shutil, "disk_usage", lambda _: usage(100, 99, 1))
            until(lambda: ada.http.get("/healthz").status_code == 503)
        until(lambda: ada.http.get("/healthz").status_code == 200)


def test_the_writer_survives_any_error(tmp_path: Path) -> None:
    class Broken:
        """Not a value of any database: its use fails in the driver, or before."""

        def __str__(self) -> str:
            raise KeyError("no text")

    good = Step(insert(schema.secrets), ({"name": "good", "value": "kept"},))
    bad = [
        Step(text("THIS IS NO STATEMENT"), ({},)),
        Step(text("SELECT * FROM nowhere"), ({},)),
        Step(insert(schema.secrets), ({"name": Broken(), "value": Broken()},)),
        Step(insert(schema.secrets), ({"unknown": 1},)),
        Step(insert(schema.secrets), ({"name": "surrogate", "value": "\ud800"},)),
        Step(insert(schema.heartbeat), ({"id": 2**70, "at": 0, "server_time": 0},)),
        Step(object(), ({},)),  # type: ignore[arg-type]
        Step(insert(schema.secrets), (None,)),  # type: ignore[arg-type]
    ]

    async def run() -> tuple[list[object], bool, str | None]:
        engine = make_engine(sqlite(tmp_path))
        await migrate(engine)
        store = Store(engine)
        await store.start()
        # Together with a good one, and with one whose caller is cancelled.
        cancelled = asyncio.create_task(store.writer.write(good, about="good"))
        others = [store.writer.write(step, about=str(number)) for number, step in enumerate(bad)]
        gathered = asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)
        cancelled.cancel()
        answers = await gathered
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        await store.writer.write(Step(insert(schema.secrets), ({"name": "later", "value": "1"},)), about="later")
        kept = await store.secrets.get("good", lambda: "lost")
        healthy = store.heartbeat.healthy
        await store.close()
        return list(answers), healthy, kept

    answers, healthy, kept = asyncio.run(run())
    assert [isinstance(answer, NotSaved) for answer in answers] == [True] * len(bad)
    assert healthy
    assert kept == "kept"


def test_a_cancelled_request_leaves_memory_and_disk_alike(tmp_path: Path) -> None:
    from veier.server.metrics import Metrics
    from veier.server.tables.registry import TableRegistry
    from veier.table import Move, SeatPlan, Setup

    async def run() -> None:
        engine = make_engine(sqlite(tmp_path))
        await migrate(engine)
        store = Store(engine)
        await store.start()
        registry = TableRegistry(store, Metrics())
        setup = Setup(GAME, (SeatPlan("human"), SeatPlan("human")))
        table_session, _ = await registry.open(setup, {0: "a", 1: "a"})
        moves = ("d4", "d5", "c4", "e5")
        now = store.heartbeat.time.now()
        for version, move in enumerate(moves):
            asked = asyncio.create_task(registry.execute(table_session, "a", move, version, Move(move), now))
            # Somewhere between the first step and the last, each time elsewhere.
            for _ in range(2 + version):
                await asyncio.sleep(0)
            asked.cancel()
            async with table_session.lock:
                assert table_session.table.version == version + 1
        stored = await store.tables.find(table_session.id)
        assert stored is not None
        assert len(stored.events) == len(moves)
        await store.close()

    asyncio.run(run())
