"""A document as one HTML page that needs no network: styles, charts and boards are in it, and there is no script."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from math import ceil, floor

from veier.lab.report import charts
from veier.lab.report.chart_svg import chart_text, draw_chart
from veier.lab.report.document import Chart, Document, Figures, Heat, Link, Paragraph, Part, Section, Table
from veier.view.definitions import needed_definitions
from veier.view.heat import draw_heat
from veier.view.markup import Look, element, escape
from veier.view.outline import box_around
from veier.view.surfaces import board_outline

_LOOK = Look.of("light")
# The colours of charts become the page's variables, so that they follow day and night.
_VARIABLES = {
    charts.INK: "--ink",
    charts.QUIET: "--ink-2",
    charts.LINE: "--line",
    charts.EDGE: "--line-2",
    charts.PINE: "--pine",
    "#ffffff": "--paper",
    **{ink: f"--{colour}-ink" for colour, ink in charts.SEAT_INKS.items()},
}
# Nothing may be loaded, not even by mistake.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_page(document: Document) -> str:
    """Return the page."""
    body = "".join(_section(section, document.language) for section in document.sections)
    definitions = needed_definitions(_LOOK, body)
    answers = "".join(element("li", escape(answer)) for answer in document.answers)
    main = element(
        "main",
        element("h1", escape(document.title)),
        element("ul", answers, class_="answers"),
        element("p", escape(document.about), class_="quiet"),
        body,
    )
    shared = element("svg", definitions, class_="definitions", aria_hidden="true", width=0, height=0)
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        + element("title", escape(document.title))
        + element("style", _style())
    )
    language = escape(document.language)
    return f'<!doctype html>\n<html lang="{language}"><head>{head}</head><body>{shared}{main}</body></html>\n'


@cache
def _style() -> str:
    """Return the project's own values and the styles of a report."""
    tokens = (files("veier") / "web" / "css" / "tokens.css").read_text("utf-8")
    return tokens + (files("veier.lab.report") / "page.css").read_text("utf-8")


def _section(section: Section, language: str) -> str:
    parts = "".join(_part(part, language) for part in section.parts)
    title = element("h2", escape(section.title), id=section.name)
    if section.folded:
        summary = element("summary", element("h2", escape(section.title), id=section.name))
        return element("details", summary, parts)
    return element("section", title, parts)


def _part(part: Part, language: str) -> str:
    match part:
        case Paragraph(text):
            return element("p", escape(text))
        case Table():
            return _table(part)
        case Figures(parts):
            return element("div", *(_figure(each, language) for each in parts), class_="figures")


def _table(table: Table) -> str:
    head = "".join(element("th", escape(name), scope="col") for name in table.head)
    rows = "".join(element("tr", *_cells(table, row)) for row in table.rows)
    inside = element("table", element("caption", escape(table.caption), class_="hidden"))
    inside = inside.replace("</table>", element("thead", element("tr", head)) + element("tbody", rows) + "</table>")
    return element("div", inside, class_="scroll", tabindex="0", role="region", aria_label=table.caption)


def _cells(table: Table, row: object) -> Iterator[str]:
    assert isinstance(row, list | tuple)
    for place, cell in enumerate(row):
        text = element("a", escape(cell.text), href=cell.address) if isinstance(cell, Link) else escape(cell)
        if place == 0:
            yield element("th", text, scope="row")
        else:
            yield element("td", text, class_="words" if place in table.words else None)


def _figure(part: Chart | Heat, language: str) -> str:
    return element("figure", _chart(part, language) if isinstance(part, Chart) else _heat(part))


def _chart(chart: Chart, language: str) -> str:
    root = draw_chart(chart.spec, language)
    drawing = chart_text(root)
    for colour, variable in _VARIABLES.items():
        drawing = drawing.replace(f'"{colour}"', f'"var({variable})"')
    alternative = escape(chart.alternative)
    return element("svg", drawing, viewBox=root.get("viewBox"), role="img", aria_label=chart.alternative) + element(
        "figcaption", alternative, class_="hidden"
    )


def _heat(heat: Heat) -> str:
    box = box_around(board_outline(heat.view))
    left, top = floor(box.left - 4), floor(box.top - 3)
    size = f"{left} {top} {ceil(box.right + 4) - left} {ceil(box.bottom + 9) - top}"
    drawing = draw_heat(_LOOK, heat.view, heat.shares)
    board = element("svg", drawing, viewBox=size, role="img", aria_label=heat.alternative, class_="board")
    return board + element("figcaption", escape(heat.caption))
