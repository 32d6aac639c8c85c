"""A progress line on standard error for long work, shown on terminals only."""

from __future__ import annotations

import sys

import click

from veier.cli.language import format_number, translate


def show_progress(text: str) -> None:
    """Replace the line."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def show_check(positions: int, replies: int) -> None:
    """Show the progress of checking a proof."""
    figures = {"positions": format_number(positions), "replies": format_number(replies)}
    show_progress(translate("cli.check-proof.progress", **figures))


def clear_progress() -> None:
    """Remove the line."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
