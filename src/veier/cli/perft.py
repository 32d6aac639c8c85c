"""`veier perft`: count move sequences."""

from __future__ import annotations

import click

from veier.cli.arguments import GAME, read_position
from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import WholeNumber, command, option


@command("perft", "veier perft 4eyes 3", "veier perft hexrows 2 --divide", 'veier perft 4eyes 2 --after "13@C3 24@B2"')
@GAME
@click.argument("depth", type=WholeNumber(0, 60), metavar="DEPTH")
@option("--divide", is_flag=True)
@option("--after", metavar="MOVES", default="")
def perft(game: str, depth: int, divide: bool, after: str) -> None:
    """Count move sequences."""
    from veier.core import perft as core_perft

    with compile_progress():
        position = read_position(game, [after])
        if divide and depth > 0:
            counts = run_interruptibly(lambda: core_perft.divide(position, depth))
            for text, count in sorted(counts.items()):
                echo(f"{text} {count}")
            echo(sum(counts.values()))
        else:
            echo(run_interruptibly(lambda: core_perft.perft(position, depth)))
