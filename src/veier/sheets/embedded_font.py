"""A font in a PDF document: the codes of the characters that the document uses, and the objects that describe it."""

from __future__ import annotations

from dataclasses import dataclass, field
from struct import pack
from zlib import crc32

import pydyf

from veier.sheets.font_subset import subset
from veier.sheets.truetype import MISSING, TrueType

_SYMBOLIC, _ITALIC = 4, 64
# A thickness of stems that suits text; it matters only to programs that replace a font, which embedding prevents.
_STEM = 80
_UNICODE_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


@dataclass
class EmbeddedFont:
    """A font of one document. Each character has its own code, so that even one without a glyph can be searched for."""

    name: str
    font: TrueType
    _codes: dict[str, int] = field(default_factory=dict)

    def encode(self, text: str) -> bytes:
        """Return a text in codes, as a PDF string."""
        codes = self._codes
        # A search for a space does not find the one that does not break.
        plain = text.replace("\u00a0", " ")
        return b"<%s>" % "".join([f"{codes.setdefault(each, len(codes) + 1):04x}" for each in plain]).encode()

    def add_to(self, pdf: pydyf.PDF) -> bytes:
        """Add the font, with the glyphs that were used, and return the reference to it."""
        name = f"/{self._tag}+{self.name}"
        described = {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>",
            "FontDescriptor": self._add_descriptor(pdf, name),
            "CIDToGIDMap": _add(pdf, _stream(pack(f">{len(self._glyphs)}H", *self._glyphs))),
            "W": pydyf.Array([0, pydyf.Array(self.font.advances[glyph] for glyph in self._glyphs)]),
        }
        font = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([_add(pdf, pydyf.Dictionary(described))]),
            "ToUnicode": _add(pdf, _stream(_UNICODE_MAP.format(self._characters).encode())),
        }
        return _add(pdf, pydyf.Dictionary(font))

    @property
    def _glyphs(self) -> list[int]:
        """The glyph of each code; code 0 is not used."""
        return [MISSING, *(self.font.glyphs.get(character, MISSING) for character in self._codes)]

    @property
    def _tag(self) -> str:
        """Six letters that differ between documents that embed different parts of the font."""
        number = crc32("".join(self._codes).encode())
        return "".join(chr(ord("A") + number // 26**place % 26) for place in range(6))

    @property
    def _characters(self) -> str:
        """The character of each code, in blocks of at most a hundred, as the format demands."""
        lines = [f"<{code:04x}> <{each.encode('utf-16-be').hex()}>" for each, code in self._codes.items()]
        blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
        return "\n".join("\n".join((f"{len(block)} beginbfchar", *block, "endbfchar")) for block in blocks)

    def _add_descriptor(self, pdf: pydyf.PDF, name: str) -> bytes:
        shape = self.font.shape
        outlines = subset(self.font, set(self._glyphs))
        descriptor = {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": _SYMBOLIC | (_ITALIC if shape.angle else 0),
            "FontBBox": pydyf.Array(shape.box),
            "ItalicAngle": shape.angle,
            "Ascent": shape.ascent,
            "Descent": shape.descent,
            "CapHeight": shape.cap_height,
            "StemV": _STEM,
            "FontFile2": _add(pdf, _stream(outlines, Length1=len(outlines))),
        }
        return _add(pdf, pydyf.Dictionary(descriptor))


def _stream(data: bytes, **extra: int) -> pydyf.Stream:
    return pydyf.Stream([data], extra, compress=True)


def _add(pdf: pydyf.PDF, item: pydyf.Object) -> bytes:
    pdf.add_object(item)
    return bytes(item.reference)
