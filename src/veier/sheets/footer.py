"""The small line at the foot of every page: what it is, and how to find its place again."""

from __future__ import annotations

from veier.sheets.settings import MARGIN, PrintSettings
from veier.sheets.text import QUIET, Run, draw_line, strong

_SIZE = 2.6


def draw_footer(settings: PrintSettings, title: str, about: str, place: str = "") -> str:
    """Write the game's title and what the page is at the left, and its place among others at the right."""
    base = settings.height - MARGIN + 1.5
    runs = [strong(title), Run(f" · {about}" if about else "")]
    left = draw_line(runs, MARGIN, base, _SIZE, ink=QUIET)
    return left + (draw_line(Run(place), settings.width - MARGIN, base, _SIZE, "end", QUIET) if place else "")
