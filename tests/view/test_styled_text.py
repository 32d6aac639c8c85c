"""Styled text: a value that can be sliced and split, and its escapes."""

from __future__ import annotations

from veier.view.styled_text import BOLD, DIM, ColourDepth, Style, StyledText, Tone, styled

TEXT = styled("four", BOLD) + styled(" eyes\n", DIM) + styled("plus")


def test_a_slice_keeps_the_styles() -> None:
    assert TEXT[2:6].runs == (("ur", BOLD), (" e", DIM))
    assert TEXT[:4] == styled("four", BOLD)
    assert TEXT[20:] == StyledText()


def test_lines_are_split_at_line_ends() -> None:
    assert [line.plain for line in TEXT.lines()] == ["four eyes", "plus"]
    assert [line.plain for line in styled("\n").lines()] == ["", ""]


def test_the_second_style_covers_the_first() -> None:
    below, above = Style(("bold",), ink=Tone(1), ground=Tone(7)), Style(("dim", "bold"), ink=Tone(9))
    assert (below + above).codes(ColourDepth.BASIC) == "1;2;91;47"


def test_a_colour_without_numbers_of_its_own_is_one_of_the_sixteen() -> None:
    for depth in (ColourDepth.BASIC, ColourDepth.INDEXED, ColourDepth.TRUE):
        assert Style(ink=Tone(3)).codes(depth) == "33"
    assert Style(ink=Tone(3)).codes(ColourDepth.MONOCHROME) == ""


def test_text_without_style_has_no_escapes() -> None:
    assert (styled("a") + styled("b", BOLD)).to_ansi(ColourDepth.TRUE) == "a\x1b[1mb\x1b[0m"
    assert TEXT.to_ansi(ColourDepth.PLAIN) == TEXT.plain
