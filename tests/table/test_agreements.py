"""Offers and their answers, exchanged colours, the next game."""

from __future__ import annotations

from fractions import Fraction

from table.samples import THREE, TWO, WON, after, do, people, play, why_not
from veier.table import (
    Answer,
    Move,
    Offer,
    Rematch,
    Resign,
    SeatPlan,
    Setup,
    Swap,
    Table,
    acting_seat,
    is_stale,
    rematch_setup,
)

TABLE = play(Table.start(people()), "a1a2", "g7g6", "d4d5")
TRIO = play(Table.start(people(THREE)), "a1a2", "g7g6", "d4d5", "a7a6")


def test_a_draw_needs_everybody() -> None:
    asked = after(TABLE, 0, Offer("draw"))
    agreed = after(asked, 1, Answer("draw", True))
    assert agreed.result is not None
    assert (agreed.result.shares, agreed.result.why) == ((Fraction(1, 2),) * 2, "agreed")
    assert agreed.offers == ()
    assert after(asked, 1, Offer("draw")) == agreed
    trio = after(after(TRIO, 2, Offer("draw")), 0, Answer("draw", True))
    assert trio.result is None
    assert trio.offers[0].agreed == (0, 2)
    assert why_not(trio, 0, Answer("draw", True)) == "table.agreed_already"
    done = after(trio, 1, Answer("draw", True)).result
    assert done is not None
    assert done.shares == (Fraction(1, 3),) * 3


def test_an_offer_is_declined_or_withdrawn() -> None:
    asked = after(TABLE, 0, Offer("draw"))
    for seat in (0, 1):
        declined = after(asked, seat, Answer("draw", False))
        assert declined.offers == ()
        assert why_not(declined, 1, Answer("draw", True)) == "table.no_offer"
    assert why_not(asked, 0, Offer("draw")) == "table.offered_already"


def test_an_offer_of_a_draw_waits_for_the_other_s_move() -> None:
    asked = after(play(TABLE, "g5g4"), 0, Offer("draw"))
    moved = after(asked, 0, Move("b1b2"))
    assert [offer.what for offer in moved.offers] == ["draw"]
    assert after(moved, 1, Move("c1c2")).offers == ()


def test_agreeing_in_the_same_instant_is_not_too_late() -> None:
    asked = after(TRIO, 2, Offer("draw"))
    seen = asked.version
    agreed = after(asked, 0, Answer("draw", True))
    for command in (Answer("draw", True), Answer("draw", False), Offer("draw"), Move("b1b2"), Resign()):
        assert not is_stale(agreed, command, seen)
    moved = play(agreed, "b1b2")
    for command in (Answer("draw", True), Offer("draw"), Move("c1c2"), Resign()):
        assert is_stale(moved, command, seen)
        assert not is_stale(moved, command, moved.version)
        assert is_stale(moved, command, moved.version + 1)


def test_an_answer_is_for_the_offer_that_was_seen() -> None:
    seen = after(TRIO, 2, Offer("takeback"))
    declined = after(seen, 0, Answer("takeback", False))
    other = after(declined, 0, Offer("takeback"))
    for yes in (True, False):
        assert is_stale(other, Answer("takeback", yes), seen.version)
        assert not is_stale(other, Answer("takeback", yes), other.version)
    # To wish for a draw is the same for everybody; to take back a move is not.
    assert is_stale(seen, Offer("takeback"), TRIO.version)
    assert not is_stale(after(TRIO, 2, Offer("draw")), Offer("draw"), TRIO.version)


def test_computers_agree_to_all_but_draws() -> None:
    table = play(Table.start(people(TWO, "human", "computer")), "a1a2", "g7g6")
    assert why_not(table, 0, Offer("draw")) == "table.draw_computer"
    back, events = do(table, 0, Offer("takeback"))
    assert [event.kind for event in events] == ["taken_back"]
    assert back.moves == ()
    over = after(table, 0, Resign())
    assert after(over, 0, Offer("rematch")).wants_rematch


def test_a_draw_waits_for_open_seats() -> None:
    table = play(Table.start(people(TWO, "human", "open")), "a1a2")
    assert why_not(table, 0, Offer("draw")) == "table.draw_open"
    assert after(table, 0, Offer("takeback")).moves == ()


def test_a_takeback_goes_before_the_offerer_s_last_move() -> None:
    for seat, plies in ((0, 2), (1, 1)):
        asked = after(TABLE, seat, Offer("takeback"))
        back = after(asked, 1 - seat, Answer("takeback", True))
        assert [made.text for made in back.moves] == ["a1a2", "g7g6", "d4d5"][:plies]
        assert back.mover == seat
        assert back.offers == ()
    trio = TRIO
    for seat in (1, 2, 0):
        command = Offer("takeback") if seat == 1 else Answer("takeback", True)
        trio = after(trio, seat, command)
    assert (len(trio.moves), trio.mover) == (1, 1)


