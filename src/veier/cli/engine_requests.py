"""Requests to `veier engine`: JSON objects parsed into jobs, with errors that name the field. See docs/engine.md."""

from __future__ import annotations

import json
from typing import Any

import click

from veier.cli.arguments import read_history
from veier.cli.engine_jobs import Job
from veier.cli.framework import WholeNumber
from veier.cli.language import language, translate
from veier.cli.settings import RANGES, Settings, prepare
from veier.core.errors import VeierError
from veier.core.history import History

Request = dict[str, Any]

# KataGo's names for two of our settings.
_ALIASES = {"maxTime": "movetime", "maxVisits": "nodes"}
_PRIORITY = WholeNumber(-(10**9), 10**9)
_TOP = WholeNumber(1, 10**6)
_REPORTS = "reportDuringSearchEvery"
_EVERY = RANGES["movetime"]
_OTHERS = ("analyzeTurns", "priority", "priorities", "includePV", "top", _REPORTS)
FIELDS = ("id", "game", "moves", *_OTHERS, *RANGES, *_ALIASES)


class BadRequest(Exception):
    """A request that cannot be used: the reason, and the field if one is to blame."""

    def __init__(self, reason: str, field: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field


def read_request(line: bytes) -> Request:
    """Parse a line as a JSON object."""
    try:
        request = json.loads(line.decode("utf-8", errors="replace"))
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadRequest(translate("cli.error.json")) from error
    if not isinstance(request, dict):
        raise BadRequest(translate("record.data_object"))
    return request


def text_in(request: Request, field: str) -> str:
    """Return a required field that must be a string."""
    value = request.get(field)
    if not isinstance(value, str):
        raise BadRequest(translate("record.data_text"), field)
    return value


def turns_in(request: Request, field: str, last: int) -> list[int] | None:
    """Return a field that lists turns, counted from 0; None if it is missing."""
    return _whole_numbers(request, field, WholeNumber(0, last))


def read_jobs(request: Request) -> list[tuple[Job, int]]:
    """Return a job for each position that a request asks about, with its priority."""
    name = text_in(request, "id")
    history = _history(request)
    turns = turns_in(request, "analyzeTurns", len(history.moves))
    if turns is None:
        turns = [len(history.moves)]
    settings = _settings(request)
    prepare(history.start.game)
    try:
        settings.check(history.start.game)
    except VeierError as error:
        raise BadRequest(error.text(language()), "level") from error
    with_line = request.get("includePV", True)
    if not isinstance(with_line, bool):
        raise BadRequest(translate("cli.engine.boolean"), "includePV")
    top = _convert(_TOP, request["top"], "top") if "top" in request else None
    every = _convert(_EVERY, request[_REPORTS], _REPORTS) if _REPORTS in request else None
    jobs = [Job(name, turn, history.until(turn), settings, with_line, top, every) for turn in turns]
    return list(zip(jobs, _priorities(request, len(jobs)), strict=True))


def _history(request: Request) -> History:
    """Return the request's moves, from its game or position on."""
    moves = request.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadRequest(translate("cli.engine.moves"), "moves")
    start = text_in(request, "game")
    field = "game"
    try:
        read_history(start)
        field = "moves"
        return read_history(start, moves)
    except VeierError as error:
        raise BadRequest(error.text(language()), field) from error


def _settings(request: Request) -> Settings:
    given = {_ALIASES.get(name, name): (name, value) for name, value in request.items()}
    found = {name: given[name] for name in RANGES if name in given}
    return Settings.of(**{name: _convert(RANGES[name], value, field) for name, (field, value) in found.items()})


def _priorities(request: Request, jobs: int) -> list[int]:
    priorities = _whole_numbers(request, "priorities", _PRIORITY)
    if priorities is None:
        return [_convert(_PRIORITY, request.get("priority", 0), "priority")] * jobs
    if len(priorities) != jobs:
        raise BadRequest(translate("cli.engine.priorities", count=jobs), "priorities")
    return priorities


def _whole_numbers(request: Request, field: str, kind: WholeNumber) -> list[int] | None:
    if field not in request:
        return None
    values = request[field]
    if not isinstance(values, list):
        raise BadRequest(translate("record.data_list"), field)
    return [_convert(kind, value, field) for value in values]


def _convert(kind: click.ParamType[Any], value: object, field: str) -> Any:
    """Convert a value as a command-line option of that type."""
    try:
        return kind.convert(value, None, None)
    except click.BadParameter as error:
        raise BadRequest(error.message, field) from error
