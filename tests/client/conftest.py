"""Servers for the tests of clients: those of the server's own tests."""

from __future__ import annotations

from server.conftest import ada, server

__all__ = ["ada", "server"]
