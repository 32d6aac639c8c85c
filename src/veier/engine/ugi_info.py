"""Lines `info …` of an engine that speaks UGI, read as what a search knows of its moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.search.analysis import Analysis, Proven, Variation

_WIN = re.compile(r"p([123])win")


class InfoReader:
    """Collects the lines about a position; foreign words are skipped, and what an engine does not tell is empty."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._lines: dict[int, Variation] = {}
        self._nodes = 0
        self._seconds = 0.0

    def read(self, words: Sequence[str]) -> int:
        """Read a line after `info`; return the rank of the move that it is about, 0 if it is about none."""
        if "pv" not in words or "string" in words[:1]:
            return 0
        end = words.index("pv")
        values = _Values(words[:end])
        self._seconds = values.number("time", 1000 * self._seconds) / 1000
        self._nodes = int(values.number("nodes", self._nodes))
        number = int(values.number("multipv", 1))
        if not words[end + 1 :]:
            return 0
        try:
            move = self._position.parse_move(words[end + 1])
        except VeierError:
            return 0
        chances = values.numbers("chances")
        draw = values.number("draw", 0.0)
        self._lines[number] = Variation(move, chances, draw, values.proven(), tuple(words[end + 1 :]), self._nodes)
        return number

    def analysis(self, best: str | None = None) -> Analysis | None:
        """Return what is known, the move that was chosen in the end first; None if there is nothing."""
        lines = [line for _, line in sorted(self._lines.items())]
        if best is not None and not any(line.move.text == best for line in lines):
            move = self._position.parse_move(best)
            lines = [Variation(move, (), 0.0, None, (move.text,), self._nodes)]
        lines.sort(key=lambda line: line.move.text != best)
        return Analysis(self._position, tuple(lines), self._nodes, self._seconds) if lines else None


class _Values:
    """The words of a line as names with values."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)

    def after(self, name: str) -> list[str]:
        return self._words[self._words.index(name) + 1 :] if name in self._words else []

    def number(self, name: str, default: float) -> float:
        return next(iter(_numbers(self.after(name))), default)

    def numbers(self, name: str) -> tuple[float, ...]:
        return tuple(_numbers(self.after(name)))

    def proven(self) -> Proven | None:
        result, *plies = self.after("proven") or [""]
        if result == "draw":
            return Proven(None, 0)
        found = _WIN.fullmatch(result)
        return Proven(int(found[1]) - 1, int(next(iter(_numbers(plies)), 0))) if found else None


def _numbers(words: Sequence[str]) -> list[float]:
    """Read the numbers at the beginning of some words."""
    found = []
    for word in words:
        try:
            found.append(float(word))
        except ValueError:
            break
    return found
