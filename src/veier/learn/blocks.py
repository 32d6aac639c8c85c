"""What a page is made of: headings, paragraphs, lists and figures, as data that every screen and sheet can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from veier.learn.figures import Figure

Style = Literal["plain", "strong", "emphasis"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of running text."""

    text: str
    style: Style = "plain"


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section."""

    text: str

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"kind": "heading", "text": self.text}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    spans: Spans

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"kind": "paragraph", "spans": _spans_data(self.spans)}


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list in no order."""

    items: tuple[Spans, ...]

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"kind": "bullets", "items": [_spans_data(item) for item in self.items]}


@dataclass(frozen=True, slots=True)
class Steps:
    """A list of steps, one after the other."""

    items: tuple[Spans, ...]

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"kind": "steps", "items": [_spans_data(item) for item in self.items]}


@dataclass(frozen=True, slots=True)
class CaptionedFigure:
    """A figure and what it shows, in words."""

    figure: Figure
    caption: str

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"caption": self.caption, **self.figure.to_data()}


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """Figures that belong side by side."""

    figures: tuple[CaptionedFigure, ...]

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"kind": "figures", "figures": [figure.to_data() for figure in self.figures]}


Block = Heading | Paragraph | Bullets | Steps | FigureBlock


@dataclass(frozen=True, slots=True)
class Page:
    """A page to read."""

    title: str
    blocks: tuple[Block, ...]

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"title": self.title, "blocks": [block.to_data() for block in self.blocks]}


def _spans_data(spans: Spans) -> list[dict[str, str]]:
    return [{"text": span.text, "style": span.style} for span in spans]
