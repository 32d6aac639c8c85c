"""Setting up positions: what stands on a board is a position or not, and why; random and hostile boards."""

from __future__ import annotations

from random import Random

import pytest

import veier
from veier.core.errors import VeierError
from veier.games import all_specs
from veier.record import format_position, parse_position
from veier.record.set_up import placements, read_code, set_up, take_apart

GAMES = [
    *all_specs(),
    "4eyes?side=3&a=1&b=1&d=1",
    "hexrows?side=4&stones=9",
    "4eyes-pencil-3p?turns=4",
    "4eyes-plus-2p?nogifts=1",
]


def played(game: str, random: Random, plies: int) -> veier.Position:
    position = veier.game(game).start()
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(random.choice(position.legal_numbers))
    return position


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_games_can_stand_and_are_the_same_when_laid_again(game: str) -> None:
    random = Random(game)
    for plies in (0, 1, 2, 7, 20, 60):
        position = played(game, random, plies)
        found = take_apart(position)
        assert found.problems == ()
        assert found.shown.stones == position.stones
        assert found.shown.reserves == position.reserves
        assert (found.shown.mover, found.shown.phase) == (position.mover, position.phase)
        assert found.text is not None
        assert parse_position(found.text) == found.shown
        # A game in which nobody passed takes turns.
        assert position.is_over or not [note for note in found.notes if note.key.startswith("setup.")]
        assert found.code is not None
        assert read_code(position.game, found.code).text == found.text


@pytest.mark.parametrize("game", GAMES)
def test_random_boards_are_positions_or_have_reasons(game: str) -> None:
    random, start = Random(game), veier.game(game).start()
    everything = [[move.text for move in placements(start.game, seat, start)] for seat in range(start.game.players)]
    for count in (1, 3, 8, 30, 90):
        seats = [random.randrange(start.game.players) for _ in range(count)]
        found = set_up(start.game, [(seat, random.choice(everything[seat])) for seat in seats], random.choice(seats))
        assert (found.text is None) == bool(found.problems)
        assert set_up(start.game, found.pieces, found.shown.mover).shown == found.shown or found.problems
        for each in (*found.problems, *found.notes):
            assert str(each) != each.key
        if found.text:
            assert parse_position(found.text).stones == found.shown.stones
            assert read_code(start.game, str(found.code)).text == found.text


def test_what_cannot_stand_is_told_with_its_reason() -> None:
    game = veier.game("4eyes")
    reasons = {
        "illegal.taken_field": [(0, "13@C3"), (1, "24@C3")],
        "position.pieces": [(0, f"13@{field}") for field in ("A1", "C1", "A3", "C4", "E5")],
        "eyes.notation": [(0, "nothing")],
        "position.no_placement": [(0, "C3D4")],
        "position.contradiction": [(0, "13@A5"), (0, "13@B5"), (1, "13@A4"), (1, "13@B4")],
    }
    assert {key: [each.key for each in set_up(game, pieces).problems] for key, pieces in reasons.items()} == {
        key: [key] for key in reasons
    }
    with pytest.raises(VeierError):
        set_up(game, [], mover=2)


def test_two_squares_that_no_last_move_made_cannot_stand() -> None:
    game = veier.game("4eyes-plus-2p")
    one, other = ["a1a2", "c1d1", "a3a4", "c3c4"], ["f6f5", "h6i6", "f8f9", "h8g8"]
    once = set_up(game, [(0, text) for text in one])
    assert (once.problems, [each.key for each in once.notes]) == ((), ["outcome.square"])
    both = set_up(game, [(0, text) for text in one + other])
    assert [each.key for each in both.problems] == ["position.over_before"]


def test_whose_turn_it_would_be_is_noted() -> None:
    game = veier.game("4eyes-plus-2p")
    notes = [set_up(game, [(0, "a1a2")], mover).notes for mover in (0, 1)]
    assert [[each.key for each in found] for found in notes] == [["setup.turn"], []]
    assert [each.key for each in set_up(game, [(1, "a1a2")], 0).notes] == ["setup.uneven"]


def test_stones_that_no_pencil_drew_together_are_named() -> None:
    text = format_position(veier.game("4eyes-pencil-2p-7x7").start().play("a1a2"))
    lonely = text.replace("......./......./......./", "r....../......./......./", 1)
    found = take_apart(parse_position(lonely))
    assert [each.params["cell"] for each in found.problems] == ["a7"]


@pytest.mark.parametrize("code", ["", "!", "zzzzzzzzzzzzzzzzzzzz", "z" * 300, "00", "-1", "é"])
def test_codes_that_name_nothing_are_refused(code: str) -> None:
    with pytest.raises(VeierError):
        read_code(veier.game("4eyes"), code)


def test_the_placements_of_a_seat_are_what_fits_on_the_board() -> None:
    game = veier.game("4eyes")
    found = set_up(game, [(0, "13@C3")])
    moves = placements(game, 1, found.shown)
    assert len(moves) == 288
    assert {move.stones[0][1] for move in moves} == {1}
