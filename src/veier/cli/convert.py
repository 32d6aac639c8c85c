"""`veier convert`: convert records and positions to other formats."""

from __future__ import annotations

import json
from pathlib import Path

import click

from veier.cli.arguments import read_record, read_text
from veier.cli.compile_progress import compile_progress
from veier.cli.framework import OneOf, command, option
from veier.core.errors import VeierError
from veier.messages import message
from veier.record import Record, format_position, format_record, record_to_data


@command(
    "convert",
    "veier convert game.txt --to json",
    "veier convert game.json --to record --out game.txt",
    'echo "4eyes 13@C3 24@B2" | veier convert - --to position',
)
@click.argument("file", metavar="FILE")
@option("--to", type=OneOf("record", "json", "moves", "position"), default="record")
@option("--out", metavar="FILE")
def convert(file: str, to: str, out: str | None) -> None:
    """Read a record in any format and write it in another."""
    with compile_progress():
        record = read_record(read_text(file))
        text = _write(record, to)
    if out:
        Path(out).write_text(text, encoding="utf-8")
    else:
        click.echo(text, nl=False)


def _write(record: Record, to: str) -> str:
    if to == "record":
        return format_record(record)
    if to == "json":
        return json.dumps(record_to_data(record), ensure_ascii=False, indent=2) + "\n"
    if to == "position":
        return format_position(record.final) + "\n"
    if record.start is not None:
        raise VeierError(message("cli.error.start"))
    return " ".join((record.game.id, *record.moves)) + "\n"
