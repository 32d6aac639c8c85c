"""What a position shows: a board on paper or in a terminal, a picture, an array of stones."""

from __future__ import annotations

import numpy as np
import pytest
from games.playing import GAMES, both_phases, sample

import veier
from veier.view import to_svg, to_text


@pytest.mark.parametrize("game", GAMES)
def test_printing_a_position_shows_the_board(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    position = both_phases(game)[-1]
    print(position)
    shown = capsys.readouterr().out
    assert shown == to_text(position.view()) + "\n"
    assert len(shown.splitlines()) > 7
    assert "\x1b" not in shown
    assert len(repr(position)) < 100


def test_a_picture_has_options() -> None:
    position = veier.game("4eyes-plus-2p-7x7").start().play("b2a2", "g7g6", "d2e2", "g5g4", "d4e4", "e7e6")
    assert position.svg() == position._repr_svg_() == to_svg(position.view(), width=480)
    assert 'width="200"' in position.svg(width=200)
    assert position.svg(width=None) == to_svg(position.view())
    assert position.svg(theme="dark") == to_svg(position.view(), theme="dark", width=480)
    assert position.svg(threats=0) == to_svg(position.view(threats=0), width=480) != position.svg()
    assert position.svg(trays=True) == to_svg(position.view(), trays=True, width=480)


@pytest.mark.parametrize("game", GAMES)
def test_the_array_has_the_stones_where_their_names_say(game: str) -> None:
    for position in sample(both_phases(game), 6):
        array = position.array()
        assert array.dtype == np.int8
        assert array.ndim == 2
        named = {
            f"{chr(97 + column)}{row + 1}": int(seat) for (row, column), seat in np.ndenumerate(array) if seat != -2
        }
        assert set(named) == set(position.game.rules.cell_names)
        assert {cell: seat for cell, seat in named.items() if seat >= 0} == position.stones
        assert set(named.values()) <= {-1, *range(position.game.players)}
        array[:] = 5
        assert (position.array() != 5).any()


def test_arrays_have_the_shape_of_the_board() -> None:
    shapes = {game: veier.game(game).start().array().shape for game in ("4eyes", "4eyes-plus-3p-7x7", "hexrows")}
    assert shapes == {"4eyes": (10, 10), "4eyes-plus-3p-7x7": (7, 7), "hexrows": (11, 11)}
    start = veier.game("hexrows").start()
    assert (start.array() == -2).sum() == 11 * 11 - len(start.game.rules.cell_names)
    first = veier.game("4eyes-plus-2p-7x7").start().play("c1c2").array()
    assert (first[0, 2], first[1, 2], first[2, 2]) == (0, 1, -1)
