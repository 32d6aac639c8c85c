"""`veier analyse`: the moves of a position compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from veier.cli.arguments import GAME, MOVES, read_history
from veier.cli.background import run_search, run_with_spinner
from veier.cli.compile_progress import compile_progress
from veier.cli.console import console, echo
from veier.cli.framework import WholeNumber, command, option
from veier.cli.language import format_count, format_number, label, translate
from veier.cli.search_output import describe_proven, explanation_sentences, percent, seat_names, variation_data
from veier.cli.settings import Settings, prepare, search_options
from veier.cli.table import Column, Table
from veier.view.styled_text import styled

if TYPE_CHECKING:
    from veier.search.analysis import Analysis, Variation

# The number of moves shown unless --top asks for another; JSON has them all.
_SHOWN = 10


@command("analyse", "veier analyse 4eyes 13@C3 24@B2", 'veier analyse hexrows "f6 g6" --movetime 5 --top 3 --json')
@GAME
@MOVES
@search_options("movetime", "nodes", "depth", "seed", "threads", "memory", "attitude")
@option("--top", type=WholeNumber(1, 10**6), metavar="N")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def analyse(game: str, moves: tuple[str, ...], settings: Settings, top: int | None, as_json: bool) -> None:
    """Compare the moves and print them, best first."""
    with compile_progress():
        history = read_history(game, moves)
        prepare(history.final.game)
    analysis = run_search(settings, history, widely=True)
    if as_json:
        echo(json.dumps(_data(analysis, analysis.variations[:top])))
    else:
        _print_table(analysis, analysis.variations[: top or _SHOWN])
        best = analysis.best.move
        for sentence in run_with_spinner(partial(explanation_sentences, history.final, best)):
            echo(f"{label(best)} {sentence}")


def _data(analysis: Analysis, lines: Sequence[Variation]) -> dict[str, Any]:
    return {
        "game": analysis.position.game.id,
        "mover": analysis.position.mover,
        "lines": [variation_data(line) for line in lines],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }


def _print_table(analysis: Analysis, lines: Sequence[Variation]) -> None:
    position = analysis.position
    columns = [
        Column(translate("cli.analyse.move"), wraps=False),
        *(Column(name, wraps=False, right=True) for name in (*seat_names(position), translate("cli.search.draw"))),
        Column(translate("cli.analyse.certain")),
        Column(translate("cli.analyse.line")),
    ]
    rows = []
    for line in lines:
        certain = describe_proven(position, line.proven) if line.proven else ""
        shares = [percent(share) for share in (*line.chances, line.draw)]
        rows.append([styled(text) for text in (line.move.text, *shares, certain, " ".join(line.pv))])
    nodes = format_count("cli.count.positions", analysis.nodes)
    figures = translate("cli.search.figures", nodes=nodes, seconds=format_number(analysis.seconds))
    screen = console()
    screen.print(*Table(columns, rows).lines(screen.width), "", figures)
