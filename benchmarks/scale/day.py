"""The arithmetic from measured costs to a million players a day, and to where one database ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from benchmarks.load.figures import Figures
from benchmarks.scale.costs import CORES, Sizes
from benchmarks.scale.queueing import MAX_BATCH, Costs, Queueing, simulate

# What is assumed of a day: games of each player, players and moves of a game, the busiest second over the mean, minutes
# that a game lasts.
GAMES, SEATS, MOVES, PEAK, MINUTES = 3, 2, 40, 3, 20
# How busy a worker and the database may be in the busiest second.
BUSY = 0.6
PLAYERS = (10_000, 100_000, 300_000, 1_000_000, 3_000_000)
# Parts into which tables may be divided by their ids, each with a database and workers of its own.
_PARTITIONS = (1, 2, 4)
_SECONDS = 24 * 60 * 60

ASSUMPTIONS = (
    f"{GAMES} games a player and day, {SEATS} players and {MOVES} moves a game, {MINUTES} minutes; the busiest second "
    f"has {PEAK} times the moves of the mean; workers and database are at most {BUSY:.0%} busy then; the database has "
    f"{CORES} processors; the players of a table are at different workers"
)


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

    @property
    def live_games(self) -> float:
        """Games that are played at once when most are."""
        return self.games * MINUTES * 60 / _SECONDS * PEAK

    def workers(self, costs: Costs) -> int:
        """Return how many workers its busiest second needs: each handles a share of the moves, and hears of all."""
        left = BUSY - self.peak * costs.notice / 1000
        return 0 if left <= 0 else ceil(self.peak * costs.move / 1000 / left)

    def queue(self, costs: Costs) -> Queueing | None:
        """Simulate its busiest second; None if no number of workers is enough."""
        workers = self.workers(costs)
        # A minute of the busiest second would change nothing; so many moves show the slowest hundredth.
        return simulate(self.peak, workers, costs, seconds=min(30.0, 60_000 / self.peak)) if workers else None


def days(costs: Costs, sizes: Sizes | None = None, players: Sequence[int] = PLAYERS) -> list[Figures]:
    """Calculate and simulate days with growing numbers of players; what has not been measured is a dash."""
    rows = []
    for day in map(Day, players):
        queue = day.queue(costs)
        rows.append(
            {
                "players": f"{day.players:,}",
                "games": f"{day.games:,}",
                "peak_moves_per_s": round(day.peak),
                "workers": day.workers(costs) or "-",
                "worker_busy": round(queue.worker_busy, 2) if queue else "-",
                "database_busy": round(queue.database_busy, 2) if queue else "-",
                "moves_per_commit": round(queue.batch, 1) if queue else "-",
                "ack_p50_ms": round(queue.p50_ms, 1) if queue else "-",
                "ack_p99_ms": round(queue.p99_ms, 1) if queue else "-",
                # Two workers have each table in memory.
                "memory_gb": _rounded(day.live_games * 2 * sizes.table_kb / 1024**2) if sizes else "-",
                "wal_mb_per_s": _rounded(day.peak * sizes.wal_bytes / 1e6) if sizes else "-",
                "gb_per_day": _rounded(day.games * sizes.game_bytes(MOVES) / 1e9) if sizes else "-",
            }
        )
    return rows


def end(costs: Costs) -> list[Figures]:
    """Return the players a day at which no further worker helps, for one database and for several.

    hearing   a worker does nothing but hear of moves at others
    database  the database is busy with moves, in the largest transactions
    """
    share_of_move = costs.row + (costs.commit / MAX_BATCH)
    hearing, database = (_players(BUSY * 1000 / cost) if cost else None for cost in (costs.notice, share_of_move))
    return [
        {
            "partitions": count,
            "hearing_players": f"{hearing * count:,}" if hearing else "-",
            "database_players": f"{database * count:,}" if database else "-",
        }
        for count in _PARTITIONS
    ]


def _players(peak: float) -> int:
    """Return the players of a day with so many moves in its busiest second, rounded down to ten thousand."""
    return int(peak / Day(1_000_000).peak * 100) * 10_000


def _rounded(value: float) -> float:
    return round(value, 2 if value < 1 else 1)
