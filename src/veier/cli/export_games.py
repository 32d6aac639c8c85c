"""`veier export-games`: all games of a server as a file that other programs and other servers read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from veier.cli.backup_output import show_games
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.language import format_count, translate
from veier.cli.progress import clear_progress


@command("export-games", "veier export-games games.jsonl")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@option("--database", metavar="URL")
def export_games(file: Path, database: str | None) -> None:
    """Write the file and say what it holds."""
    from veier.server.export import export_games as write
    from veier.server.settings import Settings

    settings = Settings.from_environment(database=database)
    done = asyncio.run(write(settings.database, file, show_games))
    clear_progress()
    echo(translate("cli.export-games.done", file=file, games=format_count("cli.backup.games", done.games)))
    if done.unreadable:
        left = format_count("cli.backup.games", done.unreadable)
        echo(translate("cli.export-games.unreadable", games=left), err=True)
