"""Move statistics count as a replay of every game does, with symmetric positions as one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from cli.conftest import Run

import veier as library
from veier.core.history import History
from veier.datasets.intervals import wilson
from veier.datasets.reader import Dataset
from veier.datasets.schema import FILE, PlayedGame
from veier.datasets.statistics import move_statistics, summarise
from veier.datasets.writer import encode_games
from veier.lab.selfplay import play_games

pytest.importorskip("pyarrow", reason="datasets need the extra lab")

# Lines that other games come to by symmetric moves.
LINES = {
    "hexrows?side=4&stones=18": ["", "d4", "c3 d4"],
    "4eyes-beginners?side=3&a=1&b=1&d=2": ["", "FIRST"],
    "4eyes-pencil-3p-7x7": ["", "FIRST"],
}


def line_of(game: str, line: str) -> History:
    """Read a line; FIRST is the first legal move."""
    history = History(library.game(game).start())
    for text in line.split():
        history = history.play(history.final.legal_moves[0] if text == "FIRST" else text)
    return history


@pytest.fixture(scope="module")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dataset]:
    made = {}
    for game in LINES:
        place = tmp_path_factory.mktemp("games")
        levels = ["random"] * library.game(game).players
        for number in range(2):
            games = play_games(0, game=game, games=400, levels=levels, seed=number)
            (place / FILE.format(number)).write_bytes(games)
        made[game] = Dataset(place)
    return made


@pytest.mark.parametrize(("game", "line"), [(game, line) for game, lines in LINES.items() for line in lines])
def test_counts_are_those_of_replayed_games(datasets: dict[str, Dataset], game: str, line: str) -> None:
    history = line_of(game, line)
    plies, here = len(history.moves), history.final.canonical()
    expected: Counter[tuple[bytes, int | None]] = Counter()
    for played in datasets[game].games():
        position = history.start.play(*played.moves[:plies])
        if len(played.moves) > plies and position.canonical() == here:
            expected[position.play(played.moves[plies]).canonical().packed, played.winner] += 1
    found = move_statistics(datasets[game], history)
    assert [row.games for row in found] == sorted((row.games for row in found), reverse=True)
    counted: Counter[tuple[bytes, int | None]] = Counter()
    for row in found:
        key = history.final.play(row.move).canonical().packed
        results: dict[int | None, int] = dict(enumerate(row.wins))
        results[None] = row.games - sum(row.wins)
        counted.update({(key, winner): count for winner, count in results.items() if count})
    assert counted == expected
    assert sum(expected.values()) > 3


def test_other_orders_and_symmetric_lines_count(tmp_path: Path) -> None:
    game = "hexrows?side=4&stones=18"
    start = library.game(game).start()
    # As it is; with the first player's moves exchanged; rotated by 60 degrees; both.
    lines = ["d4 c3 d3 c4", "d3 c3 d4 c4", "d4 d3 e4 c3", "e4 d3 d4 c3"]
    assert len({start.play(*line.split()).canonical().packed for line in lines}) == 1
    others = ["c3 d4 d3 c4", "d4 c3 f6 c4"]
    rows = [
        PlayedGame(game, k, 0, ("1", "1"), line.split(), k % 2, "score", np.full((4, 2), 0.5, np.float32), [None] * 4)
        for k, line in enumerate([*lines, *others])
    ]
    (tmp_path / FILE.format(0)).write_bytes(encode_games(rows, "v"))
    (found,) = move_statistics(Dataset(tmp_path), History(start, ["d4", "c3", "d3"]))
    assert (found.games, found.wins, found.chances) == (4, (2, 2), (0.5, 0.5))
    assert start.play("d4", "c3", "d3", found.move).canonical() == start.play(*lines[0].split()).canonical()


def test_the_summary_counts_all(datasets: dict[str, Dataset]) -> None:
    for name, dataset in datasets.items():
        summary = summarise(dataset, library.game(name))
        games = list(dataset.games())
        assert (summary.games, summary.plies) == (len(games), sum(len(game.moves) for game in games))
        assert sum(summary.wins) == sum(game.winner is not None for game in games)


def test_games_of_another_kind_do_not_count(datasets: dict[str, Dataset]) -> None:
    history = History(library.game("hexrows").start())
    assert move_statistics(datasets["hexrows?side=4&stones=18"], history) == []


def test_wilson_intervals() -> None:
    """The values of Brown, Cai and DasGupta (2001) for n = 10, and the ends."""
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_explore_prints_a_table_or_json(datasets: dict[str, Dataset], veier: Run) -> None:
    directory, game = str(datasets["hexrows?side=4&stones=18"].directory), "hexrows?side=4&stones=18"
    table = veier("lab", "explore", directory, game)
    assert table.code == 0
    assert table.out.splitlines()[0].split()[:2] == ["Move", "games"]
    rows = json.loads(veier("lab", "explore", directory, game, "--json").out)
    assert sum(row["games"] for row in rows) == 800
    assert all(low <= row["wins"][0] / row["games"] <= high for row in rows for low, high in row["intervals"][:1])
    nothing = veier("lab", "explore", directory, "hexrows")
    assert nothing.out == "No game of this dataset went on from there.\n"
    damaged = veier("lab", "explore", directory + "-none", game)
    assert damaged.code == 2
    assert "there are no games in" in damaged.err
