"""Runs `veier` as the tests of the command line do."""

from __future__ import annotations

from cli.conftest import english, veier

__all__ = ["english", "veier"]
