"""`veier backup`: everything in a server's database as one file, also while the server runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from veier.cli.backup_output import report, show_rows
from veier.cli.framework import command, option


@command(
    "backup", "veier backup games.veier-backup", "veier backup daily.gz --database postgresql://veier@localhost/veier"
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@option("--database", metavar="URL")
def backup(file: Path, database: str | None) -> None:
    """Write the file and say what it holds."""
    from veier.server.backup import write_backup
    from veier.server.settings import Settings

    settings = Settings.from_environment(database=database)
    report("backup", file, asyncio.run(write_backup(settings.database, file, show_rows)))
