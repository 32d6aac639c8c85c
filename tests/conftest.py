"""Compile all kernels once before the workers start, so that each of them only loads them."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        from veier.cli.warmup import load_kernels

        load_kernels()
