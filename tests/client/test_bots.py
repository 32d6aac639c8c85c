"""The bot of docs/bots.md, as processes: two of them and a computer finish a game, and the server dies in between."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from server.serving import Running, until
from server.test_process import Process

from veier.client import AsyncClient, Client, Problem, TableState

_GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"
_NAMES = ("Rex", "Ivy")


class RunningBot:
    """The guide's bot as people start it."""

    def __init__(self, folder: Path, url: str, name: str) -> None:
        self.written = folder / f"{name}.out"
        with self.written.open("a") as out:
            command = [sys.executable, str(folder / "bot.py"), url, name]
            self.process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT)

    def told(self, kind: str) -> list[list[str]]:
        """Return what it wrote about one kind of event, in words."""
        lines = [line.split() for line in self.written.read_text().splitlines()]
        return [words[1:] for words in lines if words[0] == kind]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def guide_programs() -> list[str]:
    return re.findall(r"```py\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def guide_bot() -> str:
    return guide_programs()[0]


@contextmanager
def running_bots(folder: Path, url: str) -> Iterator[list[RunningBot]]:
    with ExitStack() as stack:
        bots = [RunningBot(folder, url, name) for name in _NAMES]
        for bot in bots:
            stack.callback(bot.close)
        client = Client(url)
        until(lambda: {bot["name"] for bot in client.bots()} >= set(_NAMES), 60)
        yield bots


def end_server(server: Process, how: signal.Signals) -> None:
    server.process.send_signal(how)
    server.process.wait(20)
    assert server.process.stderr
    server.process.stderr.close()


def test_the_bot_of_the_guide_has_about_forty_lines() -> None:
    code = [line for line in guide_bot().splitlines() if line.strip() and not line.strip().startswith('"""')]
    assert len(code) <= 40


def test_two_bots_and_a_computer_finish_a_game_although_the_server_is_killed(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(guide_bot())
    server = Process(tmp_path, "serve")
    port = str(urlsplit(server.url).port)
    with running_bots(tmp_path, server.url) as bots:
        host = Client(server.url)
        rex, ivy = ({"kind": "bot", "name": name} for name in _NAMES)
        computer: dict[str, Any] = {"kind": "computer", "level": 1}
        table = host.open("4eyes-pencil-3p", [rex, computer, ivy])
        until(lambda: len(bots[0].told("played")) >= 2, 120)
        end_server(server, signal.SIGKILL)
        acknowledged = [each for bot in bots for each in bot.told("played")]
        # The bots think and play on without a server for a moment.
        time.sleep(1)
        again = Process(tmp_path, "serve", VEIER_PORT=port)
        until(lambda: table.light_state().is_over, 240)
        for bot in bots:
            until(lambda bot=bot: bot.told("over"), 30)  # type: ignore[misc]
        state = table.light_state()
        assert [(seat.kind, seat.name, seat.bot) for seat in state.seats] == [
            ("human", "Rex", True),
            ("computer", None, False),
            ("human", "Ivy", True),
        ]
        # Every acknowledged move is where it was, none twice; and so are those after the restart.
        assert all(state.moves[int(version) - 1] == move for _, version, move in acknowledged)
        played = {int(version): move for bot in bots for _, version, move in bot.told("played")}
        assert len(played) == sum(len(bot.told("played")) for bot in bots)
        assert all(state.moves[version - 1] == move for version, move in played.items())
        by_bots = [ply for ply in range(len(state.moves)) if ply % 3 != 1]
        assert [ply for ply in by_bots if ply + 1 not in played] == []
        assert [(bot.told("refused"), bot.process.poll()) for bot in bots] == [([], None)] * 2
        assert state.result
        assert bots[0].told("over") == bots[1].told("over") == [[state.id, str(state.result.winner)]]
        end_server(again, signal.SIGTERM)


def test_a_bot_that_is_started_again_goes_on_with_its_games(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(guide_bot())
    server = Process(tmp_path, "serve")
    host = Client(server.url)
    with running_bots(tmp_path, server.url):
        table = host.open("hexrows?side=4&stones=6", [{"kind": "me"}, {"kind": "bot", "name": "Rex"}])
    # The bots are gone; a move is made meanwhile.
    table.command(0, kind="move", text=table.light_state().board.legal_moves[0].text)
    assert os.path.exists(tmp_path / "Rex.token")
    with running_bots(tmp_path, server.url):
        until(lambda: len(table.light_state().moves) == 2, 60)
    end_server(server, signal.SIGTERM)


def test_the_other_programs_of_the_guide(server: Running) -> None:
    """One opens a table, the next one plays there over its socket."""
    opening, playing = guide_programs()[1:]

    async def run() -> bool:
        names: dict[str, Any] = {"client": AsyncClient(server.url, bot=True)}
        names["choose"] = lambda board: board.legal_moves[0].text
        await eval(compile(opening, str(_GUIDE), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        names["name"] = names["table"].name
        await eval(compile(playing, str(_GUIDE), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        state: TableState = names["socket"].state
        return state.is_over and state.seats[0].bot

    assert asyncio.run(run())


def test_a_server_that_stays_away_is_reported(tmp_path: Path) -> None:
    async def listen() -> str:
        try:
            async for _ in AsyncClient("http://127.0.0.1:9", patience=0.5).events():
                pass
        except Problem as problem:
            return problem.reason.key
        return ""

    assert asyncio.run(listen()) == "client.no_answer"
