"""The facts of a record beside its moves, parsed from its tags. Shared by the readers of text and of JSON."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass

from veier.core.errors import BadOption, BadPosition, UnknownGame, VeierError
from veier.core.game import RULES_VERSION, Game
from veier.core.position import Position
from veier.games import game as find_game
from veier.messages import Message, message
from veier.record.location import shorten
from veier.record.position_string import parse_position
from veier.record.result import BY_RULES, Result, check_termination, format_result, parse_result, result_of
from veier.record.tags import SEAT_TAGS, Tags, is_known

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_VERSION = re.compile(r"[1-9][0-9]{0,8}")


class TagProblem(Exception):
    """An error in a tag; `column` counts from 1 in its value. Readers turn it into a BadRecord."""

    def __init__(self, tag: str, reason: Message, column: int = 1) -> None:
        super().__init__(tag, reason, column)
        self.tag = tag
        self.reason = reason
        self.column = column


@dataclass(frozen=True, slots=True)
class Header:
    """The parsed tags. `has_result` distinguishes an unfinished game from one without a stated result."""

    game: Game
    seats: tuple[str, ...]
    date: datetime.date | None
    has_result: bool
    result: Result | None
    termination: str | None
    start: Position | None
    tags: Tags


def read_header(values: Mapping[str, str]) -> Header:
    """Parse the values of tags by canonical name; raise TagProblem."""
    _check_rules(values.get("Rules"))
    game = _read_game(values.get("Game"))
    _check_seats(values, game)
    return Header(
        game,
        tuple(values.get(SEAT_TAGS[colour], "") for colour in game.colours),
        _read_date(values.get("Date")),
        "Result" in values,
        _read_result(values.get("Result"), game.players),
        _read_termination(values.get("Termination")),
        _read_start(values.get("Position"), game),
        tuple((name, value) for name, value in values.items() if not is_known(name)),
    )


def resolve_end(header: Header, final: Position) -> tuple[Result | None, str | None]:
    """Return result and termination, taken from the rules where they ended the game; raise TagProblem."""
    outcome = final.outcome
    if outcome is None:
        if header.termination in BY_RULES:
            raise TagProblem("Termination", message("record.not_over", why=header.termination))
        return header.result, header.termination
    result = result_of(outcome, header.game.players)
    if header.has_result and header.result != result:
        raise TagProblem("Result", message("record.contradiction", expected=format_result(result)))
    if header.termination not in (None, outcome.why):
        raise TagProblem("Termination", message("record.contradiction", expected=outcome.why))
    return result, outcome.why


def _check_rules(text: str | None) -> None:
    """Refuse an unknown version of the rules, before anything else seems wrong because of it."""
    if text is None:
        return
    if not _VERSION.fullmatch(text):
        raise TagProblem("Rules", message("record.rules", text=shorten(text)))
    if int(text) > RULES_VERSION:
        raise TagProblem("Rules", message("record.rules_newer", version=text, known=RULES_VERSION))


def _read_game(text: str | None) -> Game:
    if text is None:
        raise TagProblem("Game", message("record.no_game"))
    try:
        return find_game(text)
    except (UnknownGame, BadOption) as error:
        raise TagProblem("Game", error.reason) from error


def _check_seats(values: Mapping[str, str], game: Game) -> None:
    for colour, tag in SEAT_TAGS.items():
        if tag in values and colour not in game.colours:
            raise TagProblem(tag, message("record.no_seat", game=game.id, colour=message(f"colour.{colour}")))


def _read_date(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        # Only this one of the formats that `fromisoformat` accepts.
        return datetime.date.fromisoformat(text if _DATE.fullmatch(text) else "")
    except ValueError as error:
        raise TagProblem("Date", message("record.date", text=shorten(text))) from error


def _read_result(text: str | None, players: int) -> Result | None:
    try:
        return None if text is None else parse_result(text, players)
    except VeierError as error:
        raise TagProblem("Result", error.reason) from error


def _read_termination(text: str | None) -> str | None:
    try:
        if text is not None:
            check_termination(text)
    except VeierError as error:
        raise TagProblem("Termination", error.reason) from error
    return text


def _read_start(text: str | None, game: Game) -> Position | None:
    if text is None:
        return None
    try:
        start = parse_position(text)
    except BadPosition as error:
        raise TagProblem("Position", error.problem, error.column) from error
    if start.game != game:
        raise TagProblem("Position", message("record.other_game", game=game.id, other=start.game.id))
    return start
