"""Certificates of a tournament: two to a page, or one across it in large print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veier.core.game import Game
from veier.sheets.page import Page
from veier.sheets.pdf import to_pdf
from veier.sheets.pictures import draw_picture, picture_height
from veier.sheets.settings import MARGIN, PrintSettings
from veier.sheets.text import INK, QUIET, Run, draw_line, strong, title, width_of
from veier.view.markup import element, number
from veier.view.outline import Box

_PINE = "#1b6350"
# Sizes in millimetres on half a sheet of A4; the frame stands so far inside, and the picture is so wide.
_FRAME, _PICTURE, _HEIGHT = 9.0, 62.0, 148.5


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says: the player's name, the place of how many, the points as text, the games."""

    name: str
    place: int
    players: int
    points: str
    games: int


def certificates_pdf(
    certificates: Sequence[Certificate], game: Game, date: tuple[int, int, int], settings: PrintSettings
) -> bytes:
    """Return the certificates of a tournament on a date, given as year, month and day."""
    drawn = [(each, game, date_text(date, settings)) for each in certificates]
    if settings.large:
        box = Box(0, 0, settings.height, settings.width)
        pages = [Page(box.width, box.height, _draw(*each, box, settings), settings.look) for each in drawn]
    else:
        halves = [Box(0, top, settings.width, top + settings.height / 2) for top in (0, settings.height / 2)]
        pages = [
            settings.page(
                "".join(_draw(*each, box, settings) for each, box in zip(drawn[at : at + 2], halves, strict=False))
                + _cut(settings)
            )
            for at in range(0, len(drawn), 2)
        ]
    return to_pdf(pages, settings.translate("print.certificate"), settings.language)


def date_text(date: tuple[int, int, int], settings: PrintSettings) -> str:
    """Return a date as the language writes it."""
    year, month, day = date
    return settings.translate("print.date.filled", day=day, month=settings.translate(f"print.month.{month}"), year=year)


def _draw(certificate: Certificate, game: Game, date: str, box: Box, settings: PrintSettings) -> str:
    """Draw a certificate in a box: the board at the left, the words beside it."""
    unit = box.height / _HEIGHT
    view, wide = game.sample().view(), _PICTURE * unit
    middle = (box.top + box.bottom) / 2
    left = box.left + (_FRAME + 11) * unit
    at = left + wide + 14 * unit
    room = box.right - (_FRAME + 9) * unit - at
    translate = settings.translate
    name, kind = title(certificate.name), Run(game.text("title").text(settings.language))
    name_size = min(15 * unit, 15 * unit * room / width_of([name], 15 * unit))
    place = translate("print.certificate.place", place=certificate.place, players=certificate.players)
    earned = translate("print.certificate.points", points=certificate.points, count=certificate.games)
    lines = [
        draw_line(strong(translate("print.certificate")), at, middle - 38 * unit, 4.4 * unit, ink=_PINE),
        draw_line(name, at, middle - 17 * unit, name_size),
        draw_line(title(place), at, middle + 1 * unit, _fitted(title(place), 8 * unit, room)),
        draw_line(Run(earned), at, middle + 11 * unit, _fitted(Run(earned), 4.6 * unit, room)),
        draw_line(kind, at, middle + 19 * unit, _fitted(kind, 4.6 * unit, room)),
        draw_line(Run(date), at, middle + 41 * unit, 3.6 * unit, ink=QUIET),
        _signature(at + room, middle + 37 * unit, unit),
    ]
    picture = draw_picture(view, settings, left, middle - picture_height(view, wide) / 2, wide)
    return _frame(box, unit) + picture + "".join(lines)


def _fitted(text: Run, size: float, room: float) -> float:
    """Return a size at which a line is no wider than the room for it."""
    return min(size, size * room / width_of([text], size))


def _signature(right: float, base: float, unit: float) -> str:
    """Draw the line to sign on."""
    line = f"M{number(right - 48 * unit)} {number(base)}H{number(right)}"
    return element("path", d=line, fill="none", stroke=QUIET, stroke_width=0.25 * unit)


def _frame(box: Box, unit: float) -> str:
    drawn = []
    for inside, line in ((_FRAME, 0.9), (_FRAME + 2, 0.25)):
        gap = inside * unit
        drawn.append(
            element(
                "rect",
                x=box.left + gap,
                y=box.top + gap,
                width=box.width - 2 * gap,
                height=box.height - 2 * gap,
                rx=4 * unit,
                fill="none",
                stroke=_PINE,
                stroke_width=line * unit,
            )
        )
    return "".join(drawn)


def _cut(settings: PrintSettings) -> str:
    """Draw where the sheet is cut in two: short marks at both sides."""
    middle, end = number(settings.height / 2), number(settings.width)
    marks = f"M0 {middle}h{number(MARGIN / 2)}M{end} {middle}h{number(-MARGIN / 2)}"
    return element("path", d=marks, fill="none", stroke=INK, stroke_width=0.2)
