"""`veier best` and `veier analyse`: what holds for any sound search behind them."""

from __future__ import annotations

import json
import re
import time

import pytest

import veier as library
from cli.conftest import Run, interrupt
from cli.process import VeierProcess

GAMES = [game.id for game in library.all_games()]
WON = ["34@A1", "32@B2", "42@D3", "32@A3", "42@E2", "13@D2", "31@C5", "23@D4", "34@E3", "14@C1", "13@D5", "42@A5"]
# A winning move is there; and only a few moves leave the next player none, while others complete their squares.
WINS_IN_ONE = [("4eyes", " ".join(WON)), ("4eyes-pencil-2p?side=5", "b1a1 e1e2 b2a2 e3e4 c1d1 c5d5")]
NARROW = [
    ("4eyes", " ".join(WON[:10])),
    ("4eyes-plus-2p-7x7", "a5a6 e5f5 d1c1 b4b3"),
    ("4eyes-plus-3p-7x7", "e2f2 d7d6 g1f1 d4d3 b2c2 e5f5 c5b5 f6g6"),
]
KEYS = ["game", "move", "chances", "draw", "proven", "pv", "nodes", "seconds"]


@pytest.mark.parametrize("game", GAMES)
def test_best_gives_a_legal_move_and_everybodys_chances(veier: Run, game: str) -> None:
    data = json.loads(veier("best", game, "--nodes", "200", "--json").out)
    position = library.game(game).start()
    assert list(data) == KEYS
    assert data["game"] == game
    assert data["pv"][0] == data["move"]
    position.play(*data["pv"])
    assert len(data["chances"]) == position.game.players
    assert sum(data["chances"]) + data["draw"] == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in data["chances"])
    # A few more than were asked for will do, since every legal move is looked at; a search without end has many more.
    assert 1 <= data["nodes"] <= 200 + 4 * len(position.legal_moves)


def test_best_tells_people_the_move_and_what_comes_of_it(veier: Run) -> None:
    move, sentence = veier("best", "hexrows", "f6 g6", "--nodes", "200").out.splitlines()
    assert library.game("hexrows").start().play("f6", "g6").is_legal(move)
    assert sentence.startswith("Chances: Red ")
    assert "Blue" in sentence


@pytest.mark.parametrize(("game", "moves"), WINS_IN_ONE)
def test_best_wins_when_it_can(veier: Run, game: str, moves: str) -> None:
    position = library.game(game).start().play(*moves.split())
    move = json.loads(veier("best", game, moves, "--nodes", "500", "--json").out)["move"]
    outcome = position.play(move).outcome
    assert outcome is not None
    assert outcome.winner == position.mover


@pytest.mark.parametrize(("game", "moves"), NARROW)
def test_best_gives_nothing_away(veier: Run, game: str, moves: str) -> None:
    position = library.game(game).start().play(*moves.split())
    move = json.loads(veier("best", game, moves, "--nodes", "2000", "--json").out)["move"]
    after = position.play(move)
    outcomes = [after.play(answer).outcome for answer in after.legal_moves]
    assert not after.is_over
    assert not any(outcome and outcome.winner == after.mover for outcome in outcomes)


@pytest.mark.parametrize("level", [(), ("--level", "2")])
def test_the_same_seed_and_nodes_give_the_same_answer(veier: Run, level: tuple[str, ...]) -> None:
    def answer() -> dict[str, object]:
        arguments = ("hexrows", "f6 g6", "--seed", "7", "--nodes", "300", *level, "--json")
        data: dict[str, object] = json.loads(veier("best", *arguments).out)
        return {name: value for name, value in data.items() if name != "seconds"}

    assert answer() == answer()


@pytest.mark.parametrize("attitude", ["own", "paranoid", "fair"])
def test_best_takes_every_attitude(veier: Run, attitude: str) -> None:
    done = veier("best", "4eyes-plus-3p-7x7", "--attitude", attitude, "--nodes", "100", "--json")
    assert library.game("4eyes-plus-3p-7x7").start().is_legal(json.loads(done.out)["move"])


def test_best_takes_a_position_string(veier: Run) -> None:
    position = library.game("4eyes").start().play("13@C3", "24@B2")
    data = json.loads(veier("best", library.format_position(position), "--nodes", "100", "--json").out)
    assert position.is_legal(data["move"])


