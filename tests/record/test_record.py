"""Records as values: made from moves, continued, replayed."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veier.core.errors import BadNotation, IllegalMove, VeierError
from veier.games import game
from veier.messages import LANGUAGES
from veier.record import (
    MARKS,
    Line,
    Node,
    Record,
    format_record,
    format_result,
    parse_record,
    record_from_data,
    record_to_data,
)
from veier.record.record import RecordFacts

from .samples import records

WON = "21@D2 32@B2 24@D1 43@B1"


def test_result_comes_from_the_outcome() -> None:
    record = Record.from_moves("4eyes-beginners", WON, seats=("Léa", "Max"))
    assert format_result(record.result) == "0-1"
    assert record.termination == "square"
    assert record.seats == ("Léa", "Max")


def test_draws_are_shared_by_all() -> None:
    record = Record.from_moves("4eyes-plus-2p?side=3&tiles=2", "a2a3 b1b2 c2c3 pass pass")
    assert record.result == (Fraction(1, 2), Fraction(1, 2))
    assert record.termination == "passes"


def test_players_may_end_a_game_that_goes_on() -> None:
    record = Record.from_moves("4eyes", "13@C3", result=(Fraction(0), Fraction(1)), termination="resigned")
    assert format_result(record.result) == "0-1"
    with pytest.raises(IllegalMove):
        record.play("24@A1")


def test_moves_are_kept_in_exact_notation() -> None:
    assert Record.from_moves("4eyes", ["13@c3", "24 @ A1"]).moves == ("13@C3", "24@A1")


def test_play_gives_a_longer_record_and_leaves_the_old_one() -> None:
    old = Record.from_moves("4eyes-beginners", WON.split()[:-1], comment="so far")
    new = old.play("43@B1")
    assert old.moves == tuple(WON.split()[:-1])
    assert old.result is None
    assert new == Record.from_moves("4eyes-beginners", WON, comment="so far")
    with pytest.raises(IllegalMove):
        new.play("13@A4")
    with pytest.raises(BadNotation):
        old.play("e4")


def test_a_game_that_was_broken_off_can_go_on() -> None:
    record = Record.from_moves("4eyes", "13@C3", termination="abandoned").play("24@A1")
    assert record.termination is None


def test_positions_begin_with_the_start_and_end_with_the_last() -> None:
    record = Record.from_moves("4eyes-beginners", WON)
    positions = record.positions()
    assert len(positions) == 5
    assert positions[0] == game("4eyes-beginners").start()
    assert positions[-1] == record.final
    assert record.final.is_over
    assert Record(game("4eyes")).final == game("4eyes").start()


def test_usual_start_is_no_special_one() -> None:
    start = game("4eyes").start()
    assert Record(start.game, start=start) == Record(start.game)
    assert Record(start.game, start=start.play("13@C3")).start == start.play("13@C3")


def test_illegal_moves_make_no_record() -> None:
    with pytest.raises(IllegalMove):
        Record.from_moves("4eyes", "13@C3 24@C3")


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"seats": ("Léa",)}, "record.seats"),
        ({"start": game("4eyes-beginners").start()}, "record.other_game"),
        ({"result": (Fraction(1),)}, "record.shares"),
        ({"result": (Fraction(1), Fraction(1))}, "record.shares"),
        ({"result": (Fraction(2), Fraction(-1))}, "record.shares"),
        ({"termination": "boredom"}, "record.termination"),
        ({"tags": (("Red", "Léa"),)}, "record.tag_known"),
        ({"tags": (("A b", ""),)}, "record.tag_name"),
        ({"tags": (("Event", ""), ("event", ""))}, "record.tag_twice"),
        ({"tags": tuple((f"T{number}", "") for number in range(101))}, "record.tags"),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts: dict[str, object], reason: str) -> None:
    with pytest.raises(VeierError) as caught:
        Record(game("4eyes"), **parts)  # type: ignore[arg-type]
    assert caught.value.reason.key == reason
    assert str(caught.value)


def test_a_variation_has_moves() -> None:
    with pytest.raises(VeierError):
        Node("13@C3", variations=((),))


def test_variations_are_not_part_of_the_game() -> None:
    record = parse_record('[Game "4eyes"] 13@C3 (13@D4 24@D5 {never played}) 24@A1')
    assert record.moves == ("13@C3", "24@A1")
    assert record.line[0].variations == ((Node("13@D4"), Node("24@D5", "never played")),)


def paths(line: Line) -> list[tuple[int, ...]]:
    """List the paths to all moves of a line."""
    found: list[tuple[int, ...]] = []
    for place, node in enumerate(line):
        found.append((place,))
        for number, variation in enumerate(node.variations):
            found += [(place, number, *path) for path in paths(variation)]
    return found


@settings(max_examples=100, deadline=None)
@given(records(), st.data())
def test_annotated_records_read_back_as_text_and_as_data(record: Record, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))) if record.line else ():
        path = data.draw(st.sampled_from(paths(record.line)))
        before, node = record.position_before(path), record.node_at(path)
        move = data.draw(st.sampled_from(list(before.legal_moves)))
        comment, mark = data.draw(st.text(max_size=20)), data.draw(st.sampled_from(["", *MARKS]))
        longer = record.add_variation(path, [move])
        new = (*path, len(node.variations), 0)
        assert longer.position_before(new) == before
        noted = longer.annotate(new, comment=comment, mark=mark)
        assert noted.node_at(new) == Node(move.text, comment, (), mark)
        assert (noted.moves, noted.final, noted.result) == (record.moves, record.final, record.result)
        record = noted
    assert parse_record(format_record(record)) == record
    assert record_from_data(json.loads(json.dumps(record_to_data(record)))) == record
    # Made by hand, with every move checked again, it is the same.
    assert replace(record, line=record.line) == record


def test_marks_and_comments_are_added_to_a_new_record() -> None:
    record = Record.from_moves("4eyes", "13@C3 24@A1 12@B2")
    noted = record.annotate(1, mark="?!", comment="Why?").annotate(-1, mark="!").annotate(comment="Short.")
    assert record == Record.from_moves("4eyes", "13@C3 24@A1 12@B2")
    assert noted.line == (Node("13@C3"), Node("24@A1", "Why?", mark="?!"), Node("12@B2", mark="!"))
    assert noted.comment == "Short."
    assert noted.final == record.final
    # What is not given is kept, and "" removes.
    assert noted.annotate(1, comment="Hm.").node_at(1) == Node("24@A1", "Hm.", mark="?!")
    assert noted.annotate(1, mark="", comment="").annotate(2, mark="").annotate(comment="") == record


def test_variations_are_added_anywhere() -> None:
    record = Record.from_moves("4eyes", "13@c3 24@A1").add_variation(1, "24@a2 31@e5")
    record = record.add_variation((1, 0, 1), ["31@E4"]).add_variation(1, Record.from_moves("4eyes", "13@D4").line)
    record = record.annotate((1, 0, 1, 0, 0), mark="!!")
    assert [node.move for node in record.line] == ["13@C3", "24@A1"]
    first, second = record.line[1].variations
    assert first == (Node("24@A2"), Node("31@E5", "", ((Node("31@E4", mark="!!"),),)))
    assert second == (Node("13@D4"),)
    assert record.position_before((1, 0, 1)) == game("4eyes").start().play("13@C3", "24@A2")
    assert record.position_before(0) == game("4eyes").start()


def test_variations_are_checked_by_the_rules() -> None:
    record = Record.from_moves("4eyes", "13@C3 24@A1").add_variation(1, "24@A2 31@E5")
    with pytest.raises(IllegalMove, match=r"line\[1\].variations\[1\]\[0\]: 24@C3 cannot be played: C3 is taken"):
        record.add_variation(1, "24@C3")
    with pytest.raises(IllegalMove, match=r"line\[1\].variations\[0\]\[1\].variations\[0\]\[1\]: 31@A2 cannot"):
        record.add_variation((1, 0, 1), "31@E4 31@A2")
    with pytest.raises(BadNotation):
        record.add_variation(0, "e4")
    with pytest.raises(VeierError, match="a variation needs a move"):
        record.add_variation(0, "")


def test_a_variation_of_the_last_move_may_end_the_game_otherwise() -> None:
    record = Record.from_moves("4eyes-beginners", WON).add_variation(-1, "13@A4")
    assert format_result(record.result) == "0-1"
    assert record.line[3].variations == ((Node("13@A4"),),)


@pytest.mark.parametrize("path", [2, -3, (0, 0), (0, 0, 0), (), (0, 1)])
def test_paths_lead_to_moves(path: tuple[int, ...]) -> None:
    record = Record.from_moves("4eyes", "13@C3 24@A1")
    with pytest.raises(VeierError, match="there is no move at"):
        record.add_variation(path, "13@D4")


def test_only_moves_have_marks_and_only_known_ones() -> None:
    record = Record.from_moves("4eyes", "13@C3")
    with pytest.raises(VeierError, match="only a move can have a mark"):
        record.annotate(mark="!")
    with pytest.raises(VeierError, match="“good” is no mark; the marks are"):
        record.annotate(0, mark="good")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ((Node("13@C3"), Node("24@C3")), r"line\[1\]: 24@C3 cannot be played: C3 is taken"),
        ((Node("13@C3", "", ((Node("13@D4"), Node("13@D4")),)),), r"line\[0\].variations\[0\]\[1\]: 13@D4 cannot"),
        ((Node("e4"),), r"line\[0\]: “e4” is no move"),
        ("13@C3", "line must be of the type tuple, but this is of the type str"),
        (("13@C3",), "line must be of the type Line, but this is of the type tuple"),
    ],
)
def test_records_with_illegal_lines_cannot_be_made(line: Line, problem: str) -> None:
    with pytest.raises(VeierError, match=problem):
        Record(game("4eyes"), line=line)


def test_a_record_made_by_hand_is_the_one_that_is_read() -> None:
    record = Record(game("4eyes-beginners"), line=tuple(Node(move.lower()) for move in WON.split()))
    assert record == Record.from_moves("4eyes-beginners", WON)
    assert record == parse_record(format_record(record))


@pytest.mark.parametrize(
    ("moves", "facts", "reason"),
    [
        (WON, {"result": (Fraction(1), Fraction(0))}, "record.contradiction"),
        (WON, {"termination": "time"}, "record.contradiction"),
        ("21@D2", {"termination": "square"}, "record.not_over"),
    ],
)
def test_an_end_that_the_moves_contradict_is_refused(moves: str, facts: RecordFacts, reason: str) -> None:
    line = Record.from_moves("4eyes-beginners", moves).line
    with pytest.raises(VeierError) as caught:
        Record(game("4eyes-beginners"), line=line, **facts)
    assert caught.value.reason.key == reason


WRONG_TYPES: list[tuple[Callable[..., object], object]] = [
    (parse_record, 7),
    (parse_record, b""),
    (record_from_data, []),
    (record_from_data, None),
    (record_to_data, "4eyes"),
    (format_record, None),
    (Record, "4eyes"),
    (Record, None),
    (Node, 7),
    (partial(Node, "13@C3"), 7),
    (partial(Node, "13@C3", ""), "13@C3"),
    (partial(Node, "13@C3", ""), ("13@C3",)),
    (partial(Record.from_moves, "4eyes"), 7),
    (partial(Record.from_moves, "4eyes"), [7]),
    (Record.from_moves("4eyes", "13@C3").annotate, "first"),
    (Record.from_moves("4eyes", "13@C3").annotate, (0.5,)),
    (partial(Record.from_moves("4eyes", "13@C3").add_variation, 0), None),
    *[(lambda value, name=name: Record(game("4eyes"), **{name: value}), 7) for name in RecordFacts.__annotations__],
    (lambda value: Record(game("4eyes"), date=value), datetime.datetime(2026, 11, 15)),
    (lambda value: Record(game("4eyes"), result=value), (0.5, 0.5)),
    (lambda value: Record.from_moves("4eyes").annotate(comment=value), 7),
    (lambda value: Record.from_moves("4eyes", "13@C3").annotate(0, comment=value), 7),
]


@pytest.mark.parametrize(("function", "value"), WRONG_TYPES)
def test_wrong_types_are_refused_with_a_sentence(function: Callable[..., object], value: object) -> None:
    with pytest.raises(VeierError) as caught:
        function(value)
    texts = {caught.value.text(language) for language in LANGUAGES}
    assert len(texts) == len(LANGUAGES)


def test_whole_numbers_make_a_result() -> None:
    record = Record.from_moves("4eyes", "13@C3", result=(0, 1), termination="resigned")  # type: ignore[arg-type]
    assert record == parse_record(format_record(record))
