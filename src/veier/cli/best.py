"""`veier best`: the best move, for one position or for many."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from veier.cli.arguments import read_history
from veier.cli.background import run_search
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.language import Refusal, language, translate
from veier.cli.search_output import describe_prospects, variation_data
from veier.cli.settings import Settings, prepare, search_options
from veier.core.errors import VeierError
from veier.record.input_formats import split_line

if TYPE_CHECKING:
    from veier.search.analysis import Analysis


@command(
    "best",
    "veier best 4eyes 13@C3 24@B2",
    'veier best hexrows "f6 g6 f7" --movetime 5 --json',
    'echo "4eyes-plus-3p c3c4" | veier best --batch --nodes 10000',
)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=complete_game)
@click.argument("moves", nargs=-1, metavar="[MOVES]...")
@search_options("movetime", "nodes", "depth", "level", "seed", "threads", "memory", "attitude")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@option("--batch", is_flag=True)
def best(game: str | None, moves: tuple[str, ...], settings: Settings, as_json: bool, batch: bool) -> int:
    """Find the best move and print it; with --batch, exit with 1 if a line was wrong."""
    if batch == bool(game):
        raise Refusal(translate("cli.error.state"))
    with compile_progress():
        if game is None:
            return _answer_lines(sys.stdin.buffer, settings)
        history = read_history(game, moves)
        prepare(history.final.game)
    analysis = run_search(settings, history)
    if as_json:
        echo(json.dumps(_data(analysis)))
    else:
        echo(analysis.best.move.text)
        echo(describe_prospects(history.final, analysis.best))
    return 0


def _data(analysis: Analysis) -> dict[str, Any]:
    counts = {"nodes": analysis.nodes, "seconds": round(analysis.seconds, 3)}
    return {"game": analysis.position.game.id, **variation_data(analysis.best), **counts}


def _answer_lines(lines: Iterable[bytes], settings: Settings) -> int:
    """Answer each line with one JSON object at once; a wrong line with its error."""
    wrong = 0
    for line in lines:
        start, moves = split_line(line.decode("utf-8", errors="replace").split())
        try:
            history = read_history(start, moves)
            prepare(history.final.game)
            answer = _data(run_search(settings, history))
        except VeierError as error:
            answer, wrong = {"error": error.text(language())}, 1
        echo(json.dumps(answer))
    return wrong
