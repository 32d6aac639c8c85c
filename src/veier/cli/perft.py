"""`veier perft`: count move sequences."""

from __future__ import annotations

import json

import click

from veier.cli.arguments import GAME, read_position
from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import WholeNumber, command, option
from veier.record import format_position


@command("perft", "veier perft 4eyes 3", "veier perft hexrows 2 --divide", 'veier perft 4eyes 2 --after "13@C3 24@B2"')
@GAME
@click.argument("depth", type=WholeNumber(0, 60), metavar="DEPTH")
@option("--divide", is_flag=True)
@option("--after", metavar="MOVES", default="")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def perft(game: str, depth: int, divide: bool, after: str, as_json: bool) -> None:
    """Count move sequences."""
    from veier.core import perft as core_perft

    with compile_progress():
        position = read_position(game, [after])
        counts = run_interruptibly(lambda: core_perft.divide(position, depth)) if divide and depth > 0 else None
        total = sum(counts.values()) if counts else run_interruptibly(lambda: core_perft.perft(position, depth))
    if as_json:
        data = {"game": position.game.id, "position": format_position(position), "depth": depth, "count": total}
        echo(json.dumps(data | ({} if counts is None else {"moves": dict(sorted(counts.items()))})))
        return
    for text, count in sorted((counts or {}).items()):
        echo(f"{text} {count}")
    echo(total)
