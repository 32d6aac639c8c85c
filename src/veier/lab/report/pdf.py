"""A document as PDF, on sheets of A4 like all else that is printed."""

from __future__ import annotations

from collections.abc import Sequence

from veier.lab.report.chart_svg import chart_text, draw_chart, view_box
from veier.lab.report.document import Chart, Document, Figures, Heat, Link, Paragraph, Part, Table
from veier.sheets.footer import draw_footer
from veier.sheets.layout import Block, fill_columns, heading, paragraph, space
from veier.sheets.pdf import to_pdf
from veier.sheets.settings import PrintSettings
from veier.sheets.text import QUIET, Run, draw_line, strong, width_of
from veier.view.heat import draw_heat
from veier.view.markup import UI, element, group, number
from veier.view.outline import Box, box_around
from veier.view.surfaces import board_outline

_INSET = 6.0
_GUTTER = 8.0
# Figures are half as wide as the page, tables have small type.
_SMALL = 0.8
_GAP = 4.0


def pdf_of(document: Document) -> bytes:
    """Return the document as PDF."""
    settings = PrintSettings(document.language)
    area = settings.area.grown(-_INSET)
    drawn = fill_columns(_blocks(document, settings, area.width), lambda page: [Box(*_corners(area))])
    pages = []
    for page, content in enumerate(drawn, 1):
        place = settings.translate("print.sheet_of", number=page, count=len(drawn)) if len(drawn) > 1 else ""
        pages.append(settings.page(content + draw_footer(settings, document.title, "", place)))
    return to_pdf(pages, document.title, document.language)


def _corners(area: Box) -> tuple[float, float, float, float]:
    return area.left, area.top, area.right, area.bottom


def _blocks(document: Document, settings: PrintSettings, width: float) -> list[Block]:
    size = settings.type_size
    blocks = heading(document.title, 2.2 * size, width, above=0)
    for place, answer in enumerate(document.answers):
        runs = [strong(answer)] if place == 0 else [Run(answer)]
        blocks += [*paragraph(runs, (1.3 if place == 0 else 1.1) * size, width), space(0.5 * size)]
    blocks += paragraph([Run(document.about)], size, width, ink=QUIET)
    for section in document.sections:
        blocks += heading(section.title, 1.4 * size, width, above=1.4)
        for part in section.parts:
            blocks += [*_part(part, settings, width), space(0.8 * size)]
    return blocks


def _part(part: Part, settings: PrintSettings, width: float) -> list[Block]:
    match part:
        case Paragraph(text):
            return paragraph([Run(text)], settings.type_size, width)
        case Table():
            return _table(part, _SMALL * settings.type_size, width)
        case Figures(parts):
            return [_figures(parts, settings, width)]


def _table(table: Table, size: float, width: float) -> list[Block]:
    """Return a block for each row; a last column of words may take several lines."""
    texts = [[cell.text if isinstance(cell, Link) else cell for cell in row] for row in (table.head, *table.rows)]
    widths = [max(width_of([strong(row[place])], size) for row in texts) + _GAP for place in range(len(table.head))]
    widths[-1] = min(widths[-1], max(20.0, width - sum(widths[:-1])))
    left = {0, *table.words}
    blocks = []
    for place, row in enumerate(texts):
        blocks.append(_row(row, widths, left, size, bold=place == 0))
    return blocks


def _row(row: Sequence[str], widths: Sequence[float], left: set[int], size: float, *, bold: bool) -> Block:
    last = paragraph([Run(row[-1])], size, widths[-1]) if len(row) - 1 in left and not bold else []
    height = max(1.7 * size, sum(line.height for line in last) + 0.3 * size)

    def draw(x: float, y: float) -> str:
        base, drawn, at = y + 1.1 * size, [], x
        for place, (text, room) in enumerate(zip(row, widths, strict=True)):
            run = strong(text) if bold or place == 0 else Run(text)
            if place in left and not (last and place == len(row) - 1):
                drawn.append(draw_line(run, at, base, size))
            elif place not in left:
                drawn.append(draw_line(run, at + room - _GAP, base, size, "end"))
            at += room
        top = y
        for line in last:
            drawn.append(line.draw(at - widths[-1], top))
            top += line.height
        rule = element("path", d=f"M{number(x)} {number(y + height)}H{number(at - _GAP)}", stroke="#c9d0cb")
        return "".join(drawn) + group(rule, fill="none", stroke_width=0.2)

    return Block(height, draw, keep=bold)


def _figures(parts: Sequence[Chart | Heat], settings: PrintSettings, width: float) -> Block:
    """Return figures side by side, two at most."""
    each = (width - _GUTTER) / 2
    drawings = [
        _chart(part, settings, each) if isinstance(part, Chart) else _heat(part, settings, each) for part in parts
    ]
    height = max(tall for _, tall in drawings)

    def draw(x: float, y: float) -> str:
        places = (x + place * (each + _GUTTER) for place in range(len(drawings)))
        return "".join(
            group(text, transform=f"translate({number(left)} {number(y)})")
            for left, (text, _) in zip(places, drawings, strict=True)
        )

    return Block(height, draw)


def _figure(part: Chart | Heat, settings: PrintSettings, width: float) -> tuple[str, float]:
    """Return a drawing from its upper left corner, and its height."""
    return _chart(part, settings, width) if isinstance(part, Chart) else _heat(part, settings, width)


def _chart(chart: Chart, settings: PrintSettings, width: float) -> tuple[str, float]:
    root = draw_chart(chart.spec, settings.language)
    wide, tall = view_box(root)
    scale = width / wide
    return group(chart_text(root), transform=f"scale({scale:.6g})", font_family=UI), tall * scale


def _heat(heat: Heat, settings: PrintSettings, width: float) -> tuple[str, float]:
    outline = box_around(board_outline(heat.view))
    scale = width / outline.width
    place = f"translate({number(-outline.left * scale)} {number(-outline.top * scale)}) scale({scale:.6g})"
    board = group(draw_heat(settings.look, heat.view, heat.shares), transform=place)
    top = outline.height * scale + 1.5
    for line in paragraph([Run(heat.caption)], _SMALL * settings.type_size, width, ink=QUIET):
        board += line.draw(0, top)
        top += line.height
    return board, top
