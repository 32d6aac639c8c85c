"""Puzzle sheets: positions with their tasks, and the solutions on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence

from veier.core.game import Game
from veier.learn.puzzle import HARDEST, Puzzle, describe_puzzle
from veier.learn.puzzle_store import puzzles_of
from veier.sheets.columns import column_height, column_pages
from veier.sheets.footer import draw_footer
from veier.sheets.layout import Block, paragraph, space, stay_together
from veier.sheets.page import Page
from veier.sheets.pictures import draw_picture, picture_height
from veier.sheets.settings import PrintSettings
from veier.sheets.text import QUIET, Run, draw_line, strong, width_of
from veier.view import View
from veier.view.markup import element
from veier.view.outline import Box

# Columns and rows of puzzles on a page, and the number of pages.
_GRID, _LARGE_GRID = (2, 3), (1, 2)
_PAGES = 2
_GUTTER = 10.0
# The number of remarks printed with a solution.
_REMARKS = 2


def puzzle_pages(game: Game, settings: PrintSettings) -> list[Page]:
    """Return pages of puzzles, from easy to hard, and then their solutions."""
    columns, rows = _LARGE_GRID if settings.large else _GRID
    chosen = _spread(puzzles_of(game.id), columns * rows * _PAGES)
    if not chosen:
        return []
    title = settings.translate("print.puzzles")
    pages = []
    for first in range(0, len(chosen), columns * rows):
        part = list(enumerate(chosen, 1))[first : first + columns * rows]
        drawn = [_puzzle(number, each, settings, _room(place, settings)) for place, (number, each) in enumerate(part)]
        foot = draw_footer(settings, game.text("title").text(settings.language), title)
        pages.append(settings.page("".join(drawn) + foot))
    return pages + _solutions(chosen, game, settings)


def _spread(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return `count` puzzles, evenly spread from the easiest to the hardest."""
    if len(puzzles) <= count:
        return list(puzzles)
    return [puzzles[place * len(puzzles) // count] for place in range(count)]


def _room(place: int, settings: PrintSettings) -> Box:
    columns, rows = _LARGE_GRID if settings.large else _GRID
    area = settings.area
    width, height = (area.width - _GUTTER * (columns - 1)) / columns, area.height / rows
    left, top = area.left + (place % columns) * (width + _GUTTER), area.top + (place // columns) * height
    return Box(left, top, left + width, top + height)


def _puzzle(number: int, puzzle: Puzzle, settings: PrintSettings, room: Box) -> str:
    """Draw the task, the position below it, reserves and difficulty."""
    size = settings.type_size
    view = puzzle.start().view()
    task = Run(describe_puzzle(puzzle).text(settings.language))
    lines = paragraph(task, size, room.width, indent=1.8 * size, label=f"{number}.")
    top = room.top
    drawn = []
    for line in lines:
        drawn.append(line.draw(room.left, top))
        top += line.height
    top += 0.4 * size
    width = min(room.width, (room.bottom - top - 2.2 * size) / picture_height(view, 1))
    left = room.left + (room.width - width) / 2
    drawn.append(draw_picture(view, settings, left, top, width))
    base = top + picture_height(view, width) + 0.9 * size
    return "".join(drawn) + _reserves(view, settings, left, base) + _difficulty(puzzle, left + width, base, 0.3 * size)


def _reserves(view: View, settings: PrintSettings, x: float, y: float) -> str:
    """Draw each player's reserve: tiles by their letters, dominoes and stones by number."""
    size = 0.82 * settings.type_size
    scale, drawn = size / 26, []
    for tray in view.trays:
        held = "  ".join(f"{slot.piece if len(slot.piece) == 1 else '×'} {slot.left}" for slot in tray.slots)
        if held:
            drawn.append(settings.look.use(f"stone-{tray.colour}", x + 15 * scale, y, scale))
            drawn.append(draw_line(Run(held), x + 34 * scale, y + 0.36 * size, size, ink=QUIET))
            x += 34 * scale + width_of([Run(held)], size) + size
    return "".join(drawn)


def _difficulty(puzzle: Puzzle, right: float, y: float, radius: float) -> str:
    """Draw the difficulty as filled dots out of five, aligned to the right."""
    dots = []
    for place in range(HARDEST):
        x = right - radius - (HARDEST - 1 - place) * 3 * radius
        fill = QUIET if place < puzzle.difficulty else "none"
        dots.append(element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=QUIET, stroke_width=0.15))
    return "".join(dots)


def _solutions(puzzles: Sequence[Puzzle], game: Game, settings: PrintSettings) -> list[Page]:
    def blocks(width: float) -> list[Block]:
        numbered = enumerate(puzzles, 1)
        return [block for number, puzzle in numbered for block in _solution(number, puzzle, settings, width)]

    about = game.text("title").text(settings.language)
    return column_pages(settings.translate("print.solutions"), blocks, settings, about)


def _solution(number: int, puzzle: Puzzle, settings: PrintSettings, width: float) -> list[Block]:
    """Return a solution: the right move in bold, the line after it, and the reasons."""
    size = settings.type_size
    first, *rest = puzzle.line
    why = " ".join(remark.text.text(settings.language) for remark in puzzle.remarks[:_REMARKS])
    runs = [strong(first), Run(f" {' '.join(rest)}" if rest else ""), Run(f"  {why}")]
    lines = paragraph(runs, size, width, indent=2.2 * size, label=f"{number}.")
    return [*stay_together(lines, column_height(settings)), space(0.5 * size)]
