"""Learning the games: rules as pages of text and figures, for the browser, the terminal and printed sheets."""

from __future__ import annotations

from veier.learn.blocks import Block, Bullets, CaptionedFigure, FigureBlock, Heading, Page, Paragraph, Span, Steps
from veier.learn.figures import Figure, figure
from veier.learn.page import read_page
from veier.learn.places import page_name

__all__ = [
    "Block",
    "Bullets",
    "CaptionedFigure",
    "Figure",
    "FigureBlock",
    "Heading",
    "Page",
    "Paragraph",
    "Span",
    "Steps",
    "figure",
    "page_name",
    "read_page",
]
