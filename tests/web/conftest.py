"""A real server and a real browser. Where there is no Chromium, these tests are skipped and say so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from benchmarks.browsers import HEADLESS, open_browser
from web.elsewhere import Elsewhere, serve_elsewhere
from web.visiting import Visitor, warm_up

# A name that the browser finds on this computer, as another one would in its network.
ELSEWHERE_NAME = "veier.example"


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[Elsewhere]:
    """Serve another site, one of whose origins the server lets show boards."""
    with serve_elsewhere() as site:
        yield site


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, elsewhere: Elsewhere) -> Iterator[str]:
    """Start `veier serve` on a free port; give its address."""
    if HEADLESS is None:
        pytest.skip("there is no Chromium on this machine")
    # All visitors come from one address.
    environment = {"VEIER_LANG": "en", "VEIER_PUSH_LOOPBACK": "1", "VEIER_PEOPLE_PER_ADDRESS": "30"}
    environment |= {"VEIER_EMBED_ORIGINS": elsewhere.allowed}
    with serving(tmp_path_factory.mktemp("web"), os.environ | environment) as address:
        warm_up(address)
        yield address


@contextmanager
def serving(folder: Path, environment: Mapping[str, str], port: int = 0) -> Iterator[str]:
    """Run `veier serve` with a database in a folder; return its address. Port 0 is any that is free."""
    command = [sys.executable, "-m", "veier", "serve", "--no-browser", "--port", str(port), "--database"]
    command += [f"sqlite:///{folder / 'games.db'}", "--log-level", "error"]
    told = folder / "told.txt"
    with told.open("w") as stderr, subprocess.Popen(command, stderr=stderr, env=environment) as process:
        try:
            yield _address(told)
        finally:
            process.terminate()
            process.wait(20)


def _address(told: Path) -> str:
    """Wait until the server says where it listens."""
    for _ in range(300):
        found = re.search(r"http://[\w.-]+:\d+", told.read_text(encoding="utf-8"))
        if found:
            return found[0]
        time.sleep(0.2)
    raise AssertionError("the server does not start: " + told.read_text(encoding="utf-8"))


@pytest.fixture(scope="package")
def chromium(server: str) -> Iterator[Browser]:
    """Start the browser; it ends with the folder, because it keeps an event loop that other tests could not bear."""
    with open_browser(HEADLESS, f"--host-resolver-rules=MAP {ELSEWHERE_NAME} 127.0.0.1") as opened:
        yield opened


@pytest.fixture
def visit(chromium: Browser, server: str) -> Iterator[Callable[..., Visitor]]:
    """Give a way to open the site in a fresh browser profile; in the end no page may have complained."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def visit(
        width: int = 1280,
        height: int = 800,
        language: str = "en",
        theme: str = "light",
        touch: bool = False,
        state: Path | None = None,
    ) -> Visitor:
        context = chromium.new_context(
            base_url=server,
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
            storage_state=state,
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        visitors.append(Visitor(context))
        return visitors[-1]

    yield visit
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for context in contexts:
        context.close()
    assert complaints == []
