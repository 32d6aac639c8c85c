"""All that is to be read of a rules page."""

from __future__ import annotations

from collections.abc import Iterator

from veier.learn import FigureBlock, Heading, Page, Paragraph
from veier.learn.blocks import Spans


def plain(spans: Spans) -> str:
    return "".join(span.text for span in spans)


def sentences(page: Page) -> list[str]:
    """List title, headings, paragraphs, items and captions, in order."""
    return [page.title, *_texts(page)]


def page_text(page: Page) -> str:
    """Return them as one text."""
    return "\n".join(sentences(page))


def _texts(page: Page) -> Iterator[str]:
    for block in page.blocks:
        match block:
            case Heading(text):
                yield text
            case Paragraph(spans):
                yield plain(spans)
            case FigureBlock(figures):
                yield from (figure.caption for figure in figures)
            case _:
                yield from (plain(item) for item in block.items)
