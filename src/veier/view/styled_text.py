"""Text in styles, and the ANSI escapes that show it with as many colours as a terminal has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

Attribute = Literal["bold", "dim", "italic", "underline", "reverse"]

_ATTRIBUTE_CODES: dict[Attribute, str] = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7"}


class ColourDepth(IntEnum):
    """How much of a style is shown: nothing, attributes without colours, 16 colours, 256, or all."""

    PLAIN = 0
    MONOCHROME = 1
    BASIC = 2
    INDEXED = 3
    TRUE = 4


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour by its number among 16 and, if it is more exact, its number among 256 and its red, green and blue."""

    basic: int
    indexed: int | None = None
    rgb: tuple[int, int, int] | None = None

    def code(self, depth: ColourDepth, layer: Literal["ink", "ground"]) -> str:
        """Return the code of the most exact colour that a terminal shows."""
        first = 30 if layer == "ink" else 40
        if self.rgb is not None and depth >= ColourDepth.TRUE:
            return f"{first + 8};2;{';'.join(map(str, self.rgb))}"
        if self.indexed is not None and depth >= ColourDepth.INDEXED:
            return f"{first + 8};5;{self.indexed}"
        # The second eight of the 16 colours have codes of their own.
        return str(first + self.basic if self.basic < 8 else first + 60 + self.basic - 8)


@dataclass(frozen=True, slots=True)
class Style:
    """What text looks like: attributes, its colour and the colour behind it."""

    attributes: tuple[Attribute, ...] = ()
    ink: Tone | None = None
    ground: Tone | None = None

    def __add__(self, other: Style) -> Style:
        """Combine two styles; the colours of the second one win."""
        return Style(self.attributes + other.attributes, other.ink or self.ink, other.ground or self.ground)

    def codes(self, depth: ColourDepth) -> str:
        """Return the codes between `ESC[` and `m`, or nothing if there is nothing to show."""
        if depth == ColourDepth.PLAIN:
            return ""
        codes = [code for attribute, code in _ATTRIBUTE_CODES.items() if attribute in self.attributes]
        if depth >= ColourDepth.BASIC:
            codes += [self.ink.code(depth, "ink")] if self.ink else []
            codes += [self.ground.code(depth, "ground")] if self.ground else []
        return ";".join(codes)


NORMAL = Style()
BOLD = Style(("bold",))
DIM = Style(("dim",))
ITALIC = Style(("italic",))
UNDERLINE = Style(("underline",))
REVERSE = Style(("reverse",))


@dataclass(frozen=True, slots=True)
class StyledText:
    """Text as runs, each with a style; a value that can be added and sliced as a string can."""

    runs: tuple[tuple[str, Style], ...] = ()

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join(text for text, _ in self.runs)

    def __add__(self, other: StyledText) -> StyledText:
        return StyledText(self.runs + other.runs)

    def __getitem__(self, part: slice) -> StyledText:
        start, stop, _ = part.indices(len(self.plain))
        runs, offset = [], 0
        for text, style in self.runs:
            kept = text[max(start - offset, 0) : max(stop - offset, 0)]
            if kept:
                runs.append((kept, style))
            offset += len(text)
        return StyledText(tuple(runs))

    def lines(self) -> list[StyledText]:
        """Split the text at its line ends."""
        lines, start = [], 0
        for line in self.plain.split("\n"):
            lines.append(self[start : start + len(line)])
            start += len(line) + 1
        return lines

    def to_ansi(self, depth: ColourDepth) -> str:
        """Return the text with escapes, each run closed so that no style leaks."""
        shown = [(text, style.codes(depth)) for text, style in self.runs]
        return "".join(f"\x1b[{codes}m{text}\x1b[0m" if codes else text for text, codes in shown)


def styled(text: str, style: Style = NORMAL) -> StyledText:
    """Return text in one style."""
    return StyledText(((text, style),))
