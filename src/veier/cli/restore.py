"""`veier restore`: fills an empty database from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from veier.cli.backup_output import report, show_rows
from veier.cli.framework import command, option


@command("restore", "veier restore games.veier-backup --database sqlite:///restored.sqlite3")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@option("--database", metavar="URL")
def restore(file: Path, database: str | None) -> None:
    """Fill the database and say what it holds."""
    from veier.server.backup import restore_backup
    from veier.server.settings import Settings
    from veier.server.store.file_lock import alone

    settings = Settings.from_environment(database=database)
    with alone(settings.database):
        report("restore", file, asyncio.run(restore_backup(file, settings.database, show_rows)))
