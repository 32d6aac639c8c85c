"""The board in characters: exact pictures, sizes, and that nothing needs colour."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from veier.view import RowMark, SquareMark, View, draw, to_styled, to_text
from veier.view.styled_text import ColourDepth

from .samples import all_views, beginners_view, eyes_won_view, hexagon_view, plus_view, with_stones

VIEWS = all_views()

BEGINNERS = """\
      A       B       C       D
  ┼       ┼       ┼       ┼       ┼    ▸  ◉  A×2 B×2 D×2
8   ·   ·   ·   ·   ·   ·   ·   ·
                                    4     ◎  A×1 B×2 D×3
7   ·   ·   ·   ·   ·   ·   ·   ·
  ┼       ┼       ┼       ┼       ┼
6   ·   ·   ·   ·   ·   ·   ·   ·
                                    3
5   ·   ·   ·   ·   ·   ·   ·   ·
  ┼       ┌───────┬───────┐       ┼
4   ·   · │ ◉   · │[◉] [◎]│ ·   ·
          │   +   │   ×   │         2
3   ·   · │ ·   ◎ │ ·   · │ ·   ·
  ┼       └───────┴───────┘       ┼
2   ·   ·   ·   ·   ·   ·   ·   ·
                                    1
1   ·   ·   ·   ·   ·   ·   ·   ·
  ┼       ┼       ┼       ┼       ┼
    a   b   c   d   e   f   g   h"""

BEGINNERS_ASCII_ROWS = """\
  +       +-------+-------+       +
4   .   . | r   . |[R] [B]| .   .
          |   +   |   x   |         2
3   .   . | .   b | .   . | .   .
  +       +-------+-------+       +"""

HEXAGON = """\
         5
     4     <◉>          ▸  ◉
 3     <◉>      ·
   <◉>      ◎      [◎]     ◎
 2      ·       ◉
   :◉:      ◉       ·
 1      ·       ·
   :◉:      ·       ·
    a   ·       ·   e
        b   ·   d
            c"""


def small_hexagon() -> View:
    red = dict.fromkeys(("a1", "a2", "a3", "b4", "c5", "c3", "d4"), "red")
    view = with_stones(hexagon_view(3), {**red, "c4": "blue", "e5": "blue"})  # type: ignore[dict-item]
    rows = (RowMark("red", ("a1", "a2", "a3"), False), RowMark("red", ("a3", "b4", "c5"), True))
    return replace(view, rows=rows, last=("e5",))


def test_a_board_of_large_fields_exactly() -> None:
    assert to_text(beginners_view()) == BEGINNERS
    assert BEGINNERS_ASCII_ROWS in to_text(beginners_view(), unicode=False)


def test_a_small_hexagon_exactly() -> None:
    assert to_text(small_hexagon()) == HEXAGON


@pytest.mark.parametrize("name", VIEWS)
def test_the_board_fits_a_terminal_of_80_by_24(name: str) -> None:
    lines = to_text(VIEWS[name]).split("\n")
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 79


@pytest.mark.parametrize("name", VIEWS)
def test_ascii_is_pure_and_as_large(name: str) -> None:
    plain, signs = to_text(VIEWS[name], unicode=False), to_text(VIEWS[name])
    assert plain.isascii()
    assert [len(line) for line in plain.split("\n")] == [len(line) for line in signs.split("\n")]


@pytest.mark.parametrize("name", VIEWS)
def test_each_stone_and_each_empty_cell_is_there(name: str) -> None:
    view = VIEWS[name]
    text = to_text(replace(view, squares=()), trays=False)
    signs = {"red": "◉", "brown": "⊖", "blue": "◎"}
    for colour, sign in signs.items():
        assert text.count(sign) == sum(stone.colour == colour for stone in view.stones)
    assert text.count("·") == len(view.cells) - len(view.stones)


def test_the_winning_corners_stand_out() -> None:
    assert to_text(eyes_won_view()).count("<◉>") == 4
    assert to_text(eyes_won_view(), unicode=False).lower().count("<r>") == 4


def test_who_lacks_a_corner_shows_without_colour() -> None:
    text = to_text(plus_view())
    assert text.count("(•)") == 1
    assert text.count("(-)") == 2
    red = SquareMark("threat", "red", ("a1", "b1", "b2", "a2"), (1, 0), "a1")
    both = replace(plus_view(), squares=(red, replace(red, colour="blue")))
    assert "•/o" in to_text(both)


def test_a_corner_may_be_missing_where_a_stone_lies() -> None:
    view = replace(plus_view(), squares=())
    stone = next(stone for stone in view.stones if stone.cell not in view.last)
    mark = SquareMark("threat", "red", (stone.cell, "a1", "a2", "a3"), (1, 0), stone.cell)
    assert "(" not in to_text(view)
    assert to_text(replace(view, squares=(mark,))).count("(") == 1


def test_trays_tell_pieces_points_and_the_mover() -> None:
    text = to_text(VIEWS["hexrows"])
    assert "▸  ◉  ★4 ×25 (×4)" in text
    assert "   ◎  ★3 ×26 (×3)" in text
    assert "◆  ◉" in to_text(eyes_won_view())
    assert "▸" not in to_text(eyes_won_view())
    assert "A×" not in to_text(eyes_won_view(), trays=False)


def test_styles_say_what_a_character_is() -> None:
    runs = [run for line in draw(eyes_won_view()) for run in line]
    assert ("<◉>", "red win plate") in runs
    assert ("[◎]", "blue last plate") in runs
    known = {"red", "brown", "blue", "cell", "line", "label", "last", "win", "row", "missing"}
    known |= {"board", "plate", "paper"}
    assert {word for _, style in runs for word in style.split()} <= known


@pytest.mark.parametrize("name", VIEWS)
def test_styled_text_has_the_same_characters(name: str) -> None:
    shown = "\n".join(line.rstrip() for line in to_styled(VIEWS[name]).plain.split("\n"))
    assert shown == to_text(VIEWS[name])


def test_a_board_has_the_colours_that_a_terminal_shows() -> None:
    corner = {
        ColourDepth.TRUE: "\x1b[1;7;38;2;163;35;26;48;2;251;242;223m<◉>\x1b[0m",
        ColourDepth.INDEXED: "\x1b[1;7;38;5;124;48;5;230m<◉>\x1b[0m",
        ColourDepth.BASIC: "\x1b[1;7;31;107m<◉>\x1b[0m",
        ColourDepth.MONOCHROME: "\x1b[1;7m<◉>\x1b[0m",
    }
    for depth, shown in corner.items():
        assert to_styled(eyes_won_view()).to_ansi(depth).count(shown) == 4
    assert "\x1b" not in to_styled(eyes_won_view()).to_ansi(ColourDepth.PLAIN)


def test_importing_the_view_stays_cheap() -> None:
    code = "import sys, veier.view; print([m for m in ('click', 'resvg_py') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
