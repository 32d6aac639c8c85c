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

    begun = time.monotonic()
    with compile_progress():
        load_kernels()
    place = kernel_cache_dir("veier.kernels.perft")
    key = "cli.warmup.done" if place else "cli.warmup.no_cache"
    click.echo(translate(key, seconds=format_number(time.monotonic() - begun), place=place and place.parent))


def load_kernels() -> None:
    """Load every kernel, or compile it if it is not cached; importing is enough."""
    import veier.explain.explainers
    import veier.kernels.perft
    import veier.learn.exhaustive
    import veier.search.levels
    import veier.search.solve.check
    import veier.search.solve.solver  # noqa: F401
    from veier.games import all_games

    for game in all_games():
        _ = game.rules.kernels, game.rules.threat_kernels, game.rules.eval_kernels
