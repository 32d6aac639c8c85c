"""`veier convert`: records and positions into other formats."""

from __future__ import annotations

import json
from pathlib import Path

import click

from veier.cli.compiling import compiling
from veier.cli.framework import OneOf, command, option
from veier.cli.reading import read_line, read_text
from veier.core.errors import BadRecord, VeierError
from veier.locale import message
from veier.record import (
    Record,
    format_position,
    format_record,
    parse_position,
    parse_record,
    record_from_data,
    record_to_data,
)


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
    with compiling():
        record = _read(read_text(file))
        text = _write(record, to)
    if out:
        Path(out).write_text(text, encoding="utf-8")
    else:
        click.echo(text, nl=False)


def _read(text: str) -> Record:
    """Read what the text shows itself to be."""
    begin = text.lstrip()[:1]
    if begin == "[":
        return parse_record(text)
    if begin == "{":
        return record_from_data(_parse_json(text))
    words = text.split()
    if len(words) == 6 and "/" in words[1]:
        start = parse_position(text)
        return Record.from_moves(start.game, (), start=start)
    line = read_line(words[0] if words else "", words[1:])
    return Record.from_moves(line[0].game, [position.last_move for position in line[1:] if position.last_move])


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(message("cli.error.json"), error.lineno, error.colno) from error
    except RecursionError as error:
        raise BadRecord(message("cli.error.json"), 1, 1) from error


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
