"""`veier think-worker`: a process that thinks for servers on a PostgreSQL, on this machine or another one."""

from __future__ import annotations

from typing import Any

from veier.cli.console import echo
from veier.cli.framework import OneOf, WholeNumber, command, option
from veier.cli.language import translate


@command("think-worker", "veier think-worker --database postgresql://veier@db.example.org/veier --thinkers 4")
@option("--database", metavar="URL", text="cli.option.think_database")
@option("--thinkers", type=WholeNumber(1, 64), metavar="N")
@option("--metrics-port", type=WholeNumber(0, 65535), metavar="N")
@option("--host", metavar="ADDRESS", text="cli.option.metrics_host")
@option("--log-level", type=OneOf("debug", "info", "warning", "error"))
def think_worker(**flags: Any) -> None:
    """Think until it is stopped."""
    from veier.server.settings import Settings
    from veier.server.thinking import think

    settings = Settings.from_environment(**flags)
    echo(translate("cli.think-worker.ready", count=settings.thinkers), err=True)
    think(settings)
