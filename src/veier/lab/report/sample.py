"""A sampled game: what the metrics need to know of it, and no more."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

# Each seat's share of the point, draws shared.
Shares = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SampledGame:
    """A game that was played for a report.

    seats    the number of players
    strong   the seat of the stronger player, where one sat alone against others; else None
    winner   the seat that won; None for a draw
    why      how it ended, or "length" if it was cut off
    moves    from the start of the game
    choices  the number of legal moves before each ply
    bans     the number of moves before each ply that only the ban on two squares at once forbids
    gift     whether a player ended the game for another one
    phase_2  the ply from which pieces were moved; None if that was not reached
    stones   cell and seat of each stone at the end
    pattern  the cells of the winner's squares, or of all rows
    values   the shares that the mover expected before each ply, for each seat; nothing where it did not search
    """

    seats: int
    strong: int | None
    winner: int | None
    why: str
    moves: tuple[str, ...]
    choices: tuple[int, ...]
    bans: tuple[int, ...]
    gift: bool
    phase_2: int | None
    stones: tuple[tuple[str, int], ...]
    pattern: tuple[str, ...]
    values: tuple[Shares, ...] = ()

    @property
    def shares(self) -> Shares:
        """Each seat's share of the point."""
        if self.winner is None:
            return (1 / self.seats,) * self.seats
        return tuple(float(seat == self.winner) for seat in range(self.seats))

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.moves)


def write_games(games: list[SampledGame]) -> bytes:
    """Return games as JSON."""
    return json.dumps([asdict(game) for game in games], separators=(",", ":")).encode()


def read_games(data: bytes) -> list[SampledGame]:
    """Read what `write_games` returns."""
    return [_read(game) for game in json.loads(data)]


def _read(data: dict[str, Any]) -> SampledGame:
    lists = {name: tuple(data[name]) for name in ("moves", "choices", "bans", "pattern")}
    pairs = {name: tuple(map(tuple, data[name])) for name in ("stones", "values")}
    return SampledGame(**{**data, **lists, **pairs})
