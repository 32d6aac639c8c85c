"""The checks of a chaos run find what they are for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from benchmarks.chaos.checks import DOUBLED, LOST, Evidence, check
from benchmarks.chaos.clock_check import Window, check_clocks
from benchmarks.chaos.journal import Answer, Journal
from benchmarks.chaos.proxy import Proxy
from benchmarks.chaos.replay import replay_all
from benchmarks.chaos.stores import Rows
from benchmarks.chaos.violations import Violations
from veier.table import SeatPlan, Setup, Table, apply, event_from_data, position_hash

GAME = "hexrows?side=4&stones=9"
MOVES = ("d4", "d5", "c4")


class Story:
    """A game of three moves as its player and the database know it; a test changes one of them."""

    def __init__(self, **setup: Any) -> None:
        seats = (SeatPlan("human"), SeatPlan("human"))
        self.setup = Setup(**{"game": GAME, "seats": seats, **setup})
        self.journal = Journal("ada")
        times = (60_000, 60_000) if self.setup.clock else None
        self.events: list[dict[str, Any]] = [
            {"kind": "moved", "at": 0, "seat": ply % 2, "text": text, "remaining": times}
            for ply, text in enumerate(MOVES)
        ]
        self.ids: list[str | None] = []
        self.ats = [1000, 2000, 3000]
        self.versions = [1, 2, 3]
        for ply, text in enumerate(MOVES):
            self.journal.seen_at["table", ply] = 0
            sent = self.journal.new_command("table", ply, {"kind": "move", "text": text})
            sent.times = 1
            self.journal.answer(sent, Answer("ack", ply + 1))
            self.ids.append(sent.id)

    def rows(self) -> Rows:
        """Return what the database holds."""
        parts = zip(self.versions, self.ids, self.events, self.ats, strict=True)
        events = [("table", version, 0, name, json.dumps(data), at) for version, name, data, at in parts]
        return Rows([("table", json.dumps(self.setup.to_data()), len(events), False)], events, [], [])

    def violations(self) -> dict[str, list[str]]:
        """Check everything but the clocks."""
        found = Violations()
        check(Evidence([self.journal], self.rows(), {"table"}, {}), found)
        return found.to_data()


def test_a_good_run_passes() -> None:
    story = Story()
    table = Table.start(story.setup)
    for event in story.events:
        table = apply(table, event_from_data(event))
        story.journal.see("table", table.version, position_hash(table))
    assert story.violations() == {}


def lose(story: Story) -> None:
    for column in (story.events, story.ids, story.ats, story.versions):
        column.pop()


def double(story: Story) -> None:
    story.ids[2] = story.ids[1]


def leave_a_hole(story: Story) -> None:
    story.versions = [1, 3, 4]


def move_out_of_turn(story: Story) -> None:
    story.events[1]["seat"] = 0


def move_illegally(story: Story) -> None:
    story.events[2]["text"] = "d4"


def move_otherwise(story: Story) -> None:
    story.events[2]["text"] = "c5"


def move_for_nobody(story: Story) -> None:
    story.ids[2] = None


def refuse_what_was_done(story: Story) -> None:
    next(sent for sent in story.journal.sent.values() if sent.id == story.ids[2]).answers = [Answer("refused")]


def acknowledge_twice(story: Story) -> None:
    next(iter(story.journal.sent.values())).answers.append(Answer("ack", 3))


def show_what_was_not_stored(story: Story) -> None:
    story.journal.see("table", 4, "0" * 16)


def leave_a_computers_turn(story: Story) -> None:
    story.setup = Setup(GAME, (SeatPlan("human"), SeatPlan("computer", None, 1)))
    story.ids[1] = None


def leave_an_agreed_rematch(story: Story) -> None:
    story.events[1] = {"kind": "ended", "at": 0, "why": "resigned", "seat": 1, "remaining": None}
    story.events[2] = {"kind": "offered", "at": 0, "what": "rematch", "seat": 0, "agreed": [0, 1]}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lose, LOST),
        (double, DOUBLED),
        (acknowledge_twice, DOUBLED),
        (leave_a_hole, "versions are not contiguous"),
        (move_out_of_turn, "a game cannot be replayed"),
        (move_illegally, "a game cannot be replayed"),
        (move_for_nobody, "a game cannot be replayed"),
        (move_otherwise, "acknowledged, but something else was done"),
        (refuse_what_was_done, "refused, but stored"),
        (show_what_was_not_stored, "shown, but not stored"),
        (leave_a_computers_turn, "a computer's turn was never played"),
        (leave_an_agreed_rematch, "an agreed rematch was never opened"),
    ],
)
def test_what_is_wrong_is_found(change: Callable[[Story], None], kind: str) -> None:
    story = Story()
    change(story)
    assert kind in story.violations()


@pytest.mark.parametrize(
    ("left", "windows", "kind"),
    [
        (59_100, [], None),
        (60_000, [Window("kill_server", 2100, 2900)], None),
        (60_000, [], "a player gained time"),
        (50_000, [], "a player lost time"),
    ],
)
def test_clocks_are_compared_with_the_time_that_passed(left: int, windows: list[Window], kind: str | None) -> None:
    from veier.table import Clock

    story = Story(clock=Clock("minutes", 60_000))
    story.events[2]["remaining"] = (left, 60_000)
    found = Violations()
    sent = story.journal.sent
    list(sent.values())[2].thought = (2050, 2950)
    assert check_clocks(replay_all(story.rows(), found).values(), sent, windows, found) == 1
    assert list(found.to_data()) == ([kind] if kind else [])


def test_a_proxy_loses_the_answer_to_a_commit_and_nothing_before() -> None:
    asyncio.run(lose_an_answer())


async def lose_an_answer() -> None:
    executed = []

    async def database(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionResetError):
            while statement := await reader.read(100):
                executed.append(statement)
                writer.write(b"done")
        writer.close()

    async with await asyncio.start_server(database, "127.0.0.1", 0) as server:
        proxy = Proxy(server.sockets[0].getsockname()[1])
        await proxy.start()
        proxy.commits_to_lose = 1
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"INSERT")
        assert await reader.read(100) == b"done"
        writer.write(b"COMMIT")
        with pytest.raises(ConnectionResetError):
            await reader.read(100)
        assert executed == [b"INSERT", b"COMMIT"]
        assert proxy.commits_lost == 1
        writer.close()
        await proxy.close()
