"""`veier analyse`: the moves of a position compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from veier.cli.answers import line_data, percent, search, seat_names, tell_proven, tell_reasons, thinking
from veier.cli.compiling import compiling
from veier.cli.framework import WholeNumber, command, option
from veier.cli.language import tell, tell_count, tell_number
from veier.cli.reading import GAME, MOVES, read_position
from veier.cli.settings import Settings, prepare, search_options
from veier.cli.terminal import console

if TYPE_CHECKING:
    from veier.search.analysis import Analysis, Line

# So many moves are shown unless more are asked for; JSON has them all.
_SHOWN = 10


@command("analyse", "veier analyse 4eyes 13@C3 24@B2", 'veier analyse hexrows "f6 g6" --movetime 5 --top 3 --json')
@GAME
@MOVES
@search_options("movetime", "nodes", "depth", "seed", "threads", "memory", "attitude")
@option("--top", type=WholeNumber(1, 10**6), metavar="N")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def analyse(game: str, moves: tuple[str, ...], settings: Settings, top: int | None, as_json: bool) -> None:
    """Compare the moves and print them, best first."""
    with compiling():
        position = read_position(game, moves)
        prepare(position.game)
    analysis = search(settings, position, widely=True)
    if as_json:
        click.echo(json.dumps(_data(analysis, analysis.lines[:top])))
    else:
        _print_table(analysis, analysis.lines[: top or _SHOWN])
        best = analysis.best.move
        for sentence in thinking(partial(tell_reasons, position, best)):
            click.echo(f"{best}: {sentence}")


def _data(analysis: Analysis, lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "game": analysis.position.game.id,
        "mover": analysis.position.mover,
        "lines": [line_data(line) for line in lines],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }


def _print_table(analysis: Analysis, lines: Sequence[Line]) -> None:
    from rich.table import Table

    position = analysis.position
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(tell("cli.analyse.move"), no_wrap=True)
    for name in (*seat_names(position), tell("cli.search.draw")):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column(tell("cli.analyse.certain"))
    table.add_column(tell("cli.analyse.line"))
    for line in lines:
        certain = tell_proven(position, line.proven) if line.proven else ""
        shares = [percent(share) for share in (*line.chances, line.draw)]
        table.add_row(line.move.text, *shares, certain, " ".join(line.pv))
    screen = console()
    screen.print(table)
    screen.print()
    nodes = tell_count("cli.count.positions", analysis.nodes)
    screen.print(tell("cli.search.figures", nodes=nodes, seconds=tell_number(analysis.seconds)))
