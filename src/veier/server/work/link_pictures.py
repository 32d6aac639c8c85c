"""The picture of a link for messengers and other sites: a board with a title and a text beside it, 1200 x 630."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from veier.games import game as find_game
from veier.server.work.lines import Line, play
from veier.server.work.setting_up import find_code
from veier.sheets.fonts import Font, text_width
from veier.view import View
from veier.view.definitions import needed_definitions
from veier.view.markup import Look, element, escape, group
from veier.view.png import svg_to_png
from veier.view.svg import draw_picture

WIDTH, HEIGHT = 1200, 630
_MARGIN = 36
_TEXT_LEFT, _TEXT_WIDTH = 668, 488
_TITLE_STEP, _TEXT_SIZE, _TEXT_STEP, _GAP = 1.15, 32, 44, 22
_GROUND, _INK, _QUIET, _PINE = "#e4e8e4", "#1c282e", "#46545a", "#1b6350"
_BOOK: Font = "VeierBook-Bold"
_UI: Font = "OpenSans-Regular"


class Pictured(NamedTuple):
    """What a picture shows: the end of a line, a position by its short name, a task of a lesson, or else a sample."""

    game: str
    line: Line | None = None
    code: str | None = None
    task: tuple[str, str] | None = None


@lru_cache(maxsize=48)
def draw_link_picture(pictured: Pictured, title: str, text: str) -> bytes:
    """Draw the picture of a link as PNG; raise VeierError."""
    look = Look.of("light")
    drawing, box = draw_picture(look, _view(pictured), trays=False, small=True)
    scale = (HEIGHT - 2 * _MARGIN) / max(box.width, box.height)
    left = _MARGIN + (HEIGHT - 2 * _MARGIN - box.width * scale) / 2
    top = (HEIGHT - box.height * scale) / 2
    place = f"translate({left:.2f} {top:.2f}) scale({scale:.5g}) translate({-box.left:g} {-box.top:g})"
    picture = element(
        "svg",
        needed_definitions(look, drawing),
        element("rect", width=WIDTH, height=HEIGHT, fill=_GROUND),
        group(drawing, transform=place),
        _logo(),
        _texts(title, text),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )
    return svg_to_png(picture, WIDTH)


def _view(pictured: Pictured) -> View:
    if pictured.task is not None:
        from veier.learn import read_lesson

        page, name = pictured.task
        task = read_lesson(page).task(name)
        assert task is not None
        return task.position.view()
    if pictured.code is not None:
        return play(Line(pictured.game, find_code(pictured.game, pictured.code), ()))[-1].view()
    return play(pictured.line)[-1].view() if pictured.line else find_game(pictured.game).sample_view()


def _logo() -> str:
    """Draw the tilted square of three full corners and an open one, and the name of the site."""
    lines = element("path", d="M-4.6-11.4 8.5-5.8M10.2-1.7 4.6 11.4-11.4 4.6-4.6-11.4", fill="none", stroke=_PINE)
    full = "".join(
        element("circle", cx=x, cy=y, r=4, fill=_PINE) for x, y in ((-4.6, -11.4), (-11.4, 4.6), (4.6, 11.4))
    )
    open_corner = element("circle", cx=11.4, cy=-4.6, r=3.2, fill="none", stroke=_PINE)
    name = element("text", "veier", x=_TEXT_LEFT + 56, y=73, font_size=34, font_family="Veier Book", fill=_PINE)
    mark = group(lines, full, open_corner, transform=f"translate({_TEXT_LEFT + 20} 62) scale(1.45)", stroke_width=2.2)
    return mark + name


def _texts(title: str, text: str) -> str:
    """Write the title and the text below each other, in the middle of what the logo leaves."""
    size = next((size for size in (64, 54, 46) if len(_title_lines(title, size)) <= 3), 40)
    heading = _title_lines(title, size)[:4]
    body = _shortened(_lines(text, _UI, _TEXT_SIZE), 7 - len(heading))
    height = len(heading) * size * _TITLE_STEP + _GAP + len(body) * _TEXT_STEP
    top = max(130, (HEIGHT + 60 - height) / 2)
    below = top + len(heading) * size * _TITLE_STEP + _GAP
    return "".join(
        [
            *(_written(line, top + (k + 0.85) * size * _TITLE_STEP, size, _BOOK) for k, line in enumerate(heading)),
            *(_written(line, below + (k + 0.8) * _TEXT_STEP, _TEXT_SIZE, _UI) for k, line in enumerate(body)),
        ]
    )


def _written(line: str, y: float, size: float, font: Font) -> str:
    family, colour = ("Veier Book", _INK) if font == _BOOK else ("Open Sans", _QUIET)
    return element("text", escape(line), x=_TEXT_LEFT, y=y, font_size=size, font_family=family, fill=colour)


def _title_lines(title: str, size: float) -> list[str]:
    """Break a title into lines, first after what it is about."""
    about, colon, rest = title.partition(": ")
    parts = [f"{about}:", rest] if colon else [title]
    return [line for part in parts for line in _lines(part, _BOOK, size)]


def _lines(text: str, font: Font, size: float) -> list[str]:
    """Break a text into lines."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, font, size) <= _TEXT_WIDTH or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _shortened(lines: list[str], count: int) -> list[str]:
    return lines if len(lines) <= count else [*lines[: count - 1], f"{lines[count - 1]} …"]
