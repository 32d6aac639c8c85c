"""`veier lab report`: is a game fair, is it deep? A page without network, or a PDF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import click

from veier.cli.arguments import GAME
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import bundle, command, option
from veier.cli.lab.report_options import Effort, check_charts, effort_options, play, write
from veier.cli.lab.running import Place, place_options
from veier.cli.language import language
from veier.cli.settings import prepare
from veier.core.errors import VeierError
from veier.messages import message


class _Output(NamedTuple):
    """Files to write, where games are kept, and whether JSON is printed."""

    out: tuple[Path, ...]
    work: Path | None
    as_json: bool

    def files(self, name: str) -> list[Path]:
        """Return the files to write; raise VeierError for one that is neither a page nor a PDF."""
        files = list(self.out) or ([] if self.as_json else [Path(f"{name}-report.html")])
        for file in files:
            if file.suffix not in (".html", ".pdf"):
                raise VeierError(message("report.error.kind", file=file))
        return files


@command(
    "lab-report",
    "veier lab report 4eyes-beginners --out report.html",
    "veier lab report hexrows --budget long --work hexrows-games --out report.html --out report.pdf --lang lb",
    'veier lab report 4eyes-plus-3p --levels random,1,5 --options "side=8&tiles=8" --options elsewhere=1',
    "veier lab report 4eyes --games 100 --json",
)
@GAME
@option("--out", type=click.Path(path_type=Path), multiple=True, metavar="FILE", text="cli.lab-report.out")
@option("--work", type=click.Path(path_type=Path), metavar="DIR", text="cli.lab-report.work")
@option("--options", multiple=True, metavar="OPTIONS", text="cli.lab-report.options")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@effort_options
@place_options
@bundle("output", _Output, "out", "work", "as_json")
def report(game: str, options: tuple[str, ...], effort: Effort, place: Place, output: _Output) -> int:
    """Play games and write the report."""
    from veier.games import game as find_game

    with compile_progress():
        found = find_game(game)
        files = output.files(found.name)
        if files:
            check_charts()
        prepare(found)
        request = effort.request(found, options or None)
        request.plan()
    study = play(request, place.executor(), output.work)
    if study is None:
        return 130
    if files:
        from veier.lab.report.page import html_page
        from veier.lab.report.pdf import pdf_of
        from veier.lab.report.story import tell

        document = tell(study, language())
        for file in files:
            write(file, pdf_of(document) if file.suffix == ".pdf" else html_page(document).encode())
    if output.as_json:
        echo(json.dumps(study.to_data()))
    return 0
