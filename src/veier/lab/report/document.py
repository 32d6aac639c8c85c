"""A document: what a report says, as plain parts that a page and a PDF draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veier.view.model import View


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A cell of a table that leads to another page."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its first column names the rows, the others hold figures, unless they are `words`."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | Link]]
    words: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as a Vega-Lite specification, and what it shows in words."""

    spec: Mapping[str, object]
    alternative: str


@dataclass(frozen=True, slots=True)
class Heat:
    """A board with a share on each cell, its caption, and what it shows in words."""

    view: View
    shares: Mapping[str, float]
    caption: str
    alternative: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Charts or boards side by side."""

    parts: Sequence[Chart | Heat]


Part = Paragraph | Table | Figures


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of the document; `folded` ones are shown on demand where that is possible."""

    name: str
    title: str
    parts: Sequence[Part]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report: title, what it was made of, answers in words, sections."""

    language: str
    title: str
    about: str
    answers: Sequence[str]
    sections: Sequence[Section]
