"""Sheets of pieces to cut out: side by side, so that one straight cut separates two; backs aligned for duplex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from veier.sheets.footer import draw_footer
from veier.sheets.page import Page
from veier.sheets.piece_faces import Face, Piece
from veier.sheets.settings import PrintSettings
from veier.sheets.text import INK
from veier.view.markup import Attributes, element, group, number
from veier.view.pieces import draw_piece

# The play between neighbours: a piece is this much smaller than its place on the board.
_PLAY = 1.0
# A single stone is cut out as a square of this share of a cell, a little larger than the stone.
_STONE_SHARE = 0.765
# Cut marks start this far from the pieces and are this long; the background bleeds this far beyond a piece.
_GAP, _MARK, _BLEED = 2.0, 4.0, 1.5
_BORDER = 13.0


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a piece on its sheet, from the upper left corner of the paper."""

    piece: Piece
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PieceSheets:
    """The pieces of one size: width and height, and their places on each sheet."""

    width: float
    height: float
    sheets: tuple[tuple[Place, ...], ...]


def place_pieces(pieces: Sequence[Piece], cell: float, settings: PrintSettings) -> PieceSheets:
    """Place pieces of one size in rows, as many as fit the paper."""
    width, height = piece_size(pieces[0], cell)
    most = int((settings.width - 2 * _BORDER) // width)
    rows = int((settings.height - 2 * _BORDER - 2) // height)
    columns = _columns(pieces, most)
    left, top = (settings.width - columns * width) / 2, _BORDER
    sheets = []
    for first in range(0, len(pieces), columns * rows):
        on_sheet = pieces[first : first + columns * rows]
        places = (
            Place(piece, left + width * (number_ % columns), top + height * (number_ // columns))
            for number_, piece in enumerate(on_sheet)
        )
        sheets.append(tuple(places))
    return PieceSheets(width, height, tuple(sheets))


def piece_size(piece: Piece, cell: float) -> tuple[float, float]:
    """Return the width and height of a piece to cut out."""
    face = piece.front or piece.back
    kind = face.slot.kind if face else "stone"
    if kind == "stone":
        side = round(2 * _STONE_SHARE * cell) / 2
        return side, side
    upright = face is not None and len({x for x, _, _ in face.slot.stones}) == 1
    wide, high = (2, 2) if kind == "tile" else (1, 2) if upright else (2, 1)
    return wide * cell - _PLAY, high * cell - _PLAY


def _columns(pieces: Sequence[Piece], most: int) -> int:
    """Return the most columns that give each player full rows; if rows became too short, as many as fit."""
    counts = [len(list(same)) for _, same in groupby(pieces, key=lambda piece: piece.front and piece.front.owner)]
    even = (columns for columns in range(most, most // 3, -1) if not any(count % columns for count in counts))
    return next(even, most)


def turned(place: Place, sheets: PieceSheets, settings: PrintSettings) -> tuple[float, float]:
    """Return the position of a piece's back on the other side of the sheet, as the printer turns it."""
    if settings.duplex == "long":
        return settings.width - place.x - sheets.width, place.y
    return place.x, settings.height - place.y - sheets.height


def piece_pages(pieces: Sequence[Piece], cell: float, settings: PrintSettings, title: str) -> list[Page]:
    """Return the pages of all pieces; each page of fronts is followed by its backs, if there are any."""
    sheets = place_pieces(pieces, cell, settings)
    two_sided = any(piece.back for piece in pieces)
    pages = []
    for index, places in enumerate(sheets.sheets):
        count = len(sheets.sheets)
        where = settings.translate("print.sheet_of", number=index + 1, count=count) if count > 1 else ""
        what = settings.translate("print.page.front" if two_sided else "print.page.pieces")
        fronts = [(place.piece.front, place.x, place.y) for place in places]
        drawn = _draw_faces(fronts, sheets, cell, settings) + _cut_marks(places, sheets)
        pages.append(settings.page(drawn + draw_footer(settings, title, what, where)))
        if two_sided:
            backs = [(place.piece.back, *turned(place, sheets, settings)) for place in places]
            foot = draw_footer(settings, title, settings.translate("print.page.back"), where)
            pages.append(settings.page(_draw_faces(backs, sheets, cell, settings) + foot))
    return pages


def _draw_faces(
    faces: Sequence[tuple[Face | None, float, float]], sheets: PieceSheets, cell: float, settings: PrintSettings
) -> str:
    """Draw faces on backgrounds that bleed below their neighbours, so that no cut shows white."""
    look, width, height = settings.look, sheets.width, sheets.height
    ground = look.palette.tile_light
    line: Attributes = {"stroke": look.palette.outline or look.palette.tile_side, "stroke_width": 0.12}
    below = "".join(
        element("rect", x=x - _BLEED, y=y - _BLEED, width=width + 2 * _BLEED, height=height + 2 * _BLEED, fill=ground)
        for _, x, y in faces
        if ground != "#ffffff"
    )
    drawn = []
    for face, x, y in faces:
        drawn.append(element("rect", x=x, y=y, width=width, height=height, fill=ground, **line))
        if face:
            middle = f"translate({number(x + width / 2)} {number(y + height / 2)}) scale({cell / 40:.6g})"
            drawn.append(group(draw_piece(look, face.owner, face.slot), transform=middle))
    return below + "".join(drawn)


def _cut_marks(places: Sequence[Place], sheets: PieceSheets) -> str:
    """Draw short lines around the pieces where to cut."""
    xs = sorted({round(x, 4) for place in places for x in (place.x, place.x + sheets.width)})
    ys = sorted({round(y, 4) for place in places for y in (place.y, place.y + sheets.height)})
    reach = _GAP + _MARK
    marks = "".join(
        f"M{number(x)} {number(ys[0] - reach)}v{number(_MARK)}M{number(x)} {number(ys[-1] + _GAP)}v{number(_MARK)}"
        for x in xs
    )
    marks += "".join(
        f"M{number(xs[0] - reach)} {number(y)}h{number(_MARK)}M{number(xs[-1] + _GAP)} {number(y)}h{number(_MARK)}"
        for y in ys
    )
    return element("path", d=marks, fill="none", stroke=INK, stroke_width=0.2)
