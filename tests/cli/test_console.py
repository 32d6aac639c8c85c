"""Which colours standard output shows, and how it wraps."""

from __future__ import annotations

from io import StringIO

import pytest

from veier.cli.console import Console, colour_depth, supports_unicode
from veier.view.styled_text import BOLD, ColourDepth, styled


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ("COLORTERM=truecolor", ColourDepth.TRUE),
        ("COLORTERM=24bit TERM=xterm", ColourDepth.TRUE),
        ("TERM=xterm-256color", ColourDepth.INDEXED),
        ("TERM=xterm-kitty", ColourDepth.INDEXED),
        ("TERM=xterm", ColourDepth.BASIC),
        ("TERM=", ColourDepth.BASIC),
        ("TERM=dumb", ColourDepth.PLAIN),
        ("NO_COLOR=1 COLORTERM=truecolor", ColourDepth.MONOCHROME),
        ("NO_COLOR=", ColourDepth.INDEXED),
        ("FORCE_COLOR=", ColourDepth.PLAIN),
    ],
)
def test_a_terminal_shows_what_its_environment_says(
    monkeypatch: pytest.MonkeyPatch, environment: str, depth: ColourDepth
) -> None:
    for setting in environment.split():
        monkeypatch.setenv(*setting.split("="))
    assert colour_depth(Terminal()) == depth


def test_a_file_has_colours_only_if_they_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert colour_depth(StringIO()) == ColourDepth.PLAIN
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert colour_depth(StringIO()) == ColourDepth.INDEXED
    monkeypatch.setenv("NO_COLOR", "1")
    assert colour_depth(StringIO()) == ColourDepth.MONOCHROME


def test_a_console_wraps_and_indents(capsys: pytest.CaptureFixture[str]) -> None:
    Console(10, True, ColourDepth.BASIC).print("four eyes", "", styled("see more", BOLD), indent=2)
    assert capsys.readouterr().out == "  four \n  eyes\n  \n  \x1b[1msee more\x1b[0m\n"
    Console(10, False, ColourDepth.PLAIN).print("four eyes see more")
    assert capsys.readouterr().out == "four eyes see more\n"
    Console(1, True, ColourDepth.PLAIN).print("ab", indent=4)
    assert capsys.readouterr().out == "    a\n    b\n"
    Console(10, True, ColourDepth.PLAIN).print()
    assert capsys.readouterr().out == ""


def test_only_streams_of_unicode_get_the_signs() -> None:
    assert not supports_unicode(StringIO())
