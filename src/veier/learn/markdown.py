"""The few signs that pages are written with, a small part of Markdown.

`# title`, `## section`, paragraphs, `- bullets`, `1. steps`, **strong**, *emphasis*, and `![caption](figure)`. Figures
in lines that follow each other stand side by side. A paragraph or list goes on in lines that begin with no such sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from veier.learn.blocks import (
    Block,
    Bullets,
    CaptionedFigure,
    FigureBlock,
    Heading,
    Page,
    Paragraph,
    Span,
    Spans,
    Steps,
)
from veier.learn.figures import Figure

_FIGURE = re.compile(r"!\[(?P<caption>.*)\]\((?P<name>[a-z0-9-]+)\)")
_STEP = re.compile(r"\d+\. ")
_STYLED = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<emphasis>[^*]+)\*")


FindFigure = Callable[[str], Figure | None]


def parse_page(text: str, find_figure: FindFigure) -> Page:
    """Read a page; figures that are not found are left out."""
    title, *rest = (block for block in re.split(r"\n\s*\n", text.strip()) if block.strip())
    blocks = (_block(lines.split("\n"), find_figure) for lines in rest)
    return Page(title.removeprefix("# "), tuple(block for block in blocks if block != FigureBlock(())))


def parse_spans(text: str) -> Spans:
    """Read running text."""
    spans, at = [], 0
    for found in _STYLED.finditer(text):
        spans.append(Span(text[at : found.start()]))
        spans.append(Span(found["strong"], "strong") if found["strong"] else Span(found["emphasis"], "emphasis"))
        at = found.end()
    spans.append(Span(text[at:]))
    return tuple(span for span in spans if span.text)


def _block(lines: list[str], find_figure: FindFigure) -> Block:
    first = lines[0]
    if first.startswith("## "):
        return Heading(first.removeprefix("## "))
    if first.startswith("!["):
        return FigureBlock(tuple(filter(None, (_figure(line, find_figure) for line in lines))))
    if first.startswith("- "):
        return Bullets(tuple(parse_spans(item) for item in _items(lines, re.compile("- "))))
    if _STEP.match(first):
        return Steps(tuple(parse_spans(item) for item in _items(lines, _STEP)))
    return Paragraph(parse_spans(" ".join(lines)))


def _items(lines: list[str], sign: re.Pattern[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        found = sign.match(line)
        if found:
            items.append(line[found.end() :])
        else:
            items[-1] += " " + line.strip()
    return items


def _figure(line: str, find_figure: FindFigure) -> CaptionedFigure | None:
    found = _FIGURE.fullmatch(line.strip())
    if not found:
        raise ValueError(f"this is no figure: {line}")
    figure = find_figure(found["name"])
    return CaptionedFigure(figure, found["caption"]) if figure else None
