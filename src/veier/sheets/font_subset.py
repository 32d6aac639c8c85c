"""Makes smaller fonts for PDFs and the web: glyphs keep their numbers, and those that are not used have no outline."""

from __future__ import annotations

from collections.abc import Iterator
from struct import pack, unpack, unpack_from

from veier.sheets.truetype import MISSING, TrueType

# What a PDF needs of a font; kerning, names and characters stay outside.
_KEPT = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")
# The bits of a component: how its place and its scale are written, and whether another component follows.
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80


def subset(font: TrueType, glyphs: set[int]) -> bytes:
    """Return the file of a font with the outlines of these glyphs only, for embedding in a PDF."""
    tables = subset_tables(font, glyphs)
    return _file({name: tables[name] for name in _KEPT if name in tables})


def subset_tables(font: TrueType, glyphs: set[int]) -> dict[str, bytes]:
    """Return a font's tables with the outlines of these glyphs only, and of those that they are composed of."""
    needed = _with_components(font, glyphs | {MISSING})
    outlines = [_outline(font, glyph) if glyph in needed else b"" for glyph in range(len(font.offsets) - 1)]
    ends = [0]
    for outline in outlines:
        ends.append(ends[-1] + len(outline))
    changed = {"glyf": b"".join(outlines), "loca": pack(f">{len(ends)}H", *(end // 2 for end in ends))}
    return font.tables | changed


def _outline(font: TrueType, glyph: int) -> bytes:
    return font.tables["glyf"][font.offsets[glyph] : font.offsets[glyph + 1]]


def _with_components(font: TrueType, glyphs: set[int]) -> set[int]:
    needed = set[int]()
    waiting = list(glyphs)
    while waiting:
        glyph = waiting.pop()
        if glyph not in needed:
            needed.add(glyph)
            waiting += _components(_outline(font, glyph))
    return needed


def _components(outline: bytes) -> Iterator[int]:
    """Yield the glyphs that a composite glyph consists of; a simple one has none."""
    if not outline or unpack_from(">h", outline)[0] >= 0:
        return
    place, bits = 10, _MORE
    while bits & _MORE:
        bits, glyph = unpack_from(">HH", outline, place)
        yield glyph
        place += 8 if bits & _WORDS else 6
        place += 2 if bits & _SCALE else 4 if bits & _TWO_SCALES else 8 if bits & _MATRIX else 0


def _file(tables: dict[str, bytes]) -> bytes:
    """Return a font file with these tables, which are in alphabetical order."""
    power = len(tables).bit_length() - 1
    header = pack(">L4H", 0x10000, len(tables), 16 << power, power, 16 * (len(tables) - (1 << power)))
    bodies = {name: table + bytes(-len(table) % 4) for name, table in tables.items()}
    # The checksum of the whole file counts as zero when it is computed itself.
    bodies["head"] = bodies["head"][:8] + bytes(4) + bodies["head"][12:]
    place = len(header) + 16 * len(tables)
    for name, body in bodies.items():
        header += pack(">4sLLL", name.encode(), checksum(body), place, len(tables[name]))
        place += len(body)
    whole = pack(">L", (0xB1B0AFBA - checksum(header + b"".join(bodies.values()))) % 0x100000000)
    bodies["head"] = bodies["head"][:8] + whole + bodies["head"][12:]
    return header + b"".join(bodies.values())


def checksum(data: bytes) -> int:
    """Return the sum of 32-bit words that font files protect their tables with."""
    return int(sum(unpack(f">{len(data) // 4}L", data)) % 0x100000000)
