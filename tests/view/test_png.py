"""The PNG picture, decoded: its size, its letters, and that it needs no fonts of the machine."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from veier.view import View, to_png, to_svg
from veier.view.png import _FONTS

from .samples import beginners_view, eyes_view, hexagon_view, hexrows_view, paper_view

pytest.importorskip("resvg_py")


def decode(data: bytes) -> tuple[int, int, list[bytearray]]:
    """Give width, height and rows of RGBA of a PNG with 8 bits a channel and no interlacing."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    assert (depth, colour, interlaced) == (8, 6, 0)
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, rows, before = zlib.decompress(packed), [], bytearray(4 * width)
    for y in range(height):
        start = y * (4 * width + 1)
        before = _unfiltered(raw[start], raw[start + 1 : start + 1 + 4 * width], before)
        rows.append(before)
    return width, height, rows


def _unfiltered(kind: int, line: bytes, above: bytearray) -> bytearray:
    result = bytearray(line)
    for i in range(len(result)):
        left, up, corner = (result[i - 4] if i >= 4 else 0), above[i], (above[i - 4] if i >= 4 else 0)
        estimate = left + up - corner
        paeth = min((left, up, corner), key=lambda v: abs(estimate - v))
        result[i] = (result[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
    return result


@cache
def rows_of(view: View) -> list[bytearray]:
    return decode(to_png(view, scale=1))[2]


def darkest(view: View, x: float, y: float) -> int:
    """The darkest red value within 5 units of a place, in a picture of one pixel to the unit."""
    rows = rows_of(view)
    left, top = (float(v) for v in to_svg(view).split('viewBox="')[1].split()[:2])
    column, line = round(x - left), round(y - top)
    return min(rows[line + dy][4 * (column + dx)] for dx in range(-5, 6) for dy in range(-5, 6))


@pytest.mark.parametrize("view", [eyes_view(), hexrows_view(), paper_view()])
@pytest.mark.parametrize("scale", [0.5, 1.25, 2])
def test_size_is_the_view_box_times_the_scale(view: View, scale: float) -> None:
    width, height = (float(v) for v in to_svg(view).split('viewBox="')[1].split('"')[0].split()[2:])
    data = to_png(view, scale=scale)
    drawn_width, drawn_height = struct.unpack(">II", data[16:24])
    assert drawn_width == round(width * scale)
    assert abs(drawn_height - height * scale) <= 1


def test_every_kind_of_label_leaves_ink() -> None:
    for view in (beginners_view(), hexagon_view(3)):
        for kind in {label.kind for label in view.labels}:
            label = next(label for label in view.labels if label.kind == kind)
            blank = replace(view, labels=())
            assert darkest(view, label.x, label.y) < darkest(blank, label.x, label.y) - 60


def test_the_same_view_gives_the_same_bytes() -> None:
    view = beginners_view()
    assert to_png(view, scale=0.5, trays=True) == to_png(view, scale=0.5, trays=True)
    assert to_png(view, scale=0.5) != to_png(view, scale=0.5, theme="dark")


def test_outside_the_board_is_transparent_unless_a_background_is_given() -> None:
    assert decode(to_png(beginners_view(), scale=0.5))[2][0][3] == 0
    assert decode(to_png(beginners_view(), scale=0.5, background="#102030"))[2][0][:4] == b"\x10\x20\x30\xff"


@pytest.mark.parametrize("name", _FONTS)
def test_fonts_travel_with_their_licences_and_know_all_letters(name: str) -> None:
    import veier.view

    folder = Path(veier.view.__file__).parent / "fonts"
    font = (folder / name).read_bytes()
    assert len(font) < 400_000
    assert (folder / f"{name.partition('-')[0]}.LICENSE.txt").stat().st_size > 1000
    letters = "abcdefghijklmnopqrstuvwxyz0123456789àâäæçèéêëîïôöœùûüÿß×–«»„“”’…"
    known = _characters(font)
    assert not [letter for letter in letters + letters.upper().replace("SS", "") if ord(letter) not in known]


def _characters(font: bytes) -> set[int]:
    """The characters of a font's Unicode map (`cmap`, format 4)."""
    tables = struct.unpack(">H", font[4:6])[0]
    entries = (struct.unpack(">4sIII", font[12 + 16 * i : 28 + 16 * i]) for i in range(tables))
    start = next(offset for tag, _, offset, _ in entries if tag == b"cmap")
    count = struct.unpack(">H", font[start + 2 : start + 4])[0]
    for i in range(count):
        offset = struct.unpack(">HHI", font[start + 4 + 8 * i : start + 12 + 8 * i])[2]
        at = start + offset
        if struct.unpack(">H", font[at : at + 2])[0] == 4:
            size = struct.unpack(">H", font[at + 6 : at + 8])[0]
            ends = struct.unpack(f">{size // 2}H", font[at + 14 : at + 14 + size])
            starts = struct.unpack(f">{size // 2}H", font[at + 16 + size : at + 16 + 2 * size])
            return {c for first, last in zip(starts, ends, strict=True) for c in range(first, last + 1)}
    raise AssertionError("no Unicode map of format 4")
