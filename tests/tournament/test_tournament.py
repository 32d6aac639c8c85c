"""Tournaments: everybody plays, nobody meets the same player again too soon, and the standings are right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veier.core.errors import VeierError
from veier.tournament import (
    Plan,
    Standing,
    System,
    Tournament,
    add_player,
    begin_round,
    distinct_names,
    draw_round,
    make_plan,
    set_away,
    set_over,
    set_result,
    shares_of,
    standings,
)

TWO, THREE = "4eyes-beginners", "4eyes-plus-3p-7x7"
Shares = dict[str, tuple[Fraction, ...]]


def tournament(players: int, system: System = "swiss", game: str = TWO) -> Tournament:
    return Tournament.start(game, [f"Player {number}" for number in range(players)], Plan(system, 5, 10), seed=7)


def play_round(now: Tournament, results: Shares, winners: st.DataObject | None = None) -> Tournament:
    """Play a round; whoever has the lowest number wins, or whoever is drawn."""
    draw = draw_round(now, results)
    playing = sorted([player for table in draw.tables for player in table] + list(draw.free))
    assert playing == list(now.present)
    tables = [f"{len(now.rounds)}-{number}" for number in range(len(draw.tables))]
    now = begin_round(now, draw, tables, results, 1000)
    for table, players in zip(tables, draw.tables, strict=True):
        winner = winners.draw(st.sampled_from(players)) if winners else min(players)
        results[table] = tuple(Fraction(player == winner) for player in players)
    return now


def meetings(now: Tournament) -> Counter[frozenset[int]]:
    pairings = [pairing for round_ in now.rounds for pairing in round_.pairings]
    return Counter(frozenset(pair) for pairing in pairings for pair in combinations(pairing.players, 2))


def seats(now: Tournament) -> Counter[tuple[int, int]]:
    """Count how often each player has sat where."""
    pairings = [pairing for round_ in now.rounds for pairing in round_.pairings]
    return Counter((player, seat) for pairing in pairings for seat, player in enumerate(pairing.players))


def frees(now: Tournament) -> Counter[int]:
    return Counter(player for round_ in now.rounds for player in round_.free)


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_plays_everybody_once_and_begins_as_often_as_not(players: int) -> None:
    now, results = tournament(players, "round_robin"), Shares()
    for _ in range(make_plan(players, 2, 60, "round_robin").rounds):
        now = play_round(now, results)
    assert meetings(now) == Counter(map(frozenset, combinations(range(players), 2)))
    assert all(frees(now)[player] == players % 2 for player in range(players))
    had = seats(now)
    assert all(abs(had[player, 0] - had[player, 1]) <= 1 for player in range(players))


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 24), st.data())
def test_a_swiss_tournament(players: int, data: st.DataObject) -> None:
    now, results = tournament(players), Shares()
    for _ in range(min(6, players // 2)):
        now = play_round(now, results, data)
    assert max(meetings(now).values()) == 1
    assert max(frees(now).values(), default=0) <= 1
    had = seats(now)
    assert all(abs(had[player, 0] - had[player, 1]) <= 2 for player in range(players))


def test_after_the_first_round_winners_meet_winners() -> None:
    now, results = tournament(8), Shares()
    now = play_round(now, results)
    points = {standing.player: standing.points for standing in standings(now, results)}
    now = play_round(now, results)
    assert all(points[one] == points[other] for one, other in (each.players for each in now.rounds[1].pairings))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 21), st.sampled_from(["swiss", "round_robin"]), st.data())
def test_three_at_a_table(players: int, system: System, data: st.DataObject) -> None:
    now, results = tournament(players, system, THREE), Shares()
    for _ in range(3):
        now = play_round(now, results, data)
    for round_ in now.rounds:
        sizes = Counter(len(pairing.players) for pairing in round_.pairings)
        # The computer fills the seat that is left at one or two tables.
        assert sizes[2] == -players % 3
        assert sizes[2] + sizes[3] == len(round_.pairings)
    if players >= 9:
        assert max(meetings(now).values()) <= 2


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 12), st.sampled_from(["swiss", "round_robin"]), st.data())
def test_who_comes_late_and_who_leaves(players: int, system: System, data: st.DataObject) -> None:
    now, results = tournament(players, system), Shares()
    for number in range(5):
        change = data.draw(st.sampled_from(["come", "leave", "return", "nothing"]))
        if change == "come":
            now = add_player(now, f"Late {number}")
        elif change == "leave" and len(now.present) > 2:
            now = set_away(now, data.draw(st.sampled_from(now.present)), True)
        elif change == "return":
            now = set_away(now, 0, False)
        now = play_round(now, results, data)
    assert len(standings(now, results)) == len(now.players)


def test_who_comes_late_takes_the_place_that_an_odd_number_left() -> None:
    now, results = tournament(5, "round_robin"), Shares()
    now = play_round(now, results)
    now = add_player(now, "Late")
    for _ in range(4):
        now = play_round(now, results)
    assert frees(now) == {now.rounds[0].free[0]: 1}
    assert max(meetings(now).values()) == 1


def test_points_are_parted_by_those_of_the_opponents() -> None:
    now, results = tournament(4, "round_robin"), Shares()
    for _ in range(3):
        now = play_round(now, results)
    table = standings(now, results)
    assert [(each.player, each.place, int(each.points)) for each in table] == [
        (0, 1, 3),
        (1, 2, 2),
        (2, 3, 1),
        (3, 4, 0),
    ]
    assert table[0] == Standing(0, 1, Fraction(3), Fraction(3), Fraction(3), games=3, wins=3)
    first = tournament(4, "round_robin")
    assert {each.place for each in standings(first, {})} == {1}


def test_a_free_round_is_worth_a_point() -> None:
    now, results = tournament(3), Shares()
    now = play_round(now, results)
    [free] = now.rounds[0].free
    assert standings(now, results)[0].points == 1
    assert next(each for each in standings(now, results) if each.player == free).games == 0


def test_the_organiser_sets_and_corrects_results() -> None:
    now, results = tournament(2, "round_robin"), Shares()
    now = play_round(now, results)
    [pairing] = now.rounds[0].pairings
    assert sorted(shares_of(pairing, results) or ()) == [0, 1]
    now = set_result(now, pairing.table, "1/2-1/2")
    assert shares_of(now.rounds[0].pairings[0], results) == (Fraction(1, 2), Fraction(1, 2))
    now = set_result(now, pairing.table, None)
    assert shares_of(now.rounds[0].pairings[0], results) == results[pairing.table]
    for wrong in ("1-1", "*", "2-0", "1-0-0", "x"):
        with pytest.raises(VeierError):
            set_result(now, pairing.table, wrong)
    with pytest.raises(VeierError):
        set_result(now, "elsewhere", "1-0")


def test_games_that_are_not_finished_are_drawn_when_the_next_round_begins() -> None:
    now = tournament(4)
    draw = draw_round(now, {})
    now = begin_round(now, draw, ["a", "b"], {}, 0)
    now = begin_round(now, draw_round(now, {}), ["c", "d"], {"a": (Fraction(1), Fraction(0))}, 0)
    assert [shares_of(pairing, {}) for pairing in now.rounds[0].pairings][1] == (Fraction(1, 2), Fraction(1, 2))
    assert now.rounds[0].pairings[0].result == ("1", "0")
    over = set_over(now, True, {})
    assert all(pairing.result for round_ in over.rounds for pairing in round_.pairings)
    with pytest.raises(VeierError):
        begin_round(over, draw, ["e", "f"], {}, 0)
    assert not set_over(over, False, {}).over


def test_names() -> None:
    assert distinct_names(["Mia", "Tom", "mia", "Mia"]) == ("Mia", "Tom", "mia 2", "Mia 3")
    assert distinct_names(["x" * 24, "x" * 24])[1] == "x" * 22 + " 2"
    assert distinct_names(["Mia", "Mia 2", "Mia"]) == ("Mia", "Mia 2", "Mia 3")
    for wrong in ([""], ["<b>"], ["x" * 25]):
        with pytest.raises(VeierError):
            distinct_names(wrong)
    for count in (1, 41):
        with pytest.raises(VeierError):
            tournament(count)


@pytest.mark.parametrize(
    ("players", "seats_", "minutes", "plan"),
    [
        (8, 2, 60, Plan("round_robin", 7, 8)),
        (7, 2, 60, Plan("round_robin", 7, 8)),
        (24, 2, 60, Plan("swiss", 6, 10)),
        (9, 3, 60, Plan("round_robin", 4, 15)),
        (30, 3, 90, Plan("swiss", 6, 15)),
        (2, 2, 45, Plan("round_robin", 1, 45)),
        (40, 2, 5, Plan("swiss", 1, 5)),
    ],
)
def test_what_fits_into_the_time(players: int, seats_: int, minutes: int, plan: Plan) -> None:
    assert make_plan(players, seats_, minutes) == plan


def test_it_is_kept_as_data() -> None:
    now, results = tournament(5), Shares()
    now = play_round(now, results)
    now = replace(set_away(now, 1, True), over=True)
    assert Tournament.from_data(now.to_data()) == now
