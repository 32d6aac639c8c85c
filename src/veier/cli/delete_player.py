"""`veier delete-player`: deletes what a server knows of a player, who is named by a seat."""

from __future__ import annotations

import asyncio

import click

from veier.cli.console import echo
from veier.cli.framework import WholeNumber, command, option
from veier.cli.language import format_count, translate


@command("delete-player", "veier delete-player k3vJ0aQmZ2xW 2 --database postgresql://veier@localhost/veier")
@click.argument("table", metavar="TABLE")
@click.argument("player", metavar="PLAYER", type=WholeNumber(1, 3))
@option("--database", metavar="URL")
def delete_player(table: str, player: int, database: str | None) -> None:
    """Delete the player and say what became of the games."""
    from veier.server.deletion import delete_player_of
    from veier.server.settings import Settings
    from veier.server.store.file_lock import alone

    settings = Settings.from_environment(database=database)
    with alone(settings.database):
        done = asyncio.run(delete_player_of(settings.database, table, player - 1))
    deleted, kept = (format_count("cli.backup.games", count) for count in (done.deleted, done.kept))
    echo(translate("cli.delete-player.done", deleted=deleted, kept=kept))
