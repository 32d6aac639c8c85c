"""The columns of a dataset: one row per game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import VeierError
from veier.messages import message

INSTALL = "pip install 'veier[lab]'"
# The pattern of the files' names.
FILE = "games-{:06}.parquet"
FILES = "games-*.parquet"
# The checksums of all files, as `sha256sum --check` reads them.
CHECKSUMS = "SHA256SUMS"
# How a game ended that was cut off; else the reason is that of an `Outcome`.
UNFINISHED = "unfinished"
# Among proven results: nobody wins.
NOBODY = -1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played: a row.

    game          its id, with options
    number, seed  its number in the run, and the seed that it was played with
    levels        how each seat played: `random`, or a level
    moves         in exact notation
    winner, why   the seat that won, None for nobody; how the game ended
    chances       [ply, seat]: after each move, each seat's probability to win as the mover saw it, to thousandths; what
                  they lack to 1 is the probability of a draw
    proven        after each move, the seat that wins by force, NOBODY if that is certain, None where nothing is
    """

    game: str
    number: int
    seed: int
    levels: tuple[str, ...]
    moves: list[str]
    winner: int | None
    why: str
    chances: NDArray[np.float32] = field(repr=False)
    proven: list[int | None] = field(repr=False)


def load_pyarrow() -> Any:
    """Import pyarrow, which only datasets need; raise VeierError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise VeierError(message("datasets.install", command=INSTALL)) from error
    return pyarrow


def arrow_schema() -> Any:
    """Return the columns as Arrow describes them."""
    arrow = load_pyarrow()
    name = arrow.dictionary(arrow.int32(), arrow.string())

    def required(column: str, kind: Any) -> Any:
        return arrow.field(column, kind, nullable=False)

    def listed(column: str, kind: Any, nullable: bool = False) -> Any:
        return required(column, arrow.list_(arrow.field("element", kind, nullable=nullable)))

    return arrow.schema(
        [
            required("game", name),
            required("number", arrow.int64()),
            required("seed", arrow.int64()),
            listed("levels", name),
            listed("moves", name),
            arrow.field("winner", arrow.int8()),
            required("why", name),
            listed("chances", arrow.list_(arrow.field("element", arrow.float32(), nullable=False))),
            listed("proven", arrow.int8(), nullable=True),
            required("version", name),
        ]
    )
