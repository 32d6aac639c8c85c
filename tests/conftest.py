"""Compile all kernels once before the workers start, so that each of them only loads them."""

from __future__ import annotations

import signal

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Tests that were started in the background ignore Ctrl-C, and so would every command that they interrupt.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        from veier.loading import load_everything

        load_everything()
