"""Text on paper: lines in several fonts, broken to a width that is measured with the real fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veier.messages.typography import keep_together
from veier.sheets.fonts import Font, text_width
from veier.view.markup import BOOK, UI, Attributes, element, escape

INK = "#1c282e"
QUIET = "#46545a"
LEADING = 1.42

_STYLES: dict[Font, Attributes] = {
    "OpenSans-Regular": {},
    "OpenSans-Italic": {"font_style": "italic"},
    "OpenSans-Bold": {"font_weight": 700},
    "VeierBook-Bold": {"font_family": BOOK, "font_weight": 700},
}


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one font."""

    text: str
    font: Font = "OpenSans-Regular"


def strong(text: str) -> Run:
    """Return text in bold."""
    return Run(text, "OpenSans-Bold")


def emphasis(text: str) -> Run:
    """Return text in italics."""
    return Run(text, "OpenSans-Italic")


def title(text: str) -> Run:
    """Return text in the title font."""
    return Run(text, "VeierBook-Bold")


def width_of(runs: Iterable[Run], size: float) -> float:
    """Return the width of a line."""
    return sum(text_width(run.text, run.font, size) for run in runs)


def draw_line(runs: Sequence[Run] | Run, x: float, y: float, size: float, anchor: str = "start", ink: str = INK) -> str:
    """Draw one line with its baseline at y."""
    runs = [runs] if isinstance(runs, Run) else runs
    spans = (element("tspan", escape(run.text), **_STYLES[run.font]) for run in runs)
    place: Attributes = {"x": x, "y": y, "font_size": size, "font_family": UI, "fill": ink}
    return element("text", *spans, text_anchor=None if anchor == "start" else anchor, **place)


def break_lines(runs: Iterable[Run], size: float, width: float) -> list[list[Run]]:
    """Break text into lines no wider than `width`; words that are too long are cut."""
    lines: list[list[Run]] = [[]]
    room = width
    for word, glued in _words(runs, size, width):
        length = width_of(word, size)
        space = 0.0 if glued or not lines[-1] else text_width(" ", word[0].font, size)
        if lines[-1] and length + space > room + 1e-6:
            lines.append([])
            room, space = width, 0.0
        lines[-1] += ([Run(" ", word[0].font)] if space else []) + word
        room -= length + space
    return [_joined(line) for line in lines]


def _words(runs: Iterable[Run], size: float, width: float) -> Iterable[tuple[list[Run], bool]]:
    """Yield words, each with whether it follows without a space; the font may change within a word."""
    word: list[Run] = []
    for run in runs:
        for number, part in enumerate(keep_together(run.text.replace("\n", " ")).split(" ")):
            if number and word:
                yield from _cut(word, size, width)
                word = []
            if part:
                word.append(Run(part, run.font))
    if word:
        yield from _cut(word, size, width)


def _cut(word: list[Run], size: float, width: float) -> Iterable[tuple[list[Run], bool]]:
    """Yield a word, cut into pieces if it is wider than a line."""
    if width_of(word, size) <= width:
        yield word, False
        return
    piece: list[Run] = []
    begun = False
    for letter in (Run(letter, run.font) for run in word for letter in run.text):
        if piece and width_of([*piece, letter], size) > width:
            yield _joined(piece), begun
            piece, begun = [], True
        piece.append(letter)
    yield _joined(piece), begun


def _joined(line: list[Run]) -> list[Run]:
    """Join neighbouring runs of one font."""
    joined: list[Run] = []
    for run in line:
        if joined and joined[-1].font == run.font:
            joined[-1] = Run(joined[-1].text + run.text, run.font)
        else:
            joined.append(run)
    return joined
