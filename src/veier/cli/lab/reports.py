"""`veier lab reports`: a report on each game, and a page that compares them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.lab.report_options import Effort, check_charts, effort_options, play, write
from veier.cli.lab.running import Place, place_options
from veier.cli.language import language
from veier.cli.settings import prepare

if TYPE_CHECKING:
    from veier.lab.report.study import Study


@command(
    "lab-reports",
    "veier lab reports --out reports",
    "veier lab reports --out reports --budget quick --game 4eyes-plus-3p --game 4eyes-pencil-3p",
)
@option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", text="cli.lab-reports.out")
@option("--game", "names", multiple=True, metavar="GAME", text="cli.lab-reports.game")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@effort_options
@place_options
def reports(out: Path, names: tuple[str, ...], effort: Effort, place: Place, as_json: bool) -> int:
    """Play games of all games and write the reports."""
    from veier.games import all_games
    from veier.games import game as find_game
    from veier.lab.report.comparison import compare
    from veier.lab.report.page import html_page
    from veier.lab.report.story import tell

    check_charts()
    games = [find_game(name) for name in names] or list(all_games())
    requests = [effort.request(game, None) for game in games]
    out.mkdir(parents=True, exist_ok=True)
    studies: list[Study] = []
    addresses = {}
    for request in requests:
        with compile_progress():
            prepare(request.game)
        name = request.game.id.replace("?", "-").replace("&", "-").replace("=", "")
        study = play(request, place.executor(), out / "work" / name)
        if study is None:
            return 130
        studies.append(study)
        addresses[study.game] = f"{name}.html"
        write(out / f"{name}.html", html_page(tell(study, language())).encode())
    write(out / "index.html", html_page(compare(studies, addresses, language())).encode())
    if as_json:
        echo(json.dumps([study.to_data() for study in studies]))
    return 0
