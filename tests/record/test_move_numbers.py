"""Move numbers before moves: skipped wherever moves are given as text, and nothing else is."""

from __future__ import annotations

import pytest

from veier import game
from veier.core.errors import BadNotation, BadRecord, IllegalMove, VeierError
from veier.record import Record, format_record, parse_record
from veier.record.input_formats import read_record

PLAIN = "13@C3 24@B2 12@A1"
TAG = '[Game "4eyes"]\n'


def refuse_json(text: str) -> object:
    raise AssertionError(text)


@pytest.mark.parametrize(
    "numbered",
    [
        "1. 13@C3 24@B2 2. 12@A1",
        "1.13@C3 1...24@B2 2.12@A1",
        "1. 13@C3\n1... 24@B2\n2. 12@A1",
        "1. 13@C3 1… 24@B2 2. 12@A1",
        "1. 13@C3 1.. 24@B2 2. 12@A1 2...",
    ],
)
def test_numbers_are_skipped_in_records_lines_and_variations(numbered: str) -> None:
    record = Record.from_moves("4eyes", PLAIN)
    assert Record.from_moves("4eyes", numbered) == record
    assert parse_record(TAG + numbered) == record
    assert read_record(f"4eyes {numbered}", refuse_json) == record
    assert record.add_variation(0, numbered) == record.add_variation(0, PLAIN)


def test_what_a_record_prints_can_be_pasted_as_a_line() -> None:
    record = Record.from_moves("4eyes-plus-3p", "e5e6 f5f6 d4d5 c3c4 a1a2")
    moves = format_record(record).split("\n\n")[1]
    assert "2. c3c4" in moves
    assert Record.from_moves("4eyes-plus-3p", moves) == record


@pytest.mark.parametrize(
    "garbage", ["1.... 13@C3", "1 13@C3", ".13@C3", "1.x 13@C3", "x1. 13@C3", "1: 13@C3", "1.,13@C3"]
)
def test_nothing_else_is_skipped(garbage: str) -> None:
    with pytest.raises(BadNotation):
        Record.from_moves("4eyes", f"{garbage} 13@C3")
    with pytest.raises(BadRecord):
        parse_record(f"{TAG}{garbage} 13@C3")


def test_moves_given_one_by_one_have_no_numbers() -> None:
    with pytest.raises(BadNotation):
        Record.from_moves("4eyes", ["1.", "13@C3"])
    with pytest.raises(BadNotation):
        game("4eyes").start().play("1. 13@C3")


def test_errors_count_moves_and_not_numbers() -> None:
    wrong = "1. 13@C3 24@B2 2. 12@C3"
    with pytest.raises(IllegalMove, match=r"moves\[2\]"):
        Record.from_moves("4eyes", wrong)
    with pytest.raises(VeierError, match="move 3, 12@C3"):
        read_record(f"4eyes {wrong}", refuse_json)
    with pytest.raises(BadRecord) as refused:
        parse_record(f"{TAG}{wrong}")
    assert (refused.value.line, refused.value.column) == (2, 19)


def test_many_numbers_take_no_time() -> None:
    assert Record.from_moves("4eyes", "1." * 400_000 + "13@C3").moves == ("13@C3",)
