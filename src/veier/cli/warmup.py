"""`veier warmup`: compile all kernels ahead of time."""

from __future__ import annotations

import time

import click

from veier.cli.compile_progress import compile_progress
from veier.cli.framework import command
from veier.cli.language import format_number, translate


@command("warmup", "veier warmup")
def warmup() -> None:
    """Compile the kernels of all games."""
    from veier.kernels.cache import kernel_cache_dir
    from veier.loading import load_everything

    begun = time.monotonic()
    with compile_progress():
        load_everything()
    place = kernel_cache_dir("veier.kernels.perft")
    key = "cli.warmup.done" if place else "cli.warmup.no_cache"
    click.echo(translate(key, seconds=format_number(time.monotonic() - begun), place=place and place.parent))
