"""Ids of games and their options: canonical, forgiving about case and spaces, and clear about what is wrong."""

from __future__ import annotations

import copy
import pickle

import pytest

import veier
from veier import BadOption, UnknownGame, VeierError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4eyes", "4eyes"),
        ("4EYES", "4eyes"),
        ("  4eyes-Plus-2P\n", "4eyes-plus-2p"),
        ("4eyes?", "4eyes"),
        ("4eyes?a=4&b=4&d=2", "4eyes?a=4&b=4&d=2"),
        ("4eyes?d=2&A=4&b=4", "4eyes?a=4&b=4&d=2"),
        ("4eyes?a=3&b=3&d=4", "4eyes"),
        ("4eyes?side=5", "4eyes"),
        ("4eyes?side=04&d=2", "4eyes?side=4&d=2"),
        ("4eyes-plus-2p?tiles=13&side=8", "4eyes-plus-2p?side=8&tiles=13"),
        ("4eyes-plus-2p?side=7&tiles=9", "4eyes-plus-2p?side=7&tiles=9"),
        ("HexRows?Stones=30&Side=5", "hexrows?side=5&stones=30"),
    ],
)
def test_ids_are_canonical(text: str, canonical: str) -> None:
    game = veier.game(text)
    assert game.id == str(game) == canonical
    assert game == veier.game(canonical)
    assert hash(game) == hash(veier.game(canonical))
    assert veier.game(game.id).options == game.options


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4eyes?side=6", "side=6 is out of range: side can be 3 to 5"),
        ("4eyes?side=2", "side=2 is out of range: side can be 3 to 5"),
        ("4eyes?a=13", "a=13 is out of range: a can be 0 to 12"),
        ("4eyes?a=0&b=0&d=0", "0 tiles a player do not fit 5x5 large fields: a + b + d can be 1 to 12"),
        ("4eyes?a=5&b=4&d=4", "13 tiles a player do not fit 5x5 large fields: a + b + d can be 1 to 12"),
        ("4eyes?side=4", "10 tiles a player do not fit 4x4 large fields: a + b + d can be 1 to 8"),
        ("4eyes?side=3&a=2&b=2&d=1", "5 tiles a player do not fit 3x3 large fields: a + b + d can be 1 to 4"),
        (
            "4eyes?tiles=3",
            "4eyes has no option “tiles”; its options are side=3..5, a=0..12, b=0..12, d=0..12, nogifts=0..1",
        ),
        ("4eyes-plus-2p?side=12", "side=12 is out of range: side can be 3 to 11"),
        ("4eyes-plus-2p?side=2", "side=2 is out of range: side can be 3 to 11"),
        ("4eyes-plus-2p?tiles=0", "tiles=0 is out of range: tiles can be 1 to 30"),
        ("4eyes-plus-2p?tiles=21", "tiles=21 does not fit 9x9 cells: tiles can be 1 to 20"),
        ("4eyes-plus-2p?side=3&tiles=3", "tiles=3 does not fit 3x3 cells: tiles can be 1 to 2"),
        ("4eyes-plus-3p?side=3&tiles=2", "tiles=2 does not fit 3x3 cells: tiles can be 1 to 1"),
        ("4eyes-plus-3p?tiles=21", "tiles=21 is out of range: tiles can be 1 to 20"),
        (
            "4eyes-pencil-2p?tiles=3",
            "4eyes-pencil-2p has no option “tiles”; its options are side=3..11, turns=0..30, nogifts=0..1",
        ),
        ("4eyes-pencil-3p?side=99", "side=99 is out of range: side can be 3 to 11"),
        ("hexrows?side=3", "side=3 is out of range: side can be 4 to 7"),
        ("hexrows?side=8", "side=8 is out of range: side can be 4 to 7"),
        ("hexrows?stones=46", "stones=46 does not fit a hexagon of side 6: stones can be 1 to 45"),
        ("hexrows?side=4", "stones=45 does not fit a hexagon of side 4: stones can be 1 to 18"),
        ("hexrows?stones=0", "stones=0 is out of range: stones can be 1 to 63"),
    ],
)
def test_an_option_that_cannot_be_is_named_with_its_range(text: str, problem: str) -> None:
    with pytest.raises(BadOption) as caught:
        veier.game(text)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("4eyes?side", "side"),
        ("4eyes?side=", "side="),
        ("4eyes?side=x", "side=x"),
        ("4eyes?side=4.0", "side=4.0"),
        ("4eyes?side=４", "side=４"),
        ("4eyes?side=4&&d=2", ""),
        ("4eyes?side=4&side=4", "side=4"),
        ("4eyes?side=4&SIDE=4", "SIDE=4"),
        ("4eyes?side=--4", "side=--4"),
    ],
)
def test_what_is_no_option_is_quoted(text: str, part: str) -> None:
    with pytest.raises(BadOption) as caught:
        veier.game(text)
    assert str(caught.value).startswith(f"“{part}” is no option; write name=number")


@pytest.mark.parametrize("text", ["", "chess", "4eyes/side=4", "?side=4", pytest.param("x" * 100_000, id="long")])
def test_an_unknown_game_lists_those_there_are(text: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        veier.game(text)
    assert all(game.id in str(caught.value) for game in veier.all_games())
    assert len(str(caught.value)) < 500
    assert isinstance(caught.value, VeierError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("text", "near"), [("4eyes-plus", "4eyes-plus-2p"), ("5eyes", "4eyes"), ("hexrow", "hexrows")])
def test_a_game_that_is_nearly_right_is_suggested(text: str, near: str) -> None:
    with pytest.raises(UnknownGame, match=rf"\b{near}\b"):
        veier.game(text)


@pytest.mark.parametrize("text", ["4eyes", "4eyes-plus-3p?side=5&tiles=3", "4eyes-pencil-2p?side=3", "hexrows?side=7"])
def test_games_are_values(text: str) -> None:
    game = veier.game(text)
    for twin in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        assert hash(twin) == hash(game)
        assert twin.start() == game.start()
        assert twin.options == game.options
    assert game != veier.game("4eyes-beginners")
    assert game != text


def test_positions_of_different_games_differ() -> None:
    """The two-player 7x7 pencil game and the dominoes' game begin with the same stones: none."""
    starts = [game.start() for game in veier.all_games()]
    assert len(set(starts)) == len(starts)
    same_board = veier.game("4eyes-pencil-2p?side=7").start()
    assert same_board != veier.game("4eyes-pencil-2p-7x7").start()
    assert same_board.packed == veier.game("4eyes-pencil-2p-7x7").start().packed
