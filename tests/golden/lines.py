"""How a golden file is written: the script that makes them and the test that checks them both use this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

FOLDER = Path(__file__).parent


def header(game: str) -> str:
    """The first lines of a file."""
    return (
        f"# {game}: a game made by tests/golden/make.py, played by the second implementation of the rules\n"
        "# ply, move | mover, phase, number of legal moves, scores, reserves after it"
    )


def line(
    ply: int,
    move: str,
    *,
    mover: int,
    phase: int,
    legal: int,
    scores: Sequence[int],
    reserves: Iterable[Mapping[str, int]],
) -> str:
    """One move and what stands after it."""
    held = " / ".join(" ".join(f"{piece}={count}" for piece, count in reserve.items()) or "-" for reserve in reserves)
    points = ":".join(map(str, scores))
    return f"{ply:3} {move:9} | seat {mover}, phase {phase}, {legal:3} legal, {points}, {held}"


def ending(why: str, winner: int | None) -> str:
    """The last line of a file."""
    return f"end {why}, " + ("drawn" if winner is None else f"seat {winner} wins")


def moves_in(text: str) -> list[str]:
    """The moves of a file."""
    return [line.split()[1] for line in text.splitlines() if "|" in line and not line.startswith(("#", "  0"))]
