"""The load test of the server: its clients speak to a real one and see every answer."""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from benchmarks.load.__main__ import main
from benchmarks.load.moves import measure_latency, measure_throughput
from benchmarks.load.restart import measure_restart
from benchmarks.load.thinking import measure_thinking
from benchmarks.load.watching import measure_watchers
from benchmarks.load.websocket import ClientSocket, event_version, handshake
from benchmarks.server_process import run_server

GAME = "hexrows"


def test_its_clients_play_and_watch() -> None:
    with run_server() as server:
        latency = asyncio.run(measure_latency(server, GAME, tables=4, sockets=12, rate=30, seconds=1))
        throughput = asyncio.run(measure_throughput(server, GAME, tables=2, seconds=0.5, choices=True))
        watched = asyncio.run(measure_watchers(server, GAME, watchers=5, moves=2))
        thinking = asyncio.run(measure_thinking(server, GAME, tables=2, rate=20, seconds=0.5, thinkers=1))
        restart = asyncio.run(measure_restart(server, GAME, sockets=12))
    assert latency["sockets"] == 12
    assert latency["moves_per_s"] > 1
    assert latency["refused"] == latency["lost_sockets"] == 0
    assert 0 < latency["ack_p50_ms"] <= latency["ack_p99_ms"]
    assert throughput["moves_per_s"] > 1
    assert throughput["refused"] == 0
    assert throughput["server_ms_per_move"] > 0
    assert watched["missed"] == 0
    assert 0 < watched["fanout_p50_ms"] <= watched["all_have_it_p99_ms"]
    assert watched["load"] >= 0
    assert thinking["refused"] == 0
    assert thinking["alone_p99_ms"] > 0
    assert thinking["beside_computers_p99_ms"] > 0
    assert thinking["p99_ratio"] > 0
    # The sockets of the server that was killed all came back to the next one.
    assert 0 < restart["serving_after_s"] <= 60
    assert restart["all_back_after_s"] > 0
    assert restart["sockets"] == 12


def test_its_clients_answer_pings() -> None:
    # A server closes a socket whose pongs do not have the content of its pings.
    async def meet() -> float:
        answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()

        async def greet(connection: ServerConnection) -> None:
            answered.set_result(await asyncio.wait_for(await connection.ping(b"four"), 10))

        async with serve(greet, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            request = handshake("/", f"127.0.0.1:{port}", None)
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda: ClientSocket(request, lambda *_: None), "127.0.0.1", port)
            return await asyncio.wait_for(answered, 20)

    assert asyncio.run(meet()) > 0


def test_what_it_does_not_measure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["happiness"])
    assert "happiness" in capsys.readouterr().err


def test_an_event_shows_its_version_at_once() -> None:
    assert event_version(b'{"type":"event","version":127,"since":126,"changes":[]}') == 127
    assert event_version(b'{"type":"ack","id":"m1","version":3}') is None
