"""`veier state` for one game and for many: the same as the library and the slow reference say."""

from __future__ import annotations

import json
import random
import time

import pytest
from reference import start

import veier as library
from cli.conftest import Run

KEYS = ["game", "moves", "over", "winner", "why", "mover", "phase", "legal", "scores", "reserves"]


@pytest.mark.parametrize("game", [game.id for game in library.all_games()])
def test_state_says_what_the_reference_says(veier: Run, game: str) -> None:
    reference = start(game)
    chance = random.Random(game)
    while not reference.state()["over"]:
        reference.play(chance.choice(reference.legal()))
    moves = list(reference.state()["moves"])  # type: ignore[call-overload]
    for length in (0, len(moves) // 2, len(moves)):
        expected = start(game)
        for move in moves[:length]:
            expected.play(move)
        state = json.loads(veier("state", game, " ".join(moves[:length]), "--json").out)
        assert list(state) == KEYS
        assert state == expected.state()


def test_moves_are_written_exactly_however_they_were_typed(veier: Run) -> None:
    assert json.loads(veier("state", "4eyes", "13@c3  24@B2", "--json").out)["moves"] == ["13@C3", "24@B2"]


def test_without_json_it_reads_well(veier: Run) -> None:
    assert veier("state", "hexrows").out.startswith("Red to move. Place the first stone anywhere but on the edge.\n")


def test_batch_answers_each_line_and_goes_on_after_a_bad_one(veier: Run) -> None:
    lines = b"4eyes 13@C3\n\nnonsense \xff\nhexrows a1\n4eyes-plus-2p?side=8&tiles=13 c3c4\n"
    done = veier("state", "--batch", stdin=lines)
    first, blank, second, third, fourth = (json.loads(line) for line in done.out.splitlines())
    assert done.code == 0
    assert "there is no game" in blank["error"]
    assert (first["game"], first["moves"]) == ("4eyes", ["13@C3"])
    assert "there is no game “nonsense”" in second["error"]
    assert third["error"] == "move 1, a1: the first stone must not stand on the edge, and a1 does"
    assert fourth["game"] == "4eyes-plus-2p?side=8&tiles=13"


def test_batch_is_fast(veier: Run) -> None:
    chance = random.Random(1)
    starts = [library.game(name).start() for name in ("4eyes-beginners", "4eyes-plus-2p-7x7", "hexrows")]
    lines = []
    for number in range(300):
        position = starts[number % 3]
        moves: list[str] = []
        while len(moves) < 6 and not position.is_over:
            moves.append(chance.choice(position.legal_moves).text)
            position = position.play(moves[-1])
        lines.append(f"{position.game.id} {' '.join(moves)}\n")
    begun = time.process_time()
    done = veier("state", "--batch", stdin="".join(lines * 10))
    # 10,000 short games in seconds: allow a slow machine 2 ms a game.
    assert time.process_time() - begun < 6
    assert len(done.out.splitlines()) == 3000
