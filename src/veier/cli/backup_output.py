"""What `veier backup` and `veier restore` print, and `veier export-games` and `veier import-games` on their way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from veier.cli.console import echo
from veier.cli.language import format_count, translate
from veier.cli.progress import clear_progress, show_progress

if TYPE_CHECKING:
    from veier.server.backup import BackupSummary


def show_rows(rows: int) -> None:
    """Show how far it has come."""
    show_progress(format_count("cli.backup.rows", rows))


def show_games(games: int) -> None:
    """Show how many games there are so far."""
    show_progress(format_count("cli.backup.games", games))


def report(done: str, file: Path, summary: BackupSummary) -> None:
    """Say what the file holds."""
    clear_progress()
    counts = {
        "games": format_count("cli.backup.games", summary.tables),
        "rows": format_count("cli.backup.rows", summary.rows),
    }
    echo(translate(f"cli.{done}.done", file=file, **counts))
