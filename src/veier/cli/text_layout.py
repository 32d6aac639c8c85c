"""Lines that fit a width, counted in the columns that a terminal uses for them."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from veier.view.styled_text import StyledText, styled

# A word with the blanks behind it; the first one of a line has those before it, too. No-break spaces are parts of
# words.
_WORD = re.compile(r" *[^ ]+ *")
_SOFT_HYPHEN = "\u00ad"


def text_width(text: str) -> int:
    """Count the columns of a line: none for accents that combine, two for wide characters."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def crop(line: StyledText, width: int) -> StyledText:
    """Cut off what is beyond a width."""
    return line[: _fitting(line.plain, width)]


def shorten(line: StyledText, width: int) -> StyledText:
    """Cut a line to a width with an ellipsis at its end; blanks need none."""
    if text_width(line.plain.rstrip()) <= width:
        return crop(line, width)
    kept = _fitting(line.plain, width - 1)
    # The ellipsis looks like the character that it replaces.
    ((_, style),) = line[kept : kept + 1].runs
    return line[:kept] + styled("…", style)


def pad(line: StyledText, width: int, *, right: bool = False) -> StyledText:
    """Fill a line up with blanks; with `right`, the text goes to the right end."""
    blanks = styled(" " * (width - text_width(line.plain)))
    return blanks + line if right else line + blanks


def wrap(text: StyledText, width: int, *, fold: bool = True) -> list[StyledText]:
    """Break lines before words that do not fit; words wider than a line are folded or else shortened."""
    return [part for line in text.lines() for part in _wrap_line(line, width, fold)]


def _wrap_line(line: StyledText, width: int, fold: bool) -> list[StyledText]:
    breaks, used = [0], 0
    for match in _WORD.finditer(line.plain):
        word, start = match.group(), match.start()
        if used and used + text_width(word.rstrip()) > width:
            breaks.append(start)
            used = 0
        while fold and len(word) > 1 and text_width(word.rstrip()) > width:
            # A character may be wider than the line: without taking one there would be no end.
            size = max(_fitting(word, width), 1)
            word, start = word[size:], start + size
            breaks.append(start)
        used += text_width(word)
    return [shorten(line[start:end], width) for start, end in pairwise([*breaks, len(line.plain)])]


def _fitting(text: str, width: int) -> int:
    """Return how many characters fit a width."""
    used = 0
    for number, character in enumerate(text):
        used += _character_width(character)
        if used > width:
            return number
    return len(text)


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf") and character != _SOFT_HYPHEN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
