"""Compile all kernels once before the workers start, so that each of them only loads them."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        import veier
        import veier.core.walks
        import veier.search.explaining
        import veier.search.simple
        import veier.search.simulating
        import veier.search.solving

        for game in veier.all_games():
            assert game.rules.kernels
            assert game.players > 2 or game.rules.threat_kernels or game.name == "hexrows"
