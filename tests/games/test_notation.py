"""Which texts are moves, and which moves are legal: all well-formed texts of small boards, and any text at all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import veier
from games.playing import GAMES, both_phases, random_game, sample
from veier import BadNotation, IllegalMove, Position


def cells(side: int) -> list[str]:
    return [f"{column}{row + 1}" for column in "abcdefghijk"[:side] for row in range(side)]


def eyes_texts(side: int) -> Iterator[str]:
    """All placements, slides and turns that can be written on a board, the pass with them."""
    fields = [name.upper() for name in cells(side)]
    tiles = [red + blue for red, blue in product("1234", repeat=2) if red != blue]
    yield "pass"
    yield from (f"{tile}@{field}" for tile, field in product(tiles, fields))
    yield from (one + two for one, two in product(fields, repeat=2))
    yield from (field + side for field, side in product(fields, "rl"))


def plus_texts(side: int) -> Iterator[str]:
    pairs = [one + two for one, two in product(cells(side), repeat=2)]
    yield "pass"
    yield from pairs
    yield from (f"{cell}-{pair}" for cell, pair in product(cells(side), pairs))


def hexagon_texts(side: int) -> Iterator[str]:
    yield "pass"
    for column in range(1, 2 * side):
        for number in range(1, 2 * side):
            if abs(column - number) <= side - 1:
                yield f"{'abcdefghijklm'[column - 1]}{number}"


TEXTS = {
    "4eyes?side=3&a=1&b=1&d=1": list(eyes_texts(3)),
    "4eyes?side=4&a=0&b=0&d=8": list(eyes_texts(4)),
    "4eyes-plus-2p?side=3&tiles=2": list(plus_texts(3)),
    "4eyes-plus-3p?side=4&tiles=2": list(plus_texts(4)),
    "4eyes-pencil-2p?side=4": list(plus_texts(4)),
    "hexrows?side=4&stones=18": list(hexagon_texts(4)),
}


@pytest.mark.parametrize("game", TEXTS)
def test_of_all_well_formed_texts_just_the_legal_moves_have_no_reason_against_them(game: str) -> None:
    opening = list(random_game(game, 0, 3))
    for position in [*opening, *sample(both_phases(game), 5)]:
        reasons = {text: position.why_illegal(text) for text in TEXTS[game]}
        legal = {move.text for move in position.legal_moves}
        assert {text for text, reason in reasons.items() if reason is None} == legal
        assert all(reason is None or str(reason) for reason in reasons.values())


@pytest.mark.parametrize("game", TEXTS)
def test_an_illegal_move_is_refused_with_its_reason(game: str) -> None:
    for position in sample(both_phases(game), 4):
        for text in TEXTS[game][:: len(TEXTS[game]) // 37]:
            reason = position.why_illegal(text)
            assert position.is_legal(text) is (reason is None)
            if reason is not None:
                for refuse in (position.parse_move, position.play):
                    with pytest.raises(IllegalMove) as caught:
                        refuse(text)
                    assert caught.value.reason == reason
                    assert str(caught.value) == str(reason)


ALMOST_A_MOVE = r"[1-4]{1,3}@?[A-Fa-f]?\d{0,2}[lr]?|[a-l]\d{1,2}-?[a-l]\d{1,2}"
STARTS = [veier.game(game).start() for game in GAMES]


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=12), st.from_regex(ALMOST_A_MOVE, fullmatch=True)))
@example("13@A" + "9" * 5000)
@example("a" + "1" * 5000)
@example("13@A1 13@A1")
@example("13@A0")
@example("13@A01")
@example("13@A１")
@example("A1r")
@example("11@A1")
@example("a0")
@example("a1-")
@example("-")
@example("")
@example("13@Ａ1")
@example("a１")
def test_any_text_is_a_legal_move_or_has_a_reason(text: str) -> None:
    for position in STARTS:
        reason = position.why_illegal(text)
        assert (reason is None) is any_spelling_is_legal(position, text)
        if reason is not None:
            assert str(reason)
            with pytest.raises((BadNotation, IllegalMove)):
                position.play(text)


def any_spelling_is_legal(position: Position, text: str) -> bool:
    """Whether the text is a legal move but for its case and spaces."""
    notation = position.game.notation
    compact = "".join(text.split()).lower()
    return compact in {notation.move_text(number).lower() for number in position.legal_numbers}


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("4eyes", "x", "“x” is no move; write 13@C3 to place a tile, C3D4 to slide it, C3r or C3l to turn it"),
        ("4eyes", "13@F1", "there is no field F1; the fields are A1 to E5"),
        ("4eyes-beginners", "13@E1", "there is no field E1; the fields are A1 to D4"),
        ("4eyes", "A1A6", "there is no field A6; the fields are A1 to E5"),
        ("4eyes", "A0r", "there is no field A0; the fields are A1 to E5"),
        ("4eyes", "11@A1", "“11” is no tile: red and blue need two different quadrants"),
        ("4eyes-plus-2p", "13@C3", "“13@C3” is no move; write c3c4 to place, a1-c3c4 to move a domino"),
        ("4eyes-plus-2p", "j1i1", "there is no cell j1; the cells are a1 to i9"),
        ("4eyes-plus-2p-7x7", "a1a0", "there is no cell a0; the cells are a1 to g7"),
        ("4eyes-plus-3p-7x7", "h1-a1a2", "there is no cell h1; the cells are a1 to g7"),
        ("hexrows", "a1a2", "“a1a2” is no move; write a cell, such as f6"),
        ("hexrows", "a7", "there is no cell a7 on a hexagon of side 6"),
        ("hexrows?side=4&stones=9", "k11", "there is no cell k11 on a hexagon of side 4"),
    ],
)
def test_what_cannot_be_read_says_what_can(game: str, text: str, reason: str) -> None:
    position = veier.game(game).start()
    assert str(position.why_illegal(text)) == reason
    assert not position.is_legal(text)
    with pytest.raises(BadNotation) as caught:
        position.parse_move(text)
    assert str(caught.value) == reason
