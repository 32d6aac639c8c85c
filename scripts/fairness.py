"""Keep the reports on all games in docs/, and their figures in the table of docs/fairness.md.

    python -m scripts.fairness reports reports.json

`make reports` calls it with the folder and the output of `veier lab reports --json`. The pages are kept as they are; of
the figures, docs/reports/figures.json has those of strong players, and the table is made of these alone.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
PAGE, REPORTS = DOCS / "fairness.md", DOCS / "reports"
FIGURES = REPORTS / "figures.json"
_START = "| game | games |"
_HEAD = f"{_START} first | second | third | with swap | balance | drawn | moves | phase 2 | ahead |"
_DECIMALS = 4
_SEATS = ("first", "second", "third")

# What is kept of a study: mean, low and high of each estimate.
Kept = dict[str, Any]


def main() -> None:
    """Copy the pages and rewrite figures and table."""
    made, figures = map(Path, sys.argv[1:])
    REPORTS.mkdir(exist_ok=True)
    for page in sorted(made.glob("*.html")):
        shutil.copy(page, REPORTS)
    kept = [keep(study) for study in json.loads(figures.read_text(encoding="utf-8"))]
    FIGURES.write_text("[\n" + ",\n".join(map(json.dumps, kept)) + "\n]\n", encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text.replace(table_of(text), make_table(kept)), encoding="utf-8")


def keep(study: Kept) -> Kept:
    """Return the figures of strong players, from what `veier lab reports --json` prints of a game."""
    strong, swap = study["levels"][-1], study["swap"]
    return {
        "game": study["game"],
        "played": study["games"],
        "player": strong["player"],
        "games": strong["games"],
        "seats": [_short(seat) for seat in strong["seats"]],
        "swap": {"move": swap["move"], "points": _short(swap["points"])} if swap else None,
        "balance": _short(strong["balance"]),
        **{name: _short(strong["measures"][name]) for name in ("draws", "plies", "phase_2")},
    }


def ahead(kept: Kept) -> list[str]:
    """Name the seats whose unrounded interval is above a fair share."""
    fair = 1 / len(kept["seats"])
    return [name for name, (_, low, _) in zip(_SEATS, kept["seats"], strict=False) if low > fair]


def table_of(text: str) -> str:
    """Return the table of figures that a text has."""
    return text[text.index(_START) :].partition("\n\n")[0]


def make_table(all_kept: list[Kept]) -> str:
    """Return the table of figures."""
    lines = [_HEAD, "|---" * (_HEAD.count("|") - 1) + "|", *map(_row, all_kept)]
    return "\n".join(lines)


def _row(kept: Kept) -> str:
    seats = [_interval(seat) for seat in kept["seats"]] + [""] * (3 - len(kept["seats"]))
    cells = [
        f"[`{kept['game']}`](reports/{kept['game']}.html)",
        str(kept["games"]),
        *seats,
        _interval(kept["swap"]["points"]) if kept["swap"] else "",
        _interval(kept["balance"]),
        _percent(kept["draws"]),
        _interval(kept["plies"], 1),
        _percent(kept["phase_2"]),
        ", ".join(ahead(kept)) or "–",
    ]
    return "| " + " | ".join(cells) + " |"


def _short(estimate: dict[str, float]) -> list[float]:
    return [round(estimate[name], _DECIMALS) for name in ("mean", "low", "high")]


def _interval(estimate: list[float], decimals: int = 2) -> str:
    mean, low, high = (f"{number:.{decimals}f}" for number in estimate)
    return f"{mean} ({low}–{high})"


def _percent(estimate: list[float]) -> str:
    mean, low, high = (f"{100 * number:.0f}" for number in estimate)
    return f"{mean} % ({low}–{high})"


if __name__ == "__main__":
    main()
