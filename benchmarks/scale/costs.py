"""What a move costs, derived from what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.load.figures import Figures
from benchmarks.scale.queueing import Costs

# Processors of the database's machine, which is assumed.
CORES = 8


@dataclass(frozen=True)
class Sizes:
    """Kilobytes of memory of a table with two sockets; bytes of the log for a move; bytes of a game on the disk."""

    table_kb: float
    wal_bytes: float
    table_bytes: float
    event_bytes: float

    def game_bytes(self, moves: int) -> float:
        """Return the bytes on the disk of a game with so many moves."""
        return self.table_bytes + self.event_bytes * moves


def derive_costs(
    workers: Sequence[Figures], commits: Sequence[Figures], notices: Sequence[Figures], listeners: Sequence[Figures]
) -> Costs:
    """Derive costs from the rows of all measurements.

    A transaction's is that of one at a time, a notice's that of notices of one move; both are less under load. What the
    database computes is divided by its processors.
    """
    [single] = [row for row in commits if row["notify"] and row["connections"] == 4 and row["batch"] == 1]
    fewest, most = listeners[0], listeners[-1]
    between = most["listeners"] - fewest["listeners"]
    telling = (most["database_us_per_notice"] - fewest["database_us_per_notice"]) / between
    return Costs(
        move=_if_all_are_elsewhere(workers, "server_ms_per_move"),
        notice=round(notices[0]["server_us_per_move"] / 1000, 4),
        commit=single["ms_per_commit"],
        row=round(_if_all_are_elsewhere(workers, "database_ms_per_move") / CORES, 3),
        listener=round(max(0.0, telling) / 1000 / CORES, 5),
    )


def derive_sizes(workers: Sequence[Figures], disk: Figures, memory: Figures) -> Sizes:
    """Derive sizes from the rows of all measurements."""
    return Sizes(
        memory["kb_per_table_with_two_sockets"],
        workers[-1]["wal_bytes_per_move"],
        disk["bytes_per_table"],
        disk["bytes_per_event"],
    )


def _if_all_are_elsewhere(workers: Sequence[Figures], name: str) -> float:
    """Return what a move costs when the other player is at another worker, who reads it from the database.

    With n workers that is so at (n - 1) / n of the tables, with one nowhere.
    """
    alone, several = workers[0], workers[-1]
    count = several["workers"]
    share = (count - 1) / count
    more = max(0.0, several[name] - alone[name]) / share
    return float(round(several[name] + more * (1 - share), 3))
