"""The real process of `veier serve`: small at rest, well-behaved at its end, and the client that plays there."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import veier
from server.serving import Visitor, sqlite, until
from veier.client import Client, Problem
from veier.core.descriptions import describe_notation
from veier.core.errors import VeierError
from veier.messages import LANGUAGES, message, translate
from veier.server.address import listen
from veier.server.settings import Settings

# What the server may take before the first search.
_MEGABYTES = 150


class Process:
    """`veier` as people start it."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        self.folder = folder
        environment = os.environ | {"VEIER_LANG": "en", "VEIER_DATABASE": sqlite(folder), "VEIER_PORT": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "veier", *arguments, "--no-browser"],
            stderr=subprocess.PIPE,
            env=environment | {"VEIER_THINK_MS": "0"} | more,
            text=True,
        )
        assert self.process.stderr
        found = re.search(r"http://\S+", self.process.stderr.readline())
        assert found
        self.url = found[0]
        until(self._answers)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            assert self.process.poll() is None
            return False

    def end(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Stop it and return what it wrote on standard error."""
        self.process.send_signal(how)
        try:
            _, written = self.process.communicate(timeout=20)
        finally:
            self.process.kill()
        return written


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    running = Process(tmp_path, "serve")
    yield running
    if running.process.poll() is None:
        running.end()
    if running.process.stderr:
        running.process.stderr.close()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell how much memory is used")
def test_it_is_small_before_the_first_search(process: Process) -> None:
    for path in ("/", "/api/v1/games", "/api/v1/games/4eyes", "/api/v1/tables", "/metrics", "/static/locale/en.json"):
        assert httpx.get(process.url + path).status_code == 200
    status = Path(f"/proc/{process.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    assert int(found[1]) / 1024 < _MEGABYTES


def test_it_ends_with_a_goodbye_and_logs_lines_of_json(process: Process) -> None:
    with Visitor(process.url) as ada:
        table = ada.open()["id"]
        with ada.socket(table) as socket:
            socket.hear("state")
            begun = time.monotonic()
            written = process.end()
            assert time.monotonic() - begun < 10
            with pytest.raises(ConnectionClosed) as closed:
                socket.hear("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
    events = [json.loads(line)["event"] for line in written.splitlines()]
    assert events[0] == "started"
    assert events[-1] == "stopped"
    assert "request" in events
    assert process.process.returncode in (0, -signal.SIGTERM)


@pytest.mark.skipif(not shutil.which("pgrep"), reason="there is no pgrep on this machine")
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    first = Process(tmp_path, "serve")
    client = Client(first.url)
    table = client.open("hexrows?side=4&stones=9", [{"kind": "me"}, {"kind": "device"}])
    assert table.command(0, kind="move", text="d4") == 1
    assert table.command(1, kind="move", text="d5") == 2
    first.end(signal.SIGKILL)
    second = Process(tmp_path)
    state = Client(second.url, client.token).table(table.name).state()
    assert [made["text"] for made in state["moves"]] == ["d4", "d5"]
    assert state["mine"] == [0, 1]
    assert "started" in second.end()


def told_at_start(*arguments: str, **environment: str) -> str:
    """Start a server that cannot start; return the line that says why."""
    done = subprocess.run(
        [sys.executable, "-m", "veier", "serve", "--no-browser", *arguments],
        env=os.environ | {"VEIER_LANG": "en", "VEIER_PORT": "0"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "secret" not in done.stderr
    return done.stderr


def test_a_taken_port_is_told(process: Process, tmp_path: Path) -> None:
    port = process.url.rpartition(":")[2]
    assert f"127.0.0.1:{port} is taken" in told_at_start("--port", port, VEIER_DATABASE=sqlite(tmp_path / "other"))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("VEIER_PORT", "many", "is no whole number"),
        ("VEIER_HOST", "192.0.2.7", "192.0.2.7 is no address of this computer"),
        ("VEIER_BASE_URL", "play.example", "is no base URL"),
        ("VEIER_LOG_LEVEL", "loud", "is no log level"),
        ("VEIER_DATABASE", "mysql://x", "is no database URL"),
        ("VEIER_DATABASE", "sqlite:////proc/nowhere/x.sqlite3", "/proc/nowhere/x.sqlite3 cannot be opened"),
        ("VEIER_DATABASE", "sqlite:////proc/x.sqlite3", "/proc/x.sqlite3 cannot be opened"),
        ("VEIER_DATABASE", "postgresql://secret:secret@127.0.0.1:9/x", "the database cannot be reached"),
    ],
)
def test_settings_that_make_no_sense(tmp_path: Path, name: str, value: str, told: str) -> None:
    assert told in told_at_start(**{"VEIER_DATABASE": sqlite(tmp_path), name: value})


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_text("letters to a friend\n" * 1000)
    assert "is no database of games" in told_at_start(VEIER_DATABASE=sqlite(tmp_path))


def test_a_newer_database_is_told_before_the_table_is_set(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite3") as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    told = told_at_start(VEIER_DATABASE=sqlite(tmp_path), VEIER_LANG="lb")
    assert str(message("server.database_newer").text("lb")) in told


def test_a_second_server_on_the_same_file_is_refused(process: Process, tmp_path: Path) -> None:
    told = told_at_start(VEIER_DATABASE=sqlite(tmp_path), VEIER_LANG="fr")
    assert translate("server.database_in_use", "fr", path=tmp_path / "games.sqlite3") in told
    assert Client(process.url).open("hexrows?side=4&stones=4", [{"kind": "me"}, {"kind": "device"}]).state()["mine"]


def test_a_port_for_the_system_alone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr("socket.create_server", refuse)
    with pytest.raises(VeierError, match="above 1023"):
        listen(Settings(port=80))


def test_a_client_plays_a_game(process: Process) -> None:
    client = Client(process.url)
    assert {game["id"] for game in client.games()} >= {"4eyes", "hexrows"}
    table = client.open("hexrows?side=4&stones=4", [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 1}])
    with table.connect(choices=True) as socket:
        for state in socket:
            if socket.is_my_turn:
                socket.play(state["board"]["view"]["choices"][0]["text"])
        assert socket.state["result"]
    assert table.state()["result"] == socket.state["result"]
    assert [each["id"] for each in client.tables()] == [table.name]
    with pytest.raises(Problem, match="over"):
        table.hint()
    with pytest.raises(Problem) as refused:
        client.table("nowhere").state()
    assert refused.value.status == 404


def test_a_client_follows_an_invite(process: Process) -> None:
    ada, bob = Client(process.url), Client(process.url)
    table = ada.open("hexrows?side=4&stones=4", [{"kind": "me"}, {"kind": "friend"}])
    joined = bob.join(table.invite_link(1), "Bob")
    assert joined.state()["mine"] == [1]
    with joined.connect() as socket, pytest.raises(Problem, match="Red"):
        socket.play("d4")


def test_no_server_is_told() -> None:
    with pytest.raises(Problem, match="no veier server answers"):
        Client("http://127.0.0.1:9").games()


def test_playing_in_the_terminal_at_a_server(process: Process) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "veier", "play", "hexrows?side=4&stones=4", "--level", "1", "--server", process.url],
        input="a1\nd4\nhint\nundo\nd4\nresign\n",
        env=os.environ | {"VEIER_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "That will not do" in done.stdout
    assert "How about" in done.stdout
    assert "gives up" in done.stdout


def _typing_at(process: Process, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "veier", "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"VEIER_LANG": "en"},
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_speaks_the_language_of_the_terminal(process: Process, language: str) -> None:
    arguments = ("hexrows?side=4&stones=4", "--level", "1", "--server", process.url, "--lang", language)
    words = [translate(f"cli.word.{name}", language) for name in ("help", "moves", "hint", "yes", "show", "resign")]
    with _typing_at(process, *arguments) as terminal:
        out, err = terminal.communicate("\n".join([*words[:-1], "a1", "nix", "1. d4", words[-1], ""]), timeout=120)
    assert (terminal.returncode, err) == (0, "")
    start = veier.game("hexrows?side=4&stones=4").start()
    [notation] = describe_notation(start)
    assert translate("cli.prompt.notation", language, help=notation) in out
    assert translate("cli.does.undo_table", language) in out
    assert translate("cli.prompt.none", language) in out
    refused = start.why_illegal("a1")
    assert refused
    assert refused.text(language) in out
    assert translate("hexrows.notation", language, text="nix") in out
    colours = {name: translate(f"colour.{name}", language) for name in ("red", "blue")}
    ended = translate("table.resigned", language, colour=colours["red"], winner=colours["blue"])
    assert ended in out
    assert translate("turn", language, colour=colours["red"]) not in out.rpartition("> ")[2]
    if language != "en":
        for english in ("Red", "Type a move", "How about", "the edge", "gives up"):
            assert english not in out


@pytest.mark.parametrize("language", ["lb", "de"])
def test_a_problem_of_the_server_is_told_in_the_language_of_the_terminal(process: Process, language: str) -> None:
    for link, key in ((f"{process.url}/table/nowhere", "server.not_found"), ("http://127.0.0.1:9", "client.no_answer")):
        with _typing_at(process, "--server", link, "--lang", language) as terminal:
            _, err = terminal.communicate(timeout=60)
        assert terminal.returncode == 2
        assert translate(key, language, url="http://127.0.0.1:9") in err
