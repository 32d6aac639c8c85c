"""`veier convert`: convert records and positions to other formats."""

from __future__ import annotations

import json
from pathlib import Path

import click

from veier.cli.arguments import read_records, read_text
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_file
from veier.cli.console import echo
from veier.cli.framework import OneOf, command, option
from veier.core.control_characters import escape_controls
from veier.core.errors import VeierError
from veier.messages import message
from veier.record import Record, format_position, format_record, format_records, record_to_data


@command(
    "convert",
    "veier convert game.txt --to json",
    "veier convert game.json --to record --out game.txt",
    "veier convert tournament.txt --to moves",
    'echo "4eyes 13@C3 24@B2" | veier convert - --to position',
)
@click.argument("file", metavar="FILE", shell_complete=complete_file)
@option("--to", type=OneOf("record", "json", "moves", "position"), default="record")
@option("--out", metavar="FILE")
def convert(file: str, to: str, out: str | None) -> None:
    """Read one or many games in any format and write them in another."""
    with compile_progress():
        text = _write(read_records(read_text(file)), to)
    if out:
        Path(out).write_text(text, encoding="utf-8")
    else:
        echo(text, nl=False)


def _write(records: list[Record], to: str) -> str:
    if to == "record":
        return format_record(records[0]) if len(records) == 1 else format_records(records)
    if to == "json":
        data = [record_to_data(record) for record in records]
        text = json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2) + "\n"
        # JSON may hold characters that a terminal obeys, but need not.
        return escape_controls(text)
    if to == "position":
        return "".join(format_position(record.final) + "\n" for record in records)
    return "".join(map(_line, records))


def _line(record: Record) -> str:
    if record.start is not None:
        raise VeierError(message("cli.error.start"))
    return " ".join((record.game.id, *record.moves)) + "\n"
