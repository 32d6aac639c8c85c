"""The client for programs that do many things at once: typed states, sockets that connect again, events."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import pytest
from server.serving import Running, Visitor, sqlite

import veier
from veier.client import AsyncClient, AsyncTable, Client, Offer, Problem, Registration, TableState
from veier.client.protocol import RESYNC, PendingCommand, TableMessages
from veier.server.tables.connection import CLOSE_RESTART, CLOSE_SEAT_MOVED

GAME = "hexrows?side=4&stones=4"
Answer = TypeVar("Answer")


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    async def limited() -> Answer:
        return await asyncio.wait_for(work, 60)

    return asyncio.run(limited())


def drop_sockets(server: Running, code: int) -> None:
    """Close all sockets of the tables in memory, in the thread that may do so."""
    registry = server.services.registry
    loop = server.services.store.writer._task.get_loop()  # type: ignore[union-attr]
    for table in registry.loaded:
        for connection in tuple(table.connections):
            loop.call_soon_threadsafe(connection.close, code)


def test_light_and_full_states_are_the_same_typed(server: Running) -> None:
    ada = Client(server.url)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "device"}]
    table = ada.open("4eyes", seats, clock={"kind": "minutes", "initial_ms": 60_000})
    for version in range(3):
        move = table.light_state().board.legal_moves[version].text
        assert table.command(version, kind="move", text=move) == version + 1
    light, data = table.light_state(), table.state()
    full = TableState.from_data(data)
    assert full.choices == tuple(move.text for move in light.board.legal_moves)
    for name in ("id", "version", "game", "position", "start", "moves", "seats", "mine", "mover", "offers", "rematch"):
        assert getattr(light, name) == getattr(full, name)
    assert light.clocks
    assert light.is_my_turn
    assert (len(light.clocks.remaining), light.clocks.running) == (2, 1)
    assert light.history.final == light.board == veier.parse_position(data["board"]["position"])
    table.command(3, kind="resign")
    over = table.light_state()
    assert over.is_over
    assert over.result
    assert sorted(over.result.shares) == [Fraction(0), Fraction(1)]
    assert TableState.from_data(table.state()).result == over.result
    assert not over.is_my_turn


def test_a_whole_game_over_two_sockets(server: Running) -> None:
    async def play() -> tuple[TableState, TableState]:
        ada, bob = AsyncClient(server.url), AsyncClient(server.url, bot=True)
        table = await ada.open(GAME, [{"kind": "me"}, {"kind": "friend"}])
        joined = await bob.join(table.invite_link(1), "Bob")

        async def take_part(own: AsyncTable, choices: bool) -> TableState:
            async with own.connect(choices=choices) as socket:
                async for state in socket:
                    if state.is_my_turn:
                        await socket.play(state.choices[0] if choices else state.board.legal_moves[0].text)
                return socket.state

        return await asyncio.gather(take_part(table, False), take_part(joined, True))

    one, other = run(play())
    assert one.is_over
    assert other.is_over
    assert one.moves == other.moves
    assert [seat.bot for seat in one.seats] == [False, True]
    assert (one.mine, other.mine) == ((0,), (1,))


@pytest.mark.parametrize("choices", [False, True])
def test_a_socket_that_breaks_is_opened_again_and_nothing_is_lost(server: Running, choices: bool) -> None:
    async def play() -> tuple[TableState, int]:
        client = AsyncClient(server.url)
        table = await client.open(GAME, [{"kind": "me"}, {"kind": "device"}])
        async with table.connect(choices=choices) as socket:
            async for state in socket:
                if not state.is_over:
                    playing = asyncio.create_task(socket.play(state.board.legal_moves[-1].text))
                    await asyncio.sleep(0)
                    drop_sockets(server, CLOSE_RESTART)
                    assert await playing == state.version + 1
            return socket.state, socket.reconnects

    state, reconnects = run(play())
    assert state.is_over
    assert len(state.moves) == state.version >= 7
    assert reconnects >= 1


def test_a_seat_that_was_moved_ends_the_socket(server: Running) -> None:
    async def watch() -> str:
        client = AsyncClient(server.url)
        table = await client.open(GAME, [{"kind": "me"}, {"kind": "device"}])
        async with table.connect() as socket:
            drop_sockets(server, CLOSE_SEAT_MOVED)
            try:
                await asyncio.gather(socket.wait(), socket.wait())
            except Problem as problem:
                return problem.reason.key
        return ""

    assert run(watch()) == "client.seat_moved"


def test_what_the_server_refuses_is_a_problem_and_the_socket_goes_on(server: Running) -> None:
    async def play() -> tuple[list[str], int]:
        client = AsyncClient(server.url)
        table = await client.open(GAME, [{"kind": "me"}, {"kind": "device"}])
        keys = []
        async with table.connect() as socket:
            first = socket.state
            for move in ("zz", first.board.legal_moves[0].text, first.board.legal_moves[0].text):
                try:
                    await socket.play(move)
                except Problem as problem:
                    keys.append(problem.reason.key)
            with pytest.raises(Problem) as stale:
                await table.play(first, first.board.legal_moves[1].text)
            assert stale.value.status == 409
            return keys, socket.state.version
        raise AssertionError

    keys, version = run(play())
    assert len(keys) == 2
    assert version == 1
    with pytest.raises(Problem) as missing:
        run(AsyncClient(server.url).table("x" * 16).state())
    assert missing.value.status == 404


def test_a_table_that_does_not_exist_opens_no_socket(server: Running) -> None:
    async def look() -> None:
        async with AsyncClient(server.url).table("x" * 16).connect():
            pass

    with pytest.raises(Problem) as missing:
        run(look())
    assert missing.value.status == 404


def test_a_bot_is_challenged_and_answers_offers(server: Running, ada: Visitor) -> None:
    async def listen() -> list[tuple[str, tuple[Offer, ...]]]:
        client, heard = AsyncClient(server.url), []
        opened = None
        async with aclosing(client.events(Registration("Tilly", ["hexrows"]))) as events:
            async for event in events:
                heard.append((event.kind, event.state.offers_to_me()))
                if event.kind == "turn":
                    await event.table.play(event.state, event.state.board.legal_moves[0].text)
                    state = ada.state(event.state.id)
                    ada.command(event.state.id, state["version"], kind="offer", what="draw")
                if event.kind == "offer":
                    await event.table.answer(event.state, "draw", True)
                if event.kind == "over":
                    return heard
        raise AssertionError(opened)

    async def both() -> list[tuple[str, tuple[Offer, ...]]]:
        bot = asyncio.create_task(listen())
        while not (await AsyncClient(server.url).bots()):
            await asyncio.sleep(0.02)
        seats = [{"kind": "bot", "name": "Tilly"}, {"kind": "me"}]
        assert ada.post("/tables", {"game": GAME, "seats": seats}).status_code == 201
        return await bot

    assert run(both()) == [("begun", ()), ("turn", ()), ("offer", (Offer("draw", 1, (1,)),)), ("over", ())]


def test_a_name_that_is_taken_ends_the_events(server: Running) -> None:
    async def two() -> str:
        async def listen() -> None:
            async with aclosing(AsyncClient(server.url).events(Registration("Double"))) as events:
                async for _ in events:
                    pass

        first, second = asyncio.create_task(listen()), asyncio.create_task(listen())
        done, pending = await asyncio.wait({first, second}, return_when=asyncio.FIRST_EXCEPTION)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        error = next(iter(done)).exception()
        assert isinstance(error, Problem)
        return error.reason.key

    assert run(two()) == "bots.taken"


def test_games_that_ended_while_a_bot_was_cut_off_are_told(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        client = AsyncClient(server.url)

        async def cut_off() -> list[tuple[str, bool]]:
            heard = []
            table = await client.open(GAME, [{"kind": "me"}, {"kind": "friend"}])
            assert ada.post(f"/tables/{table.name}/claim", {"token": table.invites[1]}).status_code == 200
            async with aclosing(client.events()) as events:
                async for event in events:
                    heard.append((event.kind, event.state.is_over))
                    if event.kind == "turn":
                        streams = server.services.streams
                        stream = next(iter(next(iter(streams._streams.values()))))
                        # The stream dies without a word, then the opponent resigns, then the client notices.
                        streams.update = lambda _: None  # type: ignore[method-assign, assignment]
                        ada.command(table.name, event.state.version, kind="resign")
                        loop = server.services.store.writer._task.get_loop()  # type: ignore[union-attr]
                        loop.call_soon_threadsafe(stream.connection.close, CLOSE_RESTART)
                    if event.kind == "over":
                        return heard
            raise AssertionError

        assert run(cut_off()) == [("begun", False), ("turn", False), ("over", True)]


# The protocol alone.


def test_a_change_that_does_not_fit_asks_for_the_state_again() -> None:
    messages = TableMessages()
    assert messages.take({"type": "state", "state": {"version": 3}}) is None
    change = [{"op": "replace", "path": "/version", "value": 5}]
    assert messages.take({"type": "event", "since": 4, "version": 5, "changes": change}) == RESYNC
    assert messages.state == {"version": 3}
    assert messages.take({"type": "event", "since": 3, "version": 5, "changes": change}) is None
    assert messages.state == {"version": 5}


def test_an_answer_belongs_to_the_command_with_its_id() -> None:
    asked = PendingCommand(0, {"kind": "resign"})
    assert asked.version_after({"type": "ack", "id": "other", "version": 7}) is None
    assert asked.version_after({"type": "ack", "id": asked.id, "version": 1}) == 1
    reason = {"key": "server.not_known", "params": {}}
    with pytest.raises(Problem) as unknown:
        asked.version_after({"type": "unknown", "id": asked.id, "reason": reason})
    assert unknown.value.is_open
