"""How languages write numbers, and which spaces hold together what they stand between."""

from __future__ import annotations

import re

# The separators of thousands and of decimals (CLDR).
_MARKS = {"lb": (".", ","), "fr": ("\u202f", ","), "de": (".", ","), "en": (",", ".")}
# French has a space before these signs and inside quotation marks, many languages before a percent sign. A colon that
# something follows at once is part of an address. A measure stays with its unit.
_TOGETHER = re.compile(r"(?<=«) | (?=[:;?!»%](?![\w:]))|(?<=\d) (?=mm\b|g/m²)")


def format_number(number: float, language: str, *, decimals: int | None = None, grouped: bool = False) -> str:
    """Write a number: with as many decimals as asked for, else as it has; grouped by thousands if asked for."""
    comma = "," if grouped else ""
    precision = f".{decimals}f" if decimals is not None else "" if isinstance(number, int) else ".15g"
    thousands, decimal = _MARKS[language]
    return f"{number:{comma}{precision}}".translate({ord(","): thousands, ord("."): decimal})


def parse_number(text: str, language: str) -> float:
    """Read a number as the language writes it, without groups; a decimal point is understood in every language."""
    return float(text.replace(_MARKS[language][1], "."))


def keep_together(text: str) -> str:
    """Make spaces of typography no-break spaces, so that no line begins with a colon. Catalogues have plain spaces."""
    return _TOGETHER.sub("\N{NO-BREAK SPACE}", text)
