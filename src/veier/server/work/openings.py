"""What was played after a line of moves, from the operator's own dataset or from what comes with the package."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from veier.core.game import Game
from veier.core.history import History
from veier.datasets.openings import Openings, shipped_openings
from veier.datasets.reader import Dataset
from veier.datasets.statistics import move_statistics, summarise
from veier.server.compact_json import dump_json
from veier.server.work.lines import Line, play

# After so many moves, hardly two games are the same.
_MOST_PLIES = 16


def write_openings(line: Line, directory: str) -> str:
    """Write what was played after a line as JSON, with the number of all games; raise VeierError."""
    positions = play(line)
    game = positions[0].game
    source = _dataset(directory) if directory else shipped_openings(game)
    games = _count(source, game)
    moves = []
    if games and positions[0] == game.start() and len(line.moves) <= _MOST_PLIES and not positions[-1].is_over:
        assert source is not None
        made = [position.last_move for position in positions[1:] if position.last_move]
        moves = move_statistics(source, History(positions[0], made))
    return dump_json(
        {
            "games": games,
            "source": "own" if directory else "shipped",
            "moves": [
                {"move": each.move, "games": each.games, "wins": each.wins, "intervals": each.intervals}
                for each in moves
            ],
        }
    )


@lru_cache(maxsize=1)
def _dataset(directory: str) -> Dataset:
    return Dataset(Path(directory))


@lru_cache(maxsize=32)
def _count(source: Dataset | Openings | None, game: Game) -> int:
    if source is None:
        return 0
    return len(source) if isinstance(source, Openings) else summarise(source, game).games
