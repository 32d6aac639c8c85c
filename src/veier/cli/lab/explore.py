"""`veier lab explore`: what was played in a dataset, and how it went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.cli.arguments import GAME, MOVES, read_history
from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.console import console, echo
from veier.cli.framework import command, option
from veier.cli.lab.running import format_share
from veier.cli.language import Refusal, format_count, format_number, translate
from veier.cli.search_output import percent
from veier.cli.table import Column, Table
from veier.core.history import History
from veier.view.styled_text import styled

if TYPE_CHECKING:
    from veier.datasets.statistics import MoveStatistics


@command("lab-explore", "veier lab explore games hexrows", "veier lab explore games hexrows f6 e5 --json")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@GAME
@MOVES
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def explore(directory: Path, game: str, moves: tuple[str, ...], as_json: bool) -> None:
    """Count and print."""
    from veier.datasets.reader import Dataset
    from veier.datasets.statistics import move_statistics

    with compile_progress():
        history = read_history(game, moves)
    if history.start != history.start.game.start():
        raise Refusal(translate("cli.lab-explore.start"))
    found = run_interruptibly(lambda: move_statistics(Dataset(directory), history))
    if as_json:
        echo(json.dumps([_data(row) for row in found]))
    else:
        _print(history, found)


def _data(row: MoveStatistics) -> dict[str, object]:
    return {
        "move": row.move,
        "games": row.games,
        "wins": row.wins,
        "draws": row.games - sum(row.wins),
        "intervals": [[round(end, 4) for end in interval] for interval in row.intervals],
        "chances": [round(chance, 4) for chance in row.chances],
    }


def _print(history: History, rows: list[MoveStatistics]) -> None:
    if not rows:
        echo(translate("cli.lab-explore.none"))
        return
    names = [translate(f"colour.{colour}") for colour in history.start.game.colours]
    columns = [
        Column(translate("cli.analyse.move"), wraps=False),
        Column(translate("cli.lab-explore.games"), wraps=False, right=True),
        *(Column(translate("cli.lab-explore.wins", colour=name), right=True) for name in names),
        *(Column(translate("cli.lab-explore.chance", colour=name), right=True) for name in names),
    ]
    table = [
        [
            styled(text)
            for text in (
                row.move,
                format_number(row.games),
                *(format_share(wins, row.games) for wins in row.wins),
                *(percent(chance) for chance in row.chances),
            )
        ]
        for row in rows
    ]
    total = format_count("cli.count.games", sum(row.games for row in rows))
    screen = console()
    screen.print(*Table(columns, table).lines(screen.width), "", translate("cli.lab-explore.total", games=total))
