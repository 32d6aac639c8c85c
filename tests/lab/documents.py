"""Examples in documents: their blocks, and what they print, as a pattern."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def pattern(told: str) -> str:
    """Return what matches an output in which … stands for anything, and spaces for any number of them."""
    parts = re.split(r"(\s+|…)", told.strip())
    return "".join({"…": ".*"}.get(part, r"\s+" if part.isspace() else re.escape(part)) for part in parts)
