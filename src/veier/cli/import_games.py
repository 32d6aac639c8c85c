"""`veier import-games`: adds the games of an exported file to a database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from veier.cli.backup_output import show_games
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.language import format_count, translate
from veier.cli.progress import clear_progress


@command("import-games", "veier import-games games.jsonl --database sqlite:///games.sqlite3")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@option("--database", metavar="URL")
def import_games(file: Path, database: str | None) -> None:
    """Add the games and say how many are new."""
    from veier.server.export import import_games as add
    from veier.server.settings import Settings
    from veier.server.store.file_lock import alone

    settings = Settings.from_environment(database=database)
    with alone(settings.database):
        done = asyncio.run(add(file, settings.database, show_games))
    clear_progress()
    added, known = (format_count("cli.backup.games", count) for count in (done.added, done.known))
    echo(translate("cli.import-games.done", file=file, added=added, known=known))