def test_a_move_makes_an_offer_to_take_back_void() -> None:
    asked = after(TABLE, 0, Offer("takeback"))
    assert after(asked, 1, Move("b1b2")).offers == ()


def test_people_around_one_screen_speak_together() -> None:
    back, _ = do(TABLE, 0, Offer("takeback"), own_seats=(1,))
    assert len(back.moves) == 2
    trio = after(TRIO, 0, Offer("draw"), own_seats=(0, 1))
    assert trio.offers[0].agreed == (0, 1)
    done = after(trio, 2, Answer("draw", True)).result
    assert done is not None


def test_which_seat_speaks() -> None:
    assert acting_seat(TABLE, (0, 1), Move("b1b2")) == 1
    assert acting_seat(TABLE, (0,), Move("b1b2")) == 0
    assert acting_seat(TABLE, (0, 1), Offer("takeback")) == 0
    assert acting_seat(TABLE, (0, 1), Resign()) == 1
    asked = after(TRIO, 0, Offer("draw"))
    assert acting_seat(asked, (0, 2), Answer("draw", True)) == 2


def test_colours_are_exchanged() -> None:
    setup = Setup(TWO, (SeatPlan("human", "Léa"), SeatPlan("human", "Bob")), swap=True)
    first = play(Table.start(setup), "a1a2")
    assert first.can_swap
    swapped = after(first, 1, Swap(True))
    assert [plan.name for plan in swapped.seats] == ["Bob", "Léa"]
    assert swapped.holders == (1, 0)
    assert (swapped.seat_of(0), swapped.seat_of(1)) == (1, 0)
    assert swapped.mover == 1
    assert not swapped.can_swap
    assert why_not(swapped, 1, Swap(True)) == "table.no_swap"
    # Nobody goes back behind the exchange.
    assert why_not(swapped, 0, Offer("takeback")) == "table.nothing_to_take_back"
    assert why_not(swapped, 1, Offer("takeback")) == "table.nothing_to_take_back"
    later = after(after(play(swapped, "g7g6"), 1, Offer("takeback")), 0, Answer("takeback", True))
    assert (len(later.moves), later.swapped) == (1, True)
    assert not later.can_swap


def test_exchanging_colours_makes_offers_void() -> None:
    first = play(Table.start(people(swap=True)), "a1a2")
    asked = after(after(first, 0, Offer("takeback")), 0, Offer("draw"))
    assert after(asked, 1, Swap(True)).offers == ()
    assert len(after(asked, 1, Swap(False)).offers) == 2


def test_colours_need_not_be_exchanged() -> None:
    first = play(Table.start(people(swap=True)), "a1a2")
    kept = after(first, 1, Swap(False))
    assert kept.holders == (0, 1)
    assert not kept.can_swap
    assert not play(first, "g7g6").can_swap
    back = after(after(kept, 0, Offer("takeback")), 1, Answer("takeback", True))
    assert play(back, "b1b2").can_swap


def test_the_next_game() -> None:
    setup = Setup(TWO, (SeatPlan("human", "Léa"), SeatPlan("human", "Bob")), swap=True)
    table = after(play(Table.start(setup), "a1a2"), 1, Swap(True))
    table = after(table, 0, Resign())
    asked = after(table, 0, Offer("rematch"))
    assert not asked.wants_rematch
    assert why_not(asked, None, Rematch("xyz")) == "table.no_offer"
    agreed = after(asked, 1, Offer("rematch"))
    assert agreed.wants_rematch
    after_all, _ = do(agreed, None, Rematch("xyz"))
    assert after_all.rematch == "xyz"
    assert not after_all.wants_rematch
    assert why_not(after_all, 0, Offer("rematch")) == "table.rematch_made"
    following, holders = rematch_setup(table)
    # Bob has red at the end of this game, Léa in the next one.
    assert [plan.name for plan in following.seats] == ["Léa", "Bob"]
    assert holders == (0, 1)
    trio, holders = rematch_setup(TRIO)
    assert holders == (2, 0, 1)
    assert trio.game == THREE


def test_a_rematch_is_offered_only_after_the_end() -> None:
    assert why_not(TABLE, 0, Offer("rematch")) == "table.not_over"
    over = play(Table.start(people()), *WON)
    declined = after(after(over, 0, Offer("rematch")), 1, Answer("rematch", False))
    assert declined.offers == ()
    assert after(declined, 1, Offer("rematch")).offers[0].seat == 1
