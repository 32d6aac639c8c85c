"""Installs the toy game as another package would: by an entry point, for as long as these tests run."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.conftest import veier  # noqa: F401 - the fixture that runs a command line

from veier import games, messages

TESTS = Path(__file__).parent.parent


def documented() -> dict[str, str]:
    """Return the entry points of docs/how-to/add-a-game.md: packages by name."""
    page = (TESTS.parent / "docs/how-to/add-a-game.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    found: dict[str, str] = tomllib.loads(example)["project"]["entry-points"][games.ENTRY_POINTS]
    return found


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write what `pip install` would leave behind; return the folder to put on the path."""
    folder = tmp_path_factory.mktemp("site")
    info = folder / "notakto-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: notakto\nVersion: 1.0\n")
    lines = [f"[{games.ENTRY_POINTS}]", *(f"{name} = toy.{package}" for name, package in documented().items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return folder


@pytest.fixture
def environment(plugin: Path) -> dict[str, str]:
    """The environment of a process that finds the game."""
    path = os.pathsep.join([str(plugin), str(TESTS), os.environ.get("PYTHONPATH", "")])
    return os.environ | {"PYTHONPATH": path, "VEIER_LANG": "en"}


@pytest.fixture(autouse=True)
def installed(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process find the game, and forget it afterwards."""
    monkeypatch.setenv("VEIER_LANG", "en")
    monkeypatch.syspath_prepend(str(plugin))
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    messages._added.clear()
    for known in (games.all_specs, games._find_game, messages.catalogue):
        known.cache_clear()
