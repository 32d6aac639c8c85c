"""A line on standard error that tells how far long work has come; only on a terminal."""

from __future__ import annotations

import sys

import click


def show_progress(text: str) -> None:
    """Write the line over the one before."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def clear_progress() -> None:
    """Take the line away."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
