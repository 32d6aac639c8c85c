"""The footer of every page: what the page is, and its number among the sheets that belong together."""

from __future__ import annotations

from veier.sheets.settings import MARGIN, PrintSettings
from veier.sheets.text import QUIET, Run, draw_line, strong

_SIZE = 2.6


def draw_footer(settings: PrintSettings, title: str, about: str, place: str = "") -> str:
    """Draw the game's title and the content of the page at the left, and its place among others at the right."""
    base = settings.height - MARGIN + 1.5
    runs = [strong(title), Run(f" · {about}" if about else "")]
    left = draw_line(runs, MARGIN, base, _SIZE, ink=QUIET)
    return left + (draw_line(Run(place), settings.width - MARGIN, base, _SIZE, "end", QUIET) if place else "")
