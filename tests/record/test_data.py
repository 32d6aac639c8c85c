"""Records as data for JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from veier.core.errors import BadRecord
from veier.record import Record, record_from_data, record_to_data

from .samples import legal_tree, records


@settings(max_examples=150, deadline=None)
@given(records())
def test_any_record_goes_through_json(record: Record) -> None:
    data = json.loads(json.dumps(record_to_data(record)))
    assert record_from_data(data) == record
    assert record_to_data(record_from_data(data)) == data


def test_only_the_game_is_needed() -> None:
    assert record_from_data({"game": "4eyes", "moves": [{"move": "13@c3"}]}) == Record.from_moves("4eyes", "13@C3")


def test_end_by_the_rules_may_be_left_out() -> None:
    moves = [{"move": move} for move in ("21@D2", "32@B2", "24@D1", "43@B1")]
    assert record_from_data({"game": "4eyes-beginners", "moves": moves}).termination == "square"


def _nested(depth: int) -> list[object]:
    line: list[object] = [{"move": "13@C3"}]
    for _ in range(depth):
        line = [{"move": "13@C3", "variations": [line]}]
    return line


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        ({"game": "chess"}, "game", "game.unknown"),
        ({"game": None}, "game", "record.no_game"),
        ({"game": ["4eyes"]}, "game", "record.data_text"),
        ({"colour": "red"}, "", "record.data_key"),
        ({"rules": 2}, "rules", "record.rules_newer"),
        ({"rules": 10**5000}, "rules", "record.rules_newer"),
        ({"rules": -1}, "rules", "record.rules"),
        ({"rules": True}, "rules", "record.data_number"),
        ({"rules": 1.0}, "rules", "record.data_number"),
        ({"seats": ["Léa"]}, "seats", "record.seats"),
        ({"seats": ["Léa", None]}, "seats[1]", "record.data_text"),
        ({"seats": "ab"}, "seats", "record.data_list"),
        ({"date": "yesterday"}, "date", "record.date"),
        ({"result": ["1", "1"]}, "result", "record.shares"),
        ({"result": ["1-0"]}, "result[0]", "record.result"),
        ({"result": ["*"]}, "result[0]", "record.result"),
        ({"result": []}, "result", "record.result"),
        ({"result": "1-0"}, "result", "record.data_list"),
        ({"result": [1, 0]}, "result[0]", "record.data_text"),
        ({"termination": "score"}, "termination", "record.not_over"),
        ({"termination": ""}, "termination", "record.termination"),
        ({"position": "4eyes"}, "position", "position.missing"),
        ({"comment": None}, "comment", "record.data_text"),
        ({"tags": []}, "tags", "record.data_object"),
        ({"tags": {"Red": "Léa"}}, "tags", "record.tag_known"),
        ({"tags": {"Event": 1}}, "tags.Event", "record.data_text"),
        ({"tags": {1: "Event"}}, "tags", "record.data_object"),
        ({"moves": {}}, "moves", "record.data_list"),
        ({"moves": ["13@C3"]}, "moves[0]", "record.data_object"),
        ({"moves": [{}]}, "moves[0].move", "record.data_text"),
        ({"moves": [{"move": "13@C3"}, {"move": "24@C3"}]}, "moves[1].move", "illegal.taken_field"),
        ({"moves": [{"move": "x" * 10**6}]}, "moves[0].move", "eyes.notation"),
        ({"moves": [{"move": "13@C3", "nag": 1}]}, "moves[0]", "record.data_key"),
        ({"moves": [{"move": "13@C3", "variations": [[]]}]}, "moves[0].variations[0]", "record.variation_empty"),
        (
            {"moves": [{"move": "13@C3", "variations": [[{"move": "13@C3"}, {"move": "?"}]]}]},
            "moves[0].variations[0][1].move",
            "eyes.notation",
        ),
        ({"moves": _nested(101)}, "moves" + "[0].variations[0]" * 101, "record.nested"),
        ({"moves": [{"move": "13@C3", "variations": [[{"move": "13@C3"}]] * 2000}]}, None, "record.moves"),
    ],
)
def test_errors_say_where_and_why(change: dict[str, Any], place: str | None, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record_from_data({"game": "4eyes"} | change)
    problem = caught.value.problem
    if place != "":
        assert problem.key == "record.data_at"
        assert place in (None, problem.params["path"])
        problem = problem.params["reason"]  # type: ignore[assignment]
    assert problem.key == reason
    assert str(caught.value)


@pytest.mark.parametrize("data", [None, 3, "4eyes", [], [{"game": "4eyes"}], {}, {1: 2}])
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(BadRecord):
        record_from_data(data)


def test_every_wrong_piece_of_data_is_refused() -> None:
    """Put a value of another type in every place of a record."""
    data = record_to_data(legal_tree())

    def places(part: Any) -> list[tuple[Any, Any]]:
        items = list(part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else [])
        return [(part, key) for key, _ in items] + [place for _, each in items for place in places(each)]

    for part, key in places(data):
        old, part[key] = part[key], 1.5
        with pytest.raises(BadRecord):
            record_from_data(data)
        part[key] = old
    assert record_from_data(data) == legal_tree()
