"""Plain `veier` takes the options of `veier serve`; other commands do not."""

from __future__ import annotations

from typing import Any

import pytest

from cli.conftest import Run
from veier.messages import LANGUAGES, translate
from veier.server import address
from veier.server.settings import Settings


class _Stop(Exception):
    """Raised in place of listening."""


@pytest.mark.parametrize(
    "arguments",
    [
        ("--port", "9000", "--log-level", "error", "--no-browser"),
        ("serve", "--port", "9000", "--log-level", "error", "--no-browser"),
        ("--port", "9000", "serve", "--log-level", "error", "--no-browser"),
    ],
)
def test_the_server_gets_its_options(veier: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    asked: list[Settings] = []

    def listen(settings: Settings) -> Any:
        asked.append(settings)
        raise _Stop

    monkeypatch.setattr(address, "listen", listen)
    with pytest.raises(_Stop):
        veier(*arguments)
    assert [(settings.port, settings.log_level) for settings in asked] == [(9000, "error")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_explained_and_refused_elsewhere(veier: Run, language: str) -> None:
    out = veier("--help", "--lang", language).out
    section = out.partition(translate("cli.serve_options", language, command="serve"))[2]
    assert "--port N" in section
    assert "--trusted-proxies" in section
    done = veier("--port", "9000", "games", "--lang", language)
    told = translate("cli.error.serve_option", language, option="--port", command="serve")
    assert (done.code, done.out, done.err) == (2, "", f"veier: {told}\n")
