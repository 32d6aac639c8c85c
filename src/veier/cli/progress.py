"""A line on standard error that tells how far long work has come; only on a terminal."""

from __future__ import annotations

import sys

import click

from veier.cli.language import tell, tell_number


def show_progress(text: str) -> None:
    """Write the line over the one before."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def show_check(positions: int, replies: int) -> None:
    """Tell how far the check of a proof has come."""
    figures = {"positions": tell_number(positions), "replies": tell_number(replies)}
    show_progress(tell("cli.check-proof.progress", **figures))


def clear_progress() -> None:
    """Take the line away."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
