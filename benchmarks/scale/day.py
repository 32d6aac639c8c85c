"""The arithmetic from measured costs to a million players a day."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from benchmarks.scale.queueing import Costs, Queueing, simulate

# What is assumed of a day: games of each player, players and moves of a game, the busiest second over the mean.
GAMES, SEATS, MOVES, PEAK = 3, 2, 40, 3
# How busy a worker's processor may be in the busiest second.
BUSY = 0.6
_SECONDS = 24 * 60 * 60


@dataclass(frozen=True)
class Day:
    """A day with so many players."""

    players: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.players * GAMES // SEATS

    @property
    def peak(self) -> float:
        """Moves in the busiest second."""
        return self.games * MOVES / _SECONDS * PEAK

    def workers(self, costs: Costs) -> int:
        """Return how many workers its busiest second needs: each handles a share of the moves, and hears of all."""
        left = BUSY - self.peak * costs.notice / 1000
        return 0 if left <= 0 else ceil(self.peak * costs.move / 1000 / left)

    def queue(self, costs: Costs) -> Queueing | None:
        """Simulate its busiest second; None if no number of workers is enough."""
        workers = self.workers(costs)
        # A minute of the busiest second would change nothing; so many moves show the slowest hundredth.
        return simulate(self.peak, workers, costs, seconds=min(30.0, 60_000 / self.peak)) if workers else None
