"""Positions and games as text and as data: position strings and records, read and written."""

from __future__ import annotations

from veier.record.data import record_from_data, record_to_data
from veier.record.line import MARKS, Line, Node
from veier.record.position_string import format_position, parse_position
from veier.record.reader import parse_record
from veier.record.record import Record
from veier.record.record_file import format_records, read_records, write_records
from veier.record.result import Result, format_result, parse_result, result_of
from veier.record.writer import format_record

__all__ = [
    "MARKS",
    "Line",
    "Node",
    "Record",
    "Result",
    "format_position",
    "format_record",
    "format_records",
    "format_result",
    "parse_position",
    "parse_record",
    "parse_result",
    "read_records",
    "record_from_data",
    "record_to_data",
    "result_of",
    "write_records",
]