def test_batch_answers_in_order_and_goes_on_after_bad_lines(veier: Run) -> None:
    string = library.format_position(library.game("hexrows").start().play("f6"))
    lines = f"4eyes 13@C3\nnix\nhexrows a1\nhexrows?side=4&stones=1 d4\n\n{string} g6\n4eyes-plus-3p\n"
    done = veier("best", "--batch", "--nodes", "50", stdin=lines.encode() + b"\xff\n")
    first, game, move, over, blank, position, last, bytes_ = (json.loads(line) for line in done.out.splitlines())
    assert done.code == 1
    assert (first["game"], position["game"], last["game"]) == ("4eyes", "hexrows", "4eyes-plus-3p")
    assert list(position) == KEYS
    assert "there is no game “nix”" in game["error"]
    assert "move 1, a1: " in move["error"]
    assert over["error"] == "the game is over"
    assert "there is no game" in blank["error"]
    assert "there is no game" in bytes_["error"]
    assert veier("best", "--batch", "--nodes", "50", stdin="hexrows\n").code == 0


def test_batch_answers_at_once() -> None:
    with VeierProcess("best", "--batch", "--nodes", "50") as process:
        for _ in range(2):
            process.send("hexrows f6")
            assert process.read_object()["game"] == "hexrows"
        assert process.end()[0] == 0


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-plus-3p-7x7", "hexrows"])
def test_analyse_compares_the_moves_best_first(veier: Run, game: str) -> None:
    arguments = (game, "--nodes", "300", "--seed", "3", "--json")
    data = json.loads(veier("analyse", *arguments).out)
    assert list(data) == ["game", "mover", "lines", "nodes", "seconds"]
    position = library.game(game).start()
    moves = [line["move"] for line in data["lines"]]
    assert len(set(moves)) == len(moves) > 0
    for line in data["lines"]:
        assert list(line) == ["move", "chances", "draw", "proven", "pv", "nodes"]
        position.play(*line["pv"])
        assert sum(line["chances"]) + line["draw"] == pytest.approx(1)
    assert moves[0] == json.loads(veier("best", *arguments).out)["move"]
    top = json.loads(veier("analyse", *arguments, "--top", "2").out)
    assert top["lines"] == data["lines"][:2]


def test_analyse_prints_a_table_and_what_the_best_move_does(veier: Run) -> None:
    lines = veier("analyse", "4eyes-plus-3p-7x7", NARROW[2][1], "--nodes", "500", "--top", "2").out.splitlines()
    assert lines[0].split()[:5] == ["Move", "Red", "Brown", "Blue", "Draw"]
    assert all("%" in line for line in lines[1:3])
    assert "positions, " in lines[4]
    best = lines[1].split()[0]
    reasons = lines[5:]
    assert len(reasons) > 0
    assert all(reason.startswith(f"{best}: ") for reason in reasons)


FIGURES = {
    "en": r"\d,\d{3} positions, \d+\.\d s\.",
    "de": r"\d\.\d{3} Stellungen in \d+,\d s\.",
    "fr": "\\d\u202f\\d{3} positions en \\d+,\\d s\\.",
    "lb": r"\d\.\d{3} Stellungen an? \d+,\d s\.",
}


@pytest.mark.parametrize("language", FIGURES)
def test_numbers_are_written_as_the_language_does(veier: Run, language: str) -> None:
    out = veier("analyse", "4eyes-beginners", "13@A1", "--nodes", "3000", "--lang", language).out
    assert [line for line in out.splitlines() if re.fullmatch(FIGURES[language], line)]


def test_one_position_is_not_many(veier: Run) -> None:
    assert "\n1 position, " in veier("analyse", "hexrows", "--nodes", "1").out


@pytest.mark.parametrize("game", ["hexrows", "4eyes"])
def test_ctrl_c_ends_a_long_search_at_once(game: str) -> None:
    with VeierProcess("best", "--batch", "--movetime", "1000") as process:
        process.send(f"{game} nix")
        assert "error" in process.read_object()
        process.send(game)
        time.sleep(3)
        assert interrupt(process.process) == 130
