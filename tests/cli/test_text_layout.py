"""Lines that fit a width: wide and combining characters, wrapping, shortening."""

from __future__ import annotations

import pytest

from veier.cli.text_layout import crop, pad, shorten, text_width, wrap
from veier.view.styled_text import BOLD, styled


@pytest.mark.parametrize(
    ("text", "width"),
    [("Däppercher", 10), ("De\u0301ier", 5), ("中文", 4), ("◉·×", 3), ("a\u200db\ufe0f", 2), ("Onent\u00adscheet", 12)],
)
def test_the_width_is_what_a_terminal_shows(text: str, width: int) -> None:
    assert text_width(text) == width


def test_cropping_keeps_accents_with_their_letters() -> None:
    assert crop(styled("De\u0301ier"), 2).plain == "De\u0301"
    assert crop(styled("中文"), 3).plain == "中"
    assert crop(styled("abc"), 0).plain == ""


def test_a_shortened_line_ends_with_an_ellipsis_in_its_style() -> None:
    assert shorten(styled("4eyes") + styled("-beginners", BOLD), 8).runs == (
        ("4eyes", styled("").runs[0][1]),
        ("-b", BOLD),
        ("…", BOLD),
    )
    assert shorten(styled("four  "), 4).plain == "four"
    assert shorten(styled("four"), 4).plain == "four"


def test_padding_counts_columns() -> None:
    assert pad(styled("中"), 4).plain == "中  "
    assert pad(styled("7"), 3, right=True).plain == "  7"
    assert pad(styled("long"), 2).plain == "long"


def _wrapped(text: str, width: int, fold: bool = True) -> list[str]:
    return [line.plain for line in wrap(styled(text), width, fold=fold)]


def test_lines_break_before_words() -> None:
    assert _wrapped("four eyes see more", 9) == ["four eyes", "see more"]
    assert _wrapped("four eyes\n\nsee", 20) == ["four eyes", "", "see"]
    assert _wrapped("  four eyes", 7) == ["  four ", "eyes"]
    assert _wrapped("", 5) == [""]
    assert _wrapped("     ", 3) == ["   "]


def test_a_word_wider_than_a_line_is_folded_or_shortened() -> None:
    assert _wrapped("a 4eyes-beginners b", 6) == ["a ", "4eyes-", "beginn", "ers b"]
    assert _wrapped("a 4eyes-beginners b", 6, fold=False) == ["a ", "4eyes…", "b"]
    assert _wrapped("中文", 1) == ["…", "…"]


def test_styles_go_on_in_the_next_line() -> None:
    first, second = wrap(styled("four ", BOLD) + styled("eyes") + styled(" see", BOLD), 9)
    assert first.runs[0] == ("four ", BOLD)
    assert second.runs == (("see", BOLD),)


def test_lines_do_not_break_at_no_break_spaces() -> None:
    lines = wrap(styled("Rouge gagne\u00a0: quatre pions"), 12)
    assert [line.plain.rstrip() for line in lines] == ["Rouge", "gagne\u00a0:", "quatre pions"]
