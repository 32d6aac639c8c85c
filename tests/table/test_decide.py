"""Commands: what comes of each, in every state of a table, by everybody."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from table.samples import BLITZ, THREE, TINY, TWO, WON, after, do, people, play, why_not
from veier.table import (
    Answer,
    Command,
    Flag,
    Move,
    Offer,
    Refusal,
    Rematch,
    Resign,
    SeatPlan,
    Setup,
    Sit,
    Swap,
    Table,
    apply,
    decide,
    fold,
    table_record,
)

FRESH = Table.start(people())
OPEN = Table.start(people(TWO, "human", "open"))
RUNNING = play(FRESH, "a1a2", "g7g6")
OVER = play(FRESH, *WON)
ASKED = after(after(RUNNING, 0, Offer("draw")), 0, Offer("takeback"))
SWAPPABLE = play(Table.start(people(swap=True)), "a1a2")
TIMED = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6")
AGAIN = after(after(OVER, 0, Offer("rematch")), 1, Answer("rematch", True))
STATES = {
    "fresh": FRESH,
    "open": OPEN,
    "running": RUNNING,
    "over": OVER,
    "asked": ASKED,
    "swappable": SWAPPABLE,
    "timed": TIMED,
    "again": AGAIN,
}
COMMANDS: tuple[Command, ...] = (
    Sit("Léa"),
    Move("d4d5"),
    Move("nonsense"),
    Swap(True),
    Swap(False),
    Offer("draw"),
    Offer("takeback"),
    Offer("rematch"),
    Answer("draw", True),
    Answer("draw", False),
    Answer("takeback", True),
    Answer("rematch", True),
    Resign(),
    Flag(),
    Rematch("next"),
)
# Who is heard, by state: the seats of those whose command is carried out.
HEARD: dict[tuple[str, Command], tuple[int | None, ...]] = {
    ("open", Sit("Léa")): (1,),
    **{(state, Move("d4d5")): (0,) for state in ("fresh", "open", "running", "asked", "timed")},
    ("swappable", Move("d4d5")): (1,),
    ("swappable", Swap(True)): (1,),
    ("swappable", Swap(False)): (1,),
    **{(state, Offer("draw")): (0, 1) for state in ("fresh", "running", "swappable", "timed")},
    ("asked", Offer("draw")): (1,),
    **{(state, Offer("takeback")): (0, 1) for state in ("running", "timed")},
    ("swappable", Offer("takeback")): (0,),
    ("asked", Offer("takeback")): (1,),
    ("over", Offer("rematch")): (0, 1),
    ("asked", Answer("draw", True)): (1,),
    ("asked", Answer("draw", False)): (0, 1),
    ("asked", Answer("takeback", True)): (1,),
    **{(state, Resign()): (0, 1) for state in ("fresh", "running", "asked", "swappable", "timed")},
    ("open", Resign()): (0,),
    ("again", Rematch("next")): (None,),
}


@pytest.mark.parametrize(("state", "command"), [*product(STATES, COMMANDS)])
def test_every_command_by_everybody_in_every_state(state: str, command: Command) -> None:
    table = STATES[state]
    for seat in (0, 1, 2, -1, None):
        if seat in HEARD.get((state, command), ()):
            changed, events = do(table, seat, command, 500)
            assert changed.version == table.version + len(events) > table.version
            assert all(event.at == 500 for event in events)
        else:
            assert why_not(table, seat, command, 500)


def test_reasons() -> None:
    assert why_not(RUNNING, 1, Move("d4d5")) == "table.not_your_turn"
    assert why_not(RUNNING, 0, Move("a1a2")) == "illegal.taken_cell"
    assert why_not(RUNNING, 0, Move("x")) == "plus.notation"
    assert why_not(RUNNING, 0, Move("pass")) == "illegal.pass"
    assert why_not(OVER, 1, Move("d4d5")) == "illegal.over"
    assert why_not(RUNNING, 0, Sit("x")) == "table.seat_taken"
    assert why_not(OPEN, 1, Sit("\x00")) == "table.name_character"
    assert why_not(OPEN, 1, Resign()) == "table.seat_open"
    assert why_not(RUNNING, 0, Swap(True)) == "table.no_swap"
    assert why_not(RUNNING, 0, Flag()) == "table.no_clock_runs"
    assert why_not(TIMED, 1, Flag()) == "table.time_left"
    assert why_not(FRESH, 0, Offer("takeback")) == "table.nothing_to_take_back"
    assert why_not(RUNNING, 2, Resign()) == "table.no_seat"


def test_a_long_text_is_no_move_and_is_not_quoted_in_full() -> None:
    with pytest.raises(Refusal) as caught:
        decide(RUNNING, 0, Move("a" * 100_000), 0)
    assert len(str(caught.value)) < 1000


def test_a_seat_is_taken_once() -> None:
    table = after(OPEN, 1, Sit(" Léa "))
    assert table.seats[1] == SeatPlan("human", "Léa")
    assert why_not(table, 1, Sit("Bob")) == "table.seat_taken"
    assert after(OPEN, 1, Sit()).seats[1] == SeatPlan("human")


def test_people_may_begin_while_a_seat_is_open() -> None:
    table = play(OPEN, "a1a2")
    assert why_not(table, 1, Move("d4d5")) == "table.seat_open"
    table = after(after(table, 1, Sit("Léa")), 1, Move("d4d5"))
    assert [made.seat for made in table.moves] == [0, 1]


def test_the_rules_end_the_game() -> None:
    assert OVER.result is not None
    assert OVER.result.shares == (Fraction(1), Fraction(0))
    assert (OVER.result.winner, OVER.result.why, OVER.mover) == (0, "square", None)
    assert str(OVER.result.description) == "Red wins: four stones stand in a square on b2, d2, d4 and b4."


def test_whoever_gives_up_loses() -> None:
    table = after(RUNNING, 1, Resign())
    assert table.result is not None
    assert table.result.to_data() == {
        "shares": ["1", "0"],
        "winner": 0,
        "why": "resigned",
        "told": {
            "key": "table.resigned",
            "params": {
                "colour": {"key": "colour.blue", "params": {}},
                "winner": {"key": "colour.red", "params": {}},
            },
        },
    }
    assert str(table.result.description) == "Blue gives up; Red wins."


def test_of_three_the_others_share() -> None:
    table = after(Table.start(people(THREE)), 1, Resign())
    assert table.result is not None
    assert table.result.shares == (Fraction(1, 2), Fraction(0), Fraction(1, 2))
    assert table.result.winner is None
    assert table.result.description.text("lb") == "Brong gëtt op; Rout a Blo deele sech d’Spill."


def test_pieces_are_moved_in_phase_2_and_taken_back() -> None:
    start = Table.start(people(TINY))
    table = play(start, "13@A1", "31@C3", "12@A3", "12@C1")
    assert table.position.phase == 2
    moved = play(table, "A1r")
    back, events = do(after(moved, 0, Offer("takeback")), 1, Answer("takeback", True))
    assert back.position == table.position
    assert len(back.moves) == 4
    assert [event.kind for event in events] == ["taken_back"]


def test_a_table_is_what_its_events_make() -> None:
    table = Table.start(people(swap=True, clock=BLITZ), 100)
    events = []
    commands: list[tuple[int, Command]] = [
        (0, Move("a1a2")),
        (1, Swap(True)),
        (1, Move("b1b2")),
        (0, Offer("draw")),
        (0, Move("d4d5")),
    ]
    for number, (seat, command) in enumerate(commands):
        for event in decide(table, seat, command, 1000 * number):
            table = apply(table, event)
            events.append(event)
    assert fold(table.setup, events, 100) == table
    assert table.version == len(events) == 5


def test_the_record_of_a_table() -> None:
    setup = Setup(TWO, (SeatPlan("human", "Léa"), SeatPlan("computer", level=3)))
    table = after(play(Table.start(setup), "a1a2", "g7g6"), 0, Resign())
    record = table_record(table)
    assert record.seats == ("Léa", "veier, level 3")
    assert record.moves == ("a1a2", "g7g6")
    assert record.result == (Fraction(0), Fraction(1))
    assert record.termination == "resigned"
    assert table_record(OVER).termination == "square"
    assert table_record(FRESH).result is None
