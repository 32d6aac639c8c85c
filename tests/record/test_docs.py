"""The examples of docs/positions.md and docs/records.md do what they say."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from veier.core.errors import ParseError
from veier.record import (
    format_position,
    format_record,
    format_records,
    parse_position,
    parse_record,
    read_records,
    record_from_data,
    record_to_data,
)

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    """Return the fenced examples of a page in a language."""
    found = re.findall(
        rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found
    return found


@pytest.mark.parametrize("text", [line for block in blocks("positions.md", "position") for line in block.splitlines()])
def test_positions_are_read_and_written_as_they_stand(text: str) -> None:
    position = parse_position(text)
    # Only what a position set up by hand leaves out is filled in.
    assert format_position(position).split()[:5] == text.split()[:5]
    assert position.phase == 2 or format_position(position) == text


@pytest.mark.parametrize("example", blocks("positions.md", "refused")[0].strip().split("\n\n"))
def test_bad_positions_are_refused_as_told(example: str) -> None:
    text, _, told = example.rpartition("\n")
    with pytest.raises(ParseError) as caught:
        parse_position(text)
    assert str(caught.value) == told


@pytest.mark.parametrize("text", blocks("records.md", "record"))
def test_records_are_read(text: str) -> None:
    record = parse_record(text)
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("example", blocks("records.md", "refused"))
def test_bad_records_are_refused_as_told(example: str) -> None:
    text, _, told = example.rstrip("\n").rpartition("\n")
    with pytest.raises(ParseError) as caught:
        parse_record(text)
    assert str(caught.value) == told


def test_files_of_many_games_are_read() -> None:
    games = list(read_records(blocks("records.md", "record-file")[0]))
    assert len(games) == 3
    assert list(read_records(format_records(games))) == games


def test_data_is_read_and_written_as_it_stands() -> None:
    data = json.loads(blocks("records.md", "json")[0])
    assert record_to_data(record_from_data(data)) == data


@pytest.mark.parametrize("page", ["positions.md", "records.md"])
def test_programs_run_and_print_what_is_told(page: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for program in blocks(page, "python"):
            exec(program, {})
    told = re.findall(r"^prints `(.*)`\.$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert all(text in printed.getvalue() for text in told)
