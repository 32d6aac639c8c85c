"""What is known of each game."""

from __future__ import annotations

import pytest

import veier
from veier.core.errors import BadNotation, BadPosition, ParseError
from veier.kernels.state import CONTRADICTION
from veier.messages import message

EYES, PLUS, HEX = "Gérard Pierson", "Gérard Pierson", "Martin Dieterle"
TWO, THREE = ("red", "blue"), ("red", "brown", "blue")

# The table of the rules: author, year, colours in turn, board, pieces of each player, and whether a value is assumed.
FACTS = {
    "4eyes": (EYES, 2007, TWO, "5x5 large fields", {"A": 3, "B": 3, "D": 4}, True),
    "4eyes-beginners": (EYES, 2007, TWO, "4x4 large fields", {"A": 2, "B": 2, "D": 3}, True),
    "4eyes-plus-2p": (PLUS, None, TWO, "9x9 cells", {"domino": 15}, True),
    "4eyes-plus-3p": (PLUS, None, THREE, "9x9 cells", {"domino": 10}, True),
    "4eyes-plus-2p-7x7": (PLUS, None, TWO, "7x7 cells", {"domino": 9}, False),
    "4eyes-plus-3p-7x7": (PLUS, None, THREE, "7x7 cells", {"domino": 6}, False),
    "4eyes-pencil-2p": (PLUS, None, TWO, "a sheet of 9x9 cells", {}, True),
    "4eyes-pencil-3p": (PLUS, None, THREE, "a sheet of 9x9 cells", {}, True),
    "4eyes-pencil-2p-7x7": (PLUS, None, TWO, "a sheet of 7x7 cells", {}, False),
    "4eyes-pencil-3p-7x7": (PLUS, None, THREE, "a sheet of 7x7 cells", {}, False),
    "hexrows": (HEX, None, TWO, "a hexagon of 6 cells a side", {"stone": 45}, True),
}


def test_there_are_these_eleven_games() -> None:
    assert {game.id for game in veier.all_games()} == set(FACTS)
    assert len(FACTS) == 11


@pytest.mark.parametrize("name", FACTS)
def test_the_facts_of_the_rules(name: str) -> None:
    author, year, colours, board, pieces, assumed = FACTS[name]
    game = veier.game(name)
    assert game.name == game.id == name
    assert (game.author, game.year) == (author, year)
    assert game.colours == colours
    assert game.players == len(colours)
    assert game.board == board
    assert game.pieces == pieces
    assert bool(game.assumptions) is assumed
    assert game.start().reserves == (pieces,) * game.players
    assert (game.start().mover, game.start().phase) == (0, 1)


def test_titles_are_different_and_tell_the_family() -> None:
    titles = {game.id: game.title for game in veier.all_games()}
    assert len(set(titles.values())) == len(titles)
    assert titles["4eyes"] == "4EYES"
    for name, title in titles.items():
        assert title.startswith(
            "4EYES+" if "plus" in name or "pencil" in name else "4EYES" if "4eyes" in name else "Hex"
        )


def test_samples_are_positions_of_their_games() -> None:
    for game in veier.all_games():
        state = game.sample().state
        assert game.sample().stones
        assert game.rules.kernels.recompute(game.rules.tables, state) != CONTRADICTION
        # What a card shows is what the rules find: no square, or the one that wins.
        assert veier.Position(game, state.tobytes()).view().squares == game.sample_view().squares
        assert game.sample_view().squares or not veier.Position(game, state.tobytes()).is_over
    [aim] = veier.game("4eyes").sample_view().squares
    assert aim.step == (5, 3)


def test_variants_of_one_game_share_a_group() -> None:
    groups: dict[str, set[str]] = {}
    for game in veier.all_games():
        groups.setdefault(str(game.group_title), set()).add(game.name)
    assert set(groups) == {"4EYES", "First steps", "4EYES+", "4EYES+ on paper", veier.game("hexrows").title}
    assert all(len(names) in (1, 4) for names in groups.values())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4eyes?a=4&b=4&d=2", 0),
        ("4eyes?a=4&b=3&d=3", 0),
        ("4eyes-plus-2p?tiles=10", 1),
        ("4eyes-plus-2p?side=8&tiles=13", 0),
        ("4eyes-plus-2p-7x7?side=9", 0),
        ("hexrows", 2),
        ("hexrows?side=7", 1),
        ("hexrows?stones=30", 1),
        ("hexrows?side=5&stones=30", 0),
    ],
)
def test_what_somebody_chose_is_no_assumption_any_more(text: str, number: int) -> None:
    assumptions = veier.game(text).assumptions
    assert len(assumptions) == number
    assert all("guess" in str(assumption) or "our reading" in str(assumption) for assumption in assumptions)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("4eyes", {"side": 5, "a": 3, "b": 3, "d": 4, "nogifts": 0}),
        ("4eyes-beginners", {"side": 4, "a": 2, "b": 2, "d": 3, "nogifts": 0}),
        ("4eyes?a=4&b=4&d=2", {"side": 5, "a": 4, "b": 4, "d": 2, "nogifts": 0}),
        ("4eyes-plus-3p", {"side": 9, "tiles": 10, "elsewhere": 0, "nogifts": 0}),
        ("4eyes-plus-2p?side=8&tiles=13", {"side": 8, "tiles": 13, "elsewhere": 0, "nogifts": 0}),
        ("4eyes-pencil-2p-7x7", {"side": 7, "turns": 0, "nogifts": 0}),
        ("hexrows", {"side": 6, "stones": 45, "round": 0}),
    ],
)
def test_options_are_given_as_they_were_chosen(text: str, options: dict[str, int]) -> None:
    assert veier.game(text).options == options


@pytest.mark.parametrize(
    ("text", "cells"),
    [("4eyes", 100), ("4eyes-beginners", 64), ("4eyes-plus-3p", 81), ("4eyes-pencil-2p-7x7", 49), ("hexrows", 91)],
)
def test_boards_have_their_cells(text: str, cells: int) -> None:
    names = veier.game(text).rules.cell_names
    assert len(names) == len(set(names)) == cells
    assert "a1" in names


def test_positions_tell_themselves_apart_when_printed() -> None:
    start = veier.game("4eyes").start()
    assert repr(start) == "<Position of 4eyes, 0 stones, red to move, phase 1>"
    assert repr(start.play("13@A1")) == "<Position of 4eyes, 2 stones, blue to move, phase 1>"
    over = veier.game("hexrows?stones=1").start().play("f6")
    assert repr(over) == "<Position of hexrows?stones=1, 1 stones, over: score>"
    assert repr(veier.game("hexrows?stones=1")) == "<Game hexrows?stones=1>"


def test_errors_can_be_told_in_any_language_and_say_where_text_is_wrong() -> None:
    error = BadPosition(message("illegal.taken_cell", cell="a1"), 2, 7)
    assert isinstance(error, ParseError)
    assert (error.line, error.column) == (2, 7)
    assert str(error) == error.text("en") == "line 2, column 7: a1 is taken"
    with pytest.raises(BadNotation) as caught:
        veier.game("hexrows").start().play("zz")
    assert caught.value.text("en") == str(caught.value)
