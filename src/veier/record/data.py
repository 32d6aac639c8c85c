"""Records as plain data for JSON: dicts, lists, strings and None. docs/records.md describes the shape.

Reading checks everything that the text reader does; errors name the path, such as `moves[3].variations[0][1].move`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from veier.core.errors import BadNotation, BadRecord, IllegalMove, VeierError
from veier.core.game import RULES_VERSION, Game
from veier.core.position import Position
from veier.messages import Message, message
from veier.record.header import TagProblem, read_header, resolve_end
from veier.record.line import MARKS, MOVE_LIMIT, NESTING_LIMIT, CheckedLine, Line, Node
from veier.record.location import shorten
from veier.record.position_string import format_position
from veier.record.record import Record, require_record
from veier.record.result import UNFINISHED
from veier.record.tags import check_tags

_PLAIN = {"game": "Game", "date": "Date", "termination": "Termination", "position": "Position"}
_PATHS = {tag: key for key, tag in _PLAIN.items()} | {"Rules": "rules", "Result": "result"}
_KEYS = (*_PLAIN, "rules", "seats", "result", "comment", "tags", "moves")
_NODE_KEYS = ("move", "mark", "comment", "variations")


def record_to_data(record: Record) -> dict[str, Any]:
    """Return a record as data that JSON can hold."""
    require_record(record)
    return {
        "game": record.game.id,
        "rules": RULES_VERSION,
        "seats": list(record.seats),
        "date": record.date.isoformat() if record.date else None,
        "result": None if record.result is None else [str(share) for share in record.result],
        "termination": record.termination,
        "position": format_position(record.start) if record.start else None,
        "comment": record.comment,
        "tags": dict(record.tags),
        "moves": _line_to_data(record.line),
    }


def _line_to_data(line: Line) -> list[dict[str, Any]]:
    moves = []
    for node in line:
        data: dict[str, Any] = {"move": node.move}
        if node.mark:
            data["mark"] = node.mark
        if node.comment:
            data["comment"] = node.comment
        if node.variations:
            data["variations"] = [_line_to_data(variation) for variation in node.variations]
        moves.append(data)
    return moves


def record_from_data(data: object) -> Record:
    """Read what `record_to_data` returns; raise BadRecord."""
    fields = _object(data, "", _KEYS)
    try:
        header = read_header(_tag_values(fields))
        seats = _seats(fields.get("seats"), header.game)
        line, final = _LinesReader().read(fields.get("moves", []), "moves", header.start or header.game.start(), 0)
        result, termination = resolve_end(header, final)
    except TagProblem as problem:
        raise _problem(_PATHS[problem.tag], problem.reason) from problem
    comment = _text(fields.get("comment", ""), "comment")
    checked = CheckedLine(line, final)
    return Record(header.game, seats, header.date, result, termination, header.start, comment, checked, header.tags)


class _LinesReader:
    """Reads lines of moves and counts all moves."""

    def __init__(self) -> None:
        self._moves = 0

    def read(self, data: object, path: str, position: Position, depth: int) -> tuple[Line, Position]:
        """Read a line that starts at a position; return it with its final position."""
        if depth > NESTING_LIMIT:
            raise _problem(path, message("record.nested", limit=NESTING_LIMIT))
        nodes = []
        for index, each in enumerate(_list(data, path)):
            node, position = self._node(each, f"{path}[{index}]", position, depth)
            nodes.append(node)
        if depth and not nodes:
            raise _problem(path, message("record.variation_empty"))
        return tuple(nodes), position

    def _node(self, data: object, path: str, before: Position, depth: int) -> tuple[Node, Position]:
        self._moves += 1
        if self._moves > MOVE_LIMIT:
            raise _problem(path, message("record.moves", limit=MOVE_LIMIT))
        fields = _object(data, path, _NODE_KEYS)
        after = _play(before, fields.get("move"), f"{path}.move")
        variations = tuple(
            self.read(variation, f"{path}.variations[{index}]", before, depth + 1)[0]
            for index, variation in enumerate(_list(fields.get("variations", []), f"{path}.variations"))
        )
        comment = _text(fields.get("comment", ""), f"{path}.comment")
        return Node(str(after.last_move), comment, variations, _mark(fields.get("mark", ""), f"{path}.mark")), after


def _play(position: Position, data: object, path: str) -> Position:
    text = _text(data, path)
    try:
        return position.play(shorten(text))
    except (BadNotation, IllegalMove) as error:
        raise _problem(path, error.reason) from error


def _mark(data: object, path: str) -> str:
    mark = _text(data, path)
    if mark and mark not in MARKS:
        raise _problem(path, message("record.mark", mark=shorten(mark), known=" ".join(MARKS)))
    return mark


def _tag_values(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the fields as the tags that they are in a text record."""
    values = {}
    for key, tag in _PLAIN.items():
        if fields.get(key) is not None:
            values[tag] = _text(fields[key], key)
    if "rules" in fields:
        values["Rules"] = _version(fields["rules"])
    if "result" in fields:
        values["Result"] = _result(fields["result"])
    return values | _other_tags(fields.get("tags", {}))


def _version(data: object) -> str:
    if isinstance(data, bool) or not isinstance(data, int):
        raise _problem("rules", message("record.data_number"))
    # Only whether it is known matters; formatting an integer of many digits is slow.
    return str(min(max(data, 0), 10**6))


def _result(data: object) -> str:
    if data is None:
        return UNFINISHED
    shares = _texts(data, "result")
    for index, share in enumerate(shares):
        if "-" in share or share == UNFINISHED:
            raise _problem(f"result[{index}]", message("record.result", text=shorten(share)))
    return "-".join(shares)


def _seats(data: object, game: Game) -> tuple[str, ...]:
    names = () if data is None else _texts(data, "seats")
    if len(names) not in (0, game.players):
        raise _problem("seats", message("record.seats", game=game.id, count=game.players))
    return names


def _other_tags(data: object) -> dict[str, str]:
    tags = {name: _text(value, f"tags.{shorten(name)}") for name, value in _dict(data, "tags").items()}
    try:
        check_tags(tags)
    except VeierError as error:
        raise _problem("tags", error.reason) from error
    return tags


# Type checks. Each returns the data, or raises BadRecord with the path of what is wrong.


def _object(data: object, path: str, keys: Collection[str]) -> dict[str, object]:
    found = _dict(data, path)
    for key in found:
        if key not in keys:
            raise _problem(path, message("record.data_key", key=shorten(key), known=", ".join(keys)))
    return found


def _dict(data: object, path: str) -> dict[str, object]:
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise _problem(path, message("record.data_object"))
    return data


def _list(data: object, path: str) -> list[object]:
    if not isinstance(data, list):
        raise _problem(path, message("record.data_list"))
    return data


def _text(data: object, path: str) -> str:
    if not isinstance(data, str):
        raise _problem(path, message("record.data_text"))
    return data


def _texts(data: object, path: str) -> tuple[str, ...]:
    return tuple(_text(each, f"{path}[{index}]") for index, each in enumerate(_list(data, path)))


def _problem(path: str, reason: Message) -> BadRecord:
    return BadRecord(message("record.data_at", path=path, reason=reason) if path else reason, 1, 1)
