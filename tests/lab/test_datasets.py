"""Datasets: what is written is read again, and nothing that is damaged."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import veier
from veier.core.errors import VeierError
from veier.datasets.reader import Dataset
from veier.datasets.schema import CHECKSUMS, FILE, PlayedGame
from veier.datasets.writer import encode_games, write_checksums
from veier.lab.selfplay import SelfPlay, play_games

pytest.importorskip("pyarrow", reason="datasets need the extra lab")


def rows(n: int, players: int = 2) -> list[PlayedGame]:
    chances = np.full((3, players), 0.25, np.float32)
    moves, proven = ["a1", "b2", "pass"], [None, 1, -1]
    return [
        PlayedGame("hexrows", k, 2**62 + k, ("random", "3"), moves, None if k % 3 else 1, "score", chances, proven)
        for k in range(n)
    ]


def write(directory: Path, *files: bytes, checksums: bool = True) -> Dataset:
    directory.mkdir(exist_ok=True)
    for number, content in enumerate(files):
        (directory / FILE.format(number)).write_bytes(content)
    if checksums:
        digests = {FILE.format(number): hashlib.sha256(content).hexdigest() for number, content in enumerate(files)}
        write_checksums(directory, digests)
    return Dataset(directory)


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    written = rows(5)
    dataset = write(tmp_path, encode_games(written[:3], "v"), encode_games(written[3:], "v"))
    assert len(dataset) == 5
    assert dataset.is_complete
    for game, read in zip(written, dataset.games(), strict=True):
        assert read.chances.tolist() == game.chances.tolist()
        assert [getattr(read, name) for name in ("number", "seed", "levels", "moves", "winner", "why", "proven")] == [
            getattr(game, name) for name in ("number", "seed", "levels", "moves", "winner", "why", "proven")
        ]


THREADS = """
import os, pathlib, sys
from veier.datasets.reader import Dataset
from veier.datasets.schema import load_pyarrow
load_pyarrow()
count = lambda: len(os.listdir("/proc/self/task"))
before = count()
games = list(Dataset(pathlib.Path(sys.argv[1])).games())
print(len(games), count() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_reading_leaves_no_threads_behind(tmp_path: Path) -> None:
    """Threads of Arrow that are still there when a command ends abort it now and then."""
    write(tmp_path, encode_games(rows(5), "v"), encode_games(rows(3), "v"))
    command = [sys.executable, "-c", THREADS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "8 0\n"


def test_a_game_without_moves_can_be_written(tmp_path: Path) -> None:
    empty = PlayedGame("hexrows", 0, 0, ("1", "1"), [], None, "unfinished", np.zeros((0, 2), np.float32), [])
    (read,) = write(tmp_path, encode_games([empty], "v")).games()
    assert (read.moves, read.proven, len(read.chances)) == ([], [], 0)


@pytest.mark.parametrize("checksums", [True, False], ids=["with checksums", "pages alone"])
def test_a_flipped_bit_is_noticed(tmp_path: Path, checksums: bool) -> None:
    settings = {"game": "hexrows", "games": 50, "levels": ["random", "random"], "seed": 3}
    content = play_games(0, **settings)
    whole = [(game.moves, game.chances.tolist()) for game in write(tmp_path, content).games()]
    # Without the file of checksums, those of the pages cover the data; what describes the columns is after it.
    described = int.from_bytes(content[-8:-4], "little") + 8
    last = len(content) if checksums else len(content) - described
    choose, noticed = random.Random(5), 0
    for _ in range(60):
        damaged = bytearray(content)
        damaged[choose.randrange(4, last)] ^= 1 << choose.randrange(8)
        (tmp_path / FILE.format(0)).write_bytes(damaged)
        if not checksums:
            (tmp_path / CHECKSUMS).unlink(missing_ok=True)
        try:
            read = [(game.moves, game.chances.tolist()) for game in Dataset(tmp_path).games()]
        except VeierError as error:
            assert "is damaged" in str(error)  # noqa: PT017 - most, not all: headers of pages have unused bits
            noticed += 1
        else:
            assert read == whole
    assert noticed == 60 if checksums else noticed >= 55


def test_a_missing_file_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, encode_games(rows(2), "v"), encode_games(rows(2), "v"))
    (tmp_path / FILE.format(0)).unlink()
    with pytest.raises(VeierError, match=r"games-000000\.parquet is missing"):
        Dataset(tmp_path)


def test_a_directory_without_games_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VeierError, match="there are no games in"):
        Dataset(tmp_path)


def test_other_columns_are_refused(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table({"game": [1, 2]}), tmp_path / FILE.format(0))
    with pytest.raises(VeierError, match="has other columns"):
        list(Dataset(tmp_path).games())


def test_without_pyarrow_it_says_how_to_install_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None; from veier import cli;"
        "sys.exit(cli.run(['lab', 'selfplay', 'hexrows', '--out', sys.argv[1]]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "games")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"VEIER_LANG": "en"})
    assert done.returncode == 2
    assert "pip install 'veier[lab]'" in done.stderr
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("game", [game.id for game in veier.all_games()])
def test_random_games_are_games_by_the_rules(tmp_path: Path, game: str) -> None:
    start = veier.game(game).start()
    settings = {"game": game, "games": 12, "levels": ["random"] * start.game.players, "seed": 2}
    dataset = write(tmp_path, play_games(0, **settings))
    played = list(dataset.games())
    assert len({tuple(row.moves) for row in played}) == 12
    for row in played:
        position = start.play(*row.moves)
        assert position.outcome
        assert (position.outcome.winner, position.outcome.why) == (row.winner, row.why)
        assert len(row.chances) == len(row.moves)
        assert np.all(row.chances >= 0)
        assert np.all(row.chances.sum(axis=1) <= 1.002)
        last = [float(seat == row.winner) for seat in range(start.game.players)]
        assert row.chances[-1].tolist() == last


def test_games_that_repeat_are_drawn_as_positions_are(tmp_path: Path) -> None:
    """Few pieces on the smallest board: phase 2 comes soon and lasts."""
    found = 0
    game = "4eyes-beginners?a=1&b=1&d=1"
    start = veier.game(game).start()
    plan = SelfPlay(game, 400, ("random",) * start.game.players, 1)
    for row in write(tmp_path, play_games(0, **plan.job().params)).games():
        if row.why == "repetition":
            found += 1
            position = start.play(*row.moves)
            assert position.outcome
            assert position.outcome.why == "repetition"
    assert found
