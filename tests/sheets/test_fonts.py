"""Fonts: widths of text, the glyphs that are embedded, and text that can be found in the PDF."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise
from struct import pack, unpack_from
from typing import get_args

import numpy as np
import pydyf
import pytest

from sheets.pdf_reader import Sheet, read_pdf
from veier.sheets import PrintSettings
from veier.sheets.embedded_font import EmbeddedFont
from veier.sheets.font_subset import subset
from veier.sheets.fonts import Font, load, text_width
from veier.sheets.pdf import to_pdf
from veier.sheets.truetype import MISSING, TrueType

FONTS: tuple[Font, ...] = get_args(Font)
STYLES = {
    "OpenSans-Regular": "",
    "OpenSans-Italic": 'font-style="italic"',
    "OpenSans-Bold": 'font-weight="700"',
    "VeierBook-Bold": 'font-family="Veier Book"',
}


def print_text(text: str, font: Font = "OpenSans-Regular", size: float = 10) -> bytes:
    drawn = f'<text x="20" y="50" font-size="{size}" {STYLES[font]}>{text}</text>'
    return to_pdf([PrintSettings().page(drawn)], "Text", "en")


def read_text(text: str, font: Font = "OpenSans-Regular", size: float = 10) -> Sheet:
    [sheet] = read_pdf(print_text(text, font, size))
    return sheet


def read_tables(data: bytes) -> dict[str, bytes]:
    entries = [unpack_from(">4s4xLL", data, 12 + 16 * number) for number in range(unpack_from(">H", data, 4)[0])]
    return {name.decode(): data[start : start + length] for name, start, length in entries}


def read_outlines(data: bytes) -> list[bytes]:
    tables = read_tables(data)
    ends = unpack_from(f">{len(tables['loca']) // 2}H", tables["loca"])
    return [tables["glyf"][2 * start : 2 * end] for start, end in pairwise(ends)]


# The widths in the font files, in units of which 2048 or, in Veier Book, 1000 are the size.
@pytest.mark.parametrize(
    ("font", "text", "width"),
    [
        ("OpenSans-Regular", "", 0),
        ("OpenSans-Regular", "AV é", (1296 + 1219 + 532 + 1149) / 2048),
        ("OpenSans-Italic", "œß4", (1769 + 1182 + 1128) / 2048),
        ("OpenSans-Bold", "A\u00a0V", (1413 + 532 + 1331) / 2048),
        ("OpenSans-Regular", "漢", 1229 / 2048),
        ("VeierBook-Bold", "Aœ", (778 + 833) / 1000),
    ],
)
def test_a_width_is_the_sum_of_advances_without_kerning(font: Font, text: str, width: float) -> None:
    assert text_width(text, font, 10) == pytest.approx(10 * width)


@pytest.mark.parametrize("font", FONTS)
def test_a_subset_has_the_glyphs_in_use_and_no_others(font: Font) -> None:
    whole = load(font)
    used = {whole.glyphs[character] for character in "aßœ"}
    before, after = read_outlines(_file_of(font)), read_outlines(subset(whole, used))
    assert len(before) == len(after)
    assert {number for number, outline in enumerate(after) if outline} == used | {MISSING}
    assert all(after[glyph] == before[glyph] for glyph in used)


@pytest.mark.parametrize("font", ["OpenSans-Regular", "OpenSans-Italic", "OpenSans-Bold"])
def test_a_subset_has_the_parts_of_composite_glyphs(font: Font) -> None:
    whole = load(font)
    kept = read_outlines(subset(whole, {whole.glyphs["é"]}))
    assert kept[whole.glyphs["é"]]
    assert kept[whole.glyphs["e"]]
    # The missing glyph, the letter, its base and its accent.
    assert sum(bool(outline) for outline in kept) == 4


def test_a_subset_is_a_font_file_with_right_checksums() -> None:
    data = subset(load("OpenSans-Regular"), {40})
    assert sum(unpack_from(f">{len(data) // 4}L", data)) % 2**32 == 0xB1B0AFBA
    assert set(read_tables(data)) == {"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}


@pytest.mark.parametrize("font", FONTS)
def test_accents_can_be_selected_and_searched_for(font: Font) -> None:
    text = "é ë ü ß œ Œ Ç – ’ (\\)"
    sheet = read_text(text, font)
    assert " ".join(sheet.text.split()) == text
    assert sheet.fonts_are_embedded


def test_more_characters_than_one_block_of_the_table_holds_can_be_searched_for() -> None:
    text = "".join(chr(code) for code in (*range(0x41, 0x5B), *range(0xC0, 0x17F)))
    assert "".join(read_text(text, size=1).text.split()) == text


def test_composite_glyphs_are_drawn_whole() -> None:
    plain, accented = (255 - read_text(letter).pixels(4) for letter in "eé")
    assert accented.sum() > plain.sum() * 1.05


def test_a_character_without_a_glyph_is_a_box_that_can_be_searched_for() -> None:
    sheet = read_text("漢🙂")
    assert sheet.text.strip() == "漢🙂"
    first, second = (read_text(character).pixels(4) for character in "漢字")
    assert first.min() < 128, "the box is missing"
    assert np.array_equal(first, second)


def test_a_space_that_does_not_break_is_found_as_a_space() -> None:
    assert read_text("10\u00a0mm").text.strip() == "10 mm"


def test_the_same_text_gives_the_same_bytes() -> None:
    assert print_text("abc") == print_text("abc")
    assert print_text("abc") != print_text("abd")


def test_different_parts_of_a_font_have_different_names() -> None:
    def name(text: str) -> str:
        pdf, font = pydyf.PDF(), EmbeddedFont("OpenSans-Bold", load("OpenSans-Bold"))
        font.encode(text)
        font.add_to(pdf)
        return str(pdf.objects[-1]["BaseFont"])

    assert re.fullmatch(r"/[A-Z]{6}\+OpenSans-Bold", name("abc"))
    assert name("abc") == name("abc") != name("abd")


def test_fonts_of_another_format_are_refused() -> None:
    data = _file_of("OpenSans-Regular")
    place = data.index(load("OpenSans-Regular").tables["head"])
    with pytest.raises(ValueError, match="short offsets"):
        TrueType(data[: place + 50] + pack(">h", 1) + data[place + 52 :])


def _file_of(font: Font) -> bytes:
    return (files("veier.view") / "fonts" / f"{font}.ttf").read_bytes()
