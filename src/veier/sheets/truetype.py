"""Reads TrueType fonts: which glyph a character has, how wide it is, and what a PDF must say about the font.

Our own code: fonttools is larger than all our fonts and reads far more than we need. The fonts that this project ships
have short offsets and a Unicode table of format 4; others are not supported.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from struct import unpack_from

MISSING = 0  # The glyph that is shown for characters that a font does not have.
_UNICODE = (3, 1)  # The platform and encoding of the table that maps Unicode to glyphs.


@dataclass(frozen=True)
class Shape:
    """The measures of a font as a whole, in thousandths of its size; its angle is in degrees."""

    box: tuple[float, ...]
    ascent: float
    descent: float
    cap_height: float
    angle: float


class TrueType:
    """A font, read once; `tables` are the parts of its file by name."""

    def __init__(self, data: bytes) -> None:
        count = unpack_from(">H", data, 4)[0]
        entries = [unpack_from(">4s4xLL", data, 12 + 16 * number) for number in range(count)]
        self.tables = {name.decode(): data[start : start + length] for name, start, length in entries}
        if unpack_from(">h", self.tables["head"], 50)[0]:
            raise ValueError("only fonts with short offsets are supported")
        self._thousandth = unpack_from(">H", self.tables["head"], 18)[0] / 1000
        self.glyphs = _read_glyphs(self.tables["cmap"])
        # Both spaces look the same in every font; not every font says so.
        self.glyphs[" "] = self.glyphs["\u00a0"] = self.glyphs.get(" ", MISSING)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where each glyph's outline begins in the table `glyf`, and the end of the last."""
        table = self.tables["loca"]
        return tuple(2 * half for half in unpack_from(f">{len(table) // 2}H", table))

    @cached_property
    def advances(self) -> list[float]:
        """The width of each glyph, in thousandths of the font's size."""
        wide = unpack_from(">H", self.tables["hhea"], 34)[0]
        own = self._scaled(">" + "Hxx" * wide, self.tables["hmtx"], 0)
        # The glyphs after those with a width of their own are as wide as the last of them.
        return [*own, *own[-1:] * (len(self.offsets) - 1 - wide)]

    @cached_property
    def widths(self) -> dict[str, float]:
        """The width of each character that the font has, in thousandths of the font's size."""
        return {character: self.advances[glyph] for character, glyph in self.glyphs.items()}

    def width(self, text: str) -> float:
        """Return the width of a text without kerning, in thousandths of the font's size."""
        widths, missing = self.widths, self.advances[MISSING]
        return sum([widths.get(character, missing) for character in text])

    @property
    def shape(self) -> Shape:
        """The measures of the font as a whole."""
        heights = self.tables["OS/2"]
        return Shape(
            box=self._scaled(">4h", self.tables["head"], 36),
            ascent=self._scaled(">h", heights, 68)[0],
            descent=self._scaled(">h", heights, 70)[0],
            cap_height=self._scaled(">h", heights, 88)[0],
            angle=unpack_from(">l", self.tables["post"], 4)[0] / 0x10000,
        )

    def _scaled(self, numbers: str, table: bytes, place: int) -> tuple[float, ...]:
        return tuple(number / self._thousandth for number in unpack_from(numbers, table, place))


def _read_glyphs(table: bytes) -> dict[str, int]:
    """Return the glyph of each character, from the font's table `cmap`."""
    entries = [unpack_from(">HHL", table, 4 + 8 * number) for number in range(unpack_from(">H", table, 2)[0])]
    [start] = [start for platform, encoding, start in entries if (platform, encoding) == _UNICODE]
    kind, twice = unpack_from(">H4xH", table, start)
    if kind != 4:
        raise ValueError(f"character tables of format {kind} are not supported")
    # Four columns, one row for each range of characters: last, first, what to add, and where its list of glyphs is.
    column = f">{twice // 2}H"
    lasts = unpack_from(column, table, start + 14)
    firsts, shifts, lists = (unpack_from(column, table, start + 16 + number * twice) for number in (1, 2, 3))
    glyphs = {}
    for row, (first, last, shift, listed) in enumerate(zip(firsts, lasts, shifts, lists, strict=True)):
        place = start + 16 + 3 * twice + 2 * row + listed  # Lists are counted from the number that points to them.
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = unpack_from(">H", table, place + 2 * (code - first))[0] if listed else code
            # In a list, 0 stays the missing glyph.
            if glyph := (glyph + shift) % 0x10000 if glyph or not listed else MISSING:
                glyphs[chr(code)] = glyph
    return glyphs
