"""`veier print`: write a game to cut out and play, or a record as a sheet, as PDF."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from veier.cli.arguments import MOVES, read_records, read_text
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game_or_file
from veier.cli.console import echo
from veier.cli.framework import OneOf, bundle, command, option
from veier.cli.language import language, translate
from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.messages import message
from veier.sheets.settings import Part, PrintSettings, read_parts
from veier.view.palette import EDITIONS


def _parts(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[Part, ...] | None:
    return None if text is None else read_parts(text)


@command(
    "print",
    "veier print 4eyes",
    "veier print 4eyes-plus-2p --edition ink-saving --duplex short",
    "veier print 4eyes-plus-2p --combined",
    "veier print 4eyes-pencil-2p --parts sheets --paper letter",
    "veier print hexrows --large --lang lb --out rows.pdf",
    "veier print game.txt --lang fr",
    "veier print study.txt",
)
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_game_or_file)
@MOVES
@option("--paper", type=OneOf("a4", "letter"), default="a4", text="cli.print.paper")
@option("--edition", type=OneOf(*EDITIONS), default="colour", text="cli.print.edition")
@option("--large", is_flag=True, text="cli.print.large")
@option("--duplex", type=OneOf("long", "short"), default="long", text="cli.print.duplex")
@option("--parts", metavar="PART,...", callback=_parts, text="cli.print.parts")
@option("--combined", is_flag=True, text="cli.print.combined")
@option("--out", metavar="FILE", text="cli.print.out")
@bundle("settings", partial(PrintSettings, language()), "paper", "edition", "large", "duplex", "parts", "combined")
def print(  # noqa: A001 - the command's name
    game: str, moves: tuple[str, ...], settings: PrintSettings, out: str | None
) -> None:
    """Write a set, or the sheet of a game, as PDF."""
    with compile_progress():
        name, written = _sheet(game, moves, settings) if moves or _is_file(game) else _set(game, settings)
    path = Path(out or f"{name}.pdf")
    path.write_bytes(written)
    echo(translate("cli.print.written", file=path), err=True)


def _is_file(text: str) -> bool:
    return text == "-" or Path(text).is_file()


def _set(text: str, settings: PrintSettings) -> tuple[str, bytes]:
    from veier.sheets import set_name, set_pdf

    game = find_game(text)
    return set_name(game, settings), set_pdf(game, settings)


def _sheet(text: str, moves: tuple[str, ...], settings: PrintSettings) -> tuple[str, bytes]:
    from veier.record.study import is_study, study_of_records
    from veier.sheets.game_sheet import records_pdf
    from veier.sheets.study_sheet import study_pdf

    records = read_records(" ".join((text, *moves)) if moves else read_text(text))
    if not records:
        raise VeierError(message("record.no_game"))
    name = records[0].game.name if moves or text == "-" else Path(text).stem
    return name, study_pdf(study_of_records(records), settings) if is_study(records) else records_pdf(records, settings)
