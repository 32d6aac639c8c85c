"""`veier warmup`: compile everything now, so that nobody waits later."""

from __future__ import annotations

import time

import click

from veier.cli.compiling import compiling
from veier.cli.framework import command
from veier.cli.language import tell, tell_number


@command("warmup", "veier warmup")
def warmup() -> None:
    """Compile the kernels of all games."""
    from veier.kernels.cache import kernel_cache_dir

    begun = time.monotonic()
    with compiling():
        load_kernels()
    place = kernel_cache_dir("veier.kernels.perft")
    key = "cli.warmup.done" if place else "cli.warmup.no_cache"
    click.echo(tell(key, seconds=tell_number(time.monotonic() - begun), place=place and place.parent))


def load_kernels() -> None:
    """Load every kernel, or compile it where that was never done: importing is enough."""
    import veier.explain.explainers
    import veier.kernels.perft
    import veier.learn.exhaustive
    import veier.search.levels
    import veier.search.solve.check
    import veier.search.solve.solver  # noqa: F401
    from veier.games import all_games

    for game in all_games():
        _ = game.rules.kernels, game.rules.threat_kernels, game.rules.eval_kernels
