"""A client that openapi-python-client generates from the API's own description plays a game at a running server."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.serving import Running, until

_GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


def config() -> str:
    """Return the generator's configuration as the guide shows it; code need not be formatted here."""
    found = re.search(r"```yaml\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1] + "post_hooks: []\n"


@pytest.fixture
def package(server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Generate the client; nothing may be left out, and there is nothing to warn of."""
    (tmp_path / "openapi.json").write_text(
        httpx.get(f"{server.url}/api/v1/openapi.json", timeout=60).text, encoding="utf-8"
    )
    (tmp_path / "config.yml").write_text(config(), encoding="utf-8")
    arguments = ["--path", "openapi.json", "--config", "config.yml", "--meta", "none", "--output-path", "veier_api"]
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", *arguments, "--fail-on-warning"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "veier_api"
    for name in [name for name in sys.modules if name.partition(".")[0] == "veier_api"]:
        del sys.modules[name]


def test_every_operation_is_generated(package: str, tmp_path: Path) -> None:
    document = json.loads((tmp_path / "openapi.json").read_text(encoding="utf-8"))
    declared = {
        operation["operationId"] for operations in document["paths"].values() for operation in operations.values()
    }
    generated = {path.stem for path in (tmp_path / package / "api").glob("*/*.py") if path.stem != "__init__"}
    assert generated == declared
    assert not [name for name in document["components"]["schemas"] if "__" in name]


def test_the_generated_client_plays_a_game(package: str, server: Running) -> None:
    api: Any = importlib.import_module(f"{package}.api.tables")
    for name in ("open_table", "get_state", "send_command"):
        importlib.import_module(f"{package}.api.tables.{name}")
    models: Any = importlib.import_module(f"{package}.models")
    make_client: Any = importlib.import_module(package).AuthenticatedClient
    with make_client(base_url=server.url, token="g" * 43) as client:
        seats = [
            models.SeatRequest(models.SeatRequestKind.ME),
            models.SeatRequest(models.SeatRequestKind.COMPUTER, level=1),
        ]
        request = models.TableRequest(game="hexrows?side=4&stones=4", seats=seats)
        table = api.open_table.sync(client=client, body=request).id

        def state() -> Any:
            return api.get_state.sync(table, client=client)

        while not (now := state()).result:
            if now.board.view.mover not in now.mine:
                until(lambda seen=now.version: state().version > seen)  # type: ignore[misc]
                continue
            move = models.Move(kind="move", text=now.board.view.choices[0].text)
            command = models.CommandRequest(id=f"v{now.version}", version=now.version, command=move)
            answer = api.send_command.sync_detailed(table, client=client, body=command)
            assert answer.status_code == 200, answer.content
            assert answer.parsed.version == now.version + 1
        assert now.result.why in ("score", "full")
        again = api.send_command.sync_detailed(table, client=client, body=command)
        # The same id again: executed once, acknowledged again.
        assert again.status_code == 200
        late = models.CommandRequest(id="late", version=now.version, command=models.Resign(kind="resign"))
        problem = api.send_command.sync(table, client=client, body=late)
        assert isinstance(problem, models.Problem)
        assert problem.detail == "the game is over"
