"""Records as values: made from moves, continued, replayed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from veier.core.errors import BadNotation, IllegalMove, VeierError
from veier.games import game
from veier.record import Node, Record, format_result, parse_record

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
