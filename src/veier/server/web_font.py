"""The font of titles for the page: the letters of the four languages of the font that pictures and sheets use, as WOFF.

WOFF, not WOFF2: it is packed by zlib, which Python has, and needs no file in the repository that is made by a program.
"""

from __future__ import annotations

import string
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from struct import pack, unpack_from

from veier.sheets.font_subset import checksum, subset_tables
from veier.sheets.fonts import load

# Its path below /static/.
BOOK_FONT = "fonts/book.woff"
# The letters of the four languages, digits, and the signs that titles are written with.
_CHARACTERS = (
    *(" ", "\u00a0", *string.ascii_letters, *string.digits, *"!\"#%&'()*+,-./:;=?"),
    *"ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŸŒàâäæçèéêëîïôöùûüÿœß«»·×–—‘’‚“”„…→−",
)
# What browsers need of a font; GPOS has the kerning.
_TABLES = ("GPOS", "OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_HEADER = ">4sLLHHLHHLLLLL"
_ENTRY = ">4sLLLL"


@cache
def book_font() -> bytes:
    """Return the font as a WOFF file."""
    return _woff(_tables())


def _tables() -> dict[str, bytes]:
    """Return the tables of the font with the glyphs of these characters only."""
    font = load("VeierBook-Bold")
    known = {font.glyphs[character] for character in _CHARACTERS if character in font.glyphs}
    tables = subset_tables(font, known) | {"GPOS": _kerning(font.tables["GPOS"], known)}
    return {name: tables[name] for name in _TABLES}


def font_css() -> str:
    """Return the rule that names the font; other characters are drawn by the fonts that follow it in the style."""
    ranges = ", ".join(_ranges(sorted(map(ord, _CHARACTERS))))
    return (
        f'@font-face {{\n  font-family: "Veier Book";\n  src: url("/static/{BOOK_FONT}") format("woff");\n'
        f"  font-weight: 700;\n  font-display: swap;\n  unicode-range: {ranges};\n}}\n"
    )


def _ranges(codes: list[int]) -> Iterator[str]:
    """Write characters as CSS does: those that follow each other as a range."""
    for _, run in groupby(enumerate(codes), lambda each: each[1] - each[0]):
        first, *others = (f"{code:X}" for _, code in run)
        yield f"U+{first}-{others[-1]}" if others else f"U+{first}"


def _kerning(table: bytes, known: set[int]) -> bytes:
    """Return the table GPOS with the pairs of these glyphs only. It ends with its one list of pairs, of format 1."""
    lookups = unpack_from(">H", table, 8)[0]
    lookup = lookups + unpack_from(">H", table, lookups + 2)[0]
    start = lookup + unpack_from(">H", table, lookup + 6)[0]
    _, covered, *formats, count = unpack_from(">5H", table, start)
    firsts = unpack_from(f">{count}H", table, start + covered + 4)
    kept = {}
    for first, place in zip(firsts, unpack_from(f">{count}H", table, start + 10), strict=True):
        size = unpack_from(">H", table, start + place)[0]
        pairs = [unpack_from(">Hh", table, start + place + 2 + 4 * number) for number in range(size)]
        if first in known and (used := [pair for pair in pairs if pair[0] in known]):
            kept[first] = pack(">H", len(used)) + b"".join(pack(">Hh", *pair) for pair in used)
    places = [10 + 2 * len(kept)]
    for pairs_of_first in kept.values():
        places.append(places[-1] + len(pairs_of_first))
    head = pack(f">{5 + len(kept)}H", 1, places[-1], *formats, len(kept), *places[:-1])
    coverage = pack(f">{2 + len(kept)}H", 1, len(kept), *kept)
    return table[:start] + head + b"".join(kept.values()) + coverage


def _woff(tables: dict[str, bytes]) -> bytes:
    """Pack tables, which are in the order of their names, each by itself."""
    place = 44 + 20 * len(tables)
    size = 12 + 16 * len(tables)
    entries, bodies = b"", b""
    for name, table in tables.items():
        # A table of its own length counts as one that is not packed.
        packed = min(table, zlib.compress(table, 9), key=len)
        padded = table + bytes(-len(table) % 4)
        entries += pack(_ENTRY, name.encode(), place + len(bodies), len(packed), len(table), checksum(padded))
        bodies += packed + bytes(-len(packed) % 4)
        size += len(padded)
    whole = place + len(bodies)
    header = pack(_HEADER, b"wOFF", 0x10000, whole, len(tables), 0, size, 1, 0, 0, 0, 0, 0, 0)
    return header + entries + bodies
