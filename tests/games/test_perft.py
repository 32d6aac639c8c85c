"""The perft files, written by the slow second implementation, against the kernels."""

from __future__ import annotations

import pytest
from reference.perft import FOLDER, perft_file, read
from reference.perftfiles import READINGS

import veier
from veier import divide, perft

GAMES = [game.id for game in veier.all_games()]


@pytest.mark.parametrize("game", [*GAMES, *READINGS])
def test_every_line_of_the_perft_file(game: str) -> None:
    lines = read(perft_file(game))
    assert lines[0][0] == []
    start = veier.game(game).start()
    for moves, counts in lines:
        position = start.play(*moves)
        assert {depth: perft(position, depth) for depth in counts} == counts


def test_every_file_belongs_to_a_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)
    assert set(FOLDER.glob("readings/*")) == {perft_file(game) for game in READINGS}


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-plus-3p-7x7", "hexrows"])
def test_perft_by_first_move_adds_up(game: str) -> None:
    start = veier.game(game).start()
    parts = divide(start, 2)
    assert list(parts) == [move.text for move in start.legal_moves]
    assert sum(parts.values()) == perft(start, 2)
    assert parts[start.legal_moves[0].text] == len(start.play(start.legal_moves[0]).legal_moves)


def test_a_finished_game_has_no_continuation() -> None:
    over = veier.game("hexrows?stones=1").start().play("f6")
    assert over.is_over
    assert [perft(over, depth) for depth in range(4)] == [1, 0, 0, 0]
