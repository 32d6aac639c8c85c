"""The browsers that tests and benchmarks open."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


def _find(*programs: str) -> str | None:
    return next((found for program in programs if (found := shutil.which(program))), None)


# What people use, for benchmarks and for what only a whole browser can do.
CHROMIUM = _find("chromium", "chromium-browser", "google-chrome")
# The same engine without the browser around it, for tests: a page that is opened costs half of the processor's time.
HEADLESS = _find("chromium-headless-shell") or CHROMIUM


@contextmanager
def open_browser(program: str | None = CHROMIUM, *switches: str) -> Iterator[Browser]:
    """Open a browser with some switches for as long as the block runs."""
    if program is None:
        raise SystemExit("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *switches])
        yield opened
        opened.close()
